"""Cells: the outcomes of a round for a box, each settled once by the engine.

A kernel counts how often each cell comes up and knows no money but one number for each. The cells follow from the
rules: hands that no row in force distinguishes are one class, and a cell is a class with the choices that were made
and, against a dealer's hand, how the two compare. `pitboss.play.settle` settles an example of each cell. So stakes,
odds, prizes, limits and options are the engine's, and a changed paytable changes the simulation.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.cards import RANKINGS, Card
from pitboss.play.settle import Settling, settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts, SettledLine
from pitboss.play.terms import Paying, Terms

Cards = tuple[Card, ...]


class Cell(NamedTuple):
    """An outcome for a box, settled with every meter at its reset amount."""

    lines: tuple[SettledLine, ...]
    envy: Mapping[str, int]
    """For each Envy Bonus that the hand earns, the amount that every other box with the wager is paid."""
    withdrawn: frozenset[str] = frozenset()
    """The wagers that a choice returned."""

    @property
    def net(self) -> int:
        return sum(line.net for line in self.lines)

    @property
    def hits(self) -> tuple[SettledLine, ...]:
        """The lines that a meter pays."""
        return tuple(line for line in self.lines if line.meter)


NOWHERE = Cell((), {})
"""A cell that no deal leads to."""


class Stakes(NamedTuple):
    """What every box stakes, and the number of boxes."""

    terms: Terms
    wagers: Mapping[str, int]
    boxes: int

    @property
    def highest_hand_wager(self) -> str:
        """The wager on the highest hand at the table, if the boxes make one; else empty."""
        wagers = self.terms.regulation.wagers
        return next((name for name in self.wagers if wagers[name].scope == "table"), "")

    def column(self, item: str) -> int | None:
        """The column of a paytable in force: the stake that earns an award, or the number of boxes."""
        regulation = self.terms.regulation
        if item in regulation.awards:
            return self.wagers.get(regulation.awards[item].stake_of)
        return self.boxes if regulation.wagers[item].scope == "table" else None

    def items(self, ranking: str) -> tuple[str, ...]:
        """The wagers and awards in play that look at a hand of this ranking."""
        regulation, paytables = self.terms.regulation, self.terms.paytables
        wagers = [name for name in self.wagers if self.terms.hand_of(name).ranking == ranking]
        awards = [
            name
            for name, award in regulation.awards.items()
            if award.paytable in paytables
            and award.stake_of in self.wagers
            and not self.terms.holds(award.never_under)
            and self.terms.hand_of(name).ranking == ranking
        ]
        return (*wagers, *awards)

    def settled(self, cards: Cards, choices: Mapping[str, str], ranking: str, **piles: Cards) -> Cell:
        """The cell of one box with the wagers that look at a hand of this ranking."""
        decisions, regulation = self.terms.script.decisions, self.terms.regulation
        placed = {name for decision, made in choices.items() for name in decisions[decision][1][made].places}
        wagers = {
            name: stake
            for name, stake in self.wagers.items()
            if self.terms.hand_of(name).ranking == ranking
            and regulation.wagers[name].scope == "box"
            and (regulation.wagers[name].placed == "before_deal" or name in placed)
        }
        box = BoxFacts(1, "1", cards, wagers, choices)
        facts = RoundFacts((box,), meters=self.terms.seeds, **piles)
        ((_, lines),) = settle(self.terms, facts).boxes
        envy = {} if Settling(self.terms, facts).folded(box) else self._envy(cards, piles, ranking)
        effects = self.terms.script.effects_of(choices)
        withdrawn = frozenset(name for name, effect in effects.items() if effect.outcome == "returned")
        return Cell(lines, envy, withdrawn)

    def _envy(self, cards: Cards, piles: Mapping[str, Cards], ranking: str) -> Mapping[str, int]:
        found = {}
        for name in self.items(ranking):
            award = self.terms.regulation.awards.get(name)
            if award and award.kind == "envy":
                hand = cards + piles.get("community", ()) if "community" in self.terms.hand_of(name).piles else cards
                row = self.terms.paying(name, self.column(name)).row(RANKINGS[ranking].value_of(hand), hand)
                if row:
                    found[name] = row.payout.number
        return found


class Classes:
    """Classes of hands of one ranking: hands that match the same rows are one class."""

    def __init__(self, stakes: Stakes, ranking: str, items: Iterable[str] | None = None) -> None:
        terms, self._value_of = stakes.terms, RANKINGS[ranking].value_of
        self.examples: list[Cards] = []
        self._payings: list[Paying] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        wagers, awards = terms.regulation.wagers, terms.regulation.awards
        for item in stakes.items(ranking) if items is None else items:
            if (wagers[item] if item in wagers else awards[item]).paytable:
                self._payings.append(terms.paying(item, stakes.column(item)))

    def __call__(self, cards: Cards) -> int:
        """The number of a hand's class; new classes are numbered in the order of the calls."""
        value = self._value_of(cards)
        rows = tuple(_row(paying, value, cards) for paying in self._payings)
        if rows not in self._numbers:
            self._numbers[rows] = len(self.examples)
            self.examples.append(cards)
        return self._numbers[rows]

    def __len__(self) -> int:
        return len(self.examples)


def _row(paying: Paying, value: object, cards: Cards) -> int:
    for index, row in enumerate(paying.rows):
        if row.holds(value, cards):  # type: ignore[arg-type]
            return index
    return -1
