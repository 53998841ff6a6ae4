"""Events in words: every kind has a sentence, and no sentence names a card that its reader may not see."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, Card
from pitboss.documents.event_text import EventNarrator
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.encoding import EVENTS
from pitboss.table.decide import act
from pitboss.views.event_view import EventViews, event_fields
from tests.properties.houses import houses
from tests.views.test_seat import ORDER, SAMPLE, Players, all_players, next_command, opened, shown, view, with_order

FIELDS: dict[Any, object] = {int: 1, bool: True, Card: ORDER[0], e.Cards: ORDER[:3]}
TEXTS = {
    "step": "wash", "who": "dealer", "wager": "ante", "item": "ante", "award": "ante_bonus", "way": "hand",
    "device": "dealing_shoe", "decision": "play", "choice": "fold", "effects": "void_round,reshuffle", "to": "dealer",
    "pile": "dealer", "pattern": "straight", "odds": "6 to 1", "player": "ann", "found": "card_face_up",
    "meter": "five_card_main", "how": "covered", "stands": "fold", "place": "dealer",
}  # fmt: skip
DEALT: tuple[c.Command, ...] = (
    *(c.PlaceWagers(box, (("ante", 1000), ("pair_plus", 1000))) for box in (1, 2, 3)),
    c.CloseBets(),
    c.DealCards(),
)


def sample(kind: Any) -> Any:
    """An event of a kind with something in every field."""
    return kind(*[FIELDS.get(hint, TEXTS.get(name, name)) for name, hint in kind.__annotations__.items()])


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
@pytest.mark.parametrize("sees_all", [False, True])
def test_every_kind_of_event_has_words(kind: type, sees_all: bool) -> None:
    text = EventNarrator(opened(SAMPLE), sees_all=sees_all).text(sample(kind))
    assert text.words
    assert "_" not in str(text)
    assert str(text) == (f"{text.subject}: {text.words}" if text.subject else text.words)


def sentences(*commands: c.Command, player: str | None = None, sees_all: bool = False) -> list[str]:
    """The sentences of the last of some commands, as a player, anybody, or someone who sees all cards reads them."""
    table = with_order(opened(SAMPLE), (*ORDER, *(card for card in DECK if card not in ORDER)))
    events: tuple[e.Event, ...] = ()
    for command in commands:
        table, events = act(table, command)
    if sees_all:
        return [str(EventNarrator(table, sees_all=True).text(event)) for event in events]
    seen = [(event, event_fields(event, table, player)) for event in events]
    return [str(EventNarrator(table).text(event, sees_cards=bool(one.get("cards")))) for event, one in seen if one]


def test_cards_are_named_to_their_player_alone() -> None:
    hidden = ["Box 1: 3 cards dealt", "Box 2: 3 cards dealt", "Box 3: 3 cards dealt", "Dealer's cards: 3 cards dealt"]
    assert sentences(*DEALT) == hidden
    assert sentences(*DEALT, player="ann") == ["Box 1: 2s 3d 9c dealt", *hidden[1:]]
    assert sentences(*DEALT, sees_all=True)[-1] == "Dealer's cards: Qs 7d 2c dealt"


def test_decisions_and_settlement_in_words() -> None:
    assert sentences(*DEALT, c.Choose(1, "play"))[0] == "Box 1: play, places Play equal to Ante"
    assert sentences(*DEALT, c.Choose(1, "fold"))[:3] == [
        "Box 1: fold, gives up Ante and Pair Plus",
        "Box 1: Ante loses $10: given up",
        "Box 1: Pair Plus loses $10: given up",
    ]
    settled = sentences(*DEALT, c.Choose(1, "play"), c.Choose(2, "fold"), c.Choose(3, "play"), c.Settle())
    assert settled == [
        "Box 2: $20 in forfeited wagers collected",
        "Box 2: 3 cards to the discard rack",
        "Dealer's cards: Qs 7d 2c turned up",
        "Box 3: Ante wins $10: three fours beats the dealer's queen high, 1 to 1",
        "Box 3: Play wins $10: three fours beats the dealer's queen high, 1 to 1",
        "Box 3: Ante Bonus pays $40: three of a kind pays 4 to 1",
        "Box 3: Pair Plus wins $250: three fours pays 25 to 1",
        "Box 1: Ante loses $10: nine high loses to the dealer's queen high",
        "Box 1: Play loses $10: nine high loses to the dealer's queen high",
        "Box 1: Pair Plus loses $10: nine high pays nothing",
        "The round is completed: all cards are in the discard rack",
    ]


@settings(max_examples=25, deadline=None)
@given(houses(), all_players, st.permutations(DECK))
def test_no_sentence_names_a_hidden_card(house: str, players: Players, order: list[Card]) -> None:
    table, turn = with_order(opened(house), tuple(order)), 0
    while table.round:
        table, events = act(table, next_command(table, players, turn))
        turn += 1
        revealed = {str(card) for event in events if isinstance(event, e.CardsRevealed) for card in event.cards}
        for viewer in ("ann", None):
            texts = [one["text"] for one in EventViews(events, table).of(viewer) if "text" in one]
            fields = ((event, event_fields(event, table, viewer)) for event in events)
            narrator = EventNarrator(table)
            texts += [str(narrator.text(event, sees_cards=bool(one.get("cards")))) for event, one in fields if one]
            named = shown({"texts": texts})
            assert named <= shown(view(table, viewer)) | revealed
