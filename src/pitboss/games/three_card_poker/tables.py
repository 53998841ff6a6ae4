"""The tables that Three Card Poker's kernels read."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.three_card_poker.hand_bits import PLAYED, VALUE
from pitboss.simulation.hands import codes
from pitboss.simulation.tables import NO_HIGHEST_HAND, Bytes, Cards, Longs, Packed, Places, Prices
from pitboss.simulation.vectorised import hands_of_three, kind_of_three, rank_set, with_flushes

_CODES = codes().astype(np.int64)


class ThreeCardTables(NamedTuple):
    """Places of the grid: outcome, class of three cards, of six, of five."""

    boxes: int
    cards: int
    has_six: int
    has_five: int
    sets: NDArray[np.uint16]
    players: Bytes
    """The strategy of each box."""
    hands: Packed
    """[strategy, three cards]: the part of the place that their class decides; whether they are played; and their
    value, which is twice their rank among all hands, plus one if the dealer qualifies with them."""
    outcome_step: int
    """Between the places of two outcomes."""
    five: Bytes
    five_filled: Bytes
    six: Bytes
    six_filled: Bytes
    six_step: int
    prices: Prices

    @property
    def hand_size(self) -> int:
        return 3

    @property
    def highest_worth(self) -> Longs:
        return NO_HIGHEST_HAND

    @property
    def piles(self) -> tuple[tuple[str, int], ...]:
        return ("dealer", 3), ("community", 2 * self.has_five)

    def kernel(self) -> Callable[..., int]:
        from pitboss.games.three_card_poker.kernel import play  # noqa: PLC0415 - for start-up: imports a compiler

        kernel: Callable[..., int] = play
        return kernel

    def places(self, deck: Cards) -> Places:
        code, shared, player = _CODES[deck], 3 * self.boxes, self.players[:, None]
        hand, dealer = hands_of_three(code, self.boxes), code[shared : shared + 3].sum(axis=0)
        boxes = deck[0:shared:3], deck[1:shared:3], deck[2:shared:3]
        sets, theirs = rank_set(self.sets, hand), rank_set(self.sets, dealer)
        kind = self.hands[player, kind_of_three(hand, sets)].astype(np.int64)
        value = self.hands[0, kind_of_three(dealer, theirs)].astype(np.int64) >> VALUE
        mine, against = kind >> VALUE + 1, value >> 1
        outcome = (3 + 5 * (value & 1) + (mine > against) - (mine < against)) * (kind >> PLAYED & 1)
        places = (kind & (1 << PLAYED) - 1) + self.outcome_step * outcome
        if self.has_six:
            by_ranks, cards = self.six[455 * theirs + sets], (*boxes, *deck[shared : shared + 3])
            places += self.six_step * with_flushes(by_ranks, self.six_filled, hand + dealer, cards)
        if self.has_five:
            pair = code[shared + 3] + code[shared + 4]
            by_ranks = self.five[455 * rank_set(self.sets, pair) + sets]
            places += with_flushes(by_ranks, self.five_filled, hand + pair, (*boxes, *deck[shared + 3 : shared + 5]))
        return places, None
