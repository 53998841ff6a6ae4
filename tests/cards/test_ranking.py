"""What holds for every ranking, and what none accepts."""

import pytest

from pitboss.cards import (
    DECK,
    FIVE_CARD,
    FOUR_CARD,
    RANKINGS,
    SEVEN_CARD,
    SIX_CARD,
    THREE_CARD,
    TOP_FIVE,
    TOP_FIVE_HIGH_CARDS,
    Ranking,
    parse_cards,
)
from tests.cards.asserting import random_hands

every_ranking = pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS)


def test_rankings_by_name() -> None:
    assert dict(RANKINGS) == {
        "three_card": THREE_CARD,
        "four_card": FOUR_CARD,
        "five_card": FIVE_CARD,
        "six_card": SIX_CARD,
        "seven_card": SEVEN_CARD,
        "top_five": TOP_FIVE,
        "top_five_high_cards": TOP_FIVE_HIGH_CARDS,
    }


@every_ranking
def test_patterns_go_by_their_names(ranking: Ranking) -> None:
    assert list(ranking.patterns)[: len(ranking.categories)] == list(ranking.categories)
    for name, pattern in ranking.patterns.items():
        assert pattern.name == name
        assert ranking.pattern(name) is pattern


@every_ranking
def test_a_hand_has_exactly_one_category(ranking: Ranking) -> None:
    for cards in random_hands(ranking.name, ranking.sizes[-1], 2000):
        matching = [name for name in ranking.categories if ranking.matches(name, cards)]
        # A royal flush is a straight flush as well, for paytables that have no row of its own for it.
        assert matching in ([ranking.category(cards)], ["royal_flush", "straight_flush"])


@every_ranking
def test_wrong_number_of_cards(ranking: Ranking) -> None:
    for size in set(range(10)) - set(ranking.sizes):
        for ask in (ranking.evaluate, ranking.category, lambda cards: ranking.matches("pair", cards)):
            with pytest.raises(ValueError, match=f"^{ranking.name} does not rank {size} cards "):
                ask(DECK[:size])


def test_the_refusal_of_a_wrong_number_is_clear() -> None:
    with pytest.raises(ValueError, match=r"^three_card does not rank 2 cards \(As Kd\): expected 3$"):
        THREE_CARD.evaluate(parse_cards("As Kd"))
    with pytest.raises(ValueError, match=r"expected 0 or 1 or 2 or 3 or 4 or 5 or 6 or 7$"):
        TOP_FIVE.evaluate(DECK[:8])


@every_ranking
def test_repeated_card(ranking: Ranking) -> None:
    cards = (*DECK[: ranking.sizes[-1] - 1], DECK[1])
    with pytest.raises(ValueError, match=r"repeats 3c: expected each card once$"):
        ranking.evaluate(cards)


@every_ranking
def test_unknown_pattern(ranking: Ranking) -> None:
    cards = DECK[: ranking.sizes[-1]]
    refusal = f"^'straigth' is not a pattern of {ranking.name}: expected one of {ranking.categories[0]}, "
    with pytest.raises(ValueError, match=refusal):
        ranking.pattern("straigth")
    with pytest.raises(ValueError, match=refusal):
        ranking.matches("straigth", cards)


@every_ranking
def test_a_ranking_cannot_be_changed(ranking: Ranking) -> None:
    with pytest.raises(AttributeError):
        ranking.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        ranking.patterns["pair"] = ranking.patterns["high_card"]  # type: ignore[index]


@every_ranking
def test_any_collection_of_cards_will_do(ranking: Ranking) -> None:
    cards = next(random_hands("collections", ranking.sizes[-1], 1))
    assert ranking.evaluate(cards) == ranking.evaluate(list(cards)) == ranking.evaluate(frozenset(cards))
