"""Laws that every ranking obeys, whatever the hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, RANKINGS, Card, Ranking
from tests.clauses.marks import clause

SUIT_NAMED = {"mini_royal_spades", "super_royal_diamonds"}
COLORED = {"all_red", "all_black", "one_color", "six_of_one_color"}

every_ranking = pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS)


@st.composite
def hands_of(draw: st.DrawFn, ranking: Ranking, number: int) -> list[list[Card]]:
    """Hands of one size; few cards to draw from now and then, so that flushes, straights and ties are common."""
    size = draw(st.sampled_from(ranking.sizes))
    deck = draw(st.sampled_from([DECK, DECK[-13:], [card for card in DECK if card.rank >= 8]]))
    hand = st.lists(st.sampled_from(deck), min_size=size, max_size=size, unique=True)
    return [draw(hand) for _ in range(number)]


@every_ranking
@settings(deadline=None)
@given(data=st.data())
def test_the_order_of_the_cards_does_not_matter(ranking: Ranking, data: st.DataObject) -> None:
    [hand] = data.draw(hands_of(ranking, 1))
    shuffled = data.draw(st.permutations(hand))
    assert ranking.evaluate(shuffled) == ranking.evaluate(hand)
    for name in ranking.patterns:
        assert ranking.matches(name, shuffled) == ranking.matches(name, hand)


@clause("MD-LIR 6.B", "MD-TCP 6.C", "MD-TFP 6.B", "MA-LIR 3(a)")
@every_ranking
@settings(deadline=None)
@given(data=st.data())
def test_all_suits_are_equal(ranking: Ranking, data: st.DataObject) -> None:
    [hand] = data.draw(hands_of(ranking, 1))
    suits = data.draw(st.permutations(range(4)))
    renamed = [Card(4 * card.rank + suits[card.suit]) for card in hand]
    assert ranking.evaluate(renamed) == ranking.evaluate(hand)
    for name in ranking.patterns.keys() - SUIT_NAMED - COLORED:
        assert ranking.matches(name, renamed) == ranking.matches(name, hand)


@every_ranking
@settings(deadline=None)
@given(data=st.data())
def test_suits_of_one_color_are_equal(ranking: Ranking, data: st.DataObject) -> None:
    [hand] = data.draw(hands_of(ranking, 1))
    renamed = [Card(4 * card.rank + 3 - card.suit) for card in hand]
    for name in ranking.patterns.keys() & COLORED:
        assert ranking.matches(name, renamed) == ranking.matches(name, hand)


@every_ranking
@settings(deadline=None)
@given(data=st.data())
def test_values_are_a_total_preorder_of_hands(ranking: Ranking, data: st.DataObject) -> None:
    a, b, c = sorted(map(ranking.evaluate, data.draw(hands_of(ranking, 3))))
    assert a <= b <= c
    assert a <= c
    assert (a < b) + (a == b) + (a > b) == 1


@pytest.mark.parametrize("name", ["three_card", "five_card", "six_card"])
@settings(deadline=None)
@given(data=st.data())
def test_a_higher_category_beats_a_lower_one(name: str, data: st.DataObject) -> None:
    ranking = RANKINGS[name]
    one, other = data.draw(hands_of(ranking, 2))
    places = [ranking.categories.index(ranking.category(hand)) for hand in (one, other)]
    if places[0] != places[1]:
        assert (ranking.evaluate(one) > ranking.evaluate(other)) == (places[0] < places[1])


@settings(deadline=None)
@given(data=st.data())
def test_a_higher_category_beats_a_lower_one_at_top_five_with_equal_numbers(data: st.DataObject) -> None:
    ranking = RANKINGS["top_five"]
    values = []
    for hand in data.draw(hands_of(ranking, 2)):
        number = sum(card.rank >= 8 for card in hand)
        values.append((number, -ranking.categories.index(ranking.category(hand)), ranking.evaluate(hand)))
    assert max(values)[-1] == max(value for _, _, value in values)


@every_ranking
@settings(deadline=None)
@given(data=st.data())
def test_values_that_compare_by_ranks_have_equally_many(ranking: Ranking, data: st.DataObject) -> None:
    """Else a hand could win by the mere length of its tie-breakers."""
    one, other = data.draw(hands_of(ranking, 2))
    a, b = ranking.evaluate(one), ranking.evaluate(other)
    if a.category == b.category and ranking.category(one) == ranking.category(other):
        assert len(a.ranks) == len(b.ranks)
