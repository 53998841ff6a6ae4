"""Maryland Let It Ride: every row of every paytable is paid as the regulation prints it."""

import pytest

from pitboss.rules.load import load_regulation
from tests.clauses.marks import clause
from tests.clauses.paid_rows import settled
from tests.clauses.reading import printed

RULES = load_regulation("MD-LIR")
TABLES = RULES.paytables
TRIPS_UP = "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind"
TENS_UP = f"{TRIPS_UP} two_pair tens_or_better"
SUPER_UP = f"super_royal_diamonds super_royal {TRIPS_UP}"
PAIR_UP = "straight_flush three_of_a_kind straight flush pair"
BASE = {"A": "1,000 200 50 11 8 5 3 2 1", "B": "500 100 25 15 10 5 3 2 1", "C": "100 50 30 15 9 6 3 2 1"}


@clause(
    "MD-LIR 12.A", "MD-LIR 12.A(1)", "MD-LIR 12.A(1)(a)", "MD-LIR 12.A(1)(b)", "MD-LIR 12.A(1)(c)", "MD-LIR 12.A(1)(d)",
    "MD-LIR 12.A(1)(e)", "MD-LIR 12.A(1)(f)", "MD-LIR 12.A(1)(g)", "MD-LIR 12.A(1)(h)", "MD-LIR 12.A(1)(i)",
    "MD-LIR 12.A(2)", "MD-LIR 12.A(2)(a)", "MD-LIR 12.A(2)(b)", "MD-LIR 12.A(2)(c)", "MD-LIR 12.A(2)(d)",
    "MD-LIR 12.A(2)(e)", "MD-LIR 12.A(2)(f)", "MD-LIR 12.A(2)(g)", "MD-LIR 12.A(2)(h)", "MD-LIR 12.A(2)(i)",
    "MD-LIR 12.A(3)", "MD-LIR 12.A(3)(a)", "MD-LIR 12.A(3)(b)", "MD-LIR 12.A(3)(c)", "MD-LIR 12.A(3)(d)",
    "MD-LIR 12.A(3)(e)", "MD-LIR 12.A(3)(f)", "MD-LIR 12.A(3)(g)", "MD-LIR 12.A(3)(h)", "MD-LIR 12.A(3)(i)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABC")
def test_base_paytables(name: str) -> None:
    assert list(TABLES["base"]) == list(BASE)
    assert settled(RULES, TABLES["base"][name]) == printed(
        f"12.A({'ABC'.index(name) + 1})", TENS_UP, BASE[name], "to 1"
    )


FIVE_CARD_BONUS = {
    "A": "$20,000 $2,000 $150 $75 $50 $25 $4 $3 $2",
    "B": "$20,000 $2,000 $200 $75 $50 $25 $5 $4 $1",
    "C": "$20,000 $2,000 $100 $75 $50 $25 $9 $6",
    "D": "$10,000 $2,000 $200 $75 $50 $25 $5 $4 $1",
    "E": "$10,000 $2,000 $200 $100 $50 $25 $10 $6",
    "F": "$10,000 $2,000 $100 $75 $50 $25 $9 $6",
    "G": "$20,000 $2,000 $300 $150 $50 $25 $5",
}


@clause(
    "MD-LIR 12.B", "MD-LIR 12.B(1)", "MD-LIR 12.B(1)(a)", "MD-LIR 12.B(1)(b)", "MD-LIR 12.B(1)(c)", "MD-LIR 12.B(1)(d)",
    "MD-LIR 12.B(1)(e)", "MD-LIR 12.B(1)(f)", "MD-LIR 12.B(1)(g)", "MD-LIR 12.B(1)(h)", "MD-LIR 12.B(1)(i)",
    "MD-LIR 12.B(2)", "MD-LIR 12.B(2)(a)", "MD-LIR 12.B(2)(b)", "MD-LIR 12.B(2)(c)", "MD-LIR 12.B(2)(d)",
    "MD-LIR 12.B(2)(e)", "MD-LIR 12.B(2)(f)", "MD-LIR 12.B(2)(g)", "MD-LIR 12.B(2)(h)", "MD-LIR 12.B(2)(i)",
    "MD-LIR 12.B(3)", "MD-LIR 12.B(3)(a)", "MD-LIR 12.B(3)(b)", "MD-LIR 12.B(3)(c)", "MD-LIR 12.B(3)(d)",
    "MD-LIR 12.B(3)(e)", "MD-LIR 12.B(3)(f)", "MD-LIR 12.B(3)(g)", "MD-LIR 12.B(3)(h)", "MD-LIR 12.B(4)",
    "MD-LIR 12.B(4)(a)", "MD-LIR 12.B(4)(b)", "MD-LIR 12.B(4)(c)", "MD-LIR 12.B(4)(d)", "MD-LIR 12.B(4)(e)",
    "MD-LIR 12.B(4)(f)", "MD-LIR 12.B(4)(g)", "MD-LIR 12.B(4)(h)", "MD-LIR 12.B(4)(i)", "MD-LIR 12.B(5)",
    "MD-LIR 12.B(5)(a)", "MD-LIR 12.B(5)(b)", "MD-LIR 12.B(5)(c)", "MD-LIR 12.B(5)(d)", "MD-LIR 12.B(5)(e)",
    "MD-LIR 12.B(5)(f)", "MD-LIR 12.B(5)(g)", "MD-LIR 12.B(5)(h)", "MD-LIR 12.B(6)", "MD-LIR 12.B(6)(a)",
    "MD-LIR 12.B(6)(b)", "MD-LIR 12.B(6)(c)", "MD-LIR 12.B(6)(d)", "MD-LIR 12.B(6)(e)", "MD-LIR 12.B(6)(f)",
    "MD-LIR 12.B(6)(g)", "MD-LIR 12.B(6)(h)", "MD-LIR 12.B(7)", "MD-LIR 12.B(7)(a)", "MD-LIR 12.B(7)(b)",
    "MD-LIR 12.B(7)(c)", "MD-LIR 12.B(7)(d)", "MD-LIR 12.B(7)(e)", "MD-LIR 12.B(7)(f)", "MD-LIR 12.B(7)(g)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABCDEFG")
