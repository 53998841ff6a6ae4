"""A jackpot is locked when its hand is turned up: ruling meter-order. Then only the floorperson corrects the hand."""

import pytest

from pitboss.views.staff import staff_view
from tests.clauses.driven import Driven, picked

LIR = """
    [links.one]
    meters.main = { seed = "$10,000", rate = "15%" }
    [tables.one]
    boxes = 7
    adjacent_boxes = 2
    device = "manual_shoe"
"""
HOUSES = {
    "MD-TCP": f"""
        facility = "Harbor"
        {LIR}
        regulation = "MD-TCP"
        [tables.one.wagers]
        ante = {{ minimum = "$10", maximum = "$500" }}
        pair_plus = {{ paytable = "A", minimum = "$5", maximum = "$100" }}
        progressive = {{ paytable = "A", stakes = ["$1", "$5"], link = "one" }}
        [tables.one.awards]
        ante_bonus = {{ paytable = "A" }}
    """,
    "MD-LIR": f"""
        facility = "Harbor"
        {LIR}
        regulation = "MD-LIR"
        [tables.one.wagers]
        base = {{ paytable = "A", minimum = "$5", maximum = "$500" }}
        progressive = {{ paytable = "A", stakes = ["$1", "$5"], link = "one" }}
    """,
    "MA-LIR": f"""
        facility = "Harbor"
        {LIR}
        shuffler = "automated"
        regulation = "MA-LIR"
        [tables.one.wagers]
        base = {{ minimum = "$5", maximum = "$100" }}
        progressive = {{ paytable = "TABLE1", link = "one" }}
    """,
}
THREE = "bet_1 $10, bet_2 $10, bet_3 $10, progressive $1"
ROUNDS = {
    "MD-TCP": ("ante $10, progressive $1", ("box 1 plays", "box 2 plays", "dealer turns dealer Qh 5c 2d")),
    "MD-LIR": (THREE, ("box 1 rides", "box 2 rides", "dealer turns community Js", "box 1 rides", "box 2 rides",
                       "dealer turns community Ts")),
    "MA-LIR": (THREE, ("box 1 rides", "box 2 rides", "dealer turns community Js", "box 1 rides", "box 2 rides",
                       "dealer turns community Ts")),
}  # fmt: skip
PAID = {"MD-TCP": "12.E(4)", "MD-LIR": "12.G", "MA-LIR": "12(c)"}
each = pytest.mark.parametrize("regulation", sorted(HOUSES))


def up(regulation: str) -> Driven:
    """Real cards; everything lies face up that the hand of box 2 needs."""
    driven = Driven(HOUSES[regulation]).open("ann", "bob")
    way = "hand" if driven.table.shuffler == "none" else "device"
    driven.do(f"dealer shuffles by {way}: unread", *(["dealer cuts 20"] if way == "hand" else []))
    wagers, commands = ROUNDS[regulation]
    driven.do("dealer opens bets at 0:00:00", *(f"box {box} places {wagers}" for box in (1, 2)))
    driven.do("dealer closes bets", "dealer deals", *commands)
    return driven


@each
def test_the_meter_shows_the_reset_amount_before_the_winner_is_settled(regulation: str) -> None:
    driven = up(regulation)
    amount = driven.table.meters()["main"]
    lines = driven.do("dealer turns box 2 As Ks Qs")
    assert [line.split(" $")[0] for line in picked(lines, "jackpot", "meter")] == [
        "jackpot locked 2 progressive main",
        "meter reset main",
    ]
    assert driven.table.meters() == {"main": 1_000_000}
    assert {line.split()[-1] for line in picked(lines, "jackpot", "meter")} == {PAID[regulation]}
    while picked(lines, "wager paid 2 progressive") == []:
        lines = driven.do("dealer settles")
        if driven.table.round and driven.table.round.asked != driven.table.round.validated:
            driven.do("floorperson validates progressive of box 2")
    assert f"$0 ${amount // 100:,}" in picked(lines, "wager paid 2 progressive")[0]
    assert driven.table.meters() == {"main": 1_000_000}


@each
def test_a_misread_hand_gives_everything_back_to_the_meter(regulation: str) -> None:
    driven = up(regulation)
    before = driven.table.meters()
    driven.do("dealer turns box 2 As Ks Qs")
    assert driven.refused("dealer corrects box 2 As Ks Qd").startswith("another-corrects ")
    assert driven.refused("player bob cashes $1").startswith("round-under-way ")
    assert driven.refused("dealer counts stub 3").startswith("being-settled ")
    driven.do("floorperson corrects box 2 9d 8c 3c")
    assert driven.table.meters() == before
    assert driven.table.round
    assert not driven.table.round.boxes[2].locked


@each
def test_a_void_round_gives_back_what_was_locked_and_not_paid(regulation: str) -> None:
    driven = up(regulation)
    driven.do("dealer turns box 2 As Ks Qs", "floorperson reports wrong_number_of_cards at box 1, 4 cards")
    assert driven.table.round is None
    assert driven.table.meters() == {"main": 1_000_000}
    assert driven.table.accounts["rack ann"] == driven.table.accounts["rack bob"] == 1_000_000


def test_the_floor_is_offered_what_the_dealer_may_not_correct() -> None:
    driven = up("MD-TCP")
    driven.do("dealer turns box 2 As Ks Qs")
    floor = {action["label"] for action in staff_view(driven.table, "floorperson", physical=True)["actions"]}
    assert {"Do not validate: correct box 2", "Correct the choice of box 2 on Play: fold"} <= floor
    dealer = {action["label"] for action in staff_view(driven.table, "dealer", physical=True)["actions"]}
    assert {label for label in dealer if "orrect" in label} == {"Correct the choice of box 1 on Play: fold"}
