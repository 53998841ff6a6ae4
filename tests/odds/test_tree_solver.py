"""The tree of a round against the accelerators: the same fractions, counts and values for every question."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.odds.catalog import decision_solver
from pitboss.odds.game import Solution
from pitboss.odds.query import OddsQuery
from pitboss.odds.tree_solver import TreeSolver
from pitboss.odds.wagers import decision_wager, paytable_of, paytables
from pitboss.rules.load import load_regulation

REGULATIONS = ("MD-LIR", "MA-LIR", "MD-TCP", "MD-TFP")
HANDS = {
    "MD-LIR": ("Ts Js Qs", "2c 3c 4d", "As Ad 2c", "2c 3c 4d 5h", "9s Ts Js Qd"),
    "MA-LIR": ("Ts Js Qs", "9s Ts Js Qd"),
    "MD-TCP": ("Qs 6d 4c", "Qs 6d 3c", "Js Ts 8h"),
    "MD-TFP": ("As Kd Qc 2d 3c 4h 5s", "As Js 3c 2d 3h 4h 5s"),
}


def tree(regulation: str, paytable: str, options: Mapping[str, str | int]) -> TreeSolver:
    rules = load_regulation(regulation)
    return TreeSolver(rules, paytable_of(rules, decision_wager(rules), paytable), options)


def shares(solution: Solution) -> dict[str, Fraction]:
    total = sum(row.count for row in solution.rows)
    return {row.pattern: Fraction(row.count, total) for row in solution.rows if row.count}


def agree(regulation: str, paytable: str, known: str = "", options: Mapping[str, str | int] | None = None) -> None:
    query = OddsQuery(options or {})
    fast, whole = (
        decision_solver(load_regulation(regulation), paytable, query),
        tree(regulation, paytable, query.options),
    )
    expected, found = fast.solution(known), whole.solution(known)
    assert (found.expected, found.hit_frequency) == (expected.expected, expected.hit_frequency)
    assert shares(found) == shares(expected)
    if not known:
        assert (found.variance, found.average_stake) == (expected.variance, expected.average_stake)
        assert whole.distribution() == fast.distribution()


@pytest.mark.parametrize("regulation", ["MD-LIR", "MA-LIR", "MD-TCP"])
def test_the_tree_and_the_accelerator_give_the_same_fractions(regulation: str) -> None:
    agree(regulation, "A")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("regulation", "paytable"),
    [
        (name, paytable)
        for name in REGULATIONS
        for paytable in paytables(load_regulation(name), decision_wager(load_regulation(name)))
    ],
)
def test_the_tree_and_the_accelerator_agree_for_every_paytable(regulation: str, paytable: str) -> None:
    agree(regulation, paytable)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("regulation", "known"),
    [
        *(("MD-LIR", f"community:{which}") for which in ("first", "second", "both")),
        ("MD-TCP", "dealer:1"),
    ],
)
def test_they_agree_for_a_player_who_sees_too_much(regulation: str, known: str) -> None:
    agree(regulation, "A", known)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("regulation", "options"),
    [("MD-TCP", {"ante_bonus": "win_only"}), ("MD-TFP", {"top_five_equal_counts": "high_cards"})],
)
def test_they_agree_under_other_readings(regulation: str, options: Mapping[str, str | int]) -> None:
    agree(regulation, "A", options=options)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_they_value_each_choice_alike(regulation: str) -> None:
    whole, fast = tree(regulation, "A", {}), decision_solver(load_regulation(regulation), "A", OddsQuery({}))
    for hand in HANDS[regulation]:
        assert whole.values(parse_cards(hand)) == fast.values(parse_cards(hand))
