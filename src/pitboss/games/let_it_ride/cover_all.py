"""Cover All (MA-LIR 11): how often each hand is the highest at the table, exactly, by number of boxes.

All boxes share the two community cards and one deck, so their hands depend on each other, and deals are far too many
to list. Call a hand good when it is at least as high as some pattern. Of the ways to deal n hands, those without a
good one number, by inclusion and exclusion over the boxes whose hands are good,

    sum over k of (-1)^k · packings[k] · n!/(n-k)! · deals(cards - 3k, n - k)

where packings[k] is the number of sets of k disjoint good hands (`cover_all_packings`). This is linear in the packings,
so they are summed over the community cards once, for all numbers of boxes. docs/cover-all.md has the derivation.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import comb, gcd, perm, prod

from pitboss.cards import RANKS
from pitboss.games.let_it_ride.cover_all_packings import PATTERNS, SUITS, Packings, beside_stack, packings_by_pattern


def cover_all_counts(boxes: int, stack: bool) -> tuple[Sequence[tuple[str, int]], int]:
    """For each pattern the weight of the deals in which it is the highest, `none` last; and the total. Lowest terms.

    `stack`: three community cards of one rank, the burned card among them, count as three of a kind.
    """
    numbers, total = highest_hands(boxes, stack)
    factor = gcd(*numbers)
    return [
        (name, number // factor) for name, number in zip((*PATTERNS, "none"), numbers, strict=True)
    ], total // factor


def highest_hands(boxes: int, stack: bool, ranks: int = len(RANKS)) -> tuple[tuple[int, ...], int]:
    """In how many deals each pattern is the highest, in how many none is, and the number of deals.

    A deal is a set of two community cards and a hand for each box, the boxes told apart; with `stack` a burned card
    too. The deck may have fewer ranks, so that a small one can be dealt out whole to check the method.
    """
    left = SUITS * ranks - 2
    if not 1 <= boxes <= (left - stack) // 3:
        raise ValueError(f"cannot deal {boxes} boxes: expected 1 to {(left - stack) // 3}")
    burns = left - 3 * boxes if stack else 1
    total = comb(left + 2, 2) * deals(left, boxes) * burns
    without = [total, *(burns * _without(packings, left, boxes) for packings in packings_by_pattern(ranks))]
    if stack:
        # The community cards are a pair, one of the two other cards of its rank is burned, and no box has anything.
        without[-1] -= ranks * comb(SUITS, 2) * 2 * _without(beside_stack(ranks), left - 1, boxes)
    return (*(more - less for more, less in pairwise(without)), without[-1]), total


def deals(cards: int, hands: int) -> int:
    """The ways to deal this number of three-card hands, counting their order."""
    return prod(comb(cards - 3 * hand, 3) for hand in range(hands))


def _without(packings: Packings, cards: int, boxes: int) -> int:
    """The ways to deal the boxes so that none has a good hand."""
    return sum(
        (-1) ** k * packed * perm(boxes, k) * deals(cards - 3 * k, boxes - k)
        for k, packed in enumerate(packings[: boxes + 1])
    )
