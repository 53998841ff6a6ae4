from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import comb, prod

import pytest

from pitboss.cards import (
    DECK,
    TEN,
    TOP_FIVE,
    TOP_FIVE_HIGH_CARDS,
    Card,
    Ranking,
    parse_cards,
)
from tests.cards.asserting import (
    assert_ascending,
    assert_category,
    assert_tied,
    pattern_counts,
    random_hands,
)
from tests.clauses.marks import clause
from tests.counts.reader import read_counts

HIGH = [card for card in DECK if card.rank >= TEN]
LOW = "2s 3d 4h 5c 6s 7d 8h"

both_rankings = pytest.mark.parametrize("ranking", [TOP_FIVE, TOP_FIVE_HIGH_CARDS], ids=lambda r: r.name)


@clause("MD-TFP 6.A")
@both_rankings
def test_cards_rank_from_the_ace_down_to_the_ten(ranking: Ranking) -> None:
    assert_ascending(ranking, "9s", "Ts", "Js", "Qs", "Ks", "As")
    assert_tied(ranking, "", "2s", "9s 9d 9h 9c", LOW)


@both_rankings
def test_two_to_nine_count_for_nothing(ranking: Ranking) -> None:
    for cards in random_hands("low cards", 7, 2_000):
        assert ranking.evaluate(cards) == ranking.evaluate([card for card in cards if card in HIGH])


@clause("MD-TFP 6.B")
@both_rankings
def test_suits_are_equal(ranking: Ranking) -> None:
    assert_tied(ranking, *(f"A{s} K{s} Q{s} J{s} T{s} 9{s} 2{s}" for s in "cdhs"))
    assert_tied(ranking, "As Ad Kh", "Ah Ac Ks", "Ad Ah Kd")


@both_rankings
def test_more_high_cards_beat_fewer_whatever_they_are(ranking: Ranking) -> None:
    """Ruling top-five-best-five."""
    assert_ascending(
        ranking,
        LOW,
        "As 2s 3d 4h 5c 6s 7d",
        "Ts Jd 3d 4h 5c 6s 7d",
        "As Ad 3d 4h 5c 6s 7d",
        "Ts Jd Qh 4h 5c 6s 7d",
        "As Ad Ah 4h 5c 6s 7d",
        "Ts Jd Qh Kh 5c 6s 7d",
        "As Ad Ah Ac 5c 6s 7d",
        "Ts Jd Qh Kh Td 6s 7d",
        "As Ks Qs Js Ts 6s 7d",
        "Ts Jd Qh Kh Td Jh 7d",
        "As Ad Ah Ac Ks Kd 7d",
        "Ts Jd Qh Kh Td Jh Qd",
    )


@clause("MD-TFP 6.C")
def test_the_order_of_hands_of_five_high_cards() -> None:
    """The highest hand of each category loses to the lowest of the next."""
    assert_ascending(
        TOP_FIVE,
        *("Ts Td Jh Qc Ks", "As Ad Kh Qc Js"),
        *("Ts Td Jh Jc Qs", "As Ad Kh Kc Qs"),
        *("Ts Td Th Jc Qs", "As Ad Ah Kc Qs"),
        "As Kd Qh Jc Ts",
        *("Ts Td Th Jc Js", "As Ad Ah Kc Ks"),
        *("Ts Td Th Tc Js", "As Ad Ah Ac Ks"),
        "As Ks Qs Js Ts",
    )
    assert_ascending(TOP_FIVE, "Ts Jd Qh Ks", "As Kd Qh Js", "Ts Td Jh Qs", "As Ad Kh Qs", "Ts Td Jh Js")


@clause("MD-TFP 6.C(1)")
def test_royal_flush() -> None:
    assert_category(TOP_FIVE, "royal_flush", "As Ks Qs Js Ts", "Ad Kd Qd Jd Td As Ah", "2h Th Jh Qh Kh Ah 9h")


@clause("MD-TFP 6.C(2)")
def test_four_of_a_kind() -> None:
    assert_category(TOP_FIVE, "four_of_a_kind", "Ts Td Th Tc", "As Ad Ah Ac Ks Kd Kh", "2s Jd Js Jh Jc 3s 4s")
    assert_category(TOP_FIVE, "high_card", "9s 9d 9h 9c")
    assert_ascending(TOP_FIVE, "Ts Td Th Tc As", "Js Jd Jh Jc Ts", "Js Jd Jh Jc Qs", "Js Jd Jh Jc As")


@clause("MD-TFP 6.C(3)")
def test_full_house() -> None:
    assert_category(TOP_FIVE, "full_house", "Ts Td Th Jc Js", "As Ad Ah Kc Ks Kd", "As Ad Ah Kc Ks Qd Qs")
    assert_ascending(TOP_FIVE, "Ts Td Th Ac As", "Js Jd Jh Tc Ts", "Js Jd Jh Qc Qs")


