from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

import pytest
from phevaluator import evaluate_cards

from pitboss.cards import DECK, FIVE_CARD, RANKS, Card, Value, parse_cards
from tests.cards.asserting import (
    all_hands,
    assert_ascending,
    assert_category,
    assert_tied,
    hands_up_to_suits,
    pattern_counts,
    random_hands,
)
from tests.clauses.marks import clause
from tests.counts.reader import read_counts


@clause("MD-LIR 6.A", "MA-LIR 3(a)")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    assert_ascending(FIVE_CARD, *(f"{rank}s 6d 4h 3c 2s" for rank in RANKS[5:]))
    assert_ascending(FIVE_CARD, *(f"{a}s {b}d {b}h {b}c {b}s" for a, b in zip("A" * 12, RANKS, strict=False)))


@clause("MD-LIR 6.A(1)", "MA-LIR 3(a)")
def test_an_ace_completes_a_straight_with_two_to_five() -> None:
    assert_category(FIVE_CARD, "straight", "As 2d 3h 4c 5s")
    assert_category(FIVE_CARD, "straight_flush", "As 2s 3s 4s 5s")
    assert_ascending(FIVE_CARD, "As 2d 3h 4c 5s", "2s 3d 4h 5c 6s")


@clause("MD-LIR 6.A(2)", "MA-LIR 3(b)(6)")
@pytest.mark.parametrize("ranks", ["QKA23", "JQKA2", "KA234"])
def test_an_ace_joins_no_other_sequence(ranks: str) -> None:
    assert_category(FIVE_CARD, "high_card", " ".join(map("".join, zip(ranks, "sdhcs", strict=True))))
    assert_category(FIVE_CARD, "flush", " ".join(f"{rank}h" for rank in ranks))


@clause("MD-LIR 6.B", "MA-LIR 3(a)")
def test_suits_are_equal() -> None:
    assert_tied(FIVE_CARD, *(f"A{s} K{s} Q{s} J{s} T{s}" for s in "cdhs"))
    assert_tied(FIVE_CARD, "As Ad 5h 4c 2s", "Ah Ac 5d 4s 2d")


@clause("MD-LIR 6.C", "MD-LIR 6.F", "MD-TCP 6.G", "MA-LIR 3", "MA-LIR 3(b)")
def test_the_order_of_hands() -> None:
    """The highest hand of each category loses to the lowest of the next."""
    assert_ascending(
        FIVE_CARD,
        *("2s 3d 4h 5c 7s", "As Kd Qh Jc 9s"),
        *("2s 2d 3h 4c 5s", "As Ad Kh Qc Js"),
        *("3s 3d 2h 2c 4s", "As Ad Kh Kc Qs"),
        *("2s 2d 2h 3c 4s", "As Ad Ah Kc Qs"),
        *("As 2d 3h 4c 5s", "As Kd Qh Jc Ts"),
        *("2s 3s 4s 5s 7s", "As Ks Qs Js 9s"),
        *("2s 2d 2h 3c 3s", "As Ad Ah Kc Ks"),
        *("2s 2d 2h 2c 3s", "As Ad Ah Ac Ks"),
        *("As 2s 3s 4s 5s", "Ks Qs Js Ts 9s"),
        "As Ks Qs Js Ts",
    )


@clause("MD-LIR 6.C(1)", "MD-LIR 6.F(1)", "MD-TCP 6.G(1)", "MA-LIR 3(b)(1)")
def test_royal_flush() -> None:
    assert_category(FIVE_CARD, "royal_flush", "As Ks Qs Js Ts", "Td Jd Qd Kd Ad")


@clause("MD-LIR 6.C(2)", "MD-LIR 6.F(2)", "MD-TCP 6.G(2)", "MA-LIR 3(b)(2)")
def test_straight_flush() -> None:
    assert_category(FIVE_CARD, "straight_flush", "Kh Qh Jh Th 9h", "2c 3c 4c 5c 6c", "As 2s 3s 4s 5s")
    assert_ascending(FIVE_CARD, "As 2s 3s 4s 5s", "2c 3c 4c 5c 6c", "Qd Jd Td 9d 8d", "Kh Qh Jh Th 9h")


@clause("MD-LIR 6.C(3)", "MD-LIR 6.F(3)", "MD-TCP 6.G(3)", "MA-LIR 3(b)(3)")
def test_four_of_a_kind() -> None:
    assert_category(FIVE_CARD, "four_of_a_kind", "2s 2d 2h 2c As", "As Ad Ah Ac 2s")
    assert_ascending(FIVE_CARD, "2s 2d 2h 2c 3s", "2s 2d 2h 2c As", "3s 3d 3h 3c 2s", "As Ad Ah Ac 2s")


@clause("MD-LIR 6.C(4)", "MD-LIR 6.F(4)", "MD-TCP 6.G(4)", "MA-LIR 3(b)(4)")
def test_full_house() -> None:
    assert_category(FIVE_CARD, "full_house", "2s 2d 2h 3c 3s", "As Ad Ah Kc Ks")
    assert_ascending(FIVE_CARD, "2s 2d 2h 3c 3s", "2s 2d 2h Ac As", "3s 3d 3h 2c 2s", "As Ad Ah Kc Ks")


