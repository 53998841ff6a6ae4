"""Seven cards by the best five."""

from phevaluator import evaluate_cards

from pitboss.cards import SEVEN_CARD, parse_cards
from tests.cards.asserting import assert_category, random_hands


def test_the_best_five_count() -> None:
    assert_category(SEVEN_CARD, "full_house", "Ks Kd Kh 2c 2d 2h 9s")
    assert_category(SEVEN_CARD, "flush", "As Ks 9s 5s 2s Ad Kd")
    assert_category(SEVEN_CARD, "two_pair", "As Ad Ks Kd Qs Qd 2h")
    board = "As Ks Qd Jd 9h"
    assert SEVEN_CARD.evaluate(parse_cards(f"{board} 3c 2d")) == SEVEN_CARD.evaluate(parse_cards(f"{board} 5c 4h"))


def test_a_pair_or_better() -> None:
    assert SEVEN_CARD.matches("pair_or_better", parse_cards("As Ad Kh Qc 9d 5s 2h"))
    assert not SEVEN_CARD.matches("pair_or_better", parse_cards("As Qd Th 8c 6d 4s 2h"))


def test_another_evaluator_orders_random_pairs_alike() -> None:
    """`phevaluator` numbers the classes of hands, best first."""
    hands = random_hands("seven_card", 7, 10_000)
    for one, other in zip(hands, hands, strict=True):
        ours = SEVEN_CARD.evaluate(one), SEVEN_CARD.evaluate(other)
        theirs = evaluate_cards(*one), evaluate_cards(*other)
        assert (ours[0] > ours[1]) == (theirs[0] < theirs[1])
        assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
