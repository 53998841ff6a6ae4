"""Every hand of three, five or six cards, gathered into few classes that no pattern tells apart.

A pattern looks at the kind of hand, at the rank that leads it, and, where one suit fills the hand, at that suit. So a
class is a kind and its leading rank with mixed suits, or a suit that fills three, five or six cards, alone or with a
straight in it. A class has an example hand and a number of hands.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from pitboss.cards import DECK, Card
from pitboss.odds.shapes import BIT, RANKS, multisets, straight_top

Cards = tuple[Card, ...]
SUITS = range(4)
_CARDS = {(card.rank, card.suit): card for card in DECK}


@cache
def hand_classes(size: int) -> tuple[tuple[Cards, int], ...]:
    """An example of each class and how many hands it has; the numbers sum to C(52, size)."""
    found: dict[object, tuple[Cards, int]] = {}
    for key, cards, number in _classes(size):
        example, before = found.get(key, (cards, 0))
        found[key] = (example, before + number)
    return tuple(found.values())


def _classes(size: int) -> Iterator[tuple[object, Cards, int]]:
    for counts, ways in multisets(size).values():
        ranks = tuple(rank for rank in RANKS for _ in range(counts[rank]))
        yield _kind(counts, size), mixed_hand(ranks), ways - _filled(size, 13 - counts.count(0))
    for ranks in combinations(RANKS, size):
        top = straight_top(sum(BIT[rank] for rank in ranks), min(size, 5))
        for suit in SUITS:
            yield ("filled", top, ranks[0] if size == 6 else 0, suit), tuple(_CARDS[rank, suit] for rank in ranks), 1
    if size == 6:
        for ranks in combinations(RANKS, 5):
            top = straight_top(sum(BIT[rank] for rank in ranks), 5)
            # The sixth card is any of the other suits' 39, and forms nothing that beats a flush.
            yield ("five of six", top), (*(_CARDS[rank, 0] for rank in ranks), _CARDS[ranks[0], 1]), 4 * 39


def _kind(counts: Sequence[int], size: int) -> tuple[str, int]:
    """The highest kind of hand that ranks alone make, and the rank that leads it."""
    groups = sorted(((count, rank) for rank, count in enumerate(counts) if count), reverse=True)
    most, lead = groups[0]
    second = groups[1][0] if len(groups) > 1 else 0
    top = straight_top(sum(BIT[rank] for _, rank in groups), min(size, 5))
    if most == 4:
        return "four of a kind", lead
    if most == 3 and second >= 2:
        return "full house", lead
    if top is not None:
        return "straight", top
    kind = {3: "three of a kind", 2: "two pair" if second == 2 else "pair", 1: "high card"}[most]
    return kind, lead


def _filled(size: int, ranks: int) -> int:
    """How many suit assignments of so many different ranks fill a suit with five cards or the whole hand."""
    if size < 6:
        return 4 if ranks == size else 0
    # Six ranks: all in a suit, or any one card out of it. Five ranks: the second card of the pair is out of it.
    return {6: 4 + 4 * 6 * 3, 5: 4 * 3}.get(ranks, 0)


def mixed_hand(ranks: tuple[int, ...]) -> Cards:
    """A hand of these ranks in which no suit is filled: ranks start from two suits in turn."""
    starts = {rank: index % 2 for index, rank in enumerate(dict.fromkeys(ranks))}
    return tuple(_CARDS[rank, (starts[rank] + ranks[:index].count(rank)) % 4] for index, rank in enumerate(ranks))