@clause("MD-LIR 6.C(5)", "MD-LIR 6.F(5)", "MD-TCP 6.G(5)", "MA-LIR 3(b)(5)")
def test_flush() -> None:
    assert_category(FIVE_CARD, "flush", "2s 3s 4s 5s 7s", "Ad Kd Qd Jd 9d")
    assert_ascending(
        FIVE_CARD, "2s 3s 4s 5s 7s", "2d 3d 4d 6d 7d", "8h 5h 4h 3h 2h", "Ac 6c 4c 3c 2c", "As Ks Qs Js 9s"
    )


@clause("MD-LIR 6.C(6)", "MD-LIR 6.F(6)", "MD-TCP 6.G(6)", "MA-LIR 3(b)(6)")
def test_straight() -> None:
    assert_category(FIVE_CARD, "straight", "As Kd Qh Jc Ts", "5s 6s 7s 8s 9d", "Ah 2s 3s 4s 5s")
    assert_ascending(FIVE_CARD, "Ah 2s 3s 4s 5s", "2h 3s 4s 5s 6s", "Kh Qs Js Ts 9s", "As Kd Qh Jc Ts")


@clause("MD-LIR 6.C(7)", "MD-LIR 6.F(7)", "MD-TCP 6.G(7)", "MA-LIR 3(b)(7)")
def test_three_of_a_kind() -> None:
    assert_category(FIVE_CARD, "three_of_a_kind", "2s 2d 2h 3c 4s", "As Ad Ah Kc Qs")
    assert_ascending(
        FIVE_CARD, "2s 2d 2h 3c 4s", "2s 2d 2h Qc As", "2s 2d 2h Kc As", "3s 3d 3h 2c 4s", "As Ad Ah 2c 3s"
    )


@clause("MD-LIR 6.C(8)", "MA-LIR 3(b)(8)")
def test_two_pair() -> None:
    assert_category(FIVE_CARD, "two_pair", "3s 3d 2h 2c 4s", "As Ad Kh Kc 2s")
    assert_ascending(
        FIVE_CARD, "3s 3d 2h 2c 4s", "3s 3d 2h 2c As", "4s 4d 2h 2c 3s", "4s 4d 3h 3c 2s", "As Ad Kh Kc 2s"
    )


@clause("MD-LIR 6.C(9)", "MA-LIR 3(b)(9)")
def test_pair() -> None:
    assert_category(FIVE_CARD, "pair", "2s 2d 3h 4c 5s", "As Ad Kh Qc Js", "Ts Td 2h 3c 4s")
    assert_ascending(
        FIVE_CARD, "2s 2d Ah Kc Qs", "Ts Td 2h 3c 5s", "Ts Td 2h 4c 5s", "Ts Td 6h 2c 3s", "As Ad 2h 3c 4s"
    )


@clause("MD-LIR 6.C(9)")
def test_tens_or_better_is_a_pair_and_nothing_else() -> None:
    """Ruling pair-of-tens."""
    for hand in ("Ts Td 2h 3c 4s", "Js Jd Ah 3c 4s", "Qs Qd 2h 3c 4s", "Ks Kd 2h 3c 4s", "As Ad 2h 3c 4s"):
        assert FIVE_CARD.matches("tens_or_better", parse_cards(hand))
    for hand in ("9s 9d Ah Kc Qs", "Ts Td Jh Jc 4s", "As Ad Ah 3c 4s", "As Kd Qh Jc 9s", "Ts Td Th Jc Js"):
        assert not FIVE_CARD.matches("tens_or_better", parse_cards(hand))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Kd Qh Jc 9s", "Ad Kh Qc Js 9h"),
        ("As Ad Kh Qc Js", "Ah Ac Ks Qd Jh"),
        ("As Ad Kh Kc 2s", "Ah Ac Ks Kd 2h"),
        ("As Kd Qh Jc Ts", "Ad Kh Qc Js Th"),
        ("As Ks Qs Js 9s", "Ad Kd Qd Jd 9d"),
        ("5s 4s 3s 2s As", "5d 4d 3d 2d Ad"),
    ],
)
def test_equal_ranks_are_a_tie(one: str, other: str) -> None:
    assert_tied(FIVE_CARD, one, other)


@pytest.mark.parametrize("hands", [hands_up_to_suits, pytest.param(all_hands, marks=pytest.mark.slow)])
def test_every_hand_is_counted(hands: Callable[[int], Iterator[tuple[tuple[Card, ...], int]]]) -> None:
    counts = read_counts("five_card")
    assert sum(counts[name] for name in FIVE_CARD.categories) == counts["total"]
    # For paytables that have no row for it, a royal flush is a straight flush.
    counts["straight_flush"] += counts["royal_flush"]
    assert pattern_counts(FIVE_CARD, hands(5)) == counts


def test_another_evaluator_orders_random_pairs_alike() -> None:
    """`phevaluator` numbers the 7,462 classes of hands, best first."""
    hands = random_hands("five_card", 5, 40_000)
    for one, other in zip(hands, hands, strict=True):
        ours = FIVE_CARD.evaluate(one), FIVE_CARD.evaluate(other)
        theirs = evaluate_cards(*one), evaluate_cards(*other)
        assert (ours[0] > ours[1]) == (theirs[0] < theirs[1])
        assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])


@pytest.mark.slow
def test_another_evaluator_orders_all_hands_alike() -> None:
    classes: dict[int, Value] = {}
    for cards in combinations(DECK, 5):
        value = FIVE_CARD.evaluate(cards)
        assert classes.setdefault(evaluate_cards(*cards), value) == value
    assert sorted(classes) == list(range(1, 7463))
    values = [classes[number] for number in sorted(classes)]
    assert all(better > worse for better, worse in pairwise(values))
