"""Rounds again, card by card: what a kernel only counts, as columns with a row for each box and round."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation import vectorised
from pitboss.simulation.card_stream import key_of
from pitboss.simulation.outcome_cells import Cell
from pitboss.simulation.results import cover_wager_of
from pitboss.simulation.tables import LetItRide, Longs, Part, ThreeCard, TopFive
from pitboss.simulation.totals import Totals

Deck = NDArray[np.int64]
_PILES = ("burned", "community", "dealer", "bonus_box")


class Dealt(NamedTuple):
    """Some rounds, dealt, played and settled. Arrays of boxes are [round, box]."""

    numbers: Longs
    """Of each round, from 0."""
    hands: Deck
    """[round, box, card]"""
    piles: Mapping[str, Deck]
    """[round, card] of each pile that the table uses."""
    eager: Mapping[str, NDArray[np.bool_]]
    """Of each decision that was due, whether the box rode or played."""
    stakes: Mapping[str, Longs]
    """What each box staked on a wager and did not take back, in cents."""
    nets: Mapping[str, Longs]
    """What each box won with a wager or an award, in cents, with every meter at what it resets to."""


class Rounds:
    """The rounds of a simulation, any of which can be dealt again."""

    def __init__(self, totals: Totals) -> None:
        self.setup, self.grid = totals.setup, totals.grid
        _, self._tables = self.setup.grid_and_tables
        self._key = key_of(totals.job.seed)
        self._cover = cover_wager_of(totals)
        self._values = [_Values(part) for part in self.grid.parts]
        self.piles = tuple(name for name in _PILES if _cards(self._piles(), name))
        awards = {name for part in self.grid.parts for cell in part.cells for name in _awards(cell)}
        self.awards = tuple(name for name in self.setup.regulation.awards if name in awards)
        self.decisions = tuple(self.setup.terms.decisions) if self._asks else ()

    @property
    def wagers(self) -> tuple[str, ...]:
        return tuple(self.setup.stakes)

    @property
    def _asks(self) -> bool:
        """Whether a box has anything to decide: not where it plays for side bets alone."""
        return any(step.asks in self.setup.stakes for step, _ in self.setup.terms.decisions.values())

    def dealt(self, numbers: Longs) -> Dealt:
        """These rounds, by their numbers from 0."""
        deck = vectorised.deal(self._key, numbers.astype(np.uint64), self._tables.cards)
        places, best = vectorised.placed(deck, self._tables)
        where = np.unravel_index(places.T, self.grid.shape)
        zero = np.zeros(places.T.shape, np.int64)
        stakes = {name: zero.copy() for name in self.wagers}
        nets = {name: zero.copy() for name in (*self.wagers, *self.awards)}
        for part, values in zip(self.grid.parts, self._values, strict=True):
            shape = [self.grid.shape[axis] for axis in part.axes]
            cell = np.ravel_multi_index([where[axis] for axis in part.axes], shape)
            for name, staked in values.stakes.items():
                if name in stakes:
                    stakes[name] += staked[cell]
            for name, net in values.nets.items():
                nets[name] += net[cell]
            if self.setup.boxes > 1:
                for name, envy in values.envy.items():
                    earned = envy[cell]
                    nets[name] += earned.sum(axis=1, keepdims=True) - earned
        if best is not None and isinstance(self._tables, LetItRide):
            stakes[self._cover] += self.setup.stakes[self._cover]
            nets[self._cover] += self._tables.cover_worth[best][:, None]
        size, boxes = self._hand, self.setup.boxes
        hands = deck[: size * boxes].T.reshape(-1, boxes, size)
        piles = {name: deck[_cards(self._piles(), name)].T for name in self.piles}
        return Dealt(numbers, hands, piles, self._eager(where[0]), stakes, nets)

    @property
    def _hand(self) -> int:
        return 7 if isinstance(self._tables, TopFive) else 3

    def _piles(self) -> Iterator[tuple[str, int]]:
        """The piles in the order in which a kernel takes them from the deck, and their sizes."""
        tables = self._tables
        yield "player", self._hand * tables.boxes
        if isinstance(tables, LetItRide):
            yield from (("burned", tables.burned), ("community", 2), ("bonus_box", 3 * tables.has_six))
        elif isinstance(tables, ThreeCard):
            yield from (("dealer", 3), ("community", 2 * tables.has_five))
        else:
            yield "dealer", self._hand

    def _eager(self, first: Longs) -> dict[str, NDArray[np.bool_]]:
        """From the first axis of the grid: which bets ride, or the outcome, of which 0 is folded."""
        last = len(self.decisions) - 1
        return {
            decision: (first >> (last - index) & 1 if last else first) > 0
            for index, decision in enumerate(self.decisions)
        }

    def choices(self, decision: str) -> tuple[str, str]:
        """The choice that gives something back or up, and the other."""
        choices = self.setup.terms.decisions[decision][1].values()
        shy = next(choice.choice for choice in choices if choice.returns or choice.forfeits)
        return shy, next(choice.choice for choice in choices if choice.choice != shy)


class _Values:
    """What each cell of a part is worth, wager by wager."""

    def __init__(self, part: Part) -> None:
        size = len(part.cells)
        self.stakes: dict[str, Longs] = {}
        self.nets: dict[str, Longs] = {}
        self.envy: dict[str, Longs] = {}
        for index, cell in enumerate(part.cells):
            for line in cell.lines:
                staked = 0 if line.item in cell.withdrawn else line.stake
                self.stakes.setdefault(line.item, np.zeros(size, np.int64))[index] += staked
                self.nets.setdefault(line.item, np.zeros(size, np.int64))[index] += line.net
            for name, amount in cell.envy.items():
                self.envy.setdefault(name, np.zeros(size, np.int64))[index] += amount


def _awards(cell: Cell) -> set[str]:
    return {line.item for line in cell.lines if not line.stake} | set(cell.envy)


def _cards(piles: Iterator[tuple[str, int]], wanted: str) -> list[int]:
    """The places in the deck of a pile's cards."""
    begin = 0
    for name, size in piles:
        if name == wanted:
            return list(range(begin, begin + size))
        begin += size
    return []
