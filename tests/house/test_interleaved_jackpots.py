"""Two linked tables that win from the same meters in turn: meters, resettlement and ledger agree to the cent."""

from pathlib import Path

import pytest

from pitboss.books.accounts import check_books
from pitboss.books.replay import replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.evidence.verify import verify_store
from tests.clauses.driven import picked
from tests.house.driven_house import DrivenHouse

LINKED = """
facility = "House of tests"
[links.harbor]
meters.major = { seed = "$5,000", reset = "$2,000", rate = "10%" }
meters.minor = { seed = "$1,000", rate = "7.77%" }
"""
for _name in ("east", "west"):
    LINKED += f"""
[tables.{_name}]
regulation = "MD-TCP"
boxes = 3
device = "manual_shoe"
adjacent_boxes = 1
[tables.{_name}.wagers]
ante = {{ minimum = "$10", maximum = "$500" }}
pair_plus = {{ paytable = "A", minimum = "$5", maximum = "$100" }}
progressive = {{ paytable = "C", stakes = ["$1", "$5"], link = "harbor" }}
[tables.{_name}.awards]
ante_bonus = {{ paytable = "A" }}
"""
BET = "pair_plus $5, progressive $5"
MINOR_THEN_MAJOR = "Ah As 2c Kh Ks 7d Qh Qs 9c"
"""Box 1 has the mini royal flush of hearts, box 2 that of spades, and the dealer nothing."""
NOTHING = "2h 2c 7d 9d 8s Jc"
"""One box and a dealer without a hand."""


@pytest.fixture
def house(tmp_path: Path) -> DrivenHouse:
    driven = DrivenHouse(tmp_path / "ledger.db", LINKED)
    driven.open("east", "ann", "bob")
    driven.open("west", "cal")
    return driven


def lost(house: DrivenHouse) -> None:
    """A round at the other table, whose wager raises both meters."""
    house.deal("west", f"1 {BET}", top=NOTHING)
    house.do("west", "dealer settles")


def agrees(house: DrivenHouse, *rounds: str) -> None:
    for name in rounds:
        assert Resettlement(replay_round(house.house.store, name)).differences == ()
    store = house.house.store
    assert verify_store(store).size == store.size()
    assert sum(check_books(store).accounts.values()) == 0


def test_the_other_table_plays_between_wins_from_two_meters(house: DrivenHouse) -> None:
    house.deal("east", f"1 {BET}", f"2 {BET}", top=MINOR_THEN_MAJOR)
    first = house.do("east", "dealer settles")
    assert picked(first, "jackpot locked") == ["jackpot locked 2 progressive major $5,001 12.E(4)"]
    lost(house)
    house.do("east", "floorperson validates progressive of box 2")
    second = house.do("east", "dealer settles")
    assert picked(second, "meter shown") == [
        "meter shown major $2,000.50 0 12.E(3)(a)",
        "meter shown minor $1,001.16 11/20 12.E(3)(a)",
    ]
    assert picked(second, "jackpot locked") == ["jackpot locked 1 progressive minor $1,001.16 12.E(4)"]
    lost(house)
    house.do("east", "floorperson validates progressive of box 1", "dealer settles")
    assert house.table("west").meters() == {"major": 200_100, "minor": 100_039}
    agrees(house, "east/1", "west/1", "west/2")


def test_two_tables_lock_and_validate_in_turn(house: DrivenHouse) -> None:
    house.deal("east", f"1 {BET}", f"2 {BET}", top=MINOR_THEN_MAJOR)
    house.deal("west", f"1 {BET}", top="As 2c Ks 7d Qs 9c")
    house.do("west", "dealer settles")
    east = house.do("east", "dealer settles")
    assert picked(east, "jackpot locked") == ["jackpot locked 2 progressive major $2,000 12.E(4)"]
    house.do("east", "floorperson validates progressive of box 2")
    house.do("east", "dealer settles", "floorperson validates progressive of box 1", "dealer settles")
    paid = house.do("west", "floorperson validates progressive of box 1", "dealer settles")
    assert picked(paid, "wager paid 1 progressive") == [
        'wager paid 1 progressive $5 mini_royal_spades "100% of major" $0 $5,001.50 "" 12.E(1)(c)(i)'
    ]
    agrees(house, "east/1", "west/1")


def test_a_void_between_two_wins_gives_back_what_is_not_paid(house: DrivenHouse) -> None:
    house.deal("east", f"1 {BET}", f"2 {BET}", top=MINOR_THEN_MAJOR)
    house.do("east", "dealer settles")
    lost(house)
    voided = house.do("east", "floorperson reports wrong_number_of_cards at box 1, 4 cards")
    assert picked(voided, "jackpot released") == ["jackpot released 2 progressive major $5,001 13.D"]
    assert house.table("east").meters() == {"major": 500_050, "minor": 100_038}
    agrees(house, "east/1", "west/1")


