"""Simulated rounds card by card: what a kernel only counts, as columns with a row for each box and round."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import InputError
from pitboss.simulation import vectorised
from pitboss.simulation.card_stream import key_of
from pitboss.simulation.outcome_cells import Cell
from pitboss.simulation.strategies import keeps_bets
from pitboss.simulation.tables import GridPart, Longs
from pitboss.simulation.totals import Totals

CardNumbers = NDArray[np.int64]
_PILES = ("burned", "community", "dealer", "bonus_box")
"""The piles in the order of the columns."""


class RoundColumns(NamedTuple):
    """Some rounds, dealt, played and settled. Arrays of boxes are [round, box]."""

    numbers: Longs
    """The number of each round, from 0."""
    hands: CardNumbers
    """[round, box, card]"""
    piles: Mapping[str, CardNumbers]
    """[round, card] of each pile that the table uses."""
    keeps: Mapping[str, NDArray[np.bool_]]
    """For each decision that was due, whether the box let its bet ride, or played."""
    stakes: Mapping[str, Longs]
    """What each box staked on a wager and did not withdraw, in cents."""
    nets: Mapping[str, Longs]
    """What each box won with a wager or an award, in cents, with every meter at its reset amount."""


class Rounds:
    """The rounds of a simulation; any of them can be dealt again."""

    def __init__(self, totals: Totals) -> None:
        self.setup, self.grid = totals.setup, totals.grid
        _, self._tables = self.setup.grid_and_tables
        self._key = key_of(totals.job.seed)
        self._values = [_CellValues(part) for part in self.grid.parts]
        self.piles = tuple(name for name in _PILES if self._dealt_at(name))
        awards = {name for part in self.grid.parts for cell in part.cells for name in _awards(cell)}
        self.awards = tuple(name for name in self.setup.regulation.awards if name in awards)
        self.decisions = tuple(self.setup.terms.script.decisions) if self._asks else ()
        for decision in self.decisions:
            if len(self.setup.terms.script.decisions[decision][1]) != 2:
                raise InputError(
                    f"rounds card by card: {decision} has more than two choices, which columns do not have"
                )

    @property
    def wagers(self) -> tuple[str, ...]:
        return tuple(self.setup.stakes)

    @property
    def _asks(self) -> bool:
        """Whether a box has anything to decide: a box that makes side bets alone has not."""
        return any(step.asks in self.setup.stakes for step, _ in self.setup.terms.script.decisions.values())

    def dealt(self, numbers: Longs) -> RoundColumns:
        """The rounds with these numbers, from 0."""
        deck = vectorised.deal(self._key, numbers.astype(np.uint64), self._tables.cards)
        places, best = self._tables.places(deck)
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
        if best is not None:
            wager = self.setup.highest_hand_wager
            stakes[wager] += self.setup.stakes[wager]
            nets[wager] += self._tables.highest_worth[best][:, None]
        size, boxes = self._tables.hand_size, self.setup.boxes
        hands = deck[: size * boxes].T.reshape(-1, boxes, size)
        piles = {name: deck[self._dealt_at(name)].T for name in self.piles}
        return RoundColumns(numbers, hands, piles, self._keeps(where[0]), stakes, nets)

    def _dealt_at(self, pile: str) -> list[int]:
        """The places in the deck of a pile's cards."""
        begin = self._tables.hand_size * self._tables.boxes
        for name, size in self._tables.piles:
            if name == pile:
                return list(range(begin, begin + size))
            begin += size
        return []

    def _keeps(self, first: Longs) -> dict[str, NDArray[np.bool_]]:
        """From the first axis of the grid: which bets ride, or the outcome, of which 0 is folded."""
        last = len(self.decisions) - 1
        return {
            decision: (first >> (last - index) & 1 if last else first) > 0
            for index, decision in enumerate(self.decisions)
        }

    def choices(self, decision: str) -> tuple[str, str]:
        """The choice that withdraws or forfeits, and the choice that does not."""
        gives_up, keeps = sorted(self.setup.terms.script.decisions[decision][1].values(), key=keeps_bets)
        return gives_up.choice, keeps.choice


class _CellValues:
    """What each cell of a part is worth, wager by wager."""

    def __init__(self, part: GridPart) -> None:
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
