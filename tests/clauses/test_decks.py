"""Decks in every regulation: which one is removed, when a round may begin, and who looks at the cards."""

import pytest

from pitboss.play import commands as c
from pitboss.table.decks import decks_missing, rounds_to_count
from pitboss.table.next_step import next_step
from pitboss.views.next_step import next_step_view
from pitboss.views.staff import staff_view
from tests.clauses.driven import Driven
from tests.clauses.marks import clause
from tests.clauses.small_houses import BET, DECISIONS, bet, small

EVERY = ("MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR")
SECOND = {"MD-LIR": "3.B(3)", "MD-TCP": "3.B(3)", "MD-TFP": "3.B(3)", "MA-LIR": "2(b)(3)"}
SHORT = {"MD-LIR": "5.E(2)", "MD-TCP": "5.D(2)", "MD-TFP": "5.B(2)", "MA-LIR": "7(f)"}
IDLE = {"MD-LIR": "5.H(1)", "MD-TCP": "5.H(1)", "MD-TFP": "5.F(1)", "MA-LIR": "5(d)"}
LOOKED = {"MD-LIR": "5.H(3)", "MD-TCP": "5.H(3)", "MD-TFP": "5.F(3)", "MA-LIR": "5(d)"}
COUNT = {"MD-LIR": "8.D(5)", "MD-TCP": "8.F", "MD-TFP": "8.E", "MA-LIR": "7(e)"}
RIGHT = {"MD-LIR": "8.E", "MD-TCP": "8.G", "MD-TFP": "8.F(2)", "MA-LIR": "7(e)(1)"}
MISDEALT = {"MD-LIR": "8.F(1)", "MD-TCP": "8.H(1)", "MD-TFP": "8.F(4)", "MA-LIR": "7(e)(2)"}
WRONG = {"MD-LIR": "8.F(2)", "MD-TCP": "8.H(2)", "MD-TFP": "8.F(5)", "MA-LIR": "7(e)(2)"}
INTO_STACK = "Move the cards above the cover card, and it, to the bottom of the stack"
CUT = {
    **{
        name: [f"{cite} {INTO_STACK}"]
        for name, cite in (("MD-LIR", "5.F(1)"), ("MD-TCP", "5.F(1)"), ("MD-TFP", "5.D(1)"))
    },
    "MA-LIR": [
        "5(b)(1)(i) Lay the cover card in front of the deck",
        "5(b)(1)(ii) Take 10 cards or more off the top, onto the cover card",
        "5(b)(1)(iii) Put the other cards on them",
        "5(b)(1)(iv) Put the cover card into the discard rack",
    ],
}
OPEN = "dealer opens bets at 0:00:00"
each = pytest.mark.parametrize("regulation", EVERY)


def two_decks(regulation: str) -> Driven:
    """Two decks at a shuffler that counts; the red one is in turn."""
    return small(regulation, "automated_shoe", "counting", decks=2).open("ann")


def unread(driven: Driven) -> Driven:
    """Both decks are shuffled, and nobody knows their order."""
    driven.do("dealer shuffles by device: unread", "dealer shuffles by device: unread")
    return driven


# The cut


@clause("MD-LIR 5.F(1)", "MD-TCP 5.F(1)", "MD-TFP 5.D(1)", "MA-LIR 5(b)(1)(ii)", "MA-LIR 5(b)(1)(iii)")
@each
def test_the_movements_of_a_cut_are_those_of_the_regulation(regulation: str) -> None:
    is_ordered = regulation == "MA-LIR"
    table = small(regulation, "manual_shoe", "automated" if is_ordered else "none").open("ann")
    table.do(f"dealer shuffles by {'device' if is_ordered else 'hand'}: unread")
    if is_ordered:
        table.do("floorperson orders recut")
    parts = next_step_view(table.table)["steps"]
    assert [f"{part['cite']} {part['text']}".removeprefix(f"{regulation} ") for part in parts] == CUT[regulation]


# A deck that is not 52 cards


@clause("MD-LIR 5.E(2)", "MD-TCP 5.D(2)", "MD-TFP 5.B(2)", "MA-LIR 7(f)")
@each
@pytest.mark.parametrize(("deck", "stays"), [("current", "blue"), ("device", "red")])
def test_the_deck_that_the_shuffler_finds_short_leaves(regulation: str, deck: str, stays: str) -> None:
    driven, cite = unread(two_decks(regulation)), SHORT[regulation]
    assert driven.refused("dealer reports deck_not_52") == f"which-deck {cite}"
    lines = driven.do(f"dealer reports deck_not_52 at {deck}")
    assert lines[0] == f"irregularity found deck_not_52 remove_deck {cite}"
    assert [there.back for there in driven.table.decks] == [stays]


