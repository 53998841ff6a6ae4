from collections import Counter
from itertools import combinations, groupby, pairwise

import pytest

from pitboss.cards import DECK, THREE_CARD, Card, parse_cards, show_cards
from tests.cards.asserting import all_hands, assert_ascending, assert_category, assert_tied, pattern_counts
from tests.clauses.marks import clause
from tests.counts.reader import read_counts


@clause("MD-TCP 6.A")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    ranks = "23456789TJQKA"
    pairs = [f"{rank}s {rank}d {'3h' if rank == '2' else '2h'}" for rank in ranks]
    assert_ascending(THREE_CARD, *pairs)
    assert_ascending(THREE_CARD, *(f"{rank}s 3d 2h" for rank in ranks[3:-1]), "As 4d 2h")


@clause("MD-TCP 6.B", "MD-LIR 6.D(3)", "MA-LIR 3(c)(4)")
def test_an_ace_goes_below_the_two_and_nowhere_else() -> None:
    assert_category(THREE_CARD, "straight", "As 2d 3h", "Qs Kd Ah")
    assert_category(THREE_CARD, "straight_flush", "As 2s 3s")
    assert_category(THREE_CARD, "high_card", "Ks Ad 2h")
    assert_category(THREE_CARD, "flush", "Ks As 2s")
    assert_ascending(THREE_CARD, "As 2d 3h", "2s 3d 4h", "Js Qd Kh", "Qs Kd Ah")


@clause("MD-TCP 6.D")
def test_the_order_of_hands() -> None:
    """The highest hand of each category loses to the lowest of the next."""
    assert_ascending(
        THREE_CARD,
        *("2s 3d 5h", "As Kd Jh"),
        *("2s 2d 3h", "As Ad Kh"),
        *("2s 3s 5s", "As Ks Js"),
        *("As 2d 3h", "As Kd Qh"),
        *("2s 2d 2h", "As Ad Ah"),
        *("As 2s 3s", "As Ks Qs"),
    )


@clause("MD-TCP 6.D(1)", "MD-LIR 6.D(1)", "MA-LIR 3(c)(2)")
def test_straight_flush() -> None:
    assert_category(THREE_CARD, "straight_flush", "As Ks Qs", "7d 8d 9d", "Ah 2h 3h")
    assert_ascending(THREE_CARD, "Ah 2h 3h", "2d 3d 4d", "Jc Qc Kc", "As Ks Qs")


@clause("MD-TCP 6.D(2)", "MD-LIR 6.D(2)", "MA-LIR 3(c)(5)")
def test_three_of_a_kind() -> None:
    assert_category(THREE_CARD, "three_of_a_kind", "2s 2d 2h", "Ac Ad Ah")
    assert_ascending(THREE_CARD, *(f"{rank}s {rank}d {rank}h" for rank in "23456789TJQKA"))


@clause("MD-TCP 6.D(3)", "MD-LIR 6.D(3)", "MA-LIR 3(c)(4)")
def test_straight() -> None:
    assert_category(THREE_CARD, "straight", "As Ks Qd", "9c Td Jh", "2s 3s Ad")
    assert_ascending(THREE_CARD, "As 2d 3h", "2c 3c 4d", "Js Qd Kh", "As Kd Qh")


@clause("MD-TCP 6.D(4)", "MD-LIR 6.D(4)", "MA-LIR 3(c)(3)")
def test_flush() -> None:
    assert_category(THREE_CARD, "flush", "2s 3s 5s", "Ad Kd Jd", "Ac 2c 4c")
    assert_ascending(THREE_CARD, "2s 3s 5s", "2d 4d 5d", "2s 3s 6s", "Ah Kh 2h", "As Ks Js")


@clause("MD-TCP 6.D(5)", "MD-LIR 6.D(5)", "MA-LIR 3(c)(6)")
def test_pair() -> None:
    assert_category(THREE_CARD, "pair", "2s 2d 3h", "As Ad Ks", "Ks Kd As")
    assert_ascending(THREE_CARD, "2s 2d 3h", "2s 2d Ah", "3s 3d 2h", "As Ad 2h", "As Ad Kh")


