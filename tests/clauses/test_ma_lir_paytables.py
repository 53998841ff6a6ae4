"""Massachusetts Let It Ride: every row of every paytable is paid as the regulation prints it."""

import pytest

from pitboss.rules.load import load_regulation
from tests.clauses.marks import clause
from tests.clauses.paid_rows import settled
from tests.clauses.reading import printed

RULES = load_regulation("MA-LIR")
TABLES = RULES.paytables
TRIPS_UP = "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind"
ALL_IN_ONE = ("",) * 9
"""The rows of a table that stands in one clause have no letters."""


@clause("MA-LIR 10(b)")
def test_base_paytable() -> None:
    table = TABLES["base"]["A"]
    patterns = f"{TRIPS_UP} two_pair tens_or_better"
    assert list(TABLES["base"]) == ["A"]
    assert settled(RULES, table) == printed("10(b)", patterns, "1,000 200 50 11 8 5 3 2 1", "to 1", ALL_IN_ONE)
    assert table.least


@clause("MA-LIR 6a(c)", "MA-LIR 10(d)")
def test_bonus_paytable() -> None:
    table = TABLES["bonus"]["A"]
    assert list(TABLES["bonus"]) == ["A"]
    assert settled(RULES, table) == printed(
        "10(d)", TRIPS_UP, "$25,000 $2,500 $400 $200 $50 $25 $5", letters=ALL_IN_ONE
    )
    assert table.least


THREE_CARD_BONUS = {
    "A": "40 30 6 4 1",
    "B": "40 30 5 4 1",
    "C": "40 30 6 3 1",
    "D": "50 40 30 6 4 1",
    "E": "50 40 30 5 4 1",
    "F": "50 40 30 6 3 1",
}


@clause("MA-LIR 6b(c)", "MA-LIR 10(e)")
@pytest.mark.parametrize("name", "ABCDEF")
def test_three_card_bonus_paytables(name: str) -> None:
    table, payouts = TABLES["three_card_bonus"][name], THREE_CARD_BONUS[name]
    patterns = ["mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"][-len(payouts.split()) :]
    assert list(TABLES["three_card_bonus"]) == list(THREE_CARD_BONUS)
    assert settled(RULES, table) == printed("10(e)", " ".join(patterns), payouts, "to 1", ALL_IN_ONE)
    assert table.least


COVER_ALL = {
    7: "90 40 20 10 7 4 3",
    6: "100 50 30 15 10 5 3",
    5: "150 60 35 17 11 6 4",
    4: "200 70 40 20 15 8 5",
    3: "250 80 50 25 20 10 7",
    2: "300 100 80 40 30 15 11",
    1: "500 200 150 100 70 30 20",
}


@clause("MA-LIR 11(b)", "MA-LIR 11(c)", "MA-LIR 11(f)", "MA-LIR 11(k)")
@pytest.mark.parametrize("boxes", COVER_ALL)
def test_cover_all_paytable(boxes: int) -> None:
    table = TABLES["cover_all"]["A"]
    assert list(TABLES["cover_all"]) == ["A"]
    assert table.by_boxes == tuple(COVER_ALL)
    assert settled(RULES, table, boxes) == printed("11(k)", TRIPS_UP, COVER_ALL[boxes], "to 1", ALL_IN_ONE)


ONE_METER = "100%main 10%main 300 50 40 30 9"
PROGRESSIVE = {
    "TABLE1": ("12(d)", ONE_METER),
    "PTMGL01": ("12(e)", ONE_METER),
    "PTMGL02": ("12(e)", ONE_METER),
    "PTMGL03": ("12(e)", "100%main 300 50 40 30 9"),
    "PTMGLML01": ("12(e)", "100%major 100%minor 300 50 40 30 9"),
    "PTMGLML02": ("12(e)", "100%mega 100%major 100%minor 50 40 30 10"),
    "PTMGLML03": ("12(e)", "100%mega 100%major 100%minor 50 40 30 9"),
}


@clause("MA-LIR 12(c)", "MA-LIR 12(d)", "MA-LIR 12(e)")
@pytest.mark.parametrize("name", PROGRESSIVE)
def test_progressive_paytables(name: str) -> None:
    """Ruling mgl-tables."""
    cite, payouts = PROGRESSIVE[name]
    table = TABLES["progressive"][name]
    assert list(TABLES["progressive"]) == list(PROGRESSIVE)
    # PTMGL03 has no row for a royal flush, which is a straight flush there.
    patterns = TRIPS_UP.removeprefix("royal_flush ") if name == "PTMGL03" else TRIPS_UP
    assert settled(RULES, table) == printed(cite, patterns, payouts, "for 1", ALL_IN_ONE)
    assert table.scales == (name != "TABLE1")


ENVY = {
    "TABLE1": ("12(d)", 100, "$1,000 $300"),
    "PTMGL01": ("12(e)", 100, "$1,000 $300"),
    "PTMGL02": ("12(e)", 500, "$5,000 $1,500"),
    "PTMGL03": ("12(e)", 100, "$250"),
    "PTMGLML01": ("12(e)", 100, "$1,000 $300"),
    "PTMGLML02": ("12(e)", 100, "$1,000 $300"),
    "PTMGLML03": ("12(e)", 100, "$1,000 $300"),
}


@clause("MA-LIR 12(b)", "MA-LIR 12(d)", "MA-LIR 12(e)")
@pytest.mark.parametrize("name", ENVY)
def test_envy_amounts_and_stakes(name: str) -> None:
    cite, stake, amounts = ENVY[name]
    table = TABLES["envy"][name]
    assert list(TABLES["envy"]) == list(ENVY)
    patterns = "straight_flush" if name == "PTMGL03" else "royal_flush straight_flush"
    assert settled(RULES, table, stake) == printed(cite, patterns, amounts, letters=ALL_IN_ONE)
    assert table.by_stake == TABLES["progressive"][name].stakes == (stake,)
    assert table.scales == TABLES["progressive"][name].scales