def test_five_card_bonus_paytables(name: str) -> None:
    payouts = FIVE_CARD_BONUS[name]
    patterns = " ".join(TENS_UP.split()[: len(payouts.split())])
    assert list(TABLES["five_card_bonus"]) == list(FIVE_CARD_BONUS)
    assert settled(RULES, TABLES["five_card_bonus"][name]) == printed(
        f"12.B({'ABCDEFG'.index(name) + 1})", patterns, payouts
    )


THREE_CARD_BONUS = {"A": "40 30 6 4 1", "B": "40 30 5 4 1", "C": "40 30 6 3 1"}


@clause(
    "MD-LIR 12.C", "MD-LIR 12.C(1)", "MD-LIR 12.C(1)(a)", "MD-LIR 12.C(1)(b)", "MD-LIR 12.C(1)(c)", "MD-LIR 12.C(1)(d)",
    "MD-LIR 12.C(1)(e)", "MD-LIR 12.C(2)", "MD-LIR 12.C(2)(a)", "MD-LIR 12.C(2)(b)", "MD-LIR 12.C(2)(c)",
    "MD-LIR 12.C(2)(d)", "MD-LIR 12.C(2)(e)", "MD-LIR 12.C(3)", "MD-LIR 12.C(3)(a)", "MD-LIR 12.C(3)(b)",
    "MD-LIR 12.C(3)(c)", "MD-LIR 12.C(3)(d)", "MD-LIR 12.C(3)(e)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABC")
def test_three_card_bonus_paytables(name: str) -> None:
    table = TABLES["three_card_bonus"][name]
    assert list(TABLES["three_card_bonus"]) == list(THREE_CARD_BONUS)
    assert settled(RULES, table) == printed(f"12.C({'ABC'.index(name) + 1})", PAIR_UP, THREE_CARD_BONUS[name], "to 1")


SIX_CARD_BONUS = {
    "A": "$1,000,000 $100,000 1,000 200 50 20 15 10 5",
    "B": "$100,000 $100,000 1,000 200 50 20 15 10 5",
}


@clause(
    "MD-LIR 12.D", "MD-LIR 12.D(1)", "MD-LIR 12.D(1)(a)", "MD-LIR 12.D(1)(b)", "MD-LIR 12.D(1)(c)", "MD-LIR 12.D(1)(d)",
    "MD-LIR 12.D(1)(e)", "MD-LIR 12.D(1)(f)", "MD-LIR 12.D(1)(g)", "MD-LIR 12.D(1)(h)", "MD-LIR 12.D(1)(i)",
    "MD-LIR 12.D(2)", "MD-LIR 12.D(2)(a)", "MD-LIR 12.D(2)(b)", "MD-LIR 12.D(2)(c)", "MD-LIR 12.D(2)(d)",
    "MD-LIR 12.D(2)(e)", "MD-LIR 12.D(2)(f)", "MD-LIR 12.D(2)(g)", "MD-LIR 12.D(2)(h)", "MD-LIR 12.D(2)(i)",
)  # fmt: skip
@pytest.mark.parametrize("name", "AB")
def test_six_card_bonus_paytables(name: str) -> None:
    table = TABLES["six_card_bonus"][name]
    assert list(TABLES["six_card_bonus"]) == list(SIX_CARD_BONUS)
    assert settled(RULES, table) == printed(f"12.D({'AB'.index(name) + 1})", SUPER_UP, SIX_CARD_BONUS[name], "to 1")


MINI_ROYALS = "mini_royal_spades mini_royal"
PROGRESSIVE = {
    "A": (TRIPS_UP, "100%main 10%main 300 50 40 30 9"),
    "B": (f"{MINI_ROYALS} straight_flush three_of_a_kind straight", "100%main 500 70 60 6"),
    "C": (f"{MINI_ROYALS} straight_flush three_of_a_kind", "100%main 500 100 90"),
    "D": (TRIPS_UP, "100%major 100%minor 300 50 40 30 9"),
    "E": (TRIPS_UP, "100%mega 100%major 100%minor 50 40 30 10"),
    "F": (TRIPS_UP, "100%mega 100%major 100%minor 50 40 30 9"),
}


