"""What the rankings share: the kinds of hand that cards can form, and a ranking of the best of them.

A kind of hand is the same in every game; a game decides how many cards make a hand, which kinds count and in
which order. So an evaluator is made of a size and a list of categories.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache

from pitboss.cards.card import ACE, Card
from pitboss.cards.ranking import strengths
from pitboss.cards.value import Value

_Ranks = tuple[int, ...]

# The numbers of cards of one rank and of another that make each kind, highest kind first. Whatever is left over are
# kickers.
_GROUPS = (
    ("four_of_a_kind", 4, 0),
    ("full_house", 3, 2),
    ("three_of_a_kind", 3, 0),
    ("two_pair", 2, 2),
    ("pair", 2, 0),
    ("high_card", 0, 0),
)


def best_hand(categories: tuple[str, ...], size: int) -> Callable[[Collection[Card]], Value]:
    """An evaluator by the highest of `categories` that `size` of the cards form, or all if there are fewer.

    It takes fewer than `2 * size` cards, so that one suit at most makes a flush.
    """
    strength = strengths(categories)

    @cache  # ranks and flush decide everything: thousands of cases for millions of hands
    def best(ranks: _Ranks, suited: _Ranks) -> Value:
        formed = _formed(ranks, suited, size)
        return Value(*max([(strength[kind], decisive) for kind, decisive in formed if kind in strength]))

    def evaluate(cards: Collection[Card]) -> Value:
        # Rank and suit by `>> 2` and `& 3`: exhaustive counts run this, and the properties take twice the time.
        ranks = tuple(sorted([card >> 2 for card in cards], reverse=True))
        suits = [card & 3 for card in cards]
        for suit in (0, 1, 2, 3):
            if suits.count(suit) >= size:
                suited = sorted([card >> 2 for card in cards if card & 3 == suit], reverse=True)
                return best(ranks, tuple(suited))
        return best(ranks, ())

    return evaluate


def _formed(ranks: _Ranks, suited: _Ranks, size: int) -> Iterator[tuple[str, _Ranks]]:
    """Kinds of hand that the cards form, the highest included, each with the ranks that decide its ties.

    `suited` are the ranks of the suit that has `size` cards or more; both are highest first.
    """
    yield _grouped(ranks, size)
    if (high := straight_high(ranks, size)) is not None:
        yield "straight", (high,)
    if suited:
        yield "flush", suited[:size]
    if (high := straight_high(suited, size)) is not None:
        yield "straight_flush", (high,)
        if high == ACE:
            yield "royal_flush", (high,)


def _grouped(ranks: _Ranks, size: int) -> tuple[str, _Ranks]:
    """The highest kind made of equal ranks alone, with the ranks that make it, then the kickers."""
    order = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    first, second = [*(number for number, _ in order), 0, 0][:2]
    kind, one, other = next(
        group for group in _GROUPS if group[1] <= first and group[2] <= second and group[1] + group[2] <= size
    )
    making = [rank for _, rank in order[: (one > 0) + (other > 0)]]
    kickers = [rank for rank in ranks if rank not in making]
    return kind, (*making, *kickers[: size - one - other])


def straight_high(ranks: Collection[int], size: int) -> int | None:
    """The top rank of the highest straight of `size` cards among `ranks`, if there is one.

    The ace is above the king or below the two (A-2-3 is three high), never between them as in Q-K-A-2-3.
    """
    held = set(ranks)
    if ACE in held:
        held.add(-1)
    tops = (top for top in held if held.issuperset(range(top - size + 1, top + 1)))
    return max(tops, default=None)
