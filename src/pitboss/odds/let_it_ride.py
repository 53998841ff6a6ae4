"""Let It Ride's three bets, played as well as they can be.

A bet rides when what it is expected to win is above nothing. Only two things about cards matter until the fifth: their
ranks, and whether they are all of one suit; so a hand is `(ranks, suited)`, and everything is sums of integers.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from pitboss.cards import FIVE_CARD, Value
from pitboss.odds.classes import RANKS, Cards, hand_classes
from pitboss.rules.paytable import Line

Shape = tuple[tuple[int, ...], bool]


def base_expected(lines: Sequence[Line]) -> Fraction:
    """The exact expected net win of the whole game per one bet, played optimally for this paytable."""
    wins = _wins(lines)
    after_four = {four: sum(number * wins[five] for five, number in _dealt(four)) for four in _shapes(4)}
    total = 0
    for three, number in _shapes(3).items():
        ahead = [(count, after_four[four]) for four, count in _dealt(three)]
        first = sum(count * win for count, win in ahead)
        second = sum(count * win for count, win in ahead if win > 0)
        total += number * (max(first, 0) + second + first)
    return Fraction(total, comb(52, 3) * 49 * 48)


def _wins(lines: Sequence[Line]) -> Mapping[Shape, int]:
    """What one bet of 1 wins or loses on each five-card hand."""
    patterns = [(FIVE_CARD.patterns[line.pattern].holds, line.payout.number) for line in lines]
    return {
        shape: next((number for holds, number in patterns if holds(value, cards)), -1)
        for shape, value, cards in _five_card_values()
    }


@cache
def _five_card_values() -> tuple[tuple[Shape, Value, Cards], ...]:
    return tuple((_shape(cards), FIVE_CARD.value_of(cards), cards) for cards, _ in hand_classes(5))


def _shape(cards: Cards) -> Shape:
    return tuple(card.rank for card in cards), len({card.suit for card in cards}) == 1


@cache
def _shapes(size: int) -> Mapping[Shape, int]:
    """Every shape of so many cards, and how many hands have it."""
    shapes: dict[Shape, int] = {}
    for ranks in combinations_with_replacement(RANKS, size):
        counts = [ranks.count(rank) for rank in dict.fromkeys(ranks)]
        if max(counts) > 4:
            continue
        suited = 4 if len(counts) == size else 0
        shapes[ranks, False] = prod(comb(4, count) for count in counts) - suited
        if suited:
            shapes[ranks, True] = suited
    return shapes


def _dealt(shape: Shape) -> Iterator[tuple[Shape, int]]:
    """The shapes that one more card can make of this one, and by how many cards."""
    ranks, suited = shape
    for rank in RANKS:
        left = 4 - ranks.count(rank)
        together = tuple(sorted((*ranks, rank)))
        if suited and left == 4:
            yield (together, True), 1
            left -= 1
        if left:
            yield (together, False), left
