"""Chips as double entry: what each event that moves money moves, posting by posting."""

from collections.abc import Mapping
from typing import get_args

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.play import events as e
from pitboss.play.round import Box, Round, Settled
from pitboss.table.chips import Posting, post, postings
from pitboss.table.state import Table, evolve, new_table
from tests.properties.houses import approved

HOUSE = """
facility = "House of tests"
[links.five]
meters.main = { seed = "$5,000", reset = "$1,000", rate = "20%" }
[tables.one]
regulation = "MD-TCP"
boxes = 3
device = "manual_shoe"
adjacent_boxes = 2
[tables.one.wagers]
ante = { minimum = "$10", maximum = "$100" }
pair_plus = { paytable = "A", minimum = "$5", maximum = "$100" }
progressive = { paytable = "A", stakes = ["$1", "$5"], link = "five" }
[tables.one.awards]
ante_bonus = { paytable = "A" }
"""
CITE = "MD-TCP 7.A"
LYING = {"drop": 300, "area 1 ante": 1000, "area 1 progressive": 100, "area 2 ante": 2000}
"""Ann plays box 1 with an Ante and a progressive wager, Bob box 2 with an Ante."""


def table(accounts: Mapping[str, int] = LYING) -> Table:
    """A table with a round under way and chips on its areas."""
    wagers = {1: {"ante": 1000, "progressive": 100}, 2: {"ante": 2000, "pair_plus": 500}}
    boxes = {1: Box("ann", wagers[1]), 2: Box("bob", wagers[2], settled={"pair_plus": Settled(0, 0)})}
    fresh = new_table(approved(HOUSE))
    held = {**fresh.accounts, "rack ann": 5000, "rack bob": 5000, **accounts}
    held["outside"] -= sum(held.values())
    return fresh.replace(accounts=held, round=Round(1, "playing", boxes, stub=DECK))


MOVES: Mapping[str, tuple[e.Event, list[Posting]]] = {
    "cash comes in, chips go out": (
        e.ChipsBought("cat", 500, CITE),
        [("outside", "drop", 500), ("inventory", "rack cat", 500)],
    ),
    "chips leave the table": (e.ChipsCashed("ann", 500, CITE), [("rack ann", "outside", 500)]),
    "a fill comes from the cage": (e.TableFilled(500, CITE), [("outside", "inventory", 500)]),
    "a payment goes to the desk": (
        e.PayoutHeld(1, "ante", "ann", 3, 500, 100, 500, "", "As", "prepared", CITE),
        [("rack ann", "payout 3 1 ante", 500), ("outside", "inventory", 500)],
    ),
    "the desk pays": (e.PayoutMade(1, "ante", "ann", 3, 500, CITE), [("payout 3 1 ante", "outside", 500)]),
    "a count sets the inventory": (e.InventoryCounted(500, 800, False, CITE), [("outside", "inventory", -300)]),
    "a credit goes to the cage": (e.TableCredited(500, CITE), [("inventory", "outside", 500)]),
    "the drop goes to the count": (e.DropEmptied(300, CITE), [("drop", "outside", 300)]),
    "a payment is made good": (e.PaymentCorrected("bob", 500, "short", CITE), [("inventory", "rack bob", 500)]),
    "a payment too many comes back": (
        e.PaymentCorrected("ann", -500, "paid twice", CITE),
        [("inventory", "rack ann", -500)],
    ),
    "a payment of a wager is corrected": (
        e.BoxPaymentCorrected("bob", 500, "ante", 1, 3, "short", CITE),
        [("inventory", "rack bob", 500)],
    ),
    "a wager is placed": (e.WagerPlaced(1, "pair_plus", 500, 0, CITE), [("rack ann", "area 1 pair_plus", 500)]),
    "a wager is raised": (e.WagerPlaced(1, "ante", 1500, 1000, CITE), [("rack ann", "area 1 ante", 500)]),
    "a wager is taken back": (e.WagerPlaced(1, "ante", 0, 1000, CITE), [("rack ann", "area 1 ante", -1000)]),
    "a coupon is no chip": (e.CouponPlaced(1, "ante", 500, CITE), []),
    "a coupon goes back": (e.CouponReturned(1, "ante", 500, CITE), []),
    "progressive chips are collected": (
        e.WagersCollected("progressive", 1, 100, CITE),
        [("area 1 progressive", "inventory", 100), ("area 2 progressive", "inventory", 0)],
    ),
    "a meter grows": (e.MeterRaised("main", 20, "1/2", CITE), [("inventory", "meter main", 20)]),
    "a meter is put right": (e.MeterLowered("main", 20, "0", CITE), [("meter main", "inventory", 20)]),
    "a shared meter has grown elsewhere": (
        e.MeterShown("main", 500_020, "1/2", CITE),
        [("outside", "meter main", 20)],
    ),
    "a shared meter was won elsewhere": (
        e.MeterShown("main", 100_000, "0", CITE),
        [("outside", "meter main", -400_000)],
    ),
    "a meter is refilled": (e.MeterReset("main", 100_000, CITE), [("inventory", "meter main", 100_000)]),
    "a wager is returned from its area": (
        e.WagerReturned(1, "ante", 1000, CITE),
        [("area 1 ante", "rack ann", 1000)],
    ),
    "a wager is returned from the inventory": (
        e.WagerReturned(2, "progressive", 100, CITE),
        [("inventory", "rack bob", 100)],
    ),
    "a forfeited wager lies there until it is collected": (e.WagerForfeited(1, "ante", 1000, CITE), []),
    "chips that were forfeited and collected before are not collected again": (
        e.ForfeitsCollected(2, 0, CITE),
        [("area 2 pair_plus", "inventory", 0)],
    ),
    "a jackpot is locked": (
        e.JackpotLocked(2, "progressive", "main", 700, CITE),
        [("meter main", "jackpot 2 progressive", 700)],
    ),
    "a locked jackpot goes back": (
        e.JackpotReleased(2, "progressive", "main", 700, CITE),
        [("jackpot 2 progressive", "meter main", 700)],
    ),
    "a wager is collected": (e.WagerCollected(2, "ante", 2000, CITE), [("area 2 ante", "inventory", 2000)]),
    "a chip collected before is not collected again": (
        e.WagerCollected(2, "progressive", 100, CITE),
        [("area 2 progressive", "inventory", 0)],
    ),
    "a win to 1": (
        e.WagerPaid(1, "ante", 1000, "", "1 to 1", 1000, 1000, "", CITE),
        [("area 1 ante", "rack ann", 1000), ("inventory", "rack ann", 1000)],
    ),
    "a win for 1 whose chip lies on the layout": (
        e.WagerPaid(1, "progressive", 100, "straight", "6 for 1", 0, 600, "", CITE),
        [
            ("area 1 progressive", "rack ann", 0),
            ("inventory", "rack ann", 600),
            ("area 1 progressive", "inventory", 100),
        ],
    ),
    "a win for 1 whose chip is in the inventory": (
        e.WagerPaid(2, "progressive", 100, "straight", "6 for 1", 0, 600, "", CITE),
        [("inventory", "rack bob", 0), ("inventory", "rack bob", 600)],
    ),
    "a win from a meter": (
        e.WagerPaid(2, "progressive", 100, "mini_royal_spades", "100% of main", 0, 500_000, "main", CITE),
        [("inventory", "rack bob", 0), ("meter main", "rack bob", 500_000)],
    ),
    "a wager that was forfeited by mistake lies there again": (
        e.WagerRestored(2, "pair_plus", 500, CITE),
        [("inventory", "area 2 pair_plus", 500)],
    ),
    "an award": (e.AwardPaid(1, "ante_bonus", 1, "straight", "1 to 1", 1000, CITE), [("inventory", "rack ann", 1000)]),
    "a payment is taken back": (e.PaymentTakenBack(1, "ante", 700, "", CITE), [("rack ann", "inventory", 700)]),
    "a payment goes back to its meter": (
        e.PaymentTakenBack(2, "progressive", 700, "main", CITE),
        [("rack bob", "meter main", 700)],
    ),
}


