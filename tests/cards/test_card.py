import copy
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import ACE, DECK, RANKS, SPADES, SUITS, Card, parse_card, parse_cards, show_cards

cards = st.sampled_from(DECK)


def test_a_card_is_its_number_its_rank_and_suit_and_its_name() -> None:
    for number in range(52):
        card = Card(number)
        assert card == number
        assert card == 4 * card.rank + card.suit
        assert hash(card) == hash(number)
        assert str(card) == repr(card) == f"{card}" == RANKS[card.rank] + SUITS[card.suit]
    assert sorted(Card(number) for number in (51, 0, 17)) == [0, 17, 51]


def test_the_ace_of_spades() -> None:
    ace = parse_card("As")
    assert (ace.rank, ace.suit) == (ACE, SPADES) == (12, 3)
    assert ace.spoken == "ace of spades"
    assert f"{ace:>4}" == "  As"


def test_spoken_names() -> None:
    spoken = [card.spoken for card in parse_cards("2c 9d Th Js Qc Kd")]
    assert spoken == [
        "two of clubs",
        "nine of diamonds",
        "ten of hearts",
        "jack of spades",
        "queen of clubs",
        "king of diamonds",
    ]
    assert len({card.spoken for card in DECK}) == 52


def test_no_card_is_taken_for_nothing() -> None:
    assert all(DECK)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling_keeps_identity(protocol: int) -> None:
    again = pickle.loads(pickle.dumps(DECK, protocol))
    assert all(one is other for one, other in zip(again, DECK, strict=True))


def test_there_is_one_object_for_each_card() -> None:
    for card in DECK:
        assert Card(int(card)) is card
        assert parse_card(str(card)) is card
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card


@pytest.mark.parametrize("number", [-1, 53])
def test_a_number_that_no_card_has(number: int) -> None:
    with pytest.raises(ValueError, match=f"^{number} is not the number of a card: expected 0 to 51$"):
        Card(number)


@given(st.lists(cards))
def test_print_then_parse(hand: list[Card]) -> None:
    text = show_cards(hand)
    assert parse_cards(text, distinct=False) == tuple(hand)
    assert parse_cards(text.replace(" ", ""), distinct=False) == tuple(hand)


@given(st.lists(cards, unique=True).map(show_cards))
def test_parse_then_print(text: str) -> None:
    assert show_cards(parse_cards(text)) == text


@given(st.text(max_size=3))
def test_a_text_is_a_card_or_refused(text: str) -> None:
    try:
        assert str(parse_card(text)) == text
    except ValueError as refusal:
        assert str(refusal).startswith(f"{text!r} is not a card: ")  # noqa: PT017


def test_spaces_are_free() -> None:
    assert parse_cards("  AsKd\tQh\n") == parse_cards("As Kd Qh")
    assert parse_cards("") == parse_cards(" \n") == ()


@pytest.mark.parametrize("text", ["", "A", "s", "1s", "as", "AS", "sA", "Ax", "10s", "As ", " As", "AsKd", "A♠"])
def test_not_a_card(text: str) -> None:
    refusal = f"{text!r} is not a card: write rank 2-9 T J Q K A and suit c d h s, like Ts"
    with pytest.raises(ValueError, match=f"^{re.escape(refusal)}$"):
        parse_card(text)


@pytest.mark.parametrize(
    ("text", "culprit"),
    [("As 1s", "1s"), ("10s", "10s"), ("As,Kd", "As,Kd"), ("AsK d", "AsK"), ("AsXx", "Xx"), ("As K", "K")],
)
def test_one_of_these_is_not_a_card(text: str, culprit: str) -> None:
    with pytest.raises(ValueError, match=f"^'{culprit}' is not a card: "):
        parse_cards(text)


def test_a_repeated_card_is_refused_unless_asked_for() -> None:
    with pytest.raises(ValueError, match=r"^'As Kd As 2cKd As' repeats Kd As: expected each card once$"):
        parse_cards("As Kd As 2cKd As")
    assert parse_cards("As As", distinct=False) == (parse_card("As"), parse_card("As"))
