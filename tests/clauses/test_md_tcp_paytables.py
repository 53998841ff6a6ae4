"""Maryland Three Card Poker: every row of every paytable is paid as the regulation prints it."""

import pytest

from pitboss.rules.load import load_regulation
from tests.clauses.marks import clause
from tests.clauses.paid_rows import settled
from tests.clauses.reading import NUMBERS, ROMANS, printed

RULES = load_regulation("MD-TCP")
TABLES = RULES.paytables
PAIR_UP = "straight_flush three_of_a_kind straight flush pair"
TRIPS_UP = "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind"
MINI_ROYALS = "mini_royal_spades mini_royal"
ANTE_BONUS = {"A": "5 4 1", "B": "5 3 1", "C": "4 3 1"}


@clause(
    "MD-TCP 12.B", "MD-TCP 12.B(1)", "MD-TCP 12.B(1)(a)", "MD-TCP 12.B(1)(b)", "MD-TCP 12.B(1)(c)", "MD-TCP 12.B(2)",
    "MD-TCP 12.B(2)(a)", "MD-TCP 12.B(2)(b)", "MD-TCP 12.B(2)(c)", "MD-TCP 12.B(3)", "MD-TCP 12.B(3)(a)",
    "MD-TCP 12.B(3)(b)", "MD-TCP 12.B(3)(c)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABC")
def test_ante_bonus_paytables(name: str) -> None:
    table = TABLES["ante_bonus"][name]
    patterns = "straight_flush three_of_a_kind straight"
    assert list(TABLES["ante_bonus"]) == [*ANTE_BONUS, "compulsory"]
    assert settled(RULES, table) == printed(f"12.B({'ABC'.index(name) + 1})", patterns, ANTE_BONUS[name], "to 1")
    assert table.version == ""


@clause("MD-TCP 12.C", "MD-TCP 12.C(1)", "MD-TCP 12.C(2)", "MD-TCP 12.C(3)")
def test_ante_bonus_of_the_compulsory_version() -> None:
    """Ruling ante-bonus-compulsory-version."""
    table = TABLES["ante_bonus"]["compulsory"]
    patterns = "mini_royal straight_flush three_of_a_kind"
    assert settled(RULES, table) == printed("12.C", patterns, "50 8 6", "to 1", NUMBERS)
    assert table.version == "compulsory"


PAIR_PLUS = {"A": "35 25 6 4 1", "B": "40 30 5 4 1", "C": "40 30 6 3 1", "D": "40 30 6 4 1", "E": "40 25 6 4 1"}


@clause(
    "MD-TCP 12.D", "MD-TCP 12.D(1)", "MD-TCP 12.D(1)(a)", "MD-TCP 12.D(1)(b)", "MD-TCP 12.D(1)(c)", "MD-TCP 12.D(1)(d)",
    "MD-TCP 12.D(1)(e)", "MD-TCP 12.D(2)", "MD-TCP 12.D(2)(a)", "MD-TCP 12.D(2)(b)", "MD-TCP 12.D(2)(c)",
    "MD-TCP 12.D(2)(d)", "MD-TCP 12.D(2)(e)", "MD-TCP 12.D(3)", "MD-TCP 12.D(3)(a)", "MD-TCP 12.D(3)(b)",
    "MD-TCP 12.D(3)(c)", "MD-TCP 12.D(3)(d)", "MD-TCP 12.D(3)(e)", "MD-TCP 12.D(4)", "MD-TCP 12.D(4)(a)",
    "MD-TCP 12.D(4)(b)", "MD-TCP 12.D(4)(c)", "MD-TCP 12.D(4)(d)", "MD-TCP 12.D(4)(e)", "MD-TCP 12.D(5)",
    "MD-TCP 12.D(5)(a)", "MD-TCP 12.D(5)(b)", "MD-TCP 12.D(5)(c)", "MD-TCP 12.D(5)(d)", "MD-TCP 12.D(5)(e)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABCDE")
def test_pair_plus_paytables(name: str) -> None:
    assert list(TABLES["pair_plus"]) == list(PAIR_PLUS)
    assert settled(RULES, TABLES["pair_plus"][name]) == printed(
        f"12.D({'ABCDE'.index(name) + 1})", PAIR_UP, PAIR_PLUS[name], "to 1"
    )