def net(moves: list[Posting]) -> dict[str, int]:
    """What each account gains."""
    gains: dict[str, int] = {}
    for giver, taker, cents in moves:
        gains[giver] = gains.get(giver, 0) - cents
        gains[taker] = gains.get(taker, 0) + cents
    return {name: cents for name, cents in gains.items() if cents}


@pytest.mark.parametrize(("event", "moves"), MOVES.values(), ids=MOVES)
def test_what_an_event_moves(event: e.Event, moves: list[Posting]) -> None:
    before = table()
    assert list(postings(before, event)) == moves
    after = post(before, event)
    gained = {name: cents - before.accounts.get(name, 0) for name, cents in after.items()}
    assert {name: cents for name, cents in gained.items() if cents} == net(moves)
    assert sum(after.values()) == 0
    assert evolve(before, event).accounts == after


STILL = [
    e.SeatTaken(3, "cat", CITE),
    e.DecksReceived(1, False, CITE),
    e.BetsClosed(CITE),
    e.CardsDealt("1", parse_cards("As Kd Qh"), CITE),
    e.ChoiceMade(1, "play", "fold", CITE),
    e.ValidationAsked(1, "progressive", CITE),
    e.StubCounted(40, CITE),
    e.WagersAbandoned(1, CITE),
    e.RoundVoided(CITE),
]


@pytest.mark.parametrize("event", STILL, ids=lambda event: type(event).__name__)
def test_other_events_move_nothing(event: e.Event) -> None:
    before = table()
    assert post(before, event) is before.accounts


def test_every_event_with_money_is_here() -> None:
    """An amount moves chips, unless it is a coupon; a new event with one fails here until it is listed."""
    moved = {type(event) for event, _ in MOVES.values()}
    assert moved == {kind for kind in get_args(e.Event) if {"amount", "stake"} & set(kind.__struct_fields__)}


def test_a_new_table_has_its_inventory_and_the_seeds_of_its_meters() -> None:
    accounts = new_table(approved(HOUSE), inventory=1_000_000).accounts
    assert accounts == {"inventory": 1_000_000, "meter main": 500_000, "outside": -1_500_000}


def test_empty_areas_are_cleared_when_the_round_is_over() -> None:
    over = evolve(table({"area 1 ante": 0, "area 2 ante": 0}), e.RoundCompleted(CITE))
    assert not any(name.startswith("area ") for name in over.accounts)
