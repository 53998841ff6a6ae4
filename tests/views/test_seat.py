"""A seat's view: it shows what the player may see, and does not depend on any card that is hidden from it."""

import json
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.round import Round
from pitboss.rules.load import folders
from pitboss.table import decks, playing
from pitboss.table.decide import act
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table, new_table
from pitboss.views.memo import View
from pitboss.views.seat import public_view, seat_view
from tests.clauses.marks import clause
from tests.properties.houses import approved, houses
from tests.web.bots import examples

VIEWERS = ("ann", "bob", None)
CARDS = frozenset(map(str, DECK))


def view(table: Table, viewer: str | None) -> View:
    return public_view(table) if viewer is None else seat_view(table, viewer)


def may(table: Table, player: str) -> list[str]:
    """The commands that a player may give now."""
    return examples(seat_view(table, player))


def texts(value: object) -> Iterator[str]:
    """Every text in a view, keys included, word by word."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from key.split()
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield from value.split()


def shown(seen: View) -> set[str]:
    """The cards that a view names, wherever in it."""
    return set(texts(seen)) & CARDS


class Players(NamedTuple):
    """How a round is played, whatever the cards: who bets how much, and who decides what."""

    taking: tuple[bool, ...]
    """Whether each optional wager is placed."""
    answers: tuple[int, ...]
    """Which choice each decision gets, in turn."""


def opened(house: str) -> Table:
    """A table where ann and bob sit, as far as there are boxes, and the cards wait for the shuffle."""
    table = new_table(approved(house))
    for box in range(1, min(3, table.ruleset.submission.boxes) + 1):
        player = ("ann", "bob", "cat")[box - 1]
        table = act(act(table, c.BuyChips(player, 5_000_000))[0], c.TakeSeat(player, box))[0]
    table = act(table, c.ReceiveDecks(table.ruleset.submission.decks, False))[0]
    while due := decks.step_due(table):
        table = act(table, c.Perform(due[1].does, due[1].by))[0]
    return table


def with_order(table: Table, order: tuple[Card, ...]) -> Table:
    """The table with its decks shuffled into an order, and a round open."""
    while (waiting := decks.deck_to_shuffle(table)) is not None:
        (way,) = decks.shuffle_ways(table, table.decks[waiting])
        cards = (*order[32:], *order[:32]) if way != "device" else order
        table = act(table, c.RecordShuffle(cards, way))[0]  # type: ignore[arg-type]
    if table.deck and table.deck.needs_cut:
        table = act(table, c.CutCards(20))[0]
    return act(table, c.OpenBets(0))[0]


def placing(table: Table, taking: tuple[bool, ...], box: int) -> Command:
    """Wagers on a box: those that are taken if they go together, else the least."""
    hand = 1 + box % 3 if table.device == "electronic" else 0
    placed: dict[str, int] = {}
    for index, (name, wager) in enumerate(table.ruleset.wagers.items()):
        if wager.placed == "before_deal" and (wager.offered == "always" or taking[(index + box) % len(taking)]):
            placed[name] = accepted_stakes(table.ruleset, name).least or 0
    command = c.PlaceWagers(box, tuple(placed.items()), hand=hand)
    try:
        act(table, command)
    except CommandRefused:
        return command.replace(wagers=table.ruleset.least_wagers)
    return command


def next_command(table: Table, players: Players, turn: int) -> Command:
    """The next command of a round that is under way, the same whatever the cards."""
    round_ = table.round
    assert round_
    if round_.phase == "betting":
        for box in table.seats:
            if not round_.boxes[box].wagers:
                return placing(table, players.taking, box)
        return c.CloseBets()
    if round_.phase == "closed":
        return c.DealCards()
    if open_now := playing.pending(table):
        step, boxes = open_now
        return c.Choose(boxes[0], step.choices[players.answers[turn % len(players.answers)]].choice)
    for box, item in sorted(round_.asked - round_.validated):
        return c.ValidateWin(box, item)
    return c.Settle()


def play(table: Table, players: Players) -> Iterator[Table]:
    """The table before and after each command of one round."""
    yield table
    turn = 0
    while table.round:
        table = act(table, next_command(table, players, turn))[0]
        turn += 1
        yield table


all_players = st.builds(
    Players,
    st.lists(st.booleans(), min_size=5, max_size=5).map(tuple),
    st.lists(st.integers(0, 1), min_size=7, max_size=7).map(tuple),
)


def may_see(round_: Round, viewer: str | None) -> set[str]:
    """The cards of a round that a viewer may know, told apart in another way than by the view."""
    cards = {card for pile in round_.revealed.values() for card in pile}
    for box in round_.boxes.values():
        at_decision = {"fold": {"ante", "pair_plus", "progressive", "five_card_progressive"}}
        if "bet_1" in box.wagers:
            gone = {bet for bet, choice in box.choices.items() if choice == "withdraw"}
        else:
            gone = at_decision.get(box.choices.get("play", ""), set())
        turned_up = any(wager in box.settled and wager not in gone for wager in box.wagers) and not box.surrendered
        if viewer == box.player or turned_up:
            community = round_.piles.get("community", ())
            cards |= set(community[3 * box.hand - 3 : 3 * box.hand] if box.hand else box.cards)
    return set(map(str, cards))


many = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=60)
each_regulation = pytest.mark.parametrize("regulation_id", sorted(folders()))


@each_regulation
@many
@given(data=st.data(), players=all_players, seed=st.integers(0, 2**32))
def test_a_view_shows_no_card_that_is_hidden(
    regulation_id: str, data: st.DataObject, players: Players, seed: int
) -> None:
    table = opened(data.draw(houses(regulation_id)))
    for now in play(with_order(table, tuple(Random(seed).sample(DECK, 52))), players):
        for viewer in VIEWERS:
            known = set().union(*(may_see(part, viewer) for part in (now.round, now.last) if part))
            assert shown(view(now, viewer)) == known


def hidden(table: Table, viewer: str | None) -> list[Card]:
    """The cards of the round that a viewer does not know, in the order of the deck."""
    known = shown(view(table, viewer))
    return [card for card in table.decks[table.current].order if str(card) not in known]


def swapped(order: tuple[Card, ...], one: Card, other: Card) -> tuple[Card, ...]:
    return tuple({one: other, other: one}.get(card, card) for card in order)


@each_regulation
@many
@given(data=st.data(), players=all_players, seed=st.integers(0, 2**32), viewer=st.sampled_from(VIEWERS))
def test_a_view_does_not_depend_on_hidden_cards(
    regulation_id: str, data: st.DataObject, players: Players, seed: int, viewer: str | None
) -> None:
    """Two decks that differ in two cards look alike, up to the step that turns one of them up or pays by it."""
    table, order = opened(data.draw(houses(regulation_id))), tuple(Random(seed).sample(DECK, 52))
    dealt = next(now for now in play(with_order(table, order), players) if now.round and now.round.phase == "playing")
    one, other = data.draw(st.sampled_from(list(combinations(hidden(dealt, viewer)[:40], 2))))
    pairs = zip(
        play(with_order(table, order), players),
        play(with_order(table, swapped(order, one, other)), players),
        strict=False,
    )
    compared = 0
    for now, twin in pairs:
        seen = view(now, viewer)
        if {str(one), str(other)} & (shown(seen) | shown(view(twin, viewer))) or pays_by(now, one, other):
            break
        assert seen == view(twin, viewer)
        compared += 1
    assert compared > 2


def pays_by(table: Table, *cards: Card) -> bool:
    """Whether settlement has begun and one of the cards counts in it: an Envy Bonus tells of a hand before it is up."""
    ended = table.round is None
    if ended or not table.round or table.round.phase != "settling":
        return ended
    return not set(cards) <= set(table.round.stub)


def test_cards_in_the_stub_never_show() -> None:
    """Not even when the round is over."""
    table, players = opened(SAMPLE), Players((True,) * 5, (0, 1))
    order = tuple(Random(7).sample(DECK, 52))
    *_, over = play(with_order(table, order), players)
    *_, twin = play(with_order(table, (*order[:30], *reversed(order[30:]))), players)
    assert over.rack != twin.rack
    for viewer in VIEWERS:
        assert view(over, viewer) == view(twin, viewer)


SAMPLE = """
facility = "House of tests"
[links.five]
meters.five_card_main = { seed = "$5,000", rate = "20%" }
[tables.one]
regulation = "MD-TCP"
boxes = 3
device = "automated_shoe"
adjacent_boxes = 2
[tables.one.wagers]
ante = { minimum = "$10", maximum = "$100" }
pair_plus = { paytable = "A", minimum = "$10", maximum = "$100" }
six_card_bonus = { paytable = "C", minimum = "$10", maximum = "$100" }
five_card_progressive = { paytable = "A", stakes = ["$1"], link = "five" }
[tables.one.options]
five_card_envy = "as_let_it_ride"
[tables.one.awards]
ante_bonus = { paytable = "A" }
"""
# ann, bob and cat have three cards each, then the dealer has three.
ORDER = parse_cards("2s 3d 9c  Ah Kc Qd  4s 4d 4h  Qs 7d 2c")


def sample_round(*, choices: tuple[str, str, str]) -> Iterator[Table]:
    """Three players with Ante and Pair Plus and their choices, as far as the deal and after each further command."""
    table = with_order(opened(SAMPLE), (*ORDER, *(card for card in DECK if card not in ORDER)))
    for box in (1, 2, 3):
        table = act(table, c.PlaceWagers(box, (("ante", 1000), ("pair_plus", 1000))))[0]
    table = act(act(table, c.CloseBets())[0], c.DealCards())[0]
    yield table
    for box, choice in enumerate(choices, 1):
        table = act(table, c.Choose(box, choice))[0]
        yield table
    yield act(table, c.Settle())[0]


@clause("MD-TCP 11.A(1)", "MD-TCP 11.A(3)")
def test_a_player_sees_the_own_cards_and_no_others() -> None:
    dealt, *_ = sample_round(choices=("play", "play", "play"))
    boxes = seat_view(dealt, "ann")["round"]["boxes"]
    assert boxes["1"]["cards"] == ["2s", "3d", "9c"]
    assert (boxes["2"]["cards"], boxes["2"]["down"]) == ([], 3)
    assert seat_view(dealt, "ann")["round"]["piles"] == {"dealer": {"cards": [], "down": 3}}
    assert shown(public_view(dealt)) == set()


def test_a_player_is_told_the_turn_and_what_to_do() -> None:
    dealt, first, *_ = sample_round(choices=("play", "play", "play"))
    assert seat_view(dealt, "ann")["turn"] == {"box": 1, "decision": "play", "choices": ["play", "fold"]}
    assert may(dealt, "ann") == ["box 1 plays", "box 1 folds", "box 1 leaves", "player ann cashes $49,980"]
    assert may(dealt, "bob") == ["box 2 leaves", "player bob cashes $49,980"]
    assert may(first, "bob")[:2] == ["box 2 plays", "box 2 folds"]
    assert seat_view(first, "bob")["rack"] == 4_998_000
    assert "actions" not in public_view(first)


@clause("MD-TCP 11.C(1)", "MD-TCP 11.D(1)", "MD-TCP 11.D(2)", "MD-TCP 11.D(3)(a)")
def test_settlement_turns_hands_up_except_those_given_up() -> None:
    *_, over = sample_round(choices=("fold", "play", "play"))
    seen = public_view(over)["last"]
    assert seen["piles"] == {"dealer": {"cards": ["Qs", "7d", "2c"], "down": 0}}
    assert seen["boxes"]["1"]["cards"] == []
    assert seen["boxes"]["2"]["cards"] == ["Ah", "Kc", "Qd"]
    assert seen["boxes"]["3"]["settled"]["pair_plus"] == {"returned": 1000, "amount": 25_000}
    assert seat_view(over, "ann")["last"]["boxes"]["1"]["cards"] == ["2s", "3d", "9c"]
    assert public_view(over)["round"] is None


def test_a_folded_hand_is_not_up_before_the_others_are_settled() -> None:
    _, folded, *_ = sample_round(choices=("fold", "play", "play"))
    assert seat_view(folded, "bob")["round"]["boxes"]["1"]["settled"] != {}
    assert seat_view(folded, "bob")["round"]["boxes"]["1"]["cards"] == []


def test_a_view_is_json() -> None:
    for table in sample_round(choices=("play", "fold", "play")):
        for viewer in VIEWERS:
            assert json.loads(json.dumps(view(table, viewer))) == view(table, viewer)


def test_a_stranger_sees_what_everybody_sees() -> None:
    for table in sample_round(choices=("play", "fold", "play")):
        seen = seat_view(table, "a stranger")
        assert {**public_view(table), "player": "a stranger", "rack": 0, "actions": []} == seen


@clause("MD-TFP 11.A(5)")
def test_a_hand_lost_by_a_violation_is_collected_unseen() -> None:
    house = """
        facility = "House of tests"
        [tables.one]
        regulation = "MD-TFP"
        boxes = 3
        device = "automated_shoe"
        adjacent_boxes = 1
        [tables.one.wagers]
        ante = { minimum = "$10", maximum = "$100" }
    """
    table = with_order(opened(house), DECK)
    for command in (c.PlaceWagers(1, (("ante", 1000),)), c.PlaceWagers(2, (("ante", 1000),)), c.CloseBets()):
        table = act(table, command)[0]
    table = act(act(table, c.DealCards())[0], c.FindViolation(1))[0]
    assert public_view(table)["round"]["boxes"]["1"]["cards"] == []
    assert len(seat_view(table, "ann")["round"]["boxes"]["1"]["cards"]) == 7
