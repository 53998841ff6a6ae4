"""The Rules Submission: every choice with its clause, every area of the layout, true odds, procedures and readings."""

from fractions import Fraction
from itertools import combinations
from math import hypot
from pathlib import Path

import pytest

from pitboss.documents.layout import layout_view
from pitboss.documents.layout_drawing import DEPTH, WIDTH, LayoutArea, drawing_of, edge
from pitboss.documents.submission import RulesSubmission, SubmittedTable, submission_of
from pitboss.documents.submission_parts import SubmissionPart
from pitboss.documents.submission_pdf import submission_pdf, submitted_digests
from pitboss.errors import InputError
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.register import clause_entries
from pitboss.rules.ruleset import House
from tests.clauses.marks import clause
from tests.views.reading_pdf import pages_of

SAMPLE = (Path(__file__).parents[2] / "examples/house.toml").read_text(encoding="utf-8")


def approved(text: str) -> House:
    return approve_house(HouseFile("house.toml", text.encode()))


@pytest.fixture(scope="module")
def house() -> House:
    return approved(SAMPLE)


@pytest.fixture(scope="module")
def submission(house: House) -> RulesSubmission:
    return submission_of(house, "2026-11-19")


def table_of(submission: RulesSubmission, name: str) -> SubmittedTable:
    return next(table for table in submission.tables if table.name == name)


def part_of(submission: RulesSubmission, name: str, title: str) -> SubmissionPart:
    (part,) = [part for part in table_of(submission, name).parts if part.title == title]
    return part


def test_every_choice_has_its_clause(submission: RulesSubmission) -> None:
    chosen = {row[0]: row[1:] for row in part_of(submission, "three-card", "Choices").rows}
    assert chosen["Boxes"] == ("7", "2.A")
    assert chosen["Adjacent boxes a player may bet on"] == ("2", "7.H")
    assert chosen["Pair Plus"] == ("$5 to $100, paytable D", "7.F(2)")
    assert chosen["Meter Main of harbor"] == ("starts at $2,500, resets to $1,000, takes 14%", "12.E(1)(a)")
    for table in submission.tables:
        assert all(row[-1] for row in next(part for part in table.parts if part.title == "Choices").rows)


@clause("COMAR 36.05.03.20 A(3)")
def test_the_house_advantage_is_the_exact_one(submission: RulesSubmission) -> None:
    rows = {row[0]: row for row in part_of(submission, "three-card", "House advantage").rows}
    assert rows["Pair Plus"] == ("Pair Plus", "$5", "2.3167 %", "128/5525", "12.D(4)")
    odds = {row[0]: row for row in part_of(submission, "three-card", "True odds: Pair Plus").rows}
    assert odds["Straight Flush"] == ("Straight Flush", "40 to 1", "48", "459.42 to 1")
    assert Fraction(22100 - 48, 48) == Fraction(5513, 12)
    assert round(5513 / 12, 2) == 459.42


def test_massachusetts_odds_are_stated_with_to(submission: RulesSubmission) -> None:
    for part in table_of(submission, "commonwealth").parts:
        if part.title.startswith("True odds"):
            assert not any(row[1].endswith("for 1") for row in part.rows)


def test_procedures_are_those_of_the_device_and_the_wagers(house: House, submission: RulesSubmission) -> None:
    table = table_of(submission, "three-card")
    orders = {
        row[0]
        for part in table.parts
        if part.columns == ("clause", "what it orders", "seen to by")
        for row in part.rows
    }
    assert {"9.C(2)", "9.D", "13.B", "11.D(1)", "4.A"} <= orders
    assert not orders & {"8.E(1)", "10.B(2)", "11.F(1)", "13.G"}
    without = approved(SAMPLE.replace('six_card_bonus = { paytable = "C", minimum = "$5", maximum = "$50" }\n', ""))
    less = table_of(submission_of(without, "2026-11-19"), "three-card")
    fewer = {row[0] for part in less.parts if "what it orders" in part.columns for row in part.rows}
    assert orders - fewer >= {"11.D(8)", "11.D(8)(c)"}
    assert orders <= clause_entries("MD-TCP").keys()


def test_readings_name_what_was_chosen() -> None:
    chosen = approved(SAMPLE.replace('ante_bonus = "always"', 'ante_bonus = "win_only"'))
    rows = {
        row[0]: row
        for row in part_of(submission_of(chosen, "2026-11-19"), "three-card", "Readings of unclear clauses").rows
    }
    assert rows["ante-bonus-always"][-1] == "win only"
    assert rows["five-card-envy"][-1] == "as let it ride (as read)"
    assert rows["to-and-for"][-1] == ""


def corners(area: LayoutArea) -> tuple[tuple[float, float], ...]:
    if area.shape == "circle":
        return ()
    return area.corners()


@pytest.mark.parametrize("name", ["let-it-ride", "three-card", "top-five", "commonwealth"])
@pytest.mark.parametrize("boxes", [1, 4, 7])
def test_every_area_of_the_chapter_is_drawn_once_a_box_within_the_table(house: House, name: str, boxes: int) -> None:
    layout = {**layout_view(house.tables[name], "X"), "boxes": boxes}
    drawing = drawing_of(layout)
    wanted = [marking for marking in layout["markings"] if marking["shows"] == "wager"]
    circles = [area for area in drawing.areas if area.shape == "circle"]
    assert len(circles) == boxes * len(wanted)
    assert {cite for _, cite in drawing.legend} >= {marking["cite"] for marking in wanted}
    assert len([area for area in drawing.areas if area.label == "box 1"]) == len(wanted) + 1
    for area in circles:
        # Inside the ellipse of the players' edge, the whole circle.
        assert ((area.x - WIDTH / 2) / (WIDTH / 2 - 31)) ** 2 + (area.y / (DEPTH - 31)) ** 2 <= 1
    for one, other in combinations(circles, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= 61, (one, other)
    for area in drawing.areas:
        assert all(0 <= x <= WIDTH and 0 <= y <= DEPTH for x, y in corners(area))
    # Box 1 is at the dealer's left: the dealer looks down the page, so at the right.
    first = next(area for area in circles if area.label == "box 1")
    last = next(area for area in circles if area.label == f"box {boxes}")
    assert first.x >= last.x
    assert len(list(edge())) == 49


@clause("COMAR 36.05.03.19 D")
def test_every_page_has_the_dates_and_its_number(submission: RulesSubmission, house: House) -> None:
    data = submission_pdf(submission_of(house, "2026-11-19", "2026-11-30"))
    pages = pages_of(data)
    for number, page in enumerate(pages, 1):
        texts = [shown.text for shown in page.texts]
        assert "Prepared 2026-11-19   Approved 2026-11-30" in texts
        assert f"Page {number} of {len(pages)}" in texts
        assert all(0 < shown.x < page.width and 0 < shown.y < page.height for shown in page.texts)
    assert any("Approved ____________" in shown.text for shown in pages_of(submission_pdf(submission))[3].texts)
    drawn = [page for page in pages if page.circles]
    assert [page.circles for page in drawn] == [7 * 7, 7 * 6, 6 * 4, 7 * 7]


def test_the_digests_are_read_back_from_the_file(submission: RulesSubmission, house: House) -> None:
    prepared, digests = submitted_digests(submission_pdf(submission), "submission.pdf")
    assert prepared == "2026-11-19"
    assert digests == {"": house.meaning, **{name: table.meaning for name, table in house.tables.items()}}
    with pytest.raises(InputError, match="no Rules Submission"):
        submitted_digests(b"%PDF-1.7 /Keywords <feff0041>", "other.pdf")
