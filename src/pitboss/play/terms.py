"""Terms: the rules that settle one round, taken from a ruleset or from a recorded round."""

from collections.abc import Callable, Collection, Mapping
from functools import cache, cached_property
from typing import NamedTuple

from pitboss.cards import RANKINGS, Card, Pattern, Ranking, Value
from pitboss.play.prizes import lines_at_stake
from pitboss.play.script_index import ScriptIndex
from pitboss.rules.clause import Clause
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import Paytable, PaytableLine
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.vocabulary import Under
from pitboss.rules.wagers import Hand

Cards = tuple[Card, ...]
Holds = Callable[[Value, Collection[Card]], bool]


class PaidRow(NamedTuple):
    """A row of a selected paytable, ready to be matched."""

    pattern: str
    holds: Holds
    payout: Payout
    odds: str
    """The payout in words; a prize is the one paid at the stake in force."""
    cite: Clause
    hand: str = ""
    """The hand that this row depends on, if it is not that of the others."""


class Paying(NamedTuple):
    """How a wager or award is paid: the hand that it depends on, and the rows of its paytable."""

    hand: str
    rows: tuple[PaidRow, ...]

    def row(self, value: Value, cards: Cards) -> PaidRow | None:
        """The first row that matches; only this row pays."""
        for row in self.rows:
            if row.holds(value, cards):
                return row
        return None

    def row_of(self, valued: Callable[[str], tuple[Value, Cards]]) -> PaidRow | None:
        """The same, where a row may depend on a hand of its own; `valued` has each hand by its name."""
        if not self.has_other_hands:
            return self.row(*valued(self.hand))
        return next((row for row in self.rows if row.holds(*valued(row.hand or self.hand))), None)

    @property
    def has_other_hands(self) -> bool:
        """Whether some rows depend on other hands than the rest."""
        return any(row.hand for row in self.rows)


class Terms(Record):
    """A regulation, the paytables and options in force, the payout limit, and the reset amounts of meters."""

    script: ScriptIndex
    paytables: Mapping[str, Paytable]
    options: Mapping[str, str | int]
    payout_limit: int | None = None
    seeds: Mapping[str, int]

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Terms":
        seeds = {name: meter.resets_to for link in ruleset.links.values() for name, meter in link.meters.items()}
        return cls(
            script=ScriptIndex(regulation=ruleset.regulation),
            paytables=ruleset.paytables,
            options=ruleset.options,
            payout_limit=ruleset.submission.payout_limit,
            seeds=seeds,
        )

    @cached_property
    def regulation(self) -> Regulation:
        return self.script.regulation

    def holds(self, under: Under | None) -> bool:
        """Whether the option that a row names is in force; False if the row names no option."""
        return under is not None and self.options.get(under.option) == under.value

    def hand_of(self, item: str) -> Hand:
        """The hand that a wager or award depends on."""
        return self.regulation.hands[self._hand_name(item)]

    def _hand_name(self, item: str) -> str:
        wagers = self.regulation.wagers
        rule = wagers[item] if item in wagers else self.regulation.awards[item]
        paytable = self.paytables.get(rule.paytable)
        return (paytable.hand if paytable else "") or rule.hand

    def paying(self, item: str, column: int | None = None) -> Paying:
        """How a wager or award is paid, in the column of a stake or of a number of boxes if it has columns."""
        key = (item, column)
        found = self._paying.get(key)
        if found is None:
            hand, others = self._hand_name(item), self._paytable(item).hands
            rows = tuple(
                PaidRow(
                    pattern,
                    self._patterns(others.get(pattern, hand))[pattern].holds,
                    payout,
                    printed(payout),
                    cite,
                    others.get(pattern, ""),
                )
                for pattern, payout, cite in self.lines(item, column)
            )
            found = self._paying[key] = Paying(hand, rows)
        return found

    @cached_property
    def _paying(self) -> dict[tuple[str, int | None], Paying]:
        return {}

    def _paytable(self, item: str) -> Paytable:
        wagers = self.regulation.wagers
        return self.paytables[(wagers[item] if item in wagers else self.regulation.awards[item]).paytable]

    def _patterns(self, hand: str) -> Mapping[str, Pattern]:
        return RANKINGS[self.regulation.hands[hand].ranking].patterns

    def lines(self, item: str, column: int | None = None) -> tuple[PaytableLine, ...]:
        """The rows of its paytable in that column, with prizes as they are paid."""
        wager, paytable = self.regulation.wagers.get(item), self._paytable(item)
        if column is None or not (paytable.by_boxes or paytable.by_stake):
            lines = paytable.lines()
            return lines_at_stake(wager, lines, self.options.get(wager.stake_option)) if wager else lines
        if paytable.scales and column not in paytable.by_stake:
            # The amounts are listed for one stake; other stakes scale them.
            listed = paytable.by_stake[0]
            return tuple(
                line._replace(payout=line.payout._replace(number=line.payout.number * column // listed))
                for line in paytable.lines(listed)
            )
        return paytable.lines(column)

    @cached_property
    def comparing_ranking(self) -> Ranking:
        """The ranking by which the showdown values hands."""
        assert self.regulation.showdown
        hand = self.regulation.hands[self.regulation.showdown.hand]
        return RANKINGS[hand.other_ranking if self.holds(hand.other_under) else hand.ranking]

    @cached_property
    def comparing(self) -> Callable[[Collection[Card]], Value]:
        """How the showdown values a hand."""
        return self.comparing_ranking.value_of

    def dealer_qualifies(self, cards: Collection[Card]) -> bool:
        """Whether the dealer qualifies with these cards."""
        showdown = self.regulation.showdown
        assert showdown
        if not showdown.qualifies:
            return True
        ranking = RANKINGS[self.regulation.hands[showdown.hand].ranking]
        return ranking.patterns[showdown.qualifies].holds(ranking.value_of(cards), cards)


def compared(ours: Value, theirs: Value, numbers_first: bool) -> str:
    """How a hand of the box compares with the dealer's, in the words of the showdown's rows."""
    if ours == theirs:
        return "equal"
    if numbers_first and ours.category != theirs.category:
        return "more" if ours > theirs else "fewer"
    return "higher" if ours > theirs else "lower"


@cache
def printed(payout: Payout) -> str:
    """The payout as the regulation prints it; cached, because there are only about a hundred."""
    return str(payout)