def test_real_cards_lock_a_jackpot_when_its_hand_is_turned_up(house: DrivenHouse) -> None:
    """The ledger gives the order: east's hand was up first, though west is settled and validated first."""
    for name, wagers in (("east", ("1", "2")), ("west", ("1",))):
        house.do(name, "dealer shuffles by hand: unread", "dealer cuts 20", "dealer opens bets")
        house.do(name, *(f"box {box} places {BET}" for box in wagers), "dealer closes bets", "dealer deals")
        house.do(name, "dealer turns dealer 2c 7d 9c")
    up = house.do("east", "dealer turns box 2 As Ks Qs")
    assert picked(up, "jackpot locked", "meter reset") == [
        "jackpot locked 2 progressive major $5,001.50 12.E(4)",
        "meter reset major $2,000 12.E(4)",
    ]
    west = house.do("west", "dealer turns box 1 As Ks Qs", "dealer settles")
    assert picked(west, "jackpot locked") == ["jackpot locked 1 progressive major $2,000 12.E(4)"]
    house.do("west", "floorperson validates progressive of box 1", "dealer settles")
    house.do("east", "dealer settles", "floorperson validates progressive of box 2", "dealer settles")
    house.do("east", "dealer turns box 1 Ah Kh Qh", "dealer settles")
    house.do("east", "floorperson validates progressive of box 1", "dealer settles")
    assert house.table("east").meters()["major"] == 200_000
    agrees(house, "east/1", "west/1")


def test_a_misread_hand_gives_its_jackpot_back_to_a_meter_that_went_on(house: DrivenHouse) -> None:
    house.do("east", "dealer shuffles by hand: unread", "dealer cuts 20", "dealer opens bets")
    house.do("east", f"box 1 places {BET}", f"box 2 places {BET}", "dealer closes bets", "dealer deals")
    house.do("east", "dealer turns dealer 2c 7d 9c", "dealer turns box 2 As Ks Qs")
    lost(house)
    assert house.refused("east", "dealer corrects box 2 As Ks 4d") == "another-corrects MD-TCP 11.D(3)"
    assert house.refused("east", "dealer corrects box 2 play to fold").startswith("nothing-to-correct ")
    corrected = house.do("east", "floorperson corrects box 2 As Ks 4d")
    assert picked(corrected, "jackpot", "meter lowered") == [
        "jackpot released 2 progressive major $5,001 11.D(3)",
        "meter lowered major $2,000 0 11.D(3)",
    ]
    house.do("east", "dealer settles", "dealer turns box 1 Ac Kd 3h", "dealer settles")
    assert house.table("east").round is None
    assert house.table("east").meters()["major"] == 500_150
    agrees(house, "east/1", "west/1")


def test_a_win_that_the_floor_does_not_validate_goes_back_and_the_box_is_settled_again(house: DrivenHouse) -> None:
    """Verify that the hand is a winning hand: MD-TCP 11.D(7)(a). Ruling meter-order."""
    before = house.table("east").rack_of("bob")
    house.do("east", "dealer shuffles by hand: unread", "dealer cuts 20", "dealer opens bets")
    house.do("east", f"box 1 places {BET}", f"box 2 places ante $10, {BET}", "dealer closes bets", "dealer deals")
    house.do("east", "box 2 plays", "dealer turns dealer 2c 7d Qc", "dealer turns box 2 As Ks Qs", "dealer settles")
    lost(house)
    assert house.refused("east", "dealer corrects box 2 As Ks Js") == "another-corrects MD-TCP 11.D(3)"
    undone = house.do("east", "floorperson corrects box 2 As Ks Js")
    assert undone == [
        "meter shown major $2,000.50 0 12.E(3)(a)",
        "meter shown minor $1,001.16 11/20 12.E(3)(a)",
        "jackpot released 2 progressive major $5,001 11.D(3)",
        "meter lowered major $2,000 0 11.D(3)",
        'payment taken back 2 ante $10 "" 11.D(3)',
        "wager restored 2 ante $10 11.D(3)",
        'payment taken back 2 play $10 "" 11.D(3)',
        "wager restored 2 play $10 11.D(3)",
        'payment taken back 2 ante_bonus $50 "" 11.D(3)',
        'payment taken back 2 pair_plus $175 "" 11.D(3)',
        "wager restored 2 pair_plus $5 11.D(3)",
        'cards corrected 2 0 "As Ks Qs" As Ks Js 11.D(3)',
    ]
    again = house.do("east", "dealer settles")
    assert picked(again, "wager paid 2 pair_plus", "wager collected 2 progressive", "validation") == [
        'wager paid 2 pair_plus $5 flush "4 to 1" $5 $20 "" 12.D(1)(d)',
        "wager collected 2 progressive $5 11.D(5)",
    ]
    house.do("east", "dealer turns box 1 Ac Kd 3h", "dealer settles")
    assert house.table("east").rack_of("bob") == before + 1000 + 1000 + 2000 - 500
    assert house.table("east").meters() == {"major": 500_150, "minor": 100_116}
    agrees(house, "east/1", "west/1")
    assert not house.table("east").round