@clause("MD-TFP 6.C(4)")
def test_straight() -> None:
    """Ruling top-five-straight: ace to ten, not all of one suit."""
    assert_category(TOP_FIVE, "straight", "As Ks Qs Js Td", "As Ad Kh Qc Js Ts Tc", "As Ad Ah Kc Qs Jd Th")
    assert_category(TOP_FIVE, "high_card", "As 2d 3h 4c 5s", "9s Ts Jd Qh Kc", "As 3s 5s 7s 9s")
    assert_tied(TOP_FIVE, "As Ks Qs Js Td", "Ad Kh Qc Js Th")


@clause("MD-TFP 6.C(5)")
def test_three_of_a_kind() -> None:
    assert_category(TOP_FIVE, "three_of_a_kind", "Ts Td Th", "As Ad Ah Kc Qs", "As Ad Ah Kc 9s 9d 9h")
    assert_ascending(TOP_FIVE, "Ts Td Th Kc As", "Js Jd Jh Tc Qs", "Js Jd Jh Tc Ks", "Js Jd Jh Qc Ks")


@clause("MD-TFP 6.C(6)")
def test_two_pair() -> None:
    assert_category(TOP_FIVE, "two_pair", "Ts Td Jh Jc", "As Ad Kh Kc Qs", "Ts Td Jh Jc Qs Qd 2h")
    assert_ascending(TOP_FIVE, "Js Jd Th Tc As", "Qs Qd Th Tc Js", "Qs Qd Jh Jc Ts", "Qs Qd Jh Jc As")


@clause("MD-TFP 6.C(7)")
def test_pair() -> None:
    assert_category(TOP_FIVE, "pair", "Ts Td", "As Ad Kh Qc Js", "Ks Kd 2h 3c 4s 5d 6h")
    assert_ascending(TOP_FIVE, "Ts Td Kh As", "Js Jd Th Qs", "Js Jd Th Ks", "Js Jd Qh Ks", "As Ad Th Js")


def test_a_sixth_and_seventh_card_count_in_the_number_only() -> None:
    """Ruling top-five-best-five."""
    assert_tied(TOP_FIVE, "As Ad Kh Kc Qs Js", "Ah Ac Ks Kd Qd Ts", "As Ad Kh Kc Qs Qd")
    assert_tied(TOP_FIVE, "As Ad Ah Ac Ks Qs Js", "As Ad Ah Ac Ks Kd Kh")
    assert_tied(TOP_FIVE, "As Kd Qh Jc Ts Td", "As Kd Qh Jc Ts Ad")
    assert_ascending(TOP_FIVE, "As Ad Kh Kc Js Jd", "As Ad Kh Kc Js Qd")


def test_equal_numbers_card_by_card() -> None:
    """Ruling top-five-best-five, its option: pairs and the rest ignored, and all cards compared."""
    assert_ascending(TOP_FIVE_HIGH_CARDS, "Ts Td", "Js Td", "Js Jd", "Qs Td", "Ks Td", "As Td", "As Ad")
    assert_ascending(TOP_FIVE_HIGH_CARDS, "Ks Kd Kh Kc Qs", "As Kd Qh Jc Ts", "As Kd Kh Tc Ts")
    assert_ascending(TOP_FIVE_HIGH_CARDS, "As Ad Kh Kc Qs Ts", "Ah Ac Ks Kd Qd Js")
    assert_tied(TOP_FIVE_HIGH_CARDS, "As Ks Qs Js Ts", "Ad Ks Qs Js Ts")


@both_rankings
@pytest.mark.parametrize(
    "hand",
    [
        "Qs Jd",
        *("Ks Td", "As Td", "Ts Td", "Js Jd", "Qs Qd"),
        *("Ts Jd Jh", "Ts Td Th", "Ts Jd Qh", "As Kd Qh Jc Ts"),
        "Qs Jd 9h 9c 9s 8d 8h",
    ],
)
def test_queen_and_jack_or_better(ranking: Ranking, hand: str) -> None:
    """Ruling top-five-qualify: in this order of hands, under both options."""
    assert ranking.matches("queen_jack_or_better", parse_cards(hand))


@both_rankings
@pytest.mark.parametrize("hand", ["", "9s", LOW, "As", "As 9d 9h", "Js Td", "Qs Td", "Qs Td 9h 9c 9s 8d 8h"])
def test_lower_than_a_queen_and_jack(ranking: Ranking, hand: str) -> None:
    """Ruling top-five-qualify."""
    assert not ranking.matches("queen_jack_or_better", parse_cards(hand))


@both_rankings
def test_kings_or_better_is_a_pair_and_nothing_else(ranking: Ranking) -> None:
    for hand in ("Ks Kd", "As Ad Kh Qc Js", "Ks Kd Ah 2c 3s 4d 5h"):
        assert ranking.matches("kings_or_better", parse_cards(hand))
    for hand in ("", "As Kd", "Qs Qd Ah", "Ks Kd Ah Ac", "As Ad Ah", "As Ad Kh Qc Js Td"):
        assert not ranking.matches("kings_or_better", parse_cards(hand))


