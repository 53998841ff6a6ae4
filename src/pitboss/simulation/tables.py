"""What a kernel looks things up in, and what it counts into: arrays and numbers, so that any kernel can use them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.outcome_cells import Cell

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]
Numbers = NDArray[np.int32]
Packed = NDArray[np.uint32]

COMPARED = ("fewer", "lower", "equal", "higher", "more")
OUTCOMES = 1 + 2 * len(COMPARED)
"""Of a hand against the dealer's: folded, or `1 + 5 x qualified` and how it compares."""
PLAYED, VALUE = 18, 19
"""Bits of a hand at Three Card Poker: below, its place; whether it is played; above, its value."""


class Part(NamedTuple):
    """Cells that depend on some of a grid's axes."""

    axes: tuple[int, ...]
    cells: list[Cell]


class Grid(NamedTuple):
    """All that can befall a box at once: an axis for the decisions or the outcome, and one for each hand it has."""

    shape: tuple[int, ...]
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    def priced(self, others: int) -> "Prices":
        """What a kernel needs to know."""
        net, envy, hit = (np.zeros(self.shape, np.int64) for _ in range(3))
        for part in self.parts:
            shape = [size if axis in part.axes else 1 for axis, size in enumerate(self.shape)]
            net += np.array([cell.net for cell in part.cells], np.int64).reshape(shape)
            envy += np.array([sum(cell.envy.values()) * (others > 0) for cell in part.cells], np.int64).reshape(shape)
            hit += np.array([bool(cell.hits) for cell in part.cells], np.int64).reshape(shape)
        flag = (envy != 0) | (hit != 0)
        return Prices((2 * net + flag).reshape(-1), envy.reshape(-1), (hit != 0).astype(np.uint8).reshape(-1))

    def counted(self, part: Part, tally: Longs) -> Longs:
        """How often each cell of a part came up, given how often each place of the grid did."""
        gone = tuple(axis for axis in range(len(self.shape)) if axis not in part.axes)
        counted: Longs = tally.reshape(self.shape).sum(axis=gone).reshape(-1)
        return counted


class Prices(NamedTuple):
    worth: Longs
    """Twice what a box wins, and one more where it is out of the ordinary: a meter pays, or envy is due."""
    envy: Longs
    """What each other box is paid."""
    hit: Bytes
    """Whether a meter pays."""


class LetItRide(NamedTuple):
    """Places of the grid: bets that ride, class of five cards, of three, of six."""

    boxes: int
    cards: int
    """Cards to be dealt: three a box, the community cards, the bonus box."""
    burned: int
    has_six: int
    has_cover: int
    sets: NDArray[np.uint16]
    players: Bytes
    """The strategy of each box."""
    first: Numbers
    """[strategy, three cards]: the place, as far as three cards tell: whether bet 1 rides, and their class."""
    second: Bytes
    """[strategy, four cards]: what is added to the class of five cards where bet 2 rides: the number of classes."""
    five: Bytes
    five_filled: Bytes
    five_step: int
    """Between the places of two classes of five cards."""
    six: Bytes
    six_filled: Bytes
    cover: Bytes
    """The row of Cover All that a class of five matches; the last entry is none."""
    cover_stack: Bytes
    """The row that the three community cards match."""
    cover_worth: Longs
    prices: Prices


class ThreeCard(NamedTuple):
    """Places of the grid: outcome, class of three cards, of six, of five."""

    boxes: int
    cards: int
    has_six: int
    has_five: int
    sets: NDArray[np.uint16]
    players: Bytes
    hands: Packed
    """[strategy, three cards]: the place, as far as their class tells; whether they are played; and their value, which
    is twice their rank among all hands, and one more where the dealer qualifies with them."""
    outcome_step: int
    five: Bytes
    five_filled: Bytes
    six: Bytes
    six_filled: Bytes
    six_step: int
    prices: Prices


class TopFive(NamedTuple):
    """Places of the grid: outcome, class of seven cards."""

    boxes: int
    cards: int
    players: Bytes
    plays: Bytes
    value: Numbers
    """Of the high cards: their number x 65,536, twice their rank among all hands, and one more where it qualifies."""
    seven: Numbers
    outcome_step: int
    prices: Prices


Tables = LetItRide | ThreeCard | TopFive


class Counts(NamedTuple):
    """What a run of rounds came to; runs are added up."""

    places: Longs
    """[box, place]: how often."""
    cover: Longs
    """How often each row of Cover All was the table's highest, the last for none."""
    hours: Longs
    """[hour, 0]: what the house won; [hour, 1]: what box 1 won."""
    lows: Longs
    """For each shift the furthest that box 1 fell below where it began."""
    hits: Longs
    """[hit]: the round, the box and the place, where a meter pays."""
