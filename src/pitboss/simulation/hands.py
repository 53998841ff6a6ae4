"""Hands as indices of small tables.

Three cards are the set of their ranks, one of 455, and their suit if they share one. Five cards are such a set and two
ranks, six cards are two such sets; if five or more cards share a suit, a bit for each of its ranks tells the rest. So
every hand is looked up in tables of some kilobytes. A function that classifies hands fills a table from one example of
each kind of hand.

A card has a code, and a hand the sum of its cards' codes. The upper bits are the sum of the weights of its ranks, which
differs for every set of three; the lower bits count the cards of each suit, in four bits each.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card

Cards = tuple[Card, ...]
Ranks = tuple[int, ...]
Classify = Callable[[Cards], int]
Bytes = NDArray[np.uint8]

THREES: tuple[Ranks, ...] = tuple(combinations_with_replacement(range(13), 3))
"""Every set of three ranks."""
PAIRS = 91
"""Sets of two ranks: the first sets of three, whose third rank is the lowest."""
WEIGHTS = (0, 15, 63, 397, 399, 705, 818, 847, 854, 935, 992, 1002, 1110)
"""The weight of each rank: no two sets of three ranks have the same sum."""
SUITED = 512
"""Between the tables of two suits, in a table of three cards: mixed ones first, then each of the four suits."""
OF_THREE = 5 * SUITED
_MOST = 4
_STRAIGHTS = {(1 << 12 | 0b1111): 3, **{0b11111 << low: low + 4 for low in range(9)}}
_SHORT_STRAIGHTS = {(1 << 12 | 0b11): 1, **{0b111 << low: low + 2 for low in range(11)}}


@cache
def three_index() -> NDArray[np.uint16]:
    """The number of a set of ranks, at the sum of their weights. The lowest rank weighs nothing: so two ranks are a set
    with it, one of the first 91, and one rank is found at its own number."""
    found = np.zeros(3 * WEIGHTS[-1] + 1, np.uint16)
    for index, ranks in enumerate(THREES):
        found[sum(WEIGHTS[rank] for rank in ranks)] = index
    return found


@cache
def codes() -> NDArray[np.uint32]:
    """The code of each card."""
    return np.array([WEIGHTS[card >> 2] << 16 | 1 << 4 * (card & 3) for card in range(52)], np.uint32)


def mixed(ranks: Ranks) -> Cards:
    """A hand of these ranks in which no suit is filled."""
    return tuple(Card(4 * rank + place % 4) for place, rank in enumerate(sorted(ranks)))


def suited(ranks: Ranks, suit: int) -> Cards:
    """These ranks in one suit."""
    return tuple(Card(4 * rank + suit) for rank in ranks)


def possible(ranks: Ranks) -> bool:
    """Whether a deck has enough cards of each rank."""
    return max(ranks.count(rank) for rank in ranks) <= _MOST


def kind(ranks: Ranks) -> tuple[object, ...]:
    """What a pattern can see in a hand of mixed suits: a straight and its top, or groups and the leading rank."""
    bits = 0
    for rank in ranks:
        bits |= 1 << rank
    length = min(len(ranks), 5)
    straights = _SHORT_STRAIGHTS if length == 3 else _STRAIGHTS
    tops = [top for run, top in straights.items() if bits & run == run]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return max(tops, default=None), tuple(count for count, _ in groups), groups[0][1]


class HandClasses(NamedTuple):
    """A table for five or six cards: by ranks if no suit has five cards, else by that suit and its ranks as bits."""

    mixed: Bytes
    filled: Bytes


def of_three(classify: Classify, kinds: type = np.uint8) -> NDArray[np.generic]:
    """The class of three cards, at the index of their kind."""
    found: NDArray[np.generic] = np.zeros(OF_THREE, kinds)
    for index, cards in kinds_of_three():
        found[index] = classify(cards)
    return found


def kinds_of_three() -> Iterator[tuple[int, Cards]]:
    """Every kind of three cards, as its index and an example: `512 x suit + set`, suit 0 if they differ."""
    for index, ranks in enumerate(THREES):
        yield index, mixed(ranks)
        if len(set(ranks)) == 3:
            yield from ((SUITED * (1 + suit) + index, suited(ranks, suit)) for suit in range(4))


def of_five(classify: Classify) -> HandClasses:
    """The class of five cards, at `455 x set of two + set`, or `8192 x suit + bits`."""
    pairs = np.array([_number(three[1:]) for three in THREES[:PAIRS]])
    return HandClasses(_by_ranks(classify, np.add.outer(pairs, _numbers())), _filled(classify, (5,)))


def of_six(classify: Classify) -> HandClasses:
    """The class of six cards, at `455 x set + set`, or `8192 x suit + bits`, five or six of them."""
    return HandClasses(_by_ranks(classify, np.add.outer(_numbers(), _numbers())), _filled(classify, (5, 6)))


NO_CLASSES = HandClasses(np.zeros(1, np.uint8), np.zeros(1, np.uint8))
"""The table of a hand that no wager in play looks at."""


def _number(ranks: Ranks) -> int:
    """A number for a set of ranks; the number of two sets together is the sum."""
    return sum(1 << 4 * rank for rank in ranks)


def _numbers() -> NDArray[np.int64]:
    return np.array([_number(three) for three in THREES])


def _by_ranks(classify: Classify, codes: NDArray[np.int64]) -> Bytes:
    """The class of each set of ranks; each kind of hand is classified once."""
    known: dict[tuple[object, ...], int] = {}
    sets, places = np.unique(codes, return_inverse=True)
    classes = np.zeros(len(sets), np.uint8)
    for index, code in enumerate(sets.tolist()):
        ranks = tuple(rank for rank in range(13) for _ in range(code >> 4 * rank & 15))
        if possible(ranks):
            seen = kind(ranks)
            if seen not in known:
                known[seen] = classify(mixed(ranks))
            classes[index] = known[seen]
    return classes[places].reshape(-1)


def _filled(classify: Classify, sizes: tuple[int, ...]) -> Bytes:
    found = np.zeros(4 * 8192, np.uint8)
    for size in sizes:
        for ranks in combinations(range(13), size):
            for suit in range(4):
                found[8192 * suit + sum(1 << rank for rank in ranks)] = classify(_of_size(ranks, suit, max(sizes)))
    return found


def _of_size(ranks: Ranks, suit: int, size: int) -> Cards:
    """Cards that fill a suit, with a card of another suit if the hand has one more."""
    cards = suited(ranks, suit)
    return cards if len(cards) == size else (*cards, Card(4 * ranks[0] + (suit + 1) % 4))
