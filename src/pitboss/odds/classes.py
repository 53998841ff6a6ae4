"""Every hand of three, five or six cards, gathered into classes that all rankings treat alike.

A ranking looks at ranks, and at whether one suit fills the hand (or five of six cards). So a class is a multiset of
ranks with its suits either mixed or filled; a filled class is kept apart for each suit, as some patterns name one.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from pitboss.cards import DECK, Card

Cards = tuple[Card, ...]
RANKS = range(13)
SUITS = range(4)
_CARDS = {(card.rank, card.suit): card for card in DECK}


@cache
def hand_classes(size: int) -> tuple[tuple[Cards, int], ...]:
    """A hand of each class and how many hands the class has; the numbers sum to C(52, size)."""
    return tuple(_classes(size))


def _classes(size: int) -> Iterator[tuple[Cards, int]]:
    for ranks in combinations_with_replacement(RANKS, size):
        counts = [ranks.count(rank) for rank in dict.fromkeys(ranks)]
        if max(counts) > 4:
            continue
        mixed = prod(comb(4, count) for count in counts) - _filled(size, len(counts))
        yield mixed_hand(ranks), mixed
    for ranks in combinations(RANKS, size):
        for suit in SUITS:
            yield tuple(_CARDS[rank, suit] for rank in ranks), 1
    if size == 6:
        yield from _five_of_six()


def _filled(size: int, ranks: int) -> int:
    """How many of the suit assignments of so many different ranks fill a suit with five cards or the whole hand."""
    if size < 6:
        return 4 if ranks == size else 0
    # Six ranks: all in a suit, or any one card out of it. Five ranks: the second card of the pair is out of it.
    return {6: 4 + 4 * 6 * 3, 5: 4 * 3}.get(ranks, 0)


def _five_of_six() -> Iterator[tuple[Cards, int]]:
    for ranks in combinations(RANKS, 5):
        for suit in SUITS:
            five = tuple(_CARDS[rank, suit] for rank in ranks)
            for other in RANKS:
                yield (*five, _CARDS[other, (suit + 1) % 4]), 3


def mixed_hand(ranks: tuple[int, ...]) -> Cards:
    """A hand of these ranks in which no suit is filled: ranks start from two suits in turn."""
    starts = {rank: index % 2 for index, rank in enumerate(dict.fromkeys(ranks))}
    return tuple(_CARDS[rank, (starts[rank] + ranks[:index].count(rank)) % 4] for index, rank in enumerate(ranks))