@clause("MD-TCP 6.E", "MD-TCP 6.E(1)")
def test_equal_categories_go_by_the_ranks_that_make_them_then_by_kickers() -> None:
    """Ruling three-card-ties: an ace beside a low pair does not lift it over a higher pair."""
    assert_ascending(THREE_CARD, "2s 2d Ah", "3s 3d 4h")
    assert_ascending(THREE_CARD, "8s 8d 4h", "8c 8h 5h")
    assert_ascending(THREE_CARD, "Ks 9d 2h", "Kd 9h 3s", "Kh Ts 2c", "Ac 4d 2h")
    assert_ascending(THREE_CARD, "Ks 9s 2s", "Kd 9d 3d", "Kh Th 2h")


@clause("MD-TCP 6.E(2)")
def test_equal_ranks_are_a_tie() -> None:
    assert_tied(THREE_CARD, "Ks 9d 2h", "Kd 9h 2s", "Kc 9c 2d")
    assert_tied(THREE_CARD, "8s 8d 4h", "8c 8h 4s")
    assert_tied(THREE_CARD, "As 2d 3h", "Ad 2h 3s")
    assert_tied(THREE_CARD, "Qs Js 2s", "Qd Jd 2d")
    assert_tied(THREE_CARD, "As Ks Qs", "Ad Kd Qd", "Ah Kh Qh", "Ac Kc Qc")


@clause("MD-LIR 6.D", "MA-LIR 3(c)", "MA-LIR 3(c)(1)", "MA-LIR 3(c)(2)")
def test_mini_royal() -> None:
    """It is a straight flush too: where the mini-royal has a row of its own, that row stands first."""
    for hand in ("As Ks Qs", "Ad Kd Qd", "Qh Ah Kh", "Kc Qc Ac"):
        cards = parse_cards(hand)
        assert THREE_CARD.matches("mini_royal", cards)
        assert THREE_CARD.matches("straight_flush", cards)
        assert THREE_CARD.matches("mini_royal_spades", cards) == (hand == "As Ks Qs")
    for hand in ("Ks Qs Js", "As 2s 3s", "As Ks Qd", "As Ks Js"):
        assert not THREE_CARD.matches("mini_royal", parse_cards(hand))
        assert not THREE_CARD.matches("mini_royal_spades", parse_cards(hand))


@pytest.mark.parametrize("hand", ["Qs 3d 2h", "Ks 3d 2h", "As Jd 9h", "2s 2d 3h", "2s 3s 5s", "As 2d 3h", "2s 2d 2h"])
def test_queen_high_or_better(hand: str) -> None:
    """Ruling queen-high."""
    assert THREE_CARD.matches("queen_high_or_better", parse_cards(hand))


@pytest.mark.parametrize("hand", ["Js Td 8h", "2s 3d 5h", "Jc 9d 8h"])
def test_lower_than_queen_high(hand: str) -> None:
    """Ruling queen-high."""
    assert not THREE_CARD.matches("queen_high_or_better", parse_cards(hand))


def test_every_hand_is_counted() -> None:
    counts = read_counts("three_card")
    assert sum(counts[name] for name in THREE_CARD.categories) == counts["total"]
    assert pattern_counts(THREE_CARD, all_hands(3)) == counts


def plain_order(cards: tuple[Card, ...]) -> tuple[int, str]:
    """The same ranking once more, from letters: a category and a text, both sorting upward as hands do."""
    letters = sorted((str(card)[0] for card in cards), key="23456789TJQKA".index, reverse=True)
    hand = "".join(letters)
    flush = len({str(card)[1] for card in cards}) == 1
    straight = hand in "AKQJT98765432" or hand == "A32"
    repeats = max(Counter(hand).values())
    if repeats == 2 and hand[0] != hand[1]:
        hand = hand[1:] + hand[0]
    if hand == "A32":
        hand = "321"
    order = hand.translate(str.maketrans("123456789TJQKA", "abcdefghijklmn"))
    if straight:
        return (6 if flush else 4), order
    if flush:
        return 3, order
    return {3: 5, 2: 2, 1: 1}[repeats], order


def test_a_plain_ranking_orders_all_hands_alike() -> None:
    hands = sorted(combinations(DECK, 3), key=plain_order)
    values = []
    for _, tied in groupby(hands, key=plain_order):
        cards, *others = tied
        values.append(THREE_CARD.evaluate(cards))
        for other in others:
            assert THREE_CARD.evaluate(other) == values[-1], show_cards(other)
    assert all(lower < higher for lower, higher in pairwise(values))
