import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, cut, is_full_deck, missing_and_extra, parse_card, parse_cards, show_cards


def test_the_deck_lies_according_to_suit_and_in_sequence() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert show_cards(DECK[:14]) == "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d"
    assert show_cards(DECK[-2:]) == "Ks As"
    assert list(DECK) == sorted(DECK, key=lambda card: (card.suit, card.rank))


@given(st.permutations(DECK))
def test_a_full_deck_in_any_order(order: list[Card]) -> None:
    assert is_full_deck(order)
    assert missing_and_extra(order) == ((), ())


def test_a_deck_with_a_card_replaced() -> None:
    two, ace = parse_card("2c"), parse_card("As")
    wrong = [two if card is ace else card for card in DECK]
    assert len(wrong) == 52
    assert not is_full_deck(wrong)
    assert missing_and_extra(wrong) == ((ace,), (two,))


def test_missing_and_extra_stand_in_the_order_of_the_deck() -> None:
    short = [card for card in DECK if card not in parse_cards("As 2c Kd")]
    surplus = parse_cards("3s 3c 3s", distinct=False)
    missing, extra = missing_and_extra([*surplus, *short])
    assert show_cards(missing) == "2c Kd As"
    assert show_cards(extra) == "3c 3s 3s"


@given(st.lists(st.sampled_from(DECK), max_size=120))
def test_missing_and_extra_explain_the_number(found: list[Card]) -> None:
    missing, extra = missing_and_extra(found)
    assert len(found) == 52 - len(missing) + len(extra)
    assert is_full_deck(found) == (sorted(found) == sorted(DECK))


def test_no_cards_at_all() -> None:
    assert missing_and_extra([]) == (DECK, ())
    assert not is_full_deck([])


def test_a_cut_puts_the_top_beneath() -> None:
    assert show_cards(cut(parse_cards("As Kd Qh Jc"), 1)) == "Kd Qh Jc As"
    assert cut(list(DECK), 0) == cut(DECK, 52) == DECK


@given(st.integers(0, 52))
def test_a_cut_is_undone_by_the_rest(n: int) -> None:
    assert cut(cut(DECK, n), 52 - n) == DECK


@pytest.mark.parametrize("n", [-1, 53])
def test_a_cut_of_more_than_there_is(n: int) -> None:
    with pytest.raises(ValueError, match=re.escape(f"cannot cut {n} cards from a deck of 52: expected 0 to 52")):
        cut(DECK, n)
