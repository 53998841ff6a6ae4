"""Dealing and shuffling devices in every regulation: one stack of cards is never dealt in two orders."""

import pytest

from tests.clauses.driven import Driven, picked
from tests.clauses.marks import clause
from tests.clauses.small_houses import BET, DECISIONS, bet, small

SHOE_OUT = "dealer takes dealing_shoe out of service, covered"
SHUFFLER_OUT = "dealer takes shuffler out of service, covered"
SHOES = [
    pytest.param("MD-LIR", "13.G", "13.H", marks=clause("MD-LIR 13.G", "MD-LIR 13.H")),
    pytest.param("MD-TCP", "13.G", "13.H", marks=clause("MD-TCP 13.G", "MD-TCP 13.H")),
    pytest.param("MD-TFP", "13.D", "13.E", marks=clause("MD-TFP 13.D", "MD-TFP 13.E")),
]
each_shoe = pytest.mark.parametrize(("regulation", "failed", "unusable"), SHOES)


def after(driven: Driven, regulation: str, phase: str) -> Driven:
    """A round of box 1 as far as a phase."""
    driven.bet(bet(regulation))
    if phase != "betting":
        driven.do("dealer closes bets")
    if phase == "playing":
        driven.do("dealer deals")
    return driven


@each_shoe
@pytest.mark.parametrize("phase", ["betting", "closed", "playing"])
def test_the_shoe_is_not_exchanged_within_a_round(regulation: str, failed: str, unusable: str, phase: str) -> None:
    driven = after(small(regulation, "automated_shoe", "counting").open("ann"), regulation, phase)
    assert driven.refused(SHOE_OUT) == f"device-in-use {failed}"
    assert driven.table.device == "automated_shoe"


@each_shoe
@pytest.mark.parametrize("phase", ["betting", "closed"])
def test_a_shoe_that_fails_voids_the_round_and_the_cards_are_shuffled_again(
    regulation: str, failed: str, unusable: str, phase: str
) -> None:
    driven = after(small(regulation, "automated_shoe", "counting").open("ann"), regulation, phase)
    lines = driven.do("dealer reports dealing_shoe_failed")
    assert picked(lines, "wager returned")
    assert lines[-1] == f"round voided {failed}"
    assert driven.do(SHOE_OUT) == [f"device taken out dealing_shoe covered {unusable}(1)"]
    assert driven.refused("dealer opens bets at 0:00:00").startswith("cards-not-ready")


@clause("MA-LIR 13(e)")
def test_a_massachusetts_shoe_that_fails_voids_the_round() -> None:
    driven = after(small("MA-LIR", "automated_shoe", "counting").open("ann"), "MA-LIR", "closed")
    assert driven.do("dealer reports dealing_shoe_failed", "floorperson confirms report")[-1] == "round voided 13(e)"
    assert driven.refused(SHOE_OUT).startswith("not-foreseen")
    assert driven.refused("floorperson returns dealing_shoe to service").startswith("not-foreseen")


@each_shoe
def test_another_way_of_dealing_between_rounds_needs_another_shuffle(
    regulation: str, failed: str, unusable: str
) -> None:
    driven = small(regulation, "automated_shoe", "counting", decks=2).open("ann")
    driven.shuffle()
    lines = driven.do(SHOE_OUT)
    assert lines == [
        f"device taken out dealing_shoe covered {unusable}(1)",
        f"shuffle ordered 0 {failed}",
        f"shuffle ordered 1 {failed}",
    ]
    assert driven.refused("dealer opens bets at 0:00:00").startswith("cards-not-ready")


@clause("MD-LIR 13.F", "MD-TCP 13.F", "MD-TFP 13.E")
@pytest.mark.parametrize(("regulation", "failed"), [("MD-LIR", "13.F"), ("MD-TCP", "13.F"), ("MD-TFP", "5.A")])
def test_cards_dealt_from_the_hand_need_their_shuffler(regulation: str, failed: str) -> None:
    driven = small(regulation, "hand", "automated").open("ann")
    driven.bet(bet(regulation))
    assert driven.refused(SHUFFLER_OUT) == f"device-in-use {failed}"
    driven.do(f"box 1 places {BET[regulation]}", "dealer closes bets")
    assert driven.refused(SHUFFLER_OUT) == f"device-in-use {failed}"
    driven = small(regulation, "hand", "automated").open("ann")
    driven.shuffle()
    assert driven.do(SHUFFLER_OUT)[1] == f"shuffle ordered 0 {failed}"


@clause("MD-LIR 13.H", "MD-TCP 13.H", "MD-TFP 13.E")
@pytest.mark.parametrize("regulation", ["MD-LIR", "MD-TCP", "MD-TFP"])
def test_a_shuffler_that_does_not_deal_may_leave_at_any_time(regulation: str) -> None:
    for phase in ("betting", "closed", "playing"):
        driven = after(small(regulation, "manual_shoe", "counting").open("ann"), regulation, phase)
        assert len(driven.do(SHUFFLER_OUT)) == 1


@clause("MD-TCP 10.B(4)", "MD-TCP 13.G", "MD-TFP 13.D")
@pytest.mark.parametrize(("regulation", "failed"), [("MD-TCP", "13.G"), ("MD-TFP", "13.D")])
def test_a_device_that_holds_the_dealers_cards_stays(regulation: str, failed: str) -> None:
    driven = small(regulation, "automated_shoe", "counting", dealer_cards="shuffler").open("ann")
    after(driven, regulation, "playing")
    assert driven.refused(SHUFFLER_OUT) == f"device-in-use {failed}"


@each_shoe
def test_the_floor_returns_a_device_between_rounds(regulation: str, failed: str, unusable: str) -> None:
    driven = small(regulation, "automated_shoe", "counting").open("ann")
    back = "floorperson returns dealing_shoe to service"
    assert driven.refused(back) == f"in-service {unusable}"
    driven.do(SHOE_OUT)
    after(driven, regulation, "betting")
    assert driven.refused(back) == f"round-under-way {unusable}"
    driven.do("dealer closes bets", "dealer deals")
    driven.settle(*DECISIONS[regulation])
    driven.shuffle()
    assert driven.do(back) == [f"device returned dealing_shoe {unusable}", "shuffle ordered 0 5.A(3)"]
    assert driven.table.device == "automated_shoe"
