"""Cover All against deals counted in plain ways: one and two boxes, small decks dealt out, rounds dealt at random."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, pairwise
from math import comb
from operator import add
from pathlib import Path

import pytest

from pitboss.cards import DECK, FIVE_CARD, parse_cards
from pitboss.games.let_it_ride import cover_all_packings
from pitboss.games.let_it_ride.cover_all import _without, cover_all_counts, highest_hands
from pitboss.games.let_it_ride.cover_all_packings import PATTERNS, Packings, beside_stack, packings_by_pattern
from pitboss.rules.load import load_regulation
from tests.counts.reader import read_counts

BOXES = range(1, 8)
LEVELS = range(1, len(PATTERNS) + 1)
"""1 for three of a kind … 7 for a royal flush; a hand below three of a kind is 0."""
THREE_OF_A_KIND = len(FIVE_CARD.categories) - len(PATTERNS)
Hand = tuple[int, ...]


def level(hand: Sequence[int], ranks: int) -> int:
    """The level of five cards `4 * rank + suit` of a deck of so many ranks, the ace being its last."""
    held = sorted(card // 4 for card in hand)
    groups = sorted(Counter(held).values(), reverse=True)
    flush = len({card % 4 for card in hand}) == 1
    straight = len(groups) == 5 and (held[4] - held[0] == 4 or held == [0, 1, 2, 3, ranks - 1])
    if flush and straight:
        return 7 if held[0] == ranks - 5 else 6
    if groups[:2] == [4, 1]:
        return 5
    if groups[:2] == [3, 2]:
        return 4
    return 3 if flush else 2 if straight else groups[0] == 3


def communities(ranks: int) -> Iterator[tuple[Hand, int]]:
    """Every pair of community cards but for the naming of suits, with the number of pairs it stands for."""
    for high in range(ranks):
        yield (4 * high, 4 * high + 1), 6
        for low in range(high):
            yield (4 * low, 4 * high), 4
            yield (4 * low, 4 * high + 1), 12


def packings_beside(community: Hand, ranks: int) -> dict[int, Packings]:
    """The packings that are to be checked, by level."""
    low, high = sorted(card // 4 for card in community)
    suited = community[0] % 4 == community[1] % 4
    if low == high:
        return dict(zip(reversed(LEVELS), cover_all_packings._beside_pair(ranks), strict=True))
    runs, royal = cover_all_packings._runs(ranks, (low, high))
    beside = cover_all_packings._beside_two_ranks(ranks, runs, suited, royal and suited)
    return dict(zip(reversed(LEVELS), beside, strict=True))


# One box and two, out of the whole deck ------------------------------------------------------------------------------


def test_one_box_is_five_cards() -> None:
    """Each five cards are dealt in C(5, 2) ways as community cards and a hand."""
    known = read_counts("five_card")
    numbers, total = highest_hands(1, stack=False)
    assert numbers[:-1] == tuple(10 * known[name] for name in PATTERNS)
    assert total == 10 * known["total"]


def test_one_box_beside_a_stack_of_one_rank() -> None:
    """All hands of the 49 cards left: beside those below three of a kind the stack is what pays."""
    hands = combinations(range(3, 52), 3)
    below = sum(not level((0, 1, *hand), 13) for hand in hands)
    (*_, of_boxes, _), _ = highest_hands(1, stack=False)
    (*_, with_stack, _), _ = highest_hands(1, stack=True)
    assert with_stack - of_boxes * 47 == 13 * comb(4, 2) * 2 * below


def disjoint_pairs(hands: Sequence[Hand]) -> int:
    """Ordered pairs of hands without a common card: over every set of cards, (-1)^size · (hands with that set)²."""
    parts = chain.from_iterable(combinations(hand, size) for hand in hands for size in range(4))
    return sum((-1) ** len(part) * number**2 for part, number in Counter(parts).items())


def levels_beside(community: Hand) -> dict[Hand, int]:
    return {hand: level((*community, *hand), 13) for hand in combinations(sorted({*range(52)} - {*community}), 3)}


def check_two_boxes(community: Hand) -> None:
    levels = levels_beside(community)
    for least, packings in packings_beside(community, 13).items():
        without = [hand for hand, found in levels.items() if found < least]
        assert _without(packings, 50, 1) == len(without)
        assert _without(packings, 50, 2) == disjoint_pairs(without)


@pytest.mark.parametrize("text", ["8c 8d", "6c 7c", "6c 8d", "Tc Ac"])
def test_two_boxes(text: str) -> None:
    check_two_boxes(tuple(map(int, parse_cards(text))))


@pytest.mark.slow
@pytest.mark.parametrize("high", range(13))
def test_two_boxes_beside_every_community(high: int) -> None:
    for community, _ in communities(13):
        if community[1] // 4 == high:
            check_two_boxes(community)


def packed(hands: Sequence[Hand], size: int) -> int:
    """Sets of so many disjoint hands, one after the other; the last of each is only counted."""
    masks = [sum(1 << card for card in hand) for hand in hands]
    apart = [sum(1 << j for j in range(i) if not mask & masks[j]) for i, mask in enumerate(masks)]

    def choose(candidates: int, left: int) -> int:
        if left == 1:
            return candidates.bit_count()
        number = 0
        while candidates:
            last = candidates.bit_length() - 1
            number += choose(candidates & apart[last], left - 1)
            candidates ^= 1 << last
        return number

    return choose((1 << len(hands)) - 1, size)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("6c 7c", 3),
        *(pytest.param(text, 3, marks=pytest.mark.slow) for text in ("6c 7d", "5c 7c", "Tc Kc", "2c 9c", "Ac 2c")),
        pytest.param("6c 7c", 4, marks=pytest.mark.slow),
    ],
)
def test_disjoint_good_hands_of_the_whole_deck(text: str, size: int) -> None:
    community = tuple(map(int, parse_cards(text)))
    levels = levels_beside(community)
    for least, packings in packings_beside(community, 13).items():
        number = packed([hand for hand, found in levels.items() if found >= least], size)
        assert number == (packings[size] if size < len(packings) else 0)


@pytest.mark.parametrize("ranks", [5, 6, 13])
def test_the_sum_over_communities(ranks: int) -> None:
    sums: Counter[tuple[int, int]] = Counter()
    for community, number in communities(ranks):
        for least, packings in packings_beside(community, ranks).items():
            sums.update({(least, k): number * sets for k, sets in enumerate(packings)})
    by_level = zip(reversed(LEVELS), packings_by_pattern(ranks), strict=True)
    assert +sums == {(least, k): sets for least, packings in by_level for k, sets in enumerate(packings) if sets}


# Any number of boxes, out of small decks ------------------------------------------------------------------------------


def ways_without(community: Hand, burned: Hand, ranks: int) -> dict[tuple[int, int], int]:
    """For each level and number of boxes: the ways to deal the boxes so that none reaches the level.

    For every set of the cards left the hands below the level inside it are counted, one field of an integer for each
    level. Boxes that need not differ can be dealt out of a set in that number to the power of the boxes; those that
    together fill some set of 3 · boxes cards have no card in common, and inclusion and exclusion over its subsets
    finds them.
    """
    cards = sorted({*range(4 * ranks)} - {*community, *burned})
    field, sets = 16, 1 << len(cards)
    inside = [0] * sets
    for places in combinations(range(len(cards)), 3):
        found = level((*community, *(cards[place] for place in places)), ranks)
        inside[sum(1 << place for place in places)] = sum(1 << field * least for least in LEVELS if found < least)
    for bit in (1 << place for place in range(len(cards))):
        for start in range(0, sets, 2 * bit):
            middle, end = start + bit, start + 2 * bit
            inside[middle:end] = map(add, inside[start:middle], inside[middle:end])
    tally = Counter(zip(inside, map(int.bit_count, range(sets)), strict=True))
    ways: Counter[tuple[int, int]] = Counter()
    for (hands, size), number in tally.items():
        for boxes in range(max(1, -(-size // 3)), len(cards) // 3 + 1):
            sign_and_sets = (-1) ** (3 * boxes - size) * comb(len(cards) - size, 3 * boxes - size) * number
            for least in LEVELS:
                ways[least, boxes] += sign_and_sets * (hands >> field * least & (1 << field) - 1) ** boxes
    return ways


def check_small_deck(community: Hand, ranks: int) -> None:
    packed = packings_beside(community, ranks)
    for (least, boxes), ways in ways_without(community, (), ranks).items():
        assert _without(packed[least], 4 * ranks - 2, boxes) == ways


@pytest.mark.parametrize(
    "community",
    [
        *[(0, 1), (0, 4), (4, 17)],
        *(pytest.param(community, marks=pytest.mark.slow) for community, _ in communities(5)),
    ],
)
def test_boxes_of_five_ranks(community: Hand) -> None:
    check_small_deck(community, 5)


def test_boxes_of_five_ranks_beside_a_stack_of_one() -> None:
    for (least, boxes), ways in ways_without((0, 1), (2,), 5).items():
        if least == 1:
            assert _without(beside_stack(5), 17, boxes) == ways


@pytest.mark.slow
@pytest.mark.parametrize("community", [(0, 1), (8, 12), (8, 13), (0, 4), (12, 20), (12, 21), (4, 20)])
def test_boxes_of_six_ranks(community: Hand) -> None:
    """Beside the ranks 2 and 3 of 0 to 5 all three straights are open, and two of them share the ace."""
    check_small_deck(community, 6)


# The game, dealt at random --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boxes", "rounds"),
    [(7, 10_000), *(pytest.param(boxes, 1_000_000, marks=pytest.mark.slow) for boxes in (3, 5, 7))],
)
def test_rounds_dealt_at_random(boxes: int, rounds: int) -> None:
    """Each pattern as often as counted, within 4.5 standard errors (and one round, for patterns hardly ever seen)."""
    rng, seen = random.Random(boxes), Counter[tuple[bool, int]]()
    for _ in range(rounds):
        burned, first, second, *cards = rng.sample(DECK, 3 + 3 * boxes)
        hands = [(first, second, *cards[start : start + 3]) for start in range(0, 3 * boxes, 3)]
        best = max(max(FIVE_CARD.value_of(hand).category for hand in hands) - THREE_OF_A_KIND + 1, 0)
        seen[False, best] += 1
        seen[True, max(best, burned.rank == first.rank == second.rank)] += 1
    for stack in (True, False):
        numbers, total = highest_hands(boxes, stack)
        for found, number in zip(reversed([0, *LEVELS]), numbers, strict=True):
            off = abs(seen[stack, found] - Fraction(rounds * number, total))
            variance = Fraction(rounds * number * (total - number), total**2)
            assert off <= 1 or (off - 1) ** 2 <= Fraction(9, 2) ** 2 * variance


# What is handed out --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stack", [True, False])
def test_counts(stack: bool) -> None:
    known = read_counts("cover_all")
    reading = "stack" if stack else "players_only"
    for boxes in BOXES:
        rows, total = cover_all_counts(boxes, stack)
        assert [name for name, _ in rows] == [*PATTERNS, "none"]
        assert sum(number for _, number in rows) == total
        assert dict([*rows, ("total", total)]) == {
            name: known[f"{reading}.{boxes}.{name}"] for name in (*PATTERNS, "none", "total")
        }


@pytest.mark.parametrize("stack", [True, False])
def test_more_boxes_reach_every_pattern_more_often(stack: bool) -> None:
    reached = []
    for boxes in BOXES:
        numbers, total = highest_hands(boxes, stack)
        reached.append([Fraction(sum(numbers[: place + 1]), total) for place in range(len(PATTERNS))])
    assert all(less < more for few, many in pairwise(reached) for less, more in zip(few, many, strict=True))


@pytest.mark.parametrize("boxes", BOXES)
def test_the_stack_only_adds_three_of_a_kind(boxes: int) -> None:
    (*higher, three, none), total = highest_hands(boxes, stack=False)
    (*higher_too, three_too, none_too), total_too = highest_hands(boxes, stack=True)
    burns = total_too // total
    assert higher_too == [burns * number for number in higher]
    added = three_too - burns * three
    assert added == burns * none - none_too
    # The stack is of one rank once in 425 deals, and a box may be as good.
    assert 0 < added < total_too // 425


@pytest.mark.parametrize(("boxes", "stack"), [(0, True), (-1, False), (17, True), (17, False)])
def test_boxes_that_cannot_be_dealt(boxes: int, stack: bool) -> None:
    with pytest.raises(ValueError, match="expected 1 to 16"):
        cover_all_counts(boxes, stack)


def test_the_edges_that_the_page_shows() -> None:
    page = (Path(__file__).parents[2] / "docs/cover-all.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| (\d) \| (\w+) \| ([\d.]+) % \| `(-\d+/\d+)` \|", page, re.MULTILINE)
    paytable = load_regulation("MA-LIR").paytables["cover_all"]["A"]
    edges = []
    for boxes in BOXES:
        pays = {line.pattern: line.payout.number for line in paytable.lines(boxes)}
        for stack, reading in ((True, "stack"), (False, "players_only")):
            rows, total = cover_all_counts(boxes, stack)
            expected = Fraction(sum(number * pays.get(name, -1) for name, number in rows), total)
            edges.append((str(boxes), reading, f"{-100 * float(expected):.4f}", str(expected)))
    assert shown == edges
