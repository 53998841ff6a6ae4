"""Events as JSON and as text: both forms are inverse to each other for every event there is."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card
from pitboss.play import events as e
from pitboss.play.encoding import (
    EVENTS,
    event_from_json,
    event_to_json,
    parse_event,
    quoted,
    show_event,
    tokens_of,
    unquoted,
)
from pitboss.rules.clause import Clause

MONEY = {"amount", "stake", "was", "returned"}
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    ['Mr. "Q"  O\'Neil', "a\\", "", " ", "$5", "yes"]
)
CITES = st.sampled_from([Clause("MD-TCP", "11.C(1)"), Clause("MD-TCP", "12.D(1)(c)"), Clause("MD-TCP", "12.BB")])


def _values(name: str, hint: Any) -> st.SearchStrategy[Any]:
    if name == "cite":
        return CITES
    if hint is int:
        return st.integers(-(10**9), 10**13) if name in MONEY else st.integers(0, 10**9)
    cards = st.lists(st.sampled_from(DECK), unique=True).map(tuple)
    return {str: TEXTS, bool: st.booleans(), Card: st.sampled_from(DECK), e.Cards: cards}[hint]


def of_kind(kind: Any) -> st.SearchStrategy[e.Event]:
    """Events of a kind, by the types of its fields: a new event is covered as it is."""
    return st.builds(kind, *(_values(name, hint) for name, hint in kind.__annotations__.items()))


events = st.one_of(*map(of_kind, get_args(e.Event)))
each_event = pytest.mark.parametrize("kind", get_args(e.Event), ids=lambda kind: kind.__name__)


def test_every_event_has_a_name() -> None:
    defined = {kind for kind in vars(e).values() if isinstance(kind, type) and hasattr(kind, "cite")}
    assert defined == set(get_args(e.Event)) == set(EVENTS.values())


@each_event
def test_an_event_comes_back_from_json_and_from_text(kind: Any) -> None:
    @given(of_kind(kind))
    def check(event: e.Event) -> None:
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
        assert event_from_json(event_to_json(event)) == event
        assert parse_event(show_event(event), "MD-TCP") == event

    check()


@given(events, events)
def test_different_events_read_differently(one: e.Event, other: e.Event) -> None:
    if (type(one), one) != (type(other), other):
        assert show_event(one) != show_event(other)
        assert event_to_json(one) != event_to_json(other)


def test_an_event_reads_like_a_sentence_with_its_clause() -> None:
    event = e.WagerForfeited(1, "ante", 1000, "MD-TCP 11.C(1)")
    assert show_event(event) == "wager forfeited 1 ante $10".ljust(58) + "11.C(1)"
    assert event_to_json(event) == {
        "event": "WagerForfeited", "box": 1, "wager": "ante", "stake": 1000, "cite": "MD-TCP 11.C(1)",
    }  # fmt: skip


def test_a_gap_stands_before_the_clause_of_a_long_event() -> None:
    assert show_event(e.DeckShuffled(0, DECK, "hand", "MD-TCP 5.A(1)")).endswith("As hand 5.A(1)")


@given(TEXTS)
def test_a_quoted_text_is_one_token(text: str) -> None:
    assert unquoted(quoted(text)) == text
    assert len(tokens_of(f"before {quoted(text)} after")) == 3


GARBAGE: dict[str, object] = {
    "nothing": None,
    "a list": [],
    "no event": {"box": 1},
    "an unknown event": {"event": "Rained", "cite": "MD-TCP 5.A"},
    "an event that is no text": {"event": ["BetsClosed"], "cite": "MD-TCP 5.A"},
    "a key missing": {"event": "BetsClosed"},
    "a key too many": {"event": "BetsClosed", "cite": "MD-TCP 5.A", "box": 1},
    "a number as text": {"event": "DeckCut", "depth": "20", "cite": "MD-TCP 5.F"},
    "a fraction": {"event": "DeckCut", "depth": 20.5, "cite": "MD-TCP 5.F"},
    "a truth for a number": {"event": "DeckCut", "depth": True, "cite": "MD-TCP 5.F"},
    "an unknown card": {"event": "CardBurned", "pile": "community", "card": "1s", "cite": "MD-TCP 5.F"},
    "a card for cards": {"event": "CardsDealt", "to": "1", "cards": "As", "cite": "MD-TCP 5.F"},
    "numbers for cards": {"event": "CardsDealt", "to": "1", "cards": [1, 2], "cite": "MD-TCP 5.F"},
}


@pytest.mark.parametrize("document", GARBAGE.values(), ids=GARBAGE)
def test_json_that_is_no_event_is_told_why(document: object) -> None:
    with pytest.raises(ValueError, match=r"expected|unexpected|is not a card") as error:
        event_from_json(document)
    assert len(str(error.value).split()) > 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "it rained",
        "deck cut",
        "deck cut 20",
        "deck cut deep 5.F",
        "deck cut 20 21 5.F",
        "decks received 1 maybe 4.A",
        "card burned community 1s 9(c)",
        "cards dealt 1 As 2x 8.E(1)",
        "wager forfeited 1 ante 10 11.C(1)",
        "wager forfeited 1 ante --$10 11.C(1)",
    ],
)
def test_a_line_that_is_no_event_is_told_why(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|expected") as error:
        parse_event(text, "MD-TCP")
    assert len(str(error.value).split()) > 2


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from(["wager", "paid", "deck", "cut", "1", "$5", "As", '"']), max_size=9).map(" ".join)
)
def test_any_text_is_an_event_or_a_value_error(text: str) -> None:
    try:
        event = parse_event(text, "MD-TCP")
    except ValueError:
        return
    assert parse_event(show_event(event), "MD-TCP") == event
