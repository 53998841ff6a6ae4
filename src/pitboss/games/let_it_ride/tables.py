"""The tables that Let It Ride's kernels read."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.hands import codes
from pitboss.simulation.tables import Bytes, Cards, Longs, Numbers, Places, Prices
from pitboss.simulation.vectorised import hands_of_three, kind_of_three, rank_set, with_flushes

_CODES = codes().astype(np.int64)


class LetItRideTables(NamedTuple):
    """Places of the grid: bets that ride, class of five cards, of three, of six."""

    boxes: int
    cards: int
    burned: int
    has_six: int
    has_cover: int
    sets: NDArray[np.uint16]
    players: Bytes
    """The strategy of each box."""
    first: Numbers
    """[strategy, three cards]: the part of the place that three cards decide: whether bet 1 rides, and their class."""
    second: Bytes
    """[strategy, four cards]: the number of classes of five cards if bet 2 rides, else 0."""
    five: Bytes
    five_filled: Bytes
    five_step: int
    """Between the places of two classes of five cards."""
    six: Bytes
    six_filled: Bytes
    cover: Bytes
    """The row of Cover All that a class of five cards matches; the last entry is for no row."""
    cover_stack: Bytes
    """The row that the three community cards match."""
    highest_worth: Longs
    prices: Prices

    @property
    def hand_size(self) -> int:
        return 3

    @property
    def piles(self) -> tuple[tuple[str, int], ...]:
        return ("burned", self.burned), ("community", 2), ("bonus_box", 3 * self.has_six)

    def kernel(self) -> Callable[..., int]:
        from pitboss.games.let_it_ride.kernel import play  # noqa: PLC0415 - for start-up: imports a compiler

        kernel: Callable[..., int] = play
        return kernel

    def places(self, deck: Cards) -> Places:
        own, shared, player = 3 * self.boxes, 3 * self.boxes + self.burned, self.players[:, None]
        code = _CODES[deck]
        hand, (p, q) = hands_of_three(code, self.boxes), code[shared : shared + 2]
        sets, boxes = rank_set(self.sets, hand), (deck[0:own:3], deck[1:own:3], deck[2:own:3])
        one_suit = (hand + 0x5555 & 0x8888 & p << 3) != 0
        by_ranks = self.five[455 * rank_set(self.sets, p + q) + sets]
        five = with_flushes(by_ranks, self.five_filled, hand + p + q, (*boxes, *deck[shared : shared + 2]))
        places = self.first[player, kind_of_three(hand, sets)].astype(np.int64)
        places += self.five_step * (five + self.second[player, 5915 * one_suit + 455 * rank_set(self.sets, p) + sets])
        if self.has_six:
            bonus = code[shared + 2 : shared + 5].sum(axis=0)
            by_ranks = self.six[455 * rank_set(self.sets, bonus) + sets]
            places += with_flushes(by_ranks, self.six_filled, hand + bonus, (*boxes, *deck[shared + 2 : shared + 5]))
        if not self.has_cover:
            return places, None
        stack = code[own] + p + q
        of_stack = self.cover_stack[kind_of_three(stack, rank_set(self.sets, stack))]
        return places, np.minimum(self.cover[five].min(axis=0), of_stack).astype(np.int64)
