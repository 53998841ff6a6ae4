"""The tree of a round against the accelerators: the same fractions, counts and values for every question."""

import importlib
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import parse_cards
from pitboss.errors import InputError
from pitboss.odds.accelerators import any_game, game_of
from pitboss.odds.catalog import decision_solver, odds
from pitboss.odds.game import LimitedBet, Solution
from pitboss.odds.query import OddsQuery
from pitboss.odds.tree_solver import TreeSolver
from pitboss.odds.wagers import decision_wager, paytable_of, paytables
from pitboss.rules.load import load_regulation
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import Paytable

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


@pytest.fixture
def without_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without the folders of games."""
    real = importlib.import_module

    def hidden(name: str, package: str | None = None) -> object:
        if name.startswith("pitboss.games."):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, package)

    monkeypatch.setattr("importlib.import_module", hidden)


def records(regulation: str, wager: str, paytable: str) -> list[dict[str, object]]:
    return [one.to_json() for one in odds(load_regulation(regulation), OddsQuery({}), wager, paytable)]


TOO_LONG = pytest.mark.slow
EXPECTED = {
    (name, wager, paytable): records(name, wager, paytable)
    for name, wager, paytable in (
        ("MD-LIR", "base", "A"),
        ("MD-TCP", "ante", "B"),
        ("MD-TFP", "ante", "A"),
        ("MD-TFP", "top_five_bonus", "A"),
        ("MD-TFP", "poker_bonus", "A"),
        ("MD-TCP", "pair_plus", "A"),
    )
}


@pytest.mark.usefixtures("without_games")
@pytest.mark.parametrize(
    ("regulation", "wager", "paytable"),
    [pytest.param(*key, marks=TOO_LONG if key[:2] == ("MD-TFP", "ante") else ()) for key in EXPECTED],
)
def test_without_the_folders_of_games_the_answers_are_the_same(regulation: str, wager: str, paytable: str) -> None:
    assert records(regulation, wager, paytable) == EXPECTED[regulation, wager, paytable]


@pytest.mark.usefixtures("without_games")
def test_without_the_folders_a_wager_on_the_whole_table_is_refused() -> None:
    with pytest.raises(InputError, match="no solver for cover_all of game let_it_ride with 7 boxes"):
        next(odds(load_regulation("MA-LIR"), OddsQuery({}, boxes=7), "cover_all", "A"))


def test_a_question_that_takes_too_long_is_refused_with_what_it_would_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.tree.chance.MOST_CLASSES", 500)
    with pytest.raises(InputError) as refused:
        tree("MD-TCP", "A", {}).solution()
    assert refused.value.reason == (
        "no exact solution: at decision play there are more than 500 classes of cards, the limit; "
        "it would take about 920"
    )


@pytest.mark.slow
def test_all_seven_cards_of_the_dealer_known_is_too_much_for_the_tree() -> None:
    with pytest.raises(InputError, match="no exact solution: at decision play there are more than 1,250,000 classes"):
        tree("MD-TFP", "A", {}).solution("dealer:all")


def lir_lines(pays: Sequence[int]) -> Paytable:
    paytable = load_regulation("MD-LIR").paytables["base"]["A"]
    rows = tuple(
        row._replace(payouts=(Payout("to", number),)) for row, number in zip(paytable.pays, pays, strict=False)
    )
    return Paytable(**{**paytable.given(), "pays": rows})


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(
    pays=st.lists(st.integers(1, 2000), min_size=9, max_size=9),
    stake=st.integers(1, 500).map(lambda dollars: dollars * 100),
    limit=st.none() | st.integers(1, 5000).map(lambda dollars: dollars * 100),
)
def test_they_agree_for_any_paytable_stake_and_payout_limit(pays: list[int], stake: int, limit: int | None) -> None:
    rules, paytable = load_regulation("MD-LIR"), lir_lines(pays)
    fast, whole = game_of(rules).solver(rules, paytable, {}), TreeSolver(rules, paytable, {})
    assert whole.solution() == fast.solution()
    if limit is not None:
        bet = LimitedBet(stake, limit)
        assert whole.under_limit(bet) == fast.under_limit(bet)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(pays=st.lists(st.integers(1, 60), min_size=3, max_size=3), on_win=st.sampled_from(["always", "win_only"]))
def test_they_agree_for_any_ante_bonus(pays: list[int], on_win: str) -> None:
    rules = load_regulation("MD-TCP")
    printed = rules.paytables["ante_bonus"]["A"]
    rows = tuple(row._replace(payouts=(Payout("to", pay),)) for row, pay in zip(printed.pays, pays, strict=True))
    paytable = Paytable(**{**printed.given(), "pays": rows})
    fast, whole = (game.solver(rules, paytable, {"ante_bonus": on_win}) for game in (game_of(rules), any_game()))
    assert whole.solution() == fast.solution()
    assert whole.distribution() == fast.distribution()
