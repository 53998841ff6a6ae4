from itertools import combinations, pairwise
from math import comb

import pytest
from phevaluator import evaluate_cards

from pitboss.cards import FIVE_CARD, SIX_CARD, Value, parse_cards
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


@clause("MD-LIR 6.E", "MD-TCP 6.F")
def test_the_best_five_of_six_count() -> None:
    for cards in random_hands("best five", 6, 5_000):
        assert SIX_CARD.evaluate(cards) == max(map(FIVE_CARD.evaluate, combinations(cards, 5)))


@clause("MD-LIR 6.E(1)", "MD-TCP 6.F(1)")
def test_royal_flush() -> None:
    assert_category(SIX_CARD, "royal_flush", "As Ks Qs Js Ts 2d", "Ad Kd Qd Jd Td 9d", "Ah Kh Qh Jh Th Ac")
    assert_tied(SIX_CARD, "As Ks Qs Js Ts 2d", "Ad Kd Qd Jd Td 9d")


@clause("MD-LIR 6.E(2)", "MD-TCP 6.F(2)")
def test_straight_flush() -> None:
    assert_category(SIX_CARD, "straight_flush", "Ks Qs Js Ts 9s Ad", "As 2s 3s 4s 5s 5d", "4c 5c 6c 7c 8c 9c")
    assert_ascending(SIX_CARD, "As 2s 3s 4s 5s Kd", "As 2s 3s 4s 5s 6s", "Ks Qs Js Ts 9s Ad")


@clause("MD-LIR 6.E(3)", "MD-TCP 6.F(3)")
def test_four_of_a_kind() -> None:
    assert_category(SIX_CARD, "four_of_a_kind", "2s 2d 2h 2c As Ad", "As Ad Ah Ac 2s 3d")
    assert_ascending(SIX_CARD, "9s 9d 9h 9c 3s 3d", "9s 9d 9h 9c 3s 4d", "9s 9d 9h 9c Ks Qd")
    assert_tied(SIX_CARD, "9s 9d 9h 9c Ks 3d", "9s 9d 9h 9c Ks Kd")


@clause("MD-LIR 6.E(4)", "MD-TCP 6.F(4)")
def test_full_house() -> None:
    assert_category(SIX_CARD, "full_house", "2s 2d 2h 3c 3s Ad", "As Ad Ah Kc Ks Kd")
    assert_ascending(SIX_CARD, "8s 8d 8h 7c 7s Ad", "8s 8d 8h 9c 9s 2d", "9s 9d 9h 8s 8d 8h")
    assert_tied(SIX_CARD, "9s 9d 9h 8s 8d 8h", "9s 9d 9h 8s 8d Ah")


@clause("MD-LIR 6.E(5)", "MD-TCP 6.F(5)")
def test_flush() -> None:
    assert_category(SIX_CARD, "flush", "As Ks 9s 4s 2s Ad", "Ad Kd Qd Jd 9d 2d", "2s 4s 5s 6s 8s 7d")
    assert_ascending(SIX_CARD, "9s 8s 6s 4s 2s Ad", "9s 8s 6s 4s 3s 2s", "9s 8s 6s 5s 2s Ad")
    assert_tied(SIX_CARD, "9s 8s 6s 4s 3s 2s", "9s 8s 6s 4s 3s Ad")


@clause("MD-LIR 6.E(6)", "MD-TCP 6.F(6)")
def test_straight() -> None:
    assert_category(SIX_CARD, "straight", "As Kd Qh Jc Ts 9d", "As 2d 3h 4c 5s 5d", "2s 3s 4s 5s 6d 9d")
    assert_category(SIX_CARD, "high_card", "Js Qd Kh Ac 2s 3d")
    assert_ascending(SIX_CARD, "As 2d 3h 4c 5s Kd", "As 2d 3h 4c 5s 6d", "Ks Qd Jh Tc 9s 2d", "As Kd Qh Jc Ts Td")


@clause("MD-LIR 6.E(7)", "MD-TCP 6.F(7)")
def test_three_of_a_kind() -> None:
    assert_category(SIX_CARD, "three_of_a_kind", "2s 2d 2h 3c 4s 5d", "As Ad Ah 9c 5s 3d")
    assert_ascending(SIX_CARD, "2s 2d 2h 3c 4s 5d", "2s 2d 2h 3c 4s 6d", "3s 3d 3h 2c 4s 5d")
    assert_tied(SIX_CARD, "2s 2d 2h 9c 8s 5d", "2s 2d 2h 9c 8s 4d")


def test_lower_hands_pay_nothing_but_are_ranked() -> None:
    assert_category(SIX_CARD, "two_pair", "2s 2d 3h 3c 4s 4d", "As Ad 3h 3c 4s 5d")
    assert_category(SIX_CARD, "pair", "2s 2d 3h 4c 5s 7d")
    assert_ascending(SIX_CARD, "2s 2d 9h 8c 7s 5d", "4s 4d 3h 3c 2s 2d", "4s 4d 3h 3c 2s 5d", "4s 4d 3h 3c 6s 6d")
    assert_tied(SIX_CARD, "As Kd Jh 9c 8s 2d", "As Kd Jh 9c 8s 3d")


@clause("MD-LIR 6.E(8)", "MD-TCP 6.F(8)")
def test_super_royal_takes_all_six_cards() -> None:
    for suit in "cdhs":
        cards = parse_cards(f"9{suit} T{suit} J{suit} Q{suit} K{suit} A{suit}")
        assert SIX_CARD.matches("super_royal", cards)
        assert SIX_CARD.matches("royal_flush", cards)
        assert SIX_CARD.matches("super_royal_diamonds", cards) == (suit == "d")
    for hand in ("Ad Kd Qd Jd Td 9c", "Ad Kd Qd Jd Td 8d", "Kd Qd Jd Td 9d 8d", "As Ks Qs Js Ts 9d"):
        assert not SIX_CARD.matches("super_royal", parse_cards(hand))
        assert not SIX_CARD.matches("super_royal_diamonds", parse_cards(hand))


@pytest.mark.parametrize(("size", "classes"), [(1, 13), (2, 169), (3, 1755), (4, 16432)])
def test_the_classes_make_up_the_deck(size: int, classes: int) -> None:
    """The numbers of classes are the well-known ones of starting hands (169) and flops (1,755)."""
    weights = [weight for _, weight in hands_up_to_suits(size)]
    assert len(weights) == classes
    assert sum(weights) == comb(52, size)


@pytest.mark.slow
def test_every_hand_is_counted_up_to_suits() -> None:
    counts = read_counts("six_card")
    assert sum(counts[name] for name in SIX_CARD.categories) == counts["total"] == comb(52, 6)
    del counts["super_royal_diamonds"]  # renaming suits does not keep it
    counted = pattern_counts(SIX_CARD, hands_up_to_suits(6))
    counted.pop("super_royal_diamonds", None)
    assert counted == counts


@pytest.mark.slow
def test_every_hand_is_counted() -> None:
    assert pattern_counts(SIX_CARD, all_hands(6)) == read_counts("six_card")


@pytest.mark.parametrize("hands", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_another_evaluator_orders_hands_alike(hands: int) -> None:
    """`phevaluator` numbers the classes of hands, best first; equal numbers must be equal values here."""
    classes: dict[int, Value] = {}
    for cards in random_hands("six_card", 6, hands):
        value = SIX_CARD.evaluate(cards)
        assert classes.setdefault(evaluate_cards(*cards), value) == value
    values = [classes[number] for number in sorted(classes)]
    assert all(better > worse for better, worse in pairwise(values))