@both_rankings
def test_patterns_by_the_number_of_high_cards(ranking: Ranking) -> None:
    names = {4: "four_cards", 5: "five_cards", 6: "six_cards", 7: "seven_cards"}
    for high in range(8):
        cards = [*HIGH[:high], *parse_cards(LOW)[high:]]
        for number, name in names.items():
            assert ranking.matches(name, cards) == (high == number)


def test_categories_and_patterns_do_not_turn_on_the_option() -> None:
    for cards in random_hands("option", 7, 2_000):
        assert TOP_FIVE.category(cards) == TOP_FIVE_HIGH_CARDS.category(cards)
        for name in TOP_FIVE.patterns:
            assert TOP_FIVE.matches(name, cards) == TOP_FIVE_HIGH_CARDS.matches(name, cards)


def hands_by_high_cards() -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every choice of high cards, and the number of ways to fill it up to seven with low ones."""
    for number in range(8):
        for cards in combinations(HIGH, number):
            yield cards, comb(52 - len(HIGH), 7 - number)


def test_every_hand_is_counted() -> None:
    counts = read_counts("top_five")
    assert sum(counts[name] for name in TOP_FIVE.categories) == counts["total"] == comb(52, 7)
    assert pattern_counts(TOP_FIVE, hands_by_high_cards()) == counts


def test_counting_by_how_many_of_each_rank() -> None:
    """The same figures without a single hand: numbers of tens, jacks, queens, kings and aces."""
    counts = Counter(total=comb(52, 7), royal_flush=4 * comb(47, 2), straight=-4 * comb(47, 2))
    for numbers in product(range(5), repeat=5):
        if sum(numbers) > 7:
            continue
        ways = prod(comb(4, n) for n in numbers) * comb(32, 7 - sum(numbers))
        largest, second, *_ = sorted(numbers, reverse=True)
        if largest == 4:
            category = "four_of_a_kind"
        elif largest == 3 and second >= 2:
            category = "full_house"
        elif 0 not in numbers:
            category = "straight"
        elif largest == 3:
            category = "three_of_a_kind"
        elif second == 2:
            category = "two_pair"
        else:
            category = "pair" if largest == 2 else "high_card"
        counts[category] += ways
        if category == "pair" and 2 in numbers[3:]:
            counts["kings_or_better"] += ways
        if 4 <= sum(numbers) <= 7:
            counts[f"{['four', 'five', 'six', 'seven'][sum(numbers) - 4]}_cards"] += ways
        if sum(numbers) >= 2 and numbers not in {(1, 1, 0, 0, 0), (1, 0, 1, 0, 0)}:
            counts["queen_jack_or_better"] += ways
    assert counts == read_counts("top_five")


def plain_order(cards: tuple[Card, ...]) -> tuple[int, int, str]:
    """The same ranking once more: every choice of at most five high cards is named, and the best name counts."""
    high = [str(card) for card in cards if str(card)[0] in "TJQKA"]
    return len(high), *max(map(plain_hand, combinations(high, min(5, len(high)))))


def plain_hand(high: tuple[str, ...]) -> tuple[int, str]:
    ranks = "".join(sorted((card[0] for card in high), key="AKQJT".index))
    repeats = {rank: ranks.count(rank) for rank in ranks}
    shape = "".join(map(str, sorted(repeats.values(), reverse=True)))
    order = "".join(sorted(ranks, key=lambda rank: (-repeats[rank], "AKQJT".index(rank))))
    place = ["", "1", "11", "111", "1111", "2", "21", "211", "2111", "22", "221", "3", "31", "311"].index
    strength = {"11111": 20, "32": 21, "4": 22, "41": 22}.get(shape)
    if shape == "11111" and len({card[1] for card in high}) == 1:
        strength = 23
    return (place(shape) if strength is None else strength), order.translate(str.maketrans("TJQKA", "abcde"))


@pytest.mark.parametrize(
    ("deck", "number"),
    [
        (DECK, 20_000),
        (HIGH, 4_000),
        pytest.param(DECK, 400_000, marks=pytest.mark.slow),
        pytest.param(HIGH, 100_000, marks=pytest.mark.slow),
    ],
    ids=["deck", "high_cards", "deck_long", "high_cards_long"],
)
def test_a_plain_ranking_orders_random_pairs_alike(deck: list[Card], number: int) -> None:
    hands = random_hands("top_five", 7, 2 * number, deck)
    for one, other in zip(hands, hands, strict=True):
        ours = TOP_FIVE.evaluate(one), TOP_FIVE.evaluate(other)
        plain = plain_order(one), plain_order(other)
        assert (ours[0] < ours[1]) == (plain[0] < plain[1])
        assert (ours[0] == ours[1]) == (plain[0] == plain[1])
