"""The tables that Top Five Poker's kernels read."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pitboss.games.top_five_poker.high_cards import high_codes
from pitboss.simulation.tables import NO_HIGHEST_HAND, Bytes, Cards, Longs, Numbers, Places, Prices

_HIGH_CODES = high_codes().astype(np.int64)


class TopFiveTables(NamedTuple):
    """Places of the grid: outcome, class of seven cards."""

    boxes: int
    cards: int
    players: Bytes
    """The strategy of each box."""
    plays: Bytes
    """[strategy, high cards]: whether they are played."""
    value: Numbers
    """Of high cards: their number x 65,536, plus twice their rank among all hands, plus one if they qualify."""
    seven: Numbers
    """The class of seven cards by their high cards."""
    outcome_step: int
    """Between the places of two outcomes."""
    prices: Prices

    @property
    def hand_size(self) -> int:
        return 7

    @property
    def highest_worth(self) -> Longs:
        return NO_HIGHEST_HAND

    @property
    def piles(self) -> tuple[tuple[str, int], ...]:
        return (("dealer", self.hand_size),)

    def kernel(self) -> Callable[..., int]:
        from pitboss.games.top_five_poker.kernel import play  # noqa: PLC0415 - for start-up: imports a compiler

        kernel: Callable[..., int] = play
        return kernel

    def places(self, deck: Cards) -> Places:
        code = _HIGH_CODES[deck].reshape(self.boxes + 1, self.hand_size, -1).sum(axis=1)
        index = (code >> 16) + 3125 * ((code + 0x3333 & 0x8888) != 0)
        value = self.value[index].astype(np.int64)
        rank, number = (value & 0xFFFF) >> 1, value >> 16
        mine, theirs, cards_mine, cards_theirs = rank[:-1], rank[-1], number[:-1], number[-1]
        outcome = 3 + 5 * (value[-1] & 1) + (mine > theirs) - (mine < theirs)
        outcome = outcome + (cards_mine > cards_theirs) - (cards_mine < cards_theirs)
        plays = self.plays[self.players[:, None], index[:-1]]
        return self.seven[index[:-1]] + self.outcome_step * outcome * plays, None