@clause(
    "MD-LIR 12.E", "MD-LIR 12.E(1)", "MD-LIR 12.E(1)(a)", "MD-LIR 12.E(1)(b)", "MD-LIR 12.E(1)(c)", "MD-LIR 12.E(1)(d)",
    "MD-LIR 12.E(1)(e)", "MD-LIR 12.E(1)(f)", "MD-LIR 12.E(1)(g)", "MD-LIR 12.E(2)", "MD-LIR 12.E(2)(a)",
    "MD-LIR 12.E(2)(b)", "MD-LIR 12.E(2)(c)", "MD-LIR 12.E(2)(d)", "MD-LIR 12.E(2)(e)", "MD-LIR 12.E(3)",
    "MD-LIR 12.E(3)(a)", "MD-LIR 12.E(3)(b)", "MD-LIR 12.E(3)(c)", "MD-LIR 12.E(3)(d)", "MD-LIR 12.E(4)",
    "MD-LIR 12.E(4)(a)", "MD-LIR 12.E(4)(b)", "MD-LIR 12.E(4)(c)", "MD-LIR 12.E(4)(d)", "MD-LIR 12.E(4)(e)",
    "MD-LIR 12.E(4)(f)", "MD-LIR 12.E(4)(g)", "MD-LIR 12.E(5)", "MD-LIR 12.E(5)(a)", "MD-LIR 12.E(5)(b)",
    "MD-LIR 12.E(5)(c)", "MD-LIR 12.E(5)(d)", "MD-LIR 12.E(5)(e)", "MD-LIR 12.E(5)(f)", "MD-LIR 12.E(5)(g)",
    "MD-LIR 12.E(6)", "MD-LIR 12.E(6)(a)", "MD-LIR 12.E(6)(b)", "MD-LIR 12.E(6)(c)", "MD-LIR 12.E(6)(d)",
    "MD-LIR 12.E(6)(e)", "MD-LIR 12.E(6)(f)", "MD-LIR 12.E(6)(g)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABCDEF")
def test_progressive_paytables(name: str) -> None:
    """Rulings progressive-b-spades and progressive-eligible-hands."""
    table = TABLES["progressive"][name]
    patterns, payouts = PROGRESSIVE[name]
    assert list(TABLES["progressive"]) == list(PROGRESSIVE)
    assert settled(RULES, table) == printed(f"12.E({'ABCDEF'.index(name) + 1})", patterns, payouts, "for 1")
    assert table.hand == ("three_card" if name in "BC" else "")


ROYALS = ("royal_flush straight_flush", "$1,000 $300", "$5,000 $1,500")
MINIS = (MINI_ROYALS, "$100 $25", "$500 $125")
ENVY = {"A": ROYALS, "B": MINIS, "C": MINIS, "D": ROYALS, "E": ROYALS, "F": ROYALS}


@clause(
    "MD-LIR 12.I", "MD-LIR 12.I(1)", "MD-LIR 12.I(1)(a)", "MD-LIR 12.I(1)(b)", "MD-LIR 12.I(2)", "MD-LIR 12.I(2)(a)",
    "MD-LIR 12.I(2)(b)", "MD-LIR 12.I(3)", "MD-LIR 12.I(3)(a)", "MD-LIR 12.I(3)(b)", "MD-LIR 12.I(4)",
    "MD-LIR 12.I(4)(a)", "MD-LIR 12.I(4)(b)", "MD-LIR 12.I(5)", "MD-LIR 12.I(5)(a)", "MD-LIR 12.I(5)(b)",
    "MD-LIR 12.I(6)", "MD-LIR 12.I(6)(a)", "MD-LIR 12.I(6)(b)", "MD-LIR 12.J", "MD-LIR 12.J(1)", "MD-LIR 12.J(1)(a)",
    "MD-LIR 12.J(1)(b)", "MD-LIR 12.J(2)", "MD-LIR 12.J(2)(a)", "MD-LIR 12.J(2)(b)", "MD-LIR 12.J(3)",
    "MD-LIR 12.J(3)(a)", "MD-LIR 12.J(3)(b)", "MD-LIR 12.J(4)", "MD-LIR 12.J(4)(a)", "MD-LIR 12.J(4)(b)",
    "MD-LIR 12.J(5)", "MD-LIR 12.J(5)(a)", "MD-LIR 12.J(5)(b)", "MD-LIR 12.J(6)", "MD-LIR 12.J(6)(a)",
    "MD-LIR 12.J(6)(b)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABCDEF")
def test_envy_amounts(name: str) -> None:
    table, number = TABLES["envy"][name], "ABCDEF".index(name) + 1
    patterns, for_1, for_5 = ENVY[name]
    assert list(TABLES["envy"]) == list(ENVY)
    assert table.by_stake == (100, 500)
    assert settled(RULES, table, 100) == printed(f"12.I({number})", patterns, for_1)
    assert settled(RULES, table, 500) == printed(f"12.J({number})", patterns, for_5)
    assert table.hand == ("three_card" if name in "BC" else "")
