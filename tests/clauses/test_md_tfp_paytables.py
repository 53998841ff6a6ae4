"""Maryland Top Five Poker: every row of every paytable is paid as the regulation prints it."""

import pytest

from pitboss.rules.load import load_regulation
from tests.clauses.marks import clause
from tests.clauses.paid_rows import settled
from tests.clauses.reading import printed

RULES = load_regulation("MD-TFP")
TABLES = RULES.paytables
TOP_FIVE_BONUS = {"A": "100 20 5 1", "B": "200 20 4 1", "C": "100 15 5 1"}


@clause(
    "MD-TFP 12.B", "MD-TFP 12.B(1)", "MD-TFP 12.B(1)(a)", "MD-TFP 12.B(1)(b)", "MD-TFP 12.B(1)(c)", "MD-TFP 12.B(1)(d)",
    "MD-TFP 12.B(2)", "MD-TFP 12.B(2)(a)", "MD-TFP 12.B(2)(b)", "MD-TFP 12.B(2)(c)", "MD-TFP 12.B(2)(d)",
    "MD-TFP 12.B(3)", "MD-TFP 12.B(3)(a)", "MD-TFP 12.B(3)(b)", "MD-TFP 12.B(3)(c)", "MD-TFP 12.B(3)(d)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABC")
def test_top_five_bonus_paytables(name: str) -> None:
    table = TABLES["top_five_bonus"][name]
    patterns = "seven_cards six_cards five_cards four_cards"
    assert list(TABLES["top_five_bonus"]) == list(TOP_FIVE_BONUS)
    assert settled(RULES, table) == printed(f"12.B({'ABC'.index(name) + 1})", patterns, TOP_FIVE_BONUS[name], "to 1")


TWO_PAIR_UP = "royal_flush four_of_a_kind full_house straight three_of_a_kind two_pair"
POKER_BONUS = {
    "A": (f"{TWO_PAIR_UP} kings_or_better", "500 100 40 25 7 3 1"),
    "B": (TWO_PAIR_UP, "500 150 50 30 10 5"),
    "C": (f"{TWO_PAIR_UP} kings_or_better", "500 100 40 25 5 3 1"),
}


@clause(
    "MD-TFP 12.BB", "MD-TFP 12.BB(1)", "MD-TFP 12.BB(1)(a)", "MD-TFP 12.BB(1)(b)", "MD-TFP 12.BB(1)(c)",
    "MD-TFP 12.BB(1)(d)", "MD-TFP 12.BB(1)(e)", "MD-TFP 12.BB(1)(f)", "MD-TFP 12.BB(1)(g)", "MD-TFP 12.BB(2)",
    "MD-TFP 12.BB(2)(a)", "MD-TFP 12.BB(2)(b)", "MD-TFP 12.BB(2)(c)", "MD-TFP 12.BB(2)(d)", "MD-TFP 12.BB(2)(e)",
    "MD-TFP 12.BB(2)(f)", "MD-TFP 12.BB(3)", "MD-TFP 12.BB(3)(a)", "MD-TFP 12.BB(3)(b)", "MD-TFP 12.BB(3)(c)",
    "MD-TFP 12.BB(3)(d)", "MD-TFP 12.BB(3)(e)", "MD-TFP 12.BB(3)(f)", "MD-TFP 12.BB(3)(g)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABC")
def test_poker_bonus_paytables(name: str) -> None:
    patterns, payouts = POKER_BONUS[name]
    assert list(TABLES["poker_bonus"]) == list(POKER_BONUS)
    assert settled(RULES, TABLES["poker_bonus"][name]) == printed(
        f"12.BB({'ABC'.index(name) + 1})", patterns, payouts, "to 1"
    )
