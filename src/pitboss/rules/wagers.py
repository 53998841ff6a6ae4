"""Chapter 7: wagers, awards, stake relations, versions of a game, limits."""

from collections.abc import Mapping
from typing import Literal

from pitboss.cards.ranking import OtherRankingName, RankingName
from pitboss.rules.clause import Clause
from pitboss.rules.vocabulary import Cited, Device, Money, Pile, Ratio, Under


class Hand(Cited):
    """Cards that are ranked together: their piles, their ranking, and the categories that the chapter lists."""

    title: str
    ranking: RankingName
    other_ranking: OtherRankingName = ""
    other_under: Under | None = None
    """The option under which the other ranking compares."""
    piles: tuple[Pile, ...]
    with_burned: bool = False
    """Cards burned from its piles count as well."""
    order: Mapping[str, Clause]
    """Patterns from highest to lowest, each with the clause that defines it."""


class Wager(Cited):
    """A betting area with a stake."""

    title: str
    hand: str
    offered: Literal["always", "by_submission"]
    placed: Literal["before_deal", "at_decision"] = "before_deal"
    paytable: str = ""
    """The group of paytables that pays it; empty if only the showdown does."""
    paytable_cite: Clause | None = None
    """The clause that lets the operator select one of the group."""
    limits: str = ""
    """The entry of the submission that sets its stakes, if several wagers share one."""
    needs_all: tuple[str, ...] = ()
    needs_any: tuple[str, ...] = ()
    needs_offered: tuple[str, ...] = ()
    needs_offered_under: Under | None = None
    """Further wagers that must be placed if they are offered, under an option."""
    stakes: tuple[Money, ...] = ()
    """The only stakes accepted."""
    stake_option: str = ""
    """The ruling option that sets another fixed stake."""
    stake_cite: Clause | None = None
    goes_to: Literal["layout", "inventory"] = "layout"
    """Where the chip is after bets close: a chip in the inventory is not returned with a win."""
    chip_returned_under: Under | None = None
    """The option under which it is still returned."""
    scope: Literal["box", "table"] = "box"
    """The hand that decides it: the box's own, or the highest at the table."""
    also_reads: str = ""
    """A further hand at the table that counts like the boxes' hands."""
    only_boxes_under: Under | None = None
    """The option under which that hand does not count."""
    shuffler_model: str = ""
    shuffler_mode: str = ""
    shuffler_cite: Clause | None = None
    devices: tuple[Device, ...] = ()
    """The dealing devices that it can be offered with; empty means all."""
    devices_cite: Clause | None = None
    match_play: bool = False
    """A match play coupon may lie on it. If no wager says so, coupons lie on the wagers that every table offers."""


class Award(Cited):
    """A payment without a stake of its own."""

    title: str
    kind: Literal["bonus", "envy"]
    hand: str
    stake_of: str
    """The wager whose stake decides the amount; without this wager there is no award."""
    needs_all: tuple[str, ...] = ()
    only_on_win_under: Under | None = None
    """The option under which it is paid only with a win over a dealer who qualifies."""
    never_under: Under | None = None
    """The option under which there is no such award."""
    paytable: str
    paytable_cite: Clause | None = None
    follows: str = ""
    """The wager whose selected paytable also selects this award's."""
    devices: tuple[Device, ...] = ()
    """The dealing devices with which it can arise; empty means all."""
    devices_cite: Clause | None = None

    def arises_with(self, device: Device) -> bool:
        """Whether hands that are dealt with this device can earn it."""
        return not self.devices or device in self.devices


class Stake(Cited):
    """The one form of a stake relation: `least` <= wager / to <= `most`, if both are placed."""

    row_key = ("wager", "to")
    wager: str
    to: str
    least: Ratio | None = None
    most: Ratio | None = None


class Version(Cited):
    """A version of the game that the submission may name: what must be placed, and how stakes relate."""

    title: str
    required: tuple[str, ...] = ()
    required_any: tuple[str, ...] = ()
    stakes: tuple[Stake, ...] = ()


class BoxesPerPlayer(Cited):
    """The number of adjacent boxes on which one player may bet."""

    must_state: bool
    most: int | None = None


class PayoutLimit(Cited):
    """The optional limit of what is paid on one hand, and the wagers that it covers."""

    permitted: bool = True
    """If no clause allows a limit, every win is paid in full."""
    wagers: tuple[str, ...] = ()
    least: Money | None = None
    top_at_minimum: bool = False
    """The limit must be at least what the covered wagers win at the table minimum."""
    per_patron: bool = False
    """That win counts every box that one player may have."""


Conduct = Literal[
    "chips_only", "no_verbal_cash", "seated_only", "remain_seated", "abandoned", "before_no_more_bets",
    "no_change_after", "own_hand", "touch_own_cards", "cards_in_view", "no_talk", "violation_forfeits",
    "verify_own_progressive", "match_play", "no_bearing", "cards_down_after_last_decision", "notice_to_withdraw",
]  # fmt: skip
"""Duties of people at the table. Commands are refused by their clauses."""

REQUIRED_CONDUCT: Mapping[Conduct, str] = {
    "chips_only": "wagers are made in chips",
    "seated_only": "only seated players wager",
    "remain_seated": "players stay seated",
    "before_no_more_bets": 'wagers are made before "no more bets"',
    "no_change_after": "no wager changes afterwards",
    "own_hand": "a player plays only their own hand",
}
"""The duties at every table, each with what its clause orders."""
