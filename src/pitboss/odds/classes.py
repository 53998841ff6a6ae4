"""Every hand of three, five or six cards, gathered into few classes that no pattern tells apart.

A pattern looks at the kind of hand, at the rank that leads it, and, where one suit fills the hand, at that suit. So a
class is a kind and its leading rank with mixed suits, or a suit that fills three, five or six cards, alone or with a
straight in it. A class has an example hand and a number of hands.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, prod

from pitboss.cards import DECK, Card
from pitboss.odds.shapes import BIT, RANKS, straight_top

Cards = tuple[Card, ...]
Groups = tuple[int, ...]
"""How many cards a hand has of each of its ranks, most first: (2, 1, 1) is a pair and a kicker."""

SUITS = range(4)
_CARDS = {(card.rank, card.suit): card for card in DECK}


@cache
def hand_classes(size: int) -> tuple[tuple[Cards, int], ...]:
    """An example of each class and how many hands it has; the numbers sum to C(52, size)."""
    found: dict[object, tuple[Cards, int]] = {}
    for key, cards, number in (*_mixed(size), *_filled(size)):
        example, before = found.get(key, (cards, 0))
        found[key] = (example, before + number)
    return tuple(found.values())


def _mixed(size: int) -> Iterator[tuple[object, Cards, int]]:
    """The classes in which no suit is filled."""
    for groups in _partitions(size, 4):
        suits = prod(comb(4, count) for count in groups) - _filling(groups)
        by_ranks = _with_straights(groups) if len(groups) == min(size, 5) or set(groups) == {1} else _by_lead(groups)
        for (kind, lead), ranks, number in by_ranks:
            yield (kind, lead), mixed_hand(ranks), number * suits


def _partitions(size: int, most: int) -> Iterator[Groups]:
    """The ways to be so many cards in groups of at most so many of a rank."""
    if not size:
        yield ()
    for first in range(min(size, most), 0, -1):
        yield from ((first, *rest) for rest in _partitions(size - first, first))


def _by_lead(groups: Groups) -> Iterator[tuple[tuple[object, int], tuple[int, ...], int]]:
    """Hands without a straight: the highest of the largest groups leads, and only those are below it for sure."""
    largest = groups.count(groups[0])
    rest = Counter(groups[largest:])
    kickers, free = 1, 13 - largest
    for number in rest.values():
        kickers, free = kickers * comb(free, number), free - number
    for lead in RANKS[largest - 1 :]:
        below = range(lead - largest + 1, lead + 1)
        others = [rank for rank in RANKS if rank not in below]
        ranks = (*reversed(below), *others[: len(groups) - largest])
        hand = tuple(rank for rank, count in zip(ranks, groups, strict=True) for _ in range(count))
        yield (groups[:2], lead), hand, comb(lead, largest - 1) * kickers
