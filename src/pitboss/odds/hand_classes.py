"""Every hand of three, five or six cards, gathered into few classes that no pattern tells apart.

A pattern looks at the kind of hand, at the rank that leads it, and, if one suit fills the hand, at that suit. So a
class of mixed suits is a straight and its top card, or groups of equal ranks and the highest of the largest groups; the
others are a suit that fills three, five or six cards, alone or with a straight in it. A class has an example hand and a
number of hands.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from math import comb, perm, prod

from pitboss.cards import DECK, Card
from pitboss.odds.shapes import BIT, RANKS, straight_top

Cards = tuple[Card, ...]
Ranks = tuple[int, ...]
Groups = tuple[int, ...]
"""How many cards a hand has of each of its ranks, most first: (2, 1, 1) is a pair and two kickers."""

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
        straights = len(groups) >= min(size, 5)
        for key, ranks, number in _gathered(_each(groups)) if straights else _by_lead(groups):
            yield key, mixed_hand(ranks), number * suits


def _partitions(size: int, most: int) -> Iterator[Groups]:
    """The ways to divide a number of cards into groups of limited size."""
    if not size:
        yield ()
    for first in range(min(size, most), 0, -1):
        yield from ((first, *rest) for rest in _partitions(size - first, first))


def _filling(groups: Groups) -> int:
    """How many ways to give the cards suits fill a suit with five cards or the whole hand."""
    size, ranks = sum(groups), len(groups)
    if size < 6:
        return 4 if ranks == size else 0
    # Six ranks: all in a suit, or any one card out of it. Five ranks: the second card of the pair is out of it.
    return {6: 4 + 4 * 6 * 3, 5: 4 * 3}.get(ranks, 0)


def _by_lead(groups: Groups) -> Iterator[tuple[object, Ranks, int]]:
    """Groups too few for a straight: the other largest groups are below the lead, the rest are any ranks left."""
    largest = groups.count(groups[0])
    rest = groups[largest:]
    kickers = perm(13 - largest, len(rest)) // prod(perm(number) for number in Counter(rest).values())
    for lead in RANKS[largest - 1 :]:
        first = RANKS[lead - largest + 1 : lead + 1]
        ranks = (*first, *(rank for rank in RANKS if rank not in first))
        yield (groups, lead), _hand(groups, ranks), comb(lead, largest - 1) * kickers


def _each(groups: Groups) -> Iterator[tuple[object, Ranks]]:
    """Every choice of ranks for single cards, or a pair and single cards: its class and its ranks."""
    for ranks, top in _choices(len(groups), min(sum(groups), 5)):
        for lead in ranks if groups[0] == 2 else ranks[-1:]:
            yield (groups, lead) if top is None else ("straight", top), (lead, *ranks) if groups[0] == 2 else ranks


@cache
def _choices(number: int, length: int) -> list[tuple[Ranks, int | None]]:
    """Every choice of this number of ranks, and the top card of the straight of some length in it."""
    return [(ranks, straight_top(sum([BIT[rank] for rank in ranks]), length)) for ranks in combinations(RANKS, number)]


def _filled(size: int) -> Iterator[tuple[object, Cards, int]]:
    """The classes in which a suit fills five cards or the whole hand; of six cards the lowest rank matters too."""
    whole = [((top, ranks[0] * (size == 6)), ranks) for ranks, top in _choices(size, min(size, 5))]
    for key, ranks, number in _gathered(whole):
        for suit in SUITS:
            yield (key, suit), tuple(_CARDS[rank, suit] for rank in ranks), number
    if size == 6:
        for key, ranks, number in _gathered((top, ranks) for ranks, top in _choices(5, 5)):
            # The sixth card is any of the other suits' 39, and forms nothing that beats a flush.
            yield ("five of six", key), (*(_CARDS[rank, 0] for rank in ranks), _CARDS[ranks[0], 1]), number * 4 * 39


def _gathered(found: Iterable[tuple[object, Ranks]]) -> Iterator[tuple[object, Ranks, int]]:
    """One of the ranks for each key, and how often the key comes."""
    pairs = list(found)
    examples = dict(pairs)
    for key, number in Counter([key for key, _ in pairs]).items():
        yield key, examples[key], number


def _hand(groups: Groups, ranks: Iterable[int]) -> Ranks:
    """Groups of these ranks."""
    return tuple([rank for rank, count in zip(ranks, groups, strict=False) for _ in range(count)])


def mixed_hand(ranks: Ranks) -> Cards:
    """A hand of these ranks in which no suit is filled: ranks start from two suits in turn."""
    starts = {rank: index % 2 for index, rank in enumerate(dict.fromkeys(ranks))}
    return tuple([_CARDS[rank, (starts[rank] + ranks[:index].count(rank)) % 4] for index, rank in enumerate(ranks)])
