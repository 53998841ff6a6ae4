"""The grid of everything that can happen to a box, the tables that a kernel reads, and the counts that it returns."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.outcome_cells import Cell

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]
Numbers = NDArray[np.int32]
Packed = NDArray[np.uint32]


class GridPart(NamedTuple):
    """Cells that depend on some of a grid's axes."""

    axes: tuple[int, ...]
    cells: list[Cell]


class OutcomeGrid(NamedTuple):
    """Everything that can happen to a box: an axis for the decisions or the outcome, and one for each hand it has."""

    shape: tuple[int, ...]
    parts: tuple[GridPart, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    def priced(self, others: int) -> "Prices":
        """The amounts of every place of the grid, for a kernel."""
        net, envy, hit = (np.zeros(self.shape, np.int64) for _ in range(3))
        for part in self.parts:
            shape = [size if axis in part.axes else 1 for axis, size in enumerate(self.shape)]
            net += np.array([cell.net for cell in part.cells], np.int64).reshape(shape)
            envy += np.array([sum(cell.envy.values()) * (others > 0) for cell in part.cells], np.int64).reshape(shape)
            hit += np.array([bool(cell.hits) for cell in part.cells], np.int64).reshape(shape)
        flag = (envy != 0) | (hit != 0)
        return Prices((2 * net + flag).reshape(-1), envy.reshape(-1), (hit != 0).astype(np.uint8).reshape(-1))

    def counted(self, part: GridPart, tally: Longs) -> Longs:
        """The count of each cell of a part, given the count of each place of the grid."""
        gone = tuple(axis for axis in range(len(self.shape)) if axis not in part.axes)
        counted: Longs = tally.reshape(self.shape).sum(axis=gone).reshape(-1)
        return counted


class Prices(NamedTuple):
    """What each place of a grid is worth, in cents."""

    worth: Longs
    """Twice what a box wins, plus one if a meter pays or envy is due."""
    envy: Longs
    """What each other box is paid."""
    hit: Bytes
    """Whether a meter pays."""


Cards = NDArray[np.int64]
Places = tuple[Cards, Cards | None]
"""[box, round]: the place of each box in the grid; and for each round the row of the wager on the highest hand at the
table, if the boxes make such a wager."""
NO_HIGHEST_HAND: Longs = np.zeros(1, np.int64)


class KernelTables(Protocol):
    """A game's tables: a named tuple of numbers and arrays, which numba and other machines can read."""

    @property
    def boxes(self) -> int: ...

    @property
    def cards(self) -> int:
        """The number of cards to deal for one round."""

    @property
    def prices(self) -> Prices: ...

    @property
    def highest_worth(self) -> Longs:
        """What each row of the wager on the highest hand wins, the last one for no row; one entry without the wager."""

    @property
    def hand_size(self) -> int:
        """The number of cards of a box."""

    @property
    def piles(self) -> tuple[tuple[str, int], ...]:
        """The piles other than the boxes, in the order in which they are dealt after the boxes, with their sizes."""

    def places(self, deck: Cards) -> Places:
        """Plays rounds in numpy: `deck` is [place in the deck, round]."""

    def kernel(self) -> Callable[..., int]:
        """The compiled kernel, which counts exactly what `places` leads to."""

    def __iter__(self) -> Iterator[Any]: ...


class Counts(NamedTuple):
    """The counts of a run of rounds; the counts of several runs can be added."""

    places: Longs
    """[box, place]: how often each place of the grid came up."""
    highest: Longs
    """How often each row of the wager on the highest hand at the table came up, the last for no row."""
    hours: Longs
    """[hour, 0]: what the house won; [hour, 1]: what box 1 won."""
    lows: Longs
    """For each shift, the furthest that box 1 fell below its start."""
    hits: Longs
    """[hit]: the round, the box and the place of each payment by a meter."""