@clause("MD-LIR 5.E(2)", "MD-TCP 5.D(2)", "MD-TFP 5.B(2)", "MA-LIR 7(f)")
@each
def test_the_deck_in_the_device_is_reported_during_a_round(regulation: str) -> None:
    driven = unread(two_decks(regulation))
    driven.do(OPEN, f"box 1 places {BET[regulation]}", "dealer closes bets", "dealer deals")
    assert driven.refused("dealer reports deck_not_52 at current") == f"round-under-way {SHORT[regulation]}"
    driven.do("dealer reports deck_not_52 at device")
    assert [deck.back for deck in driven.table.decks] == ["red"]
    assert driven.table.round


@clause("MD-LIR 8.F(2)", "MD-TCP 10.G", "MD-TFP 10.C(4)", "MA-LIR 8(e)")
@each
@pytest.mark.parametrize(("deck", "stays"), [("current", "blue"), ("device", "red")])
def test_a_count_removes_the_deck_that_was_counted(regulation: str, deck: str, stays: str) -> None:
    driven = unread(two_decks(regulation))
    assert driven.refused("dealer counts stub 51").startswith("which-deck ")
    driven.do(f"dealer counts stub 51 of {deck} deck")
    assert [there.back for there in driven.table.decks] == [stays]


# The second deck


@clause("MD-LIR 3.B(3)", "MD-TCP 3.B(3)", "MD-TFP 3.B(3)", "MA-LIR 2(b)(3)")
@each
def test_a_round_needs_the_second_deck_shuffled_or_in_the_shuffler(regulation: str) -> None:
    driven = two_decks(regulation)
    driven.do("dealer shuffles by device: unread")
    assert driven.refused(OPEN) == f"second-deck-not-shuffled {SECOND[regulation]}"
    assert next_step_view(driven.table)["title"] == "Shuffle the blue deck"
    assert driven.do("dealer loads shuffler") == [f"deck loaded 1 {SECOND[regulation]}"]
    driven.do(OPEN)
    assert driven.table.round


@clause("MD-LIR 3.B(3)", "MD-LIR 4.F", "MD-TCP 3.B(3)", "MD-TCP 4.F", "MD-TFP 3.B(3)", "MD-TFP 4.F", "MA-LIR 2(b)(3)")
@each
def test_one_deck_replaces_one_that_was_removed(regulation: str) -> None:
    driven = unread(two_decks(regulation))
    driven.do("dealer counts stub 51 of device deck")
    assert driven.refused(OPEN) == f"deck-missing {SECOND[regulation]}"
    assert next_step(driven.table).command == c.ReceiveDecks(1, preshuffled=False)
    assert driven.do("dealer receives 1 deck preshuffled")[0].startswith("deck added yes ")
    assert [deck.back for deck in driven.table.decks] == ["red", "blue"]
    assert decks_missing(driven.table) == 0
    assert driven.refused("dealer receives 1 deck").startswith("wrong-number-of-decks ")