PROGRESSIVE = {
    "A": ("straight_flush three_of_a_kind straight", "100%main 500 70 60 6"),
    "B": ("straight_flush three_of_a_kind", "100%main 500 100 90"),
    "C": ("straight_flush three_of_a_kind straight", "100%major 100%minor 70 60 6"),
}


@clause(
    "MD-TCP 12.E(1)", "MD-TCP 12.E(1)(a)", "MD-TCP 12.E(1)(a)(i)", "MD-TCP 12.E(1)(a)(ii)", "MD-TCP 12.E(1)(a)(iii)",
    "MD-TCP 12.E(1)(a)(iv)", "MD-TCP 12.E(1)(a)(v)", "MD-TCP 12.E(1)(b)", "MD-TCP 12.E(1)(b)(i)",
    "MD-TCP 12.E(1)(b)(ii)", "MD-TCP 12.E(1)(b)(iii)", "MD-TCP 12.E(1)(b)(iv)", "MD-TCP 12.E(1)(c)",
    "MD-TCP 12.E(1)(c)(i)", "MD-TCP 12.E(1)(c)(ii)", "MD-TCP 12.E(1)(c)(iii)", "MD-TCP 12.E(1)(c)(iv)",
    "MD-TCP 12.E(1)(c)(v)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABC")
def test_progressive_paytables(name: str) -> None:
    patterns, payouts = PROGRESSIVE[name]
    assert list(TABLES["progressive"]) == list(PROGRESSIVE)
    assert settled(RULES, TABLES["progressive"][name]) == printed(
        f"12.E(1)({name.lower()})", f"{MINI_ROYALS} {patterns}", payouts, "for 1", ROMANS
    )


@clause(
    "MD-TCP 12.E(5)", "MD-TCP 12.E(5)(a)", "MD-TCP 12.E(5)(a)(i)", "MD-TCP 12.E(5)(a)(ii)", "MD-TCP 12.E(5)(b)",
    "MD-TCP 12.E(5)(b)(i)", "MD-TCP 12.E(5)(b)(ii)",
)  # fmt: skip
@pytest.mark.parametrize(("stake", "letter", "amounts"), [(100, "a", "$100 $25"), (500, "b", "$500 $125")])
def test_envy_amounts(stake: int, letter: str, amounts: str) -> None:
    envy = RULES.awards["envy"]
    assert (envy.kind, envy.stake_of, list(TABLES["envy"])) == ("envy", "progressive", ["A"])
    assert settled(RULES, TABLES["envy"]["A"], stake) == printed(
        f"12.E(5)({letter})", MINI_ROYALS, amounts, letters=ROMANS
    )


@clause("MD-TCP 11.D(9)(g)")
@pytest.mark.parametrize(("stake", "amounts"), [(100, ("$1,000", "$300")), (500, ("$5,000", "$1,500"))])
def test_five_card_envy_amounts(stake: int, amounts: tuple[str, str]) -> None:
    """As MD-LIR 12.I and 12.J: ruling five-card-envy."""
    assert RULES.awards["five_card_envy"].stake_of == "five_card_progressive"
    assert settled(RULES, TABLES["five_card_envy"]["A"], stake) == [
        f"royal_flush {amounts[0]} 11.D(9)(g)",
        f"straight_flush {amounts[1]} 11.D(9)(g)",
    ]


SIX_CARD_BONUS = {
    "A": (f"super_royal_diamonds super_royal {TRIPS_UP}", "$1,000,000 $100,000 1,000 200 50 20 15 10 5"),
    "B": (f"super_royal {TRIPS_UP}", "$100,000 1,000 200 50 20 15 10 5"),
    "C": (TRIPS_UP, "1,000 200 50 25 20 10 5"),
    "D": (TRIPS_UP, "1,000 200 100 20 15 9 8"),
    "E": (TRIPS_UP, "1,000 200 100 20 15 10 7"),
    "F": (TRIPS_UP, "1,000 200 50 25 15 10 5"),
}


