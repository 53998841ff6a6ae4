"""What a house file says about its pit: chips, and the limits of the desk."""

import pytest

from pitboss.errors import SubmissionRejected
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from tests.clauses.marks import clause

TEXT = """
facility = "Harbor"
[tables.five]
regulation = "MD-TFP"
boxes = 6
device = "manual_shoe"
adjacent_boxes = 1
[tables.five.wagers]
ante = { minimum = "$10", maximum = "$200" }
"""


def approved(text: str):  # type: ignore[no-untyped-def]
    return approve_house(HouseFile("house.toml", text.encode()))


@clause("COMAR 36.05.03.23 A", "COMAR 36.05.03.23 E(3)", "COMAR 36.05.03.23 E(5)(a)")
def test_a_house_asks_for_as_many_signatures_as_the_law_or_more() -> None:
    desk = approved(TEXT).submission.desk
    assert (desk.pays, desk.surveillance, desk.manager) == (2_500_000, 2_500_000, 5_000_000)
    stricter = TEXT + '[desk]\npays = "$5,000"\nsurveillance = "$10,000"\nmanager = "$20,000"'
    assert approved(stricter).submission.desk.manager == 2_000_000
    with pytest.raises(SubmissionRejected, match="surveillance"):
        approved(TEXT + '[desk]\nsurveillance = "$25,000.01"')


def test_a_file_that_states_nothing_keeps_its_digest() -> None:
    plain, chips = approved(TEXT), approved('denominations = ["$5", "$25"]' + TEXT)
    assert approved(TEXT + '[desk]\nmanager = "$50,000"').digest == plain.digest
    assert len({plain.digest, chips.digest, approved(TEXT + '[desk]\nmanager = "$20,000"').digest}) == 3
    assert chips.tables["five"].digest == plain.tables["five"].digest
