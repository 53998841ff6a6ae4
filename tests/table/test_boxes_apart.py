"""The wagers of one player lie on adjacent boxes, also after a box in the middle is left or freed."""

import pytest

from tests.clauses.driven import Driven
from tests.clauses.small_houses import AWARDS, BET, WAGERS

ADJACENT = {"MD-LIR": "7.F", "MD-TCP": "7.H", "MD-TFP": "7.F"}
each = pytest.mark.parametrize("regulation", sorted(ADJACENT))


def three_boxes(regulation: str, *, bets: bool = True) -> Driven:
    driven = Driven(f"""
        facility = "Harbor"
        [tables.one]
        regulation = "{regulation}"
        boxes = 6
        adjacent_boxes = 3
        device = "manual_shoe"
        [tables.one.wagers]
        {WAGERS[regulation]}
        {"[tables.one.awards]" if regulation in AWARDS else ""}
        {AWARDS.get(regulation, "")}
    """).open("ann", "ann", "ann")
    if bets:
        driven.bet(*(f"{box} {BET[regulation]}" for box in (1, 2, 3)))
    return driven


@each
def test_no_box_in_the_middle_is_left_or_freed_while_wagers_lie_around_it(regulation: str) -> None:
    driven = three_boxes(regulation)
    for command in ("box 2 leaves", "floorperson frees box 2", "box 2 places nothing"):
        assert driven.refused(command) == f"boxes-not-adjacent {ADJACENT[regulation]}"
    driven.do("floorperson frees box 1", "floorperson frees box 2", "dealer closes bets")
    assert driven.table.round
    assert driven.table.round.in_play() == [3]


@each
def test_between_two_rounds_the_floor_frees_any_box_and_wagers_stay_together(regulation: str) -> None:
    driven = three_boxes(regulation, bets=False)
    driven.do("floorperson frees box 2")
    driven.bet(f"1 {BET[regulation]}")
    assert driven.refused(f"box 3 places {BET[regulation]}") == f"boxes-not-adjacent {ADJACENT[regulation]}"


@each
def test_between_two_rounds_a_player_keeps_no_boxes_apart(regulation: str) -> None:
    driven = three_boxes(regulation, bets=False)
    assert driven.refused("box 2 leaves") == f"boxes-not-adjacent {ADJACENT[regulation]}"
    driven.do("box 3 leaves", "box 2 leaves")
    assert driven.table.seats == {1: "ann"}
