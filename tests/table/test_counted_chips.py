"""The count of chips at "no more bets": one number for each wager whose chips the dealer collects, and for no other."""

import pytest

from tests.clauses.driven import Driven

HOUSE = """
    facility = "Harbor"
    [links.three]
    meters.main = { seed = "$2,500", reset = "$1,000", rate = "14%" }
    [tables.one]
    regulation = "MD-TCP"
    boxes = 7
    adjacent_boxes = 1
    device = "manual_shoe"
    [tables.one.wagers]
    ante = { minimum = "$10", maximum = "$500" }
    pair_plus = { paytable = "A", minimum = "$5", maximum = "$100" }
    progressive = { paytable = "A", stakes = ["$1", "$5"], link = "three" }
    [tables.one.awards]
    ante_bonus = { paytable = "A" }
"""


@pytest.mark.parametrize(
    ("counted", "code"),
    [
        ("ante 5", "not-counted"),
        ("luck 5", "not-counted"),
        ("five_card_progressive 1", "not-counted"),
        ("progressive 1, progressive 2", "counted-twice"),
    ],
)
def test_a_number_that_nobody_could_count_is_refused(counted: str, code: str) -> None:
    driven = Driven(HOUSE).open("ann")
    driven.bet("1 ante $10, progressive $1")
    assert driven.refused(f"dealer closes bets counting {counted}") == f"{code} 8.C"
    assert driven.do("dealer closes bets counting progressive 1")[1] == "chips counted progressive 1 1 8.C(2)(b)"


def test_a_chip_without_a_wager_is_counted_too() -> None:
    """The floor decides whose it is: ruling no-more-bets-final."""
    driven = Driven(HOUSE).open("ann", "bob")
    driven.bet("1 ante $10", "2 ante $10")
    driven.do("dealer closes bets counting progressive 1")
    assert driven.refused("dealer deals") == "chips-do-not-agree 8.C(2)(b)"
    assert driven.refused("box 2 places ante $10, progressive $1") == "bets-closed 8.C(1)"
    driven.do("floorperson accepts progressive $5 of box 2", "dealer deals")
    assert driven.table.round
    assert driven.table.round.boxes[2].wagers == {"ante": 1000, "progressive": 500}
    assert driven.table.meters() == {"main": 250_070}