@each
def test_no_deck_comes_when_none_is_received(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting").open("ann")
    assert driven.refused("dealer receives 0 decks").startswith("wrong-number-of-decks ")


@clause("MD-LIR 3.B(4)", "MD-TCP 3.B(4)", "MD-TFP 3.B(4)", "MA-LIR 2(b)(4)")
@each
def test_no_deck_is_used_in_two_rounds_running_if_the_other_is_replaced(regulation: str) -> None:
    driven = unread(two_decks(regulation))
    driven.do(OPEN, f"box 1 places {BET[regulation]}", "dealer reports deck_not_52 at device", "box 1 places nothing")
    driven.do(f"box 1 places {BET[regulation]}", "dealer closes bets", "dealer deals")
    driven.do("floorperson reports wrong_number_of_cards at box 1, 9 cards", "dealer receives 1 deck preshuffled")
    assert [deck.back for deck in driven.table.decks] == ["red", "blue"]
    assert driven.table.current == 1
    driven.shuffle()
    driven.bet(bet(regulation))
    assert driven.table.current == 1


@clause("MD-LIR 3.B(4)", "MD-TCP 3.B(4)", "MD-TFP 3.B(4)", "MA-LIR 2(b)(4)")
@each
def test_the_deck_in_turn_stays_in_turn_if_the_one_just_used_is_replaced(regulation: str) -> None:
    driven = unread(two_decks(regulation))
    driven.do(OPEN, f"box 1 places {BET[regulation]}", "dealer closes bets", "dealer deals")
    driven.do("floorperson reports wrong_number_of_cards at box 1, 9 cards")
    driven.do("dealer reports deck_not_52 at device", "dealer receives 1 deck preshuffled")
    assert driven.table.deck
    assert driven.table.deck.back == "blue"


@clause("MD-LIR 13.F", "MD-TCP 13.F", "MD-TFP 5.A", "MA-LIR 13(d)")
@each
def test_every_deck_that_may_be_in_the_device_is_shuffled_again(regulation: str) -> None:
    driven = unread(two_decks(regulation))
    lines = driven.do("dealer reports shuffler_failed")
    assert [line.split()[:3] for line in lines[1:]] == [["shuffle", "ordered", "0"], ["shuffle", "ordered", "1"]]
    unread(driven).do(OPEN)
    assert [line.split()[2] for line in driven.do("dealer reports shuffler_failed")[1:]] == ["1"]


# Nobody plays


@clause("MD-LIR 4.C", "MD-TCP 4.C", "MD-TFP 4.C", "MA-LIR 4(b)")
@each
def test_only_a_seated_player_looks_at_the_cards(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting")
    driven.do("dealer receives 1 deck", "dealer performs inspect_cards", "floorperson performs verify_inspection")
    driven.do("dealer performs spread_face_up")
    assert driven.refused("player performs view_cards").startswith("nobody-seated ")
    assert (next_step(driven.table).command, next_step(driven.table).needs) == (None, "player")
    driven.do("player ann takes box 1", "player performs view_cards")


@clause("MD-LIR 5.H", "MD-LIR 5.H(3)", "MD-TCP 5.H", "MD-TCP 5.H(3)", "MD-TFP 5.F", "MD-TFP 5.F(3)", "MA-LIR 5(d)")
@each
def test_after_nobody_was_there_the_next_player_looks_before_play(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting").open("ann")
    driven.deal(bet(regulation))
    driven.settle(*DECISIONS[regulation])
    driven.do("box 1 leaves")
    assert next_step(driven.table).command == c.GoIdle()
    driven.do("player bob takes box 2")
    driven.shuffle()
    assert driven.refused(OPEN) == f"not-looked-at {LOOKED[regulation]}"
    assert next_step(driven.table).command == c.GoIdle()
    driven.do("dealer spreads cards")
    while isinstance(command := next_step(driven.table).command, c.Perform):
        driven.do(f"{command.who} performs {command.step}")
    driven.shuffle()
    driven.do(OPEN)


@clause("MD-LIR 5.H(1)", "MD-TCP 5.H(1)", "MD-TFP 5.F(1)", "MA-LIR 5(d)")
@each
def test_bets_with_nobody_there_are_withdrawn_and_were_no_round(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting").open("ann")
    driven.bet(bet(regulation))
    assert driven.refused("dealer withdraws bets") == f"players-seated {IDLE[regulation]}"
    driven.do("box 1 places nothing", "box 1 leaves")
    assert next_step(driven.table).command == c.WithdrawBets()
    assert driven.do("dealer withdraws bets") == [f"bets withdrawn 1 {IDLE[regulation]}"]
    assert (driven.table.round, driven.table.rounds, driven.table.since_count) == (None, 0, 0)
    assert next_step(driven.table).command == c.GoIdle()


@clause("MD-LIR 5.H(3)", "MD-TCP 5.H(3)", "MD-TFP 5.F(3)", "MA-LIR 5(d)")
@each
def test_who_comes_after_everybody_left_the_open_bets_looks_first(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting").open("ann")
    driven.bet(bet(regulation))
    driven.do("box 1 leaves", "player bob buys $100", "player bob takes box 1")
    assert driven.refused(f"box 1 places {BET[regulation]}") == f"not-looked-at {LOOKED[regulation]}"
    assert next_step(driven.table).command == c.WithdrawBets()
    driven.do("dealer withdraws bets")
    assert next_step(driven.table).command == c.GoIdle()


@clause("MD-LIR 5.H(3)", "MD-TCP 5.H(3)", "MD-TFP 5.F(3)", "MA-LIR 5(d)")
@each
def test_who_comes_after_everybody_left_during_the_round_looks_first(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting").open("ann")
    driven.deal(bet(regulation))
    driven.do("box 1 leaves", "dealer settles", "player bob buys $100", "player bob takes box 1")
    assert next_step(driven.table).command == c.GoIdle()
    driven.shuffle()
    assert driven.refused(OPEN) == f"not-looked-at {LOOKED[regulation]}"


@clause("MD-LIR 5.H(1)", "MD-TCP 5.H(1)", "MD-TFP 5.F(1)", "MA-LIR 5(d)")
@each
def test_the_discard_rack_is_empty_once_the_cards_are_spread(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting").open("ann")
    driven.deal(bet(regulation))
    driven.settle(*DECISIONS[regulation])
    driven.do("box 1 leaves")
    assert driven.table.rack
    driven.do("dealer spreads cards")
    assert not driven.table.rack


@clause("MD-LIR 5.H(3)", "MD-TCP 5.H(3)", "MD-TFP 5.F(3)", "MA-LIR 5(d)")
@each
def test_preshuffled_cards_that_were_spread_and_washed_are_shuffled(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting")
    driven.receive(preshuffled=True)
    driven.do("dealer spreads cards", "player ann takes box 1")
    while isinstance(command := next_step(driven.table).command, c.Perform):
        driven.do(f"{command.who} performs {command.step}")
    assert driven.refused("dealer shuffles by preshuffled: unread").startswith("wrong-shuffle ")
    driven.do("dealer shuffles by device: unread")


# The count of the stub


def fourth_round_over(regulation: str) -> Driven:
    """Four rounds without a count are over."""
    driven = small(regulation, "manual_shoe", "automated").open("ann")
    for left in (4, 3, 2, 1):
        assert rounds_to_count(driven.table) == left
        driven.deal(bet(regulation))
        driven.settle(*DECISIONS[regulation])
    return driven


def fifth_round(regulation: str) -> Driven:
    """The round whose stub is to be counted is dealt."""
    driven = fourth_round_over(regulation)
    driven.deal(bet(regulation))
    return driven


@clause("MD-LIR 8.D(4)", "MD-LIR 8.D(5)", "MD-LIR 8.E", "MD-TCP 8.E(3)", "MD-TCP 8.F", "MD-TCP 8.G")
@clause("MD-TFP 8.D(3)(b)", "MD-TFP 8.E", "MD-TFP 8.F(2)", "MA-LIR 7(d)", "MA-LIR 7(e)", "MA-LIR 7(e)(1)")
@each
def test_the_stub_of_the_fifth_round_is_counted_before_any_decision(regulation: str) -> None:
    driven, cite = fifth_round(regulation), COUNT[regulation]
    assert driven.table.round
    step, view = next_step(driven.table), next_step_view(driven.table)
    assert (step.command, step.needs) == (c.CountStub(0), "count")
    assert view["title"] == "Count the stub"
    left = driven.table.round.in_stub()
    assert str(left) not in f"{view} {staff_view(driven.table, 'dealer')['actions']}"
    assert driven.refused(DECISIONS[regulation][0]) == f"stub-not-counted {cite}"
    assert driven.refused("dealer settles") == f"stub-not-counted {cite}"
    assert driven.do(f"dealer counts stub {left}")[0] == f"stub counted {left} {RIGHT[regulation]}"
    driven.settle(*DECISIONS[regulation])
    assert rounds_to_count(driven.table) == 4


@clause("MD-LIR 8.D(5)", "MD-TCP 8.F", "MD-TFP 8.E", "MA-LIR 7(e)")
@each
def test_the_console_warns_from_the_first_of_the_five_rounds(regulation: str) -> None:
    driven = small(regulation, "manual_shoe", "automated").open("ann")
    notices = [staff_view(driven.table, "dealer")["stub_count"]["text"]]
    for _ in range(4):
        driven.deal(bet(regulation))
        driven.settle(*DECISIONS[regulation])
        notices.append(staff_view(driven.table, "dealer")["stub_count"]["text"])
    due = [f"Stub count due in {left}" for left in ("4 rounds", "3 rounds", "2 rounds", "1 round", "this round")]
    assert notices == due
    assert staff_view(small(regulation, "manual_shoe", "counting").table)["stub_count"] is None


@clause("MD-LIR 8.F(1)", "MD-TCP 8.H(1)", "MD-TFP 8.F(4)", "MA-LIR 7(e)(2)")
@each
def test_a_misdeal_leaves_52_cards_in_all(regulation: str) -> None:
    driven = fifth_round(regulation)
    assert driven.table.round
    left, cite = driven.table.round.in_stub(), MISDEALT[regulation]
    assert driven.refused(f"dealer counts stub {left - 1} misdealt") == f"not-52-in-all {cite}"
    assert driven.refused(f"dealer counts stub {left - 1} misdealt {52 - left}") == f"not-52-in-all {cite}"
    assert driven.refused(f"dealer counts stub {left} misdealt {52 - left}") == f"stub-is-right {COUNT[regulation]}"
    lines = driven.do(f"dealer counts stub {left - 1} misdealt {53 - left}", "floorperson confirms report")
    assert lines[-1] == f"round voided {cite}"
    assert len(driven.table.decks) == 1


@clause("MD-LIR 8.F(1)", "MD-LIR 13.A", "MD-TCP 8.H(1)", "MD-TCP 13.A", "MA-LIR 7(e)(2)", "MA-LIR 13(a)")
@pytest.mark.parametrize("regulation", ["MD-LIR", "MD-TCP", "MA-LIR"])
def test_a_card_that_was_found_face_up_is_one_of_the_52_after_a_misdeal(regulation: str) -> None:
    driven = fourth_round_over(regulation)
    driven.bet(bet(regulation))
    driven.do("dealer closes bets", "dealer reports card_face_up 2c", "dealer deals")
    assert driven.table.round
    left = driven.table.round.in_stub()
    driven.do(f"dealer counts stub {left - 1} misdealt {52 - left}", "floorperson confirms report")
    assert driven.table.round is None
    assert len(driven.table.decks) == 1


@clause("MD-LIR 8.F(2)", "MD-TCP 8.H(2)", "MD-TFP 8.F(5)", "MA-LIR 7(e)(2)")
@each
def test_missing_cards_void_the_live_hands_and_remove_the_deck(regulation: str) -> None:
    driven = fifth_round(regulation)
    assert driven.table.round
    lines = driven.do(f"dealer counts stub {driven.table.round.in_stub() - 1}", "floorperson confirms report")
    assert lines[-2:] == [f"round voided {WRONG[regulation]}", f"deck removed 0 {WRONG[regulation]}"]
    assert driven.table.rack_of("ann") == driven.table.accounts["rack ann"]
    assert not driven.table.decks


@clause("MD-TFP 8.E")
def test_the_stub_is_counted_after_a_violation_too() -> None:
    driven = fifth_round("MD-TFP")
    driven.do("floorperson finds violation at box 1")
    assert driven.table.round
    assert driven.refused("dealer settles") == "stub-not-counted 8.E"
    driven.do(f"dealer counts stub {driven.table.round.in_stub()}", "dealer settles")
    assert driven.table.round is None


@clause("MD-TCP 8.F")
def test_a_shuffler_that_fails_while_boxes_are_paid_stops_nothing() -> None:
    driven = small("MD-TCP", "manual_shoe", "counting").open("ann", "bob")
    for _ in range(4):
        driven.deal("1 ante $10")
        driven.settle("box 1 folds")
    driven.do("dealer shuffles by device: unread", OPEN, "box 1 places ante $10", "box 2 places ante $10")
    driven.do("dealer closes bets", "dealer deals", "box 1 plays", "box 2 plays", "dealer turns dealer 2c 4d 7h")
    driven.do("dealer turns box 2 Ks Qd 3h", "dealer settles", "dealer takes shuffler out of service, covered")
    driven.do("dealer turns box 1 9s 5d 3c", "dealer settles")
    assert driven.table.round is None
    driven.shuffle()
    driven.deal("1 ante $10", at="0:00:00")
    assert driven.refused("dealer settles") == "stub-not-counted 8.F"


# How long a deck is in play


@clause("MD-LIR 3.C(2)", "MD-TCP 3.C(2)", "MD-TFP 3.C(2)")
@pytest.mark.parametrize("regulation", EVERY[:3])
def test_the_age_of_a_deck_is_told_and_a_change_is_open_before_it_is_due(regulation: str) -> None:
    driven = small(regulation, "automated_shoe", "counting").open("ann")
    assert staff_view(driven.table)["deck_age"] == []
    driven.deal(bet(regulation), at="1:00:00")
    driven.settle(*DECISIONS[regulation])
    (age,) = staff_view(driven.table)["deck_age"]
    assert (age["hours"], age["change_by"]) == (8, 9 * 3600 * 1000)
    labels = [action["label"] for action in staff_view(driven.table, "dealer")["actions"]]
    assert {"Receive a new deck", "Receive a preshuffled deck"} <= {*labels}
    assert next_step(driven.table, 9 * 3600 - 1).command != c.ReceiveDecks(1, preshuffled=False)
    assert next_step(driven.table, 9 * 3600).command == c.ReceiveDecks(1, preshuffled=False)
