"""Real cards whose order nobody knows: read as they come out of the shoe, they play as if it had been known."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, UNREAD, Card, parse_cards
from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.rules.load import folders
from pitboss.table import decks, playing, turning
from pitboss.table.decide import act
from pitboss.table.state import DeckState, Table
from tests.properties.houses import houses
from tests.views.test_seat import VIEWERS, Players, all_players, next_command, opened, view, with_order

HOUSE = """
    facility = "House of tests"
    [tables.one]
    regulation = "MD-TCP"
    boxes = 3
    device = "manual_shoe"
    adjacent_boxes = 1
    [tables.one.wagers]
    ante = { minimum = "$10", maximum = "$500" }
    pair_plus = { paytable = "A", minimum = "$5", maximum = "$100" }
    [tables.one.awards]
    ante_bonus = { paytable = "A" }
"""
SIX = parse_cards("Qs 7h 9d 5c 3h 2d")
each_regulation = pytest.mark.parametrize("regulation_id", sorted(folders()))
many = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=40)


def done(table: Table, *commands: Command) -> Table:
    for command in commands:
        table = act(table, command)[0]
    return table


def unknown(table: Table) -> Table:
    """The table with decks whose order nobody knows, and a round open."""
    while (waiting := decks.deck_to_shuffle(table)) is not None:
        (way,) = decks.shuffle_ways(table, table.decks[waiting])
        table = done(table, c.RecordShuffle((), way))  # type: ignore[arg-type]
    if table.deck and table.deck.needs_cut:
        table = done(table, c.CutCards(20))
    return done(table, c.OpenBets(0))


def closed() -> Table:
    """One box has bet, and six real cards are to be read."""
    return done(unknown(opened(HOUSE)), c.PlaceWagers(1, (("ante", 1000),)), c.CloseBets())


def deck_of(table: Table) -> DeckState:
    assert table.deck
    return table.deck


def played(table: Table, players: Players, order: tuple[Card, ...]) -> Iterator[tuple[Table, tuple[e.Event, ...]]]:
    """The table after each command of one round, and its events; cards are read from an order where they must be."""
    turn = 0
    while table.round:
        number = playing.unread(table) if table.round.phase == "closed" else 0
        command = c.ReadCards(order[:number]) if number else next_command(table, players, turn)
        turn += not number
        table, events = act(table, command)
        yield table, events


@each_regulation
@many
@given(data=st.data(), players=all_players, seed=st.integers(0, 2**32))
def test_cards_that_are_read_play_as_cards_that_are_known(
    regulation_id: str, data: st.DataObject, players: Players, seed: int
) -> None:
    table, order = opened(data.draw(houses(regulation_id))), tuple(Random(seed).sample(DECK, 52))
    known = [event for _, events in played(with_order(table, order), players, order) for event in events]
    read = [event for _, events in played(unknown(table), players, order) for event in events]
    (reading,) = [event for event in read if isinstance(event, e.CardsRead)]
    assert [event for event in read if event is not reading] == known
    dealt = [card for event in known if isinstance(event, e.CardsDealt) for card in event.cards]
    assert sorted(reading.cards) == sorted(dealt)
    assert reading.cards == order[: len(dealt)]


@each_regulation
@many
@given(data=st.data(), players=all_players, seed=st.integers(0, 2**32))
def test_no_view_tells_what_was_read(regulation_id: str, data: st.DataObject, players: Players, seed: int) -> None:
    """Reading changes nothing that a seat sees, and until the deal any other cards would look the same."""
    table, order = unknown(opened(data.draw(houses(regulation_id)))), tuple(Random(seed).sample(DECK, 52))
    while not playing.unread(table) or (table.round and table.round.phase != "closed"):
        table = done(table, next_command(table, players, 0))
    number = playing.taken(table)
    one, other = done(table, c.ReadCards(order[:number])), done(table, c.ReadCards(order[-number:]))
    for viewer in VIEWERS:
        assert view(table, viewer) == view(one, viewer) == view(other, viewer)


def refused(table: Table, command: Command) -> CommandRefused:
    with pytest.raises(CommandRefused) as caught:
        act(table, command)
    return caught.value


@pytest.mark.parametrize(
    ("cards", "code", "sentence"),
    [
        (SIX[:5], "wrong-number-read", "the deal takes 6 cards from the top, but 5 were read (MD-TCP 8.E(1))."),
        ((*SIX, DECK[0]), "wrong-number-read", "the deal takes 6 cards from the top, but 7 were read"),
        ((), "wrong-number-read", "the deal takes 6 cards from the top, but 0 were read"),
        ((*SIX[:5], SIX[0]), "card-read-twice", "Qs was read more than once; read each card once"),
        (SIX + SIX[:2], "card-read-twice", "7h Qs was read more than once"),
    ],
)
def test_a_wrong_reading_is_refused_and_nothing_is_lost(cards: tuple[Card, ...], code: str, sentence: str) -> None:
    for table in (closed(), done(closed(), c.ReadCards(SIX))):
        refusal = refused(table, c.ReadCards(cards))
        assert (refusal.code, refusal.clause) == (code, "MD-TCP 8.E(1)")
        assert str(refusal).startswith(sentence)
        assert "read cards" in refusal.open_now


def test_cards_are_dealt_unread_or_as_they_were_read() -> None:
    for table, hand in ((closed(), (UNREAD,) * 3), (done(closed(), c.ReadCards(SIX)), SIX[::2])):
        dealt = done(table, c.DealCards()).round
        assert dealt
        assert dealt.boxes[1].cards == hand
        assert dealt.in_stub() == 46


# Dealt unread, read as they are turned up


def turned(table: Table, players: Players, known: Table) -> Iterator[tuple[Table, tuple[e.Event, ...]]]:
    """One round whose cards are read only when the law turns them up: those that the known table deals."""
    turn, hands = 0, dict[str, tuple[Card, ...]]()
    while table.round:
        due = turning.reading_due(table)
        if due is None:
            command = next_command(table, players, turn)
            turn += 1
            if known.round:
                known, events = act(known, next_command(known, players, turn - 1))
                hands |= {event.to: event.cards for event in events if isinstance(event, e.CardsDealt)}
        else:
            command = c.TurnCards(due.place, _lying(hands, table, due))
        table, events = act(table, command)
        yield table, events


def _lying(hands: dict[str, tuple[Card, ...]], table: Table, due: turning.Reading) -> tuple[Card, ...]:
    """The cards that lie there. A burned card was the first of the community cards."""
    assert table.round
    burned = len(table.round.burned)
    if due.place == "burned":
        return hands["community"][:burned]
    lying = hands[due.place][burned if due.place == "community" else 0 :]
    missing = len(lying) - len(table.round.cards_at(due.place))
    # A discarded card was the first of its pile.
    return lying[missing + due.at : missing + due.at + due.number]


def results(table: Table, events: list[e.Event]) -> tuple[dict[str, int], list[str]]:
    """What each player has in the end, and what was paid, taken and returned."""
    kinds = (e.WagerPaid, e.WagerCollected, e.WagerReturned, e.WagerForfeited, e.AwardPaid, e.MeterReset)
    return table.racks(), sorted(str(event) for event in events if isinstance(event, kinds))


@each_regulation
@many
@given(data=st.data(), players=all_players, seed=st.integers(0, 2**32))
def test_cards_that_are_turned_up_play_as_cards_that_are_known(
    regulation_id: str, data: st.DataObject, players: Players, seed: int
) -> None:
    """The same is paid whether the house knows the cards from the start or reads each when the law turns it up."""
    table, order = opened(data.draw(houses(regulation_id))), tuple(Random(seed).sample(DECK, 52))
    known = with_order(table, order)
    seen, blind = [*played(known, players, order)], [*turned(unknown(table), players, known)]
    told = [event for _, events in blind for event in events]
    assert results(blind[-1][0], told) == results(seen[-1][0], [event for _, events in seen for event in events])
    assert all(card == UNREAD for event in told if isinstance(event, e.CardsDealt) for card in event.cards)


@each_regulation
@many
@given(data=st.data(), players=all_players, seed=st.integers(0, 2**32))
def test_nobody_sees_a_card_before_it_is_turned_up(
    regulation_id: str, data: st.DataObject, players: Players, seed: int
) -> None:
    """No view and no record of the table holds a card that the dealer has not read."""
    table, order = opened(data.draw(houses(regulation_id))), tuple(Random(seed).sample(DECK, 52))
    read: set[Card] = set()
    for after, events in turned(unknown(table), players, with_order(table, order)):
        read.update(card for event in events if isinstance(event, e.CardsTurned) for card in event.cards)
        if after.round is None:
            break
        lying = [cards for box in after.round.boxes.values() for cards in box.cards]
        lying += [card for pile in after.round.piles.values() for card in pile]
        assert {card for card in lying if card != UNREAD} <= read
        for viewer in VIEWERS:
            shown = str(view(after, viewer)["round"])
            assert not [card for card in DECK if card not in read and f"'{card}'" in shown]


def test_an_unknown_order_tells_nothing() -> None:
    """Cards nobody knows stand in the order of a new deck, also after a cut."""
    table = closed()
    assert table.round
    assert deck_of(table).order == table.round.stub == DECK
    assert deck_of(table).read == ()


def test_what_is_read_lies_on_top_of_a_new_deck() -> None:
    table = done(closed(), c.ReadCards(SIX))
    assert table.round
    assert table.round.stub == deck_of(table).order == (*SIX, *(card for card in DECK if card not in SIX))
    again = done(table, c.ReadCards(DECK[:6]))
    assert again.round
    assert again.round.stub == deck_of(again).order == DECK


def test_a_card_found_face_up_is_gone() -> None:
    table = done(closed(), c.Report("card_face_up", SIX[0]))
    assert refused(table, c.ReadCards(SIX)).code == "card-gone"
    assert refused(table, c.Report("card_face_up", SIX[0])).code == "no-such-card"
    rest = (*SIX[1:], DECK[0])
    dealt = done(table, c.ReadCards(rest), c.DealCards())
    assert dealt.round
    assert (dealt.round.boxes[1].cards, dealt.round.piles["dealer"]) == (rest[::2], rest[1::2])
    assert done(dealt, c.CountStub(45)).round


def test_a_card_found_face_up_beneath_leaves_the_reading_as_it_is() -> None:
    table = done(closed(), c.ReadCards(SIX), c.Report("card_face_up", DECK[0]), c.DealCards())
    assert table.round
    assert table.round.boxes[1].cards == SIX[::2]


def test_a_recut_undoes_a_reading() -> None:
    table = done(closed(), c.ReadCards(SIX), c.OrderRecut())
    assert refused(table, c.ReadCards(SIX)).code == "cards-not-ready"
    table = done(table, c.CutCards(15))
    assert playing.unread(table) == 6
    assert done(table, c.ReadCards(SIX), c.DealCards()).round


@pytest.mark.parametrize(
    "ending", [(c.Choose(1, "fold"), c.Settle()), (c.CountStub(40, misdealt=12), c.ConfirmReport())]
)
def test_an_unknown_order_ends_with_its_round(ending: tuple[Command, ...]) -> None:
    over = done(closed(), c.ReadCards(SIX), c.DealCards(), *ending)
    assert over.round is None
    assert (deck_of(over).order, deck_of(over).read) == ((), None)
    known = done(over, c.RecordShuffle(DECK, "hand"))
    assert (deck_of(known).order, deck_of(known).read) == (DECK, None)


def test_a_new_shuffle_or_an_idle_table_ends_an_unknown_order() -> None:
    before = done(opened(HOUSE), c.RecordShuffle((), "hand"))
    assert deck_of(before).read == ()
    assert deck_of(done(before, c.OrderShuffle())).read is None
    alone = done(before, *(c.LeaveSeat(box) for box in before.seats), c.GoIdle())
    assert (deck_of(alone).order, deck_of(alone).read) == ((), None)


@pytest.mark.parametrize("shuffler", ["automated", "counting", "reshuffling"])
def test_a_device_may_hold_cards_that_nobody_knows(shuffler: str) -> None:
    """A device that counts has counted its cards, whatever their order."""
    house = HOUSE.replace('device = "manual_shoe"', f'device = "automated_shoe"\n    shuffler = "{shuffler}"')
    table = done(opened(house), c.RecordShuffle((), "device"), c.OpenBets(0))
    assert deck_of(table).read == ()
