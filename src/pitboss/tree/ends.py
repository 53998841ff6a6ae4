"""Ends: what a box wins when a round ends, settled by the engine, once for each class of ends.

The wagers and awards of a box fall into blocks that can be valued apart: what a block wins depends only on the cards
that it reads. Wagers that share a payout limit or a meter are one block.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from pitboss.cards import RANKINGS
from pitboss.cards.reads import Reads
from pitboss.errors import InputError
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Cards, Paying
from pitboss.rules.record import Record
from pitboss.tree.hidden_hands import Compared
from pitboss.tree.pattern_reads import reads_of
from pitboss.tree.stages import Path, RoundStages

Rows = tuple[int, ...]
"""The row that each paytable of a block pays, or -1."""
End = tuple[Rows, Compared | None]
"""Everything that the settlement of a block depends on, besides the choices."""


class SettledBlock(NamedTuple):
    """What a block wins at an end, in cents, and whether one of its wagers is paid."""

    net: int
    is_hit: bool


class PaidHand(Record):
    """A hand that a paytable pays: its piles and its rows."""

    piles: tuple[str, ...]
    ranking: str
    paying: Paying

    @cached_property
    def reads(self) -> frozenset[Reads]:
        """What the rows read of the hand."""
        known = RANKINGS[self.ranking]
        return frozenset(reads_of(known, row.pattern) for row in self.paying.rows)

    def row(self, piles: Mapping[str, Cards]) -> int:
        """The first row that the cards match, or -1."""
        cards: Cards = ()
        for pile in self.piles:
            cards += piles[pile]
        value = RANKINGS[self.ranking].value_of(cards)
        for at, row in enumerate(self.paying.rows):
            if row.holds(value, cards):
                return at
        return -1


class WagerBlock(Record):
    """Wagers and awards of a box that are valued together."""

    round: RoundStages
    items: tuple[str, ...]
    meters: Mapping[str, int]
    """What meters show, in cents."""

    @cached_property
    def compares(self) -> bool:
        """Whether the showdown with the dealer decides."""
        return any(compares(self.round, item) for item in self.items)

    @cached_property
    def hands(self) -> tuple[PaidHand, ...]:
        """The different hands that paytables pay."""
        terms = self.round.terms
        found: dict[object, PaidHand] = {}
        for item in self.items:
            if is_paid_by_table(self.round, item):
                paying = terms.paying(item)
                if paying.has_other_hands:
                    raise InputError(f"the rows of {item} read different hands, which no exact odds count yet")
                hand = terms.regulation.hands[paying.hand]
                found.setdefault(
                    (paying.hand, paying.rows), PaidHand(piles=hand.piles, ranking=hand.ranking, paying=paying)
                )
        return tuple(found.values())

    @property
    def meter_names(self) -> frozenset[str]:
        """The meters that pay some of its rows."""
        return frozenset(row.payout.meter for hand in self.hands for row in hand.paying.rows if row.payout.meter)

    @cached_property
    def piles(self) -> frozenset[str]:
        """The piles that are read, without the dealer's hand that the showdown compares."""
        own = {"player"} if self.compares else set[str]()
        return frozenset(own.union(*(hand.piles for hand in self.hands)))

    def rows(self, piles: Mapping[str, Cards]) -> Rows:
        """The rows that whole piles are paid by."""
        return tuple(hand.row(piles) for hand in self.hands)

    @cached_property
    def _settled(self) -> dict[tuple[End, Path], SettledBlock]:
        return {}

    def settled(self, end: End, path: Path, example: Mapping[str, Cards]) -> SettledBlock:
        """What the block wins, in cents; `example` has cards that lead to this end."""
        found = self._settled.get((end, path))
        if found is None:
            found = self._settled[end, path] = self._by_engine(path, example)
        return found

    def _by_engine(self, path: Path, example: Mapping[str, Cards]) -> SettledBlock:
        terms, placed = self.round.terms, self.round.placed(path)
        wagers = {name: stake for name, stake in placed.items() if name in self.items}
        box = BoxFacts(1, "1", example.get("player", ()), wagers, self.round.chosen(path), self.round.coupons)
        piles = {pile: example[pile] for pile in ("dealer", "community", "bonus_box") if pile in example}
        facts = RoundFacts((box,), meters={**terms.seeds, **self.meters}, **piles)
        ((_, lines),) = settle(terms, facts).boxes
        hit = any(line.outcome == "paid" and line.item in wagers for line in lines)
        return SettledBlock(sum(line.net for line in lines), hit)


