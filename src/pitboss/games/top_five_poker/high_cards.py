"""The high cards of seven as an index of small tables, for the simulation."""

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import TEN, Card

Cards = tuple[Card, ...]
HIGH = TEN
"""The lowest rank that counts."""
HOLDINGS = 2 * 3125
"""The size of a table of high cards: 5^5 numbers of the five ranks, without and with a royal flush."""


@cache
def high_codes() -> NDArray[np.uint32]:
    """The code of each card: in the upper bits 5^rank from the tens up, in the lower its suit; 0 for a low card."""
    high = [5 ** ((card >> 2) - HIGH) << 16 | 1 << 4 * (card & 3) for card in range(4 * HIGH, 52)]
    return np.array([*[0] * (4 * HIGH), *high], np.uint32)


def high_holdings() -> Iterator[tuple[int, Cards]]:
    """Every holding of high cards among seven, as its index and an example: `sum of 5^rank x number`, and 3,125 more
    if one suit has all five."""
    for index in range(3125):
        numbers = tuple(index // 5**rank % 5 for rank in range(5))
        if sum(numbers) <= 7:
            for royal in (False, True):
                if cards := _holding(numbers, royal):
                    yield index + 3125 * royal, cards


def with_high_cards(decide: Callable[[Cards], bool]) -> NDArray[np.uint8]:
    """A decision with seven cards, at the index of their high cards."""
    decisions = np.zeros(HOLDINGS, np.uint8)
    for index, cards in high_holdings():
        decisions[index] = decide(cards)
    return decisions


def numbers_and_royal(cards: Cards) -> tuple[tuple[int, ...], bool]:
    """How many cards there are of each high rank, tens first, and whether a suit has all of them."""
    high = [card for card in cards if card.rank >= HIGH]
    numbers = tuple(sum(card.rank == rank for card in high) for rank in range(HIGH, 13))
    return numbers, any(sum(card.suit == suit for card in high) == 5 for suit in range(4))


def _holding(numbers: tuple[int, ...], royal: bool) -> Cards:
    """Seven cards with these high ones; empty if a royal flush is impossible, or cannot be avoided."""
    if royal and not all(numbers):
        return ()
    high = []
    for rank, number in enumerate(numbers):
        # A royal flush is in clubs; without one the tens are in clubs last, and seven cards never get there.
        suits = (1, 2, 3, 0) if rank == 0 and not royal else (0, 1, 2, 3)
        high += [Card(4 * (HIGH + rank) + suit) for suit in suits[:number]]
    cards = (*high, *(Card(4 * low + low % 4) for low in range(7 - len(high))))
    return cards if royal == any(sum(c.suit == s and c.rank >= HIGH for c in high) == 5 for s in range(4)) else ()
