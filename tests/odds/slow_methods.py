"""Odds the slow, obvious way: every hand and every deal of 52 cards, valued here without the product's rankings.

Hands are rows of card numbers `4 * rank + suit`. numpy does many rows at once; every sum is of integers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, permutations
from typing import Any, NamedTuple

import numpy as np

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Hand = tuple[int, ...]
CHUNK = 200_000
ACE, TEN, NINE = 12, 8, 7
DIAMONDS, SPADES = 1, 3


def matched(hands: Numbers, size: int) -> dict[str, Any]:
    """For each pattern of a ranking by the best `size` cards, which of the hands match it."""
    ranks, suits = hands >> 2, hands & 3
    counts = (ranks[:, :, None] == np.arange(13)).sum(1)
    most, pairs = counts.max(1), (counts >= 2).sum(1)
    straight = _top(counts > 0, size)
    flush, straight_flush = np.zeros(len(hands), bool), np.full(len(hands), -1)
    for suit in range(4):
        filled = (suits == suit).sum(1) >= size
        flush |= filled
        of_suit = (ranks[filled][:, :, None] == np.arange(13)) & (suits[filled] == suit)[:, :, None]
        straight_flush[filled] = _top(of_suit.any(1), size)
    found: dict[str, Any] = {
        "royal_flush": straight_flush == ACE,
        "mini_royal": straight_flush == ACE,
        "mini_royal_spades": (straight_flush == ACE) & (suits == SPADES).all(1),
        "super_royal": (straight_flush == ACE) & flush & (ranks >= NINE).all(1) & (most == 1),
        "straight_flush": straight_flush >= 0,
    }
    found["super_royal"] &= (suits == suits[:, :1]).all(1)
    found["super_royal_diamonds"] = found["super_royal"] & (suits == DIAMONDS).all(1)
    kinds = {
        "four_of_a_kind": most == 4,
        "full_house": (most == 3) & (pairs >= 2),
        "flush": flush,
        "straight": straight >= 0,
        "three_of_a_kind": most == 3,
        "two_pair": pairs >= 2,
        "pair": pairs == 1,
    }
    better = straight_flush >= 0
    for name, holds in kinds.items():
        found[name] = holds & ~better
        better = better | holds
    found["tens_or_better"] = found["pair"] & ((counts == 2) & (np.arange(13) >= TEN)).any(1)
    return found


def _top(held: Any, size: int) -> Any:
    """The top rank of the highest straight among ranks that are held, or -1; the ace may stand below the two."""
    low = np.concatenate([held[:, ACE:], held], axis=1)
    tops = np.full(len(held), -1)
    for top in range(size - 2, 13):
        tops[low[:, top + 2 - size : top + 2].all(1)] = top
    return tops


def all_hands(cards: int) -> Iterator[Numbers]:
    """All hands of so many cards, some at a time."""
    left = combinations(range(52), cards)
    while chunk := list(islice(left, CHUNK)):
        yield np.array(chunk)


@cache
def tally(cards: int) -> Counter[frozenset[str]]:
    """How many hands of so many cards match each set of patterns."""
    found: Counter[frozenset[str]] = Counter()
    for hands in all_hands(cards):
        patterns = matched(hands, min(cards, 5))
        codes = sum(holds.astype(np.int64) << bit for bit, holds in enumerate(patterns.values()))
        for code, number in zip(*np.unique(codes, return_counts=True), strict=True):
            found[frozenset(name for bit, name in enumerate(patterns) if int(code) >> bit & 1)] += int(number)
    return found


def slow_row_counts(cards: int, patterns: Sequence[str]) -> list[int]:
    """How many hands each row is the first to match, and last how many match none."""
    counts = [0] * (len(patterns) + 1)
    for names, number in tally(cards).items():
        counts[next((index for index, name in enumerate(patterns) if name in names), -1)] += number
    return counts


def suit_classes() -> dict[Hand, int]:
    """Three cards but for the naming of suits, and how many hands each stands for."""
    found: Counter[Hand] = Counter()
    for hand in combinations(range(52), 3):
        found[min(tuple(sorted(card & ~3 | suits[card & 3] for card in hand)) for suits in permutations(range(4)))] += 1
    return found


def every_hand() -> dict[Hand, int]:
    return dict.fromkeys(combinations(range(52), 3), 1)


# Let It Ride ----------------------------------------------------------------------------------------------------------


class Ride(NamedTuple):
    """The game of three bets, per one bet, and what it is worth to see community cards too early."""

    expected: Fraction
    variance: Fraction
    rides_first: Fraction
    rides_second: Fraction
    first_bet: Fraction
    first: Fraction
    second: Fraction
    both: Fraction


@cache
def _five_card_rows(patterns: tuple[str, ...]) -> Numbers:
    """The row of each of the 2,598,960 hands, by its place in the order of combinations of descending cards."""
    rows = np.full(2_598_960, len(patterns), np.int64)
    for hands in all_hands(5):
        found = matched(hands, 5)
        chosen = np.full(len(hands), len(patterns))
        for index in reversed(range(len(patterns))):
            chosen[found[patterns[index]]] = index
        rows[_place(hands)] = chosen
    return rows


def _place(hands: Numbers) -> Any:
    """The place of hands whose cards ascend: the sum of C(card, 1) for the first, C(card, 2) for the next …"""
    place, choose = np.zeros(len(hands), np.int64), np.ones(hands.shape, np.int64)
    for column in range(hands.shape[1]):
        choose = hands[:, column].copy()
        for k in range(1, column + 1):
            choose = choose * (hands[:, column] - k) // (k + 1)
        place += np.maximum(choose, 0)
    return place


def let_it_ride(patterns: tuple[str, ...], tables: Sequence[Sequence[int]], hands: dict[Hand, int]) -> list[Ride]:
    """Deals every fourth and fifth card to each hand of three, for several tables with the same patterns.

    A table says what each row wins; a hand that matches none loses the bet.
    """
    rows, sums = _five_card_rows(patterns), [Counter[str]() for _ in tables]
    others_of = np.array(list(combinations(range(49), 2)))
    for hand, number in hands.items():
        left = np.array([card for card in range(52) if card not in hand])
        fives = np.concatenate([np.tile(hand, (len(others_of), 1)), left[others_of]], axis=1)
        row = np.zeros((49, 49), np.int64)
        row[others_of[:, 0], others_of[:, 1]] = row[others_of[:, 1], others_of[:, 0]] = rows[_place(np.sort(fives))]
        for sums_of, pays in zip(sums, tables, strict=True):
            wins = np.array([*pays, -1])[row]
            np.fill_diagonal(wins, 0)
            for name, value in _ride(wins).items():
                sums_of[name] += number * value
    return [_rides(found, sum(hands.values()) * 49 * 48) for found in sums]


def _ride(wins: Numbers) -> dict[str, int]:
    """Sums over a first and a second community card."""
    fourth = wins.sum(1)
    first, second = bool(wins.sum() > 0), fourth > 0
    bets = 1 + first + second
    return {
        "win": int((bets * fourth).sum()),
        "square": int((bets**2 * (wins**2).sum(1)).sum()),
        "rides_first": 49 * 48 * first,
        "rides_second": 48 * int(second.sum()),
        "first_bet": int(wins.sum()) * first,
        "plain": int(wins.sum()),
        "riding": int(fourth[second].sum()),
        "paying": int(wins[wins > 0].sum()),
    }


def _rides(sums: Counter[str], total: int) -> Ride:
    share = {name: Fraction(value, total) for name, value in sums.items()}
    plain, riding, paying = share["plain"], share["riding"], share["paying"]
    return Ride(
        share["win"],
        share["square"] - share["win"] ** 2,
        share["rides_first"],
        share["rides_second"],
        share["first_bet"],
        plain + 2 * riding,
        plain + riding + paying,
        plain + 2 * paying,
    )


# Three Card Poker -----------------------------------------------------------------------------------------------------


class Ante(NamedTuple):
    """Ante and Play, per Ante; and what it is worth to see one of the dealer's cards."""

    expected: Fraction
    variance: Fraction
    plays: Fraction
    outcomes: dict[str, int]
    one_card: Fraction