def compares(stages: RoundStages, item: str) -> bool:
    """Whether a wager or award depends on the showdown."""
    terms = stages.terms
    award = terms.regulation.awards.get(item)
    if award:
        return terms.holds(award.only_on_win_under)
    return any(row.item == item and row.by == "showdown" for step in terms.script.settling for row in step.items)


def is_paid_by_table(stages: RoundStages, item: str) -> bool:
    """Whether a paytable pays a wager or award."""
    regulation = stages.terms.regulation
    if item in stages.terms.script.paid_on_win:
        return True
    return item in regulation.awards or any(
        row.item == item and row.by == "paytable" for step in stages.terms.script.settling for row in step.items
    )


def blocks(stages: RoundStages, meters: Mapping[str, int]) -> tuple[WagerBlock, ...]:
    """The blocks that some choice touches; what the others win is the same with every choice."""
    touched = set(_touched(stages))
    groups = [group for group in _joined(stages) if not touched.isdisjoint(group)]
    return tuple(WagerBlock(round=stages, items=tuple(group), meters=meters) for group in groups)


def _touched(stages: RoundStages) -> Iterator[str]:
    """The wagers that a choice places, returns or forfeits, and the awards that depend on a wager placed later."""
    placed = set[str]()
    for stage in stages.stages:
        for choice in stage.step.choices:
            placed.update(choice.places)
            yield from choice.places
            yield from choice.returns
            yield from (forfeit.wager for forfeit in choice.forfeits)
    for name, award in stages.terms.regulation.awards.items():
        if placed.intersection((award.stake_of, *award.needs_all)):
            yield name


def _items(stages: RoundStages) -> list[str]:
    """The wagers that the box has or may place, and the awards that they can earn by its own hand."""
    regulation, terms = stages.terms.regulation, stages.terms
    later = {name for stage in stages.stages for choice in stage.step.choices for name in choice.places}
    can = {name for name in later if (to := terms.script.most_placed[name].to) in stages.wagers or to in later}
    wagers = [name for name, rule in regulation.wagers.items() if name in stages.wagers or name in can]
    awards = [
        name
        for name, award in regulation.awards.items()
        if award.kind == "bonus"
        and award.paytable in terms.paytables
        and {award.stake_of, *award.needs_all} <= set(wagers)
    ]
    return [*(name for name in wagers if regulation.wagers[name].scope == "box"), *awards]


def _joined(stages: RoundStages) -> list[list[str]]:
    """The items of a box; those that cannot be valued apart are together."""
    groups: list[list[str]] = []
    for item in _items(stages):
        linked = [group for group in groups if any(_linked(stages, item, other) for other in group)]
        groups = [group for group in groups if group not in linked]
        groups.append([*(name for group in linked for name in group), item])
    return groups


def _linked(stages: RoundStages, one: str, other: str) -> bool:
    terms = stages.terms
    awards, limited = terms.regulation.awards, terms.regulation.payout_limit.wagers
    for award, wager in ((one, other), (other, one)):
        if award in awards and wager in (awards[award].stake_of, *awards[award].needs_all):
            return True
    if compares(stages, one) and compares(stages, other):
        return True
    if terms.payout_limit is not None and one in limited and other in limited:
        return True
    if not (is_paid_by_table(stages, one) and is_paid_by_table(stages, other)):
        return False
    mine, theirs = (terms.paying(item) for item in (one, other))
    if mine == theirs:
        # One paytable pays both, so the hand that it reads decides both at once.
        return True
    meters = [{row.payout.meter for row in paying.rows if row.payout.form == "share"} for paying in (mine, theirs)]
    return bool(meters[0] & meters[1])
