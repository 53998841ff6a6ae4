"""Five or six cards by the best four."""

from itertools import combinations

from pitboss.cards import FOUR_CARD, parse_cards
from pitboss.cards.reads import Reads
from pitboss.tree.card_classes import HandReading, hands_by_class
from tests.cards.asserting import assert_ascending, assert_category, assert_tied, random_hands


def test_each_category() -> None:
    assert_category(FOUR_CARD, "four_of_a_kind", "Ks Kd Kh Kc 2h", "Ks Kd Kh Kc 2h 2s")
    assert_category(FOUR_CARD, "straight_flush", "As 2s 3s 4s 9h", "As Ks Qs Js Jd Jh")
    assert_category(FOUR_CARD, "three_of_a_kind", "As Ad Ah Ks Kd", "As Ad Ah Ks Kd Kh")
    assert_category(FOUR_CARD, "flush", "As Ts 9s 2s Ad", "Ks 9s 5s 3s 4d 6d")
    assert_category(FOUR_CARD, "straight", "Ad Ks Qs Js 2h", "9s 8d 7s 6d 9d 8s")
    assert_category(FOUR_CARD, "two_pair", "As Ad Ks Kd Qs", "As Ad Ks Kd Qs Qd")
    assert_category(FOUR_CARD, "pair", "As Ad Ks Qd 9h", "As Ad Kh Qd 9h 8c")
    assert_category(FOUR_CARD, "high_card", "As Kd Qh 9s 2d", "As Kd Qh 9s 2d 3c")


def test_the_order_of_categories_and_ranks() -> None:
    assert_ascending(
        FOUR_CARD,
        "As Kd Qh 9s 2d", "2s 2d 4h 5s 7d", "2s 2d 3h 3s 7d", "As 2d 3h 4s 9d", "2s 3d 4h 5s 9d",
        "6s 4s 3s 2s 9d", "2s 2d 2h 4s 7d", "2s 3s 4s 5s 9d", "2s 2d 2h 2c 3d",
    )  # fmt: skip


def test_cards_that_are_left_over_do_not_count() -> None:
    assert_tied(FOUR_CARD, "As Kd Qh 9s 2d", "Ac Kh Qd 9c 8s", "Ad Ks Qc 9d 8h 7h")
    assert_tied(FOUR_CARD, "As Ad Ks Kd 2h", "Ah Ac Kh Kc Qs Qd")


def test_a_pair_of_aces_is_no_lower_pair_and_no_two_pair() -> None:
    held = [FOUR_CARD.matches("pair_of_aces", parse_cards(hand)) for hand in ("As Ad 9h 5s 2d", "Ks Kd Ah 5s 2d")]
    assert held == [True, False]
    assert not FOUR_CARD.matches("pair_of_aces", parse_cards("As Ad 9h 9s 2d"))


def test_six_cards_are_worth_their_best_five() -> None:
    for cards in random_hands("four_card", 6, 2_000):
        assert FOUR_CARD.evaluate(cards) == max(FOUR_CARD.evaluate(five) for five in combinations(cards, 5))


def test_five_cards_are_counted_as_they_have_been_published() -> None:
    """The hands of Four Card Poker out of all 2,598,960, from four of a kind to two pair."""
    counts = dict.fromkeys(FOUR_CARD.categories, 0)
    for cards, number in hands_by_class([HandReading(Reads(flush=4), (0,))], 5):
        counts[FOUR_CARD.category(cards)] += number
    assert list(counts.values())[:6] == [624, 2_072, 58_656, 114_616, 101_808, 123_552]
    assert sum(counts.values()) == 2_598_960