def three_card_value(hand: Hand) -> Hand:
    """Straight flush, three of a kind, straight, flush, pair, high card; then the ranks that make it, then kickers."""
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    groups = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    flush = len({card & 3 for card in hand}) == 1
    if ranks == [ACE, 1, 0]:
        groups, ranks = [1], [1, 0, -1]
    straight = len(set(ranks)) == 3 and ranks[0] - ranks[2] == 2
    kind = (
        5 if straight and flush else 4 if len(set(ranks)) == 1 else 3 if straight else 2 if flush
        else 1 if len(set(ranks)) == 2 else 0
    )  # fmt: skip
    return kind, *groups


def three_card_poker(bonus: dict[str, int], on_win_only: bool, hands: dict[Hand, int]) -> Ante:
    """Deals all 18,424 hands of the dealer's against each hand. The dealer qualifies with a queen or better."""
    dealt: list[Hand] = list(combinations(range(52), 3))
    order = {value: index for index, value in enumerate(sorted({three_card_value(hand) for hand in dealt}))}
    cards = np.array(dealt)
    values = np.array([order[three_card_value(hand)] for hand in dealt])
    qualifies = values >= order[0, 10, 1, 0]
    pays = np.zeros(len(dealt), np.int64)
    found = matched(cards, 3)
    for name in reversed(bonus):
        pays[found[name]] = bonus[name]
    index_of = {hand: index for index, hand in enumerate(dealt)}
    ends = np.zeros(5, np.int64)
    sums: Counter[str] = Counter()
    for hand, number in hands.items():
        mine = index_of[hand]
        theirs = np.flatnonzero(~np.isin(cards, hand).any(1))
        compared, qualified = np.sign(values[mine] - values[theirs]), qualifies[theirs]
        end = np.where(qualified, 2 - compared, 0)
        net = np.array([1, 2, 0, -2])[end] + pays[mine] * ((end == 1) | (not on_win_only))
        plays = net.sum() > -len(theirs)
        sums["plays"] += number * int(plays)
        sums["win"] += number * int(net.sum() if plays else -len(theirs))
        sums["square"] += number * int((net**2).sum() if plays else len(theirs))
        ends += number * (np.bincount(end, minlength=5) if plays else np.array([0, 0, 0, 0, len(theirs)]))
        # Whole numbers far below 2^53: the weights are exact. Each card is in C(48, 2) of the dealer's hands.
        by_card = np.bincount(cards[theirs].ravel(), np.repeat(net, 3), 52).astype(np.int64)
        for card in range(52):
            if card not in hand:
                sums["one_card"] += number * max(int(by_card[card]), -1128)
    count = sum(hands.values())
    deals = count * 18_424
    expected = Fraction(sums["win"], deals)
    names = ("unqualified", "higher", "equal", "lower", "fold")
    return Ante(
        expected,
        Fraction(sums["square"], deals) - expected**2,
        Fraction(sums["plays"], count),
        {name: int(number) for name, number in zip(names, ends, strict=True)},
        Fraction(sums["one_card"], count * 49 * 1128),
    )