@clause(
    "MD-TCP 12.F", "MD-TCP 12.F(1)", "MD-TCP 12.F(1)(a)", "MD-TCP 12.F(1)(b)", "MD-TCP 12.F(1)(c)", "MD-TCP 12.F(1)(d)",
    "MD-TCP 12.F(1)(e)", "MD-TCP 12.F(1)(f)", "MD-TCP 12.F(1)(g)", "MD-TCP 12.F(1)(h)", "MD-TCP 12.F(1)(i)",
    "MD-TCP 12.F(2)", "MD-TCP 12.F(2)(a)", "MD-TCP 12.F(2)(b)", "MD-TCP 12.F(2)(c)", "MD-TCP 12.F(2)(d)",
    "MD-TCP 12.F(2)(e)", "MD-TCP 12.F(2)(f)", "MD-TCP 12.F(2)(g)", "MD-TCP 12.F(2)(h)", "MD-TCP 12.F(3)",
    "MD-TCP 12.F(3)(a)", "MD-TCP 12.F(3)(b)", "MD-TCP 12.F(3)(c)", "MD-TCP 12.F(3)(d)", "MD-TCP 12.F(3)(e)",
    "MD-TCP 12.F(3)(f)", "MD-TCP 12.F(3)(g)", "MD-TCP 12.F(4)", "MD-TCP 12.F(4)(a)", "MD-TCP 12.F(4)(b)",
    "MD-TCP 12.F(4)(c)", "MD-TCP 12.F(4)(d)", "MD-TCP 12.F(4)(e)", "MD-TCP 12.F(4)(f)", "MD-TCP 12.F(4)(g)",
    "MD-TCP 12.F(5)", "MD-TCP 12.F(5)(a)", "MD-TCP 12.F(5)(b)", "MD-TCP 12.F(5)(c)", "MD-TCP 12.F(5)(d)",
    "MD-TCP 12.F(5)(e)", "MD-TCP 12.F(5)(f)", "MD-TCP 12.F(5)(g)", "MD-TCP 12.F(6)", "MD-TCP 12.F(6)(a)",
    "MD-TCP 12.F(6)(b)", "MD-TCP 12.F(6)(c)", "MD-TCP 12.F(6)(d)", "MD-TCP 12.F(6)(e)", "MD-TCP 12.F(6)(f)",
    "MD-TCP 12.F(6)(g)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABCDEF")
def test_six_card_bonus_paytables(name: str) -> None:
    patterns, payouts = SIX_CARD_BONUS[name]
    assert list(TABLES["six_card_bonus"]) == list(SIX_CARD_BONUS)
    assert settled(RULES, TABLES["six_card_bonus"][name]) == printed(
        f"12.F({'ABCDEF'.index(name) + 1})", patterns, payouts, "to 1"
    )


FIVE_CARD_PROGRESSIVE = {
    "A": "100%five_card_main 10%five_card_main 300 50 40 30 9",
    "B": "100%five_card_major 100%five_card_minor 300 50 40 30 9",
    "C": "100%five_card_mega 100%five_card_major 100%five_card_minor 50 40 30 9",
}


@clause(
    "MD-TCP 12.G", "MD-TCP 12.G(1)", "MD-TCP 12.G(1)(a)", "MD-TCP 12.G(1)(b)", "MD-TCP 12.G(1)(c)", "MD-TCP 12.G(1)(d)",
    "MD-TCP 12.G(1)(e)", "MD-TCP 12.G(1)(f)", "MD-TCP 12.G(1)(g)", "MD-TCP 12.G(2)", "MD-TCP 12.G(2)(a)",
    "MD-TCP 12.G(2)(b)", "MD-TCP 12.G(2)(c)", "MD-TCP 12.G(2)(d)", "MD-TCP 12.G(2)(e)", "MD-TCP 12.G(2)(f)",
    "MD-TCP 12.G(2)(g)", "MD-TCP 12.G(3)", "MD-TCP 12.G(3)(a)", "MD-TCP 12.G(3)(b)", "MD-TCP 12.G(3)(c)",
    "MD-TCP 12.G(3)(d)", "MD-TCP 12.G(3)(e)", "MD-TCP 12.G(3)(f)", "MD-TCP 12.G(3)(g)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABC")
def test_five_card_progressive_paytables(name: str) -> None:
    """No least seed: ruling meter-least-seed."""
    table = TABLES["five_card_progressive"][name]
    assert list(TABLES["five_card_progressive"]) == list(FIVE_CARD_PROGRESSIVE)
    assert settled(RULES, table) == printed(
        f"12.G({'ABC'.index(name) + 1})", TRIPS_UP, FIVE_CARD_PROGRESSIVE[name], "for 1"
    )
    assert {(meter.least_seed, meter.least_rate) for meter in table.meters.values()} == {(None, None)}
