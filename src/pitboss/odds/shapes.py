"""Five cards by what decides their value: the ranks, and whether they are all of one suit.

A multiset of ranks is one integer, three bits a rank, so that adding a card is adding `STEP[rank]`; ranks that all
differ are also a bit mask, for suited hands. Every five-card hand is one of 6,175 multisets or 1,287 suited masks.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from pitboss.cards import DECK, FIVE_CARD, Card

RANKS = range(13)
STEP = tuple(8**rank for rank in RANKS)
BIT = tuple(1 << rank for rank in RANKS)
_CHOICES = tuple(comb(4, count) for count in range(8))
"""The number of ways to take this many of the four cards of a rank."""
_CARD = {(card.rank, card.suit): card for card in DECK}
STRAIGHTS = {sum(1 << rank % 13 for rank in range(top - 4, top + 1)): top for top in range(3, 13)}
"""Masks of straights by their top card; the ace is rank 12 and, below the two, rank -1."""


def straight_top(mask: int, length: int) -> int | None:
    """The top card of the highest straight of this length in a mask of ranks; the ace may be below the two."""
    starts = low = mask << 1 | mask >> 12 & 1
    for shift in range(1, length):
        starts &= low >> shift
    return starts.bit_length() + length - 3 if starts else None


class FiveCardRows(NamedTuple):
    """The first row of a paytable that each five-card shape matches, or the number of rows if it matches none."""

    mixed: Mapping[int, int]
    suited: Mapping[int, int]


def first_row(patterns: Sequence[str]) -> Callable[[str, int, bool], int]:
    """The row of a kind of five-card hand, the rank that leads it, and whether it is of one suit.

    Nothing else about a hand can matter to a pattern, so one example decides for all.
    """
    holds = [FIVE_CARD.patterns[name].holds for name in patterns]

    @cache
    def row(kind: str, lead: int, is_suited: bool) -> int:
        cards = _example(kind, lead, is_suited)
        value = FIVE_CARD.evaluate(cards)
        return next((index for index, test in enumerate(holds) if test(value, cards)), len(holds))

    return row


def five_card_rows(patterns: Sequence[str]) -> FiveCardRows:
    """The row of every shape."""
    row = first_row(patterns)
    mixed = {code: row(kind, lead, False) for code, (kind, lead) in _mixed_kinds().items()}
    suited = {
        mask: row("straight" if mask in STRAIGHTS else "high", STRAIGHTS.get(mask, 12), True) for mask in _masks()
    }
    return FiveCardRows(mixed, suited)


def _masks() -> list[int]:
    return [sum(chosen) for chosen in combinations(BIT, 5)]


def _mixed_kinds() -> dict[int, tuple[str, int]]:
    """Each multiset of five ranks with its kind, suits aside, and the rank that leads that kind."""
    kinds: dict[int, tuple[str, int]] = {}
    for ranks in combinations(RANKS, 5):
        mask = sum(BIT[rank] for rank in ranks)
        kind = ("straight", STRAIGHTS[mask]) if mask in STRAIGHTS else ("high", ranks[-1])
        kinds[sum(STEP[rank] for rank in ranks)] = kind
    for one in RANKS:
        others = [rank for rank in RANKS if rank != one]
        for three in combinations(others, 3):
            kinds[2 * STEP[one] + sum(STEP[rank] for rank in three)] = ("pair", one)
        for two in combinations(others, 2):
            kinds[3 * STEP[one] + sum(STEP[rank] for rank in two)] = ("trips", one)
        for other in others:
            kinds[4 * STEP[one] + STEP[other]] = ("quads", one)
            kinds[3 * STEP[one] + 2 * STEP[other]] = ("full", one)
    for pairs in combinations(RANKS, 2):
        for other in RANKS:
            if other not in pairs:
                kinds[2 * STEP[pairs[0]] + 2 * STEP[pairs[1]] + STEP[other]] = ("two pair", pairs[1])
    return kinds


def _example(kind: str, lead: int, is_suited: bool) -> tuple[Card, ...]:
    """A hand of a kind led by a rank."""
    others = [rank for rank in RANKS if rank != lead]
    groups = {"pair": (2, 1, 1, 1), "two pair": (2, 2, 1), "trips": (3, 1, 1), "full": (3, 2), "quads": (4, 1)}
    if kind == "straight":
        ranks = [rank % 13 for rank in range(lead - 4, lead + 1)]
        return tuple(_CARD[rank, 0 if is_suited else index % 2] for index, rank in enumerate(ranks))
    if kind == "high":
        # With an ace, 2-3-4-5 would be a straight.
        ranks = [0, 1, 2, 4 if lead == 12 else 3, lead]
        return tuple(_CARD[rank, 0 if is_suited else index % 2] for index, rank in enumerate(ranks))
    # The second pair of two pair is below the lead; kickers are whatever makes no better hand.
    order = (
        [lead, *sorted(others)] if kind != "two pair" else [lead, *[rank for rank in others if rank < lead], *others]
    )
    chosen = list(dict.fromkeys(order))
    return tuple(_CARD[rank, suit] for rank, count in zip(chosen, groups[kind], strict=False) for suit in range(count))


@cache
def multisets(size: int) -> Mapping[int, tuple[tuple[int, ...], int]]:
    """Every multiset of `size` ranks: its counts by rank and the number of hands that have it, suited or not."""
    found = {}
    for ranks in combinations_with_replacement(RANKS, size):
        counts = tuple(map(ranks.count, RANKS))
        if ways := prod(map(_CHOICES.__getitem__, counts)):
            found[sum(map(STEP.__getitem__, ranks))] = counts, ways
    return found
