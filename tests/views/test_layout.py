"""The layout: every clause that wants something shown finds it there, and nothing there is made up."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from pitboss.documents.layout import layout_view
from pitboss.documents.paytables import View
from pitboss.documents.titles import title_of
from pitboss.play.commands import Choose
from pitboss.play.notation import parse_command
from pitboss.rules.approve import approve_file
from pitboss.rules.load import folders
from pitboss.rules.register import clause_entries
from pitboss.rules.ruleset import Ruleset
from pitboss.table.stakes import AcceptedStakes
from pitboss.text import listed
from tests.clauses.marks import clause
from tests.properties.houses import approved, houses

HOUSE = approve_file(str(Path(__file__).parents[2] / "examples/house.toml"))
FACILITY = HOUSE.submission.facility
TABLES = {ruleset.regulation.id: ruleset for ruleset in HOUSE.tables.values()}
LAYOUTS = {regulation: layout_view(ruleset, FACILITY) for regulation, ruleset in TABLES.items()}


def marked(view: View, shows: str, name: str = "") -> bool:
    return any(
        marking["shows"] == shows and (not name or name in (marking["wager"], marking["pile"]))
        for marking in view["markings"]
    )


def areas(*wagers: str) -> Callable[[View], bool]:
    """Each wager has an area on the felt and everything that a page needs to draw it."""

    def shown(view: View) -> bool:
        known = {wager["name"]: wager for wager in view["wagers"]}
        return all(marked(view, "wager", name) and known[name]["title"] and known[name]["limits"] for name in wagers)

    return shown


def cards(pile: str, at: str) -> Callable[[View], bool]:
    return lambda view: marked(view, "cards", pile) and at in [p["at"] for p in view["piles"] if p["name"] == pile]


def inscribed(shows: str) -> Callable[[View], bool]:
    return lambda view: any(line["shows"] == shows and line["text"] for line in view["inscriptions"])


def named(view: View) -> bool:
    return inscribed("facility_name")(view) and view["facility"] == FACILITY


def all_paid(view: View) -> bool:
    """Every wager and award says what it pays, by a paytable or against the dealer."""
    against = {row["wager"] for row in (view["showdown"] or {"pays": []})["pays"]}
    by_table = {name for paytable in view["paytables"].values() if paytable["rows"] for name in paytable["pays_for"]}
    return all(item["name"] in against | by_table for item in [*view["wagers"], *view["awards"]])


def complete(view: View) -> bool:
    return bool(view["markings"] and view["wagers"] and view["piles"]) and all_paid(view)


def across(view: View) -> bool:
    return {"box", "dealer"} == {pile["at"] for pile in view["piles"]}


def never_for(view: View) -> bool:
    """Outside the progressive wager, odds read `to`; where they read `for`, the note about the stake stands by."""
    return all(
        group == "progressive" or not any(" for " in text for row in paytable["rows"] for text in row["by_column"])
        for group, paytable in view["paytables"].items()
    ) and bool(view["paytables"]["progressive"]["notes"])


def column_in_force(view: View) -> bool:
    return [column["boxes"] for column in view["paytables"]["cover_all"]["columns"]] == [7, 6, 5, 4, 3, 2, 1]


SHOWN: dict[str, dict[str, Callable[[View], bool]]] = {
    "MD-LIR": {
        "2.A(2)": across,
        "2.B": complete,
        "2.B(1)": named,
        "2.B(2)": areas("bet_1", "bet_2", "bet_3"),
        "2.B(3)": cards("player", "box"),
        "2.B(4)": cards("community", "dealer"),
        "2.B(5)": areas("five_card_bonus"),
        "2.B(6)": areas("three_card_bonus"),
        "2.B(7)": areas("six_card_bonus"),
        "2.B(8)": areas("progressive"),
        "2.B(9)": all_paid,
        "2.B(10)": inscribed("payout_limit"),
    },
    "MD-TCP": {
        "2.B": complete,
        "2.B(1)": named,
        "2.B(2)": areas("ante", "play", "pair_plus"),
        "2.B(3)": areas("progressive", "five_card_progressive"),
        "2.B(4)": areas("six_card_bonus"),
        "2.B(5)": lambda view: all_paid(view) and inscribed("phrase")(view),
    },
    "MD-TFP": {
        "2.A(2)": across,
        "2.B": complete,
        "2.B(1)": named,
        "2.B(2)": areas("ante", "play"),
        "2.B(3)": areas("top_five_bonus", "poker_bonus"),
        "2.B(3)(a)": areas("top_five_bonus"),
        "2.B(3)(b)": areas("poker_bonus"),
        "2.B(4)": all_paid,
    },
    "MA-LIR": {
        "10(a)": never_for,
        "11(e)": column_in_force,
    },
}
"""Where each clause that the register calls `layout` is met."""


@pytest.mark.parametrize("regulation", folders())
def test_every_layout_clause_is_represented(regulation: str) -> None:
    wanted = {address for address, entry in clause_entries(regulation).items() if entry.status == "layout"}
    assert wanted == set(SHOWN[regulation])


@clause(
    "MD-LIR 2.A(2)", "MD-LIR 2.B", "MD-LIR 2.B(1)", "MD-LIR 2.B(2)", "MD-LIR 2.B(3)", "MD-LIR 2.B(4)", "MD-LIR 2.B(5)"
)
@clause("MD-LIR 2.B(6)", "MD-LIR 2.B(7)", "MD-LIR 2.B(8)", "MD-LIR 2.B(9)", "MD-LIR 2.B(10)")
@clause("MD-TCP 2.B", "MD-TCP 2.B(1)", "MD-TCP 2.B(2)", "MD-TCP 2.B(3)", "MD-TCP 2.B(4)", "MD-TCP 2.B(5)")
@clause("MD-TFP 2.A(2)", "MD-TFP 2.B", "MD-TFP 2.B(1)", "MD-TFP 2.B(2)", "MD-TFP 2.B(3)")
@clause("MD-TFP 2.B(3)(a)", "MD-TFP 2.B(3)(b)", "MD-TFP 2.B(4)", "MA-LIR 10(a)", "MA-LIR 11(e)")
@pytest.mark.parametrize(("regulation", "address"), [(r, a) for r, clauses in SHOWN.items() for a in clauses])
def test_what_a_clause_wants_shown_is_shown(regulation: str, address: str) -> None:
    assert SHOWN[regulation][address](LAYOUTS[regulation])


@pytest.mark.parametrize(("regulation", "address"), [(r, a) for r, clauses in SHOWN.items() for a in clauses])
def test_a_layout_that_lacks_everything_meets_no_clause(regulation: str, address: str) -> None:
    empty = {key: type(value)() if isinstance(value, list) else value for key, value in LAYOUTS[regulation].items()}
    nothing: View = {"rows": [], "notes": [], "columns": [], "pays_for": []}
    empty |= {"facility": "", "paytables": {"progressive": nothing, "cover_all": nothing}}
    if address == "2.B" or SHOWN[regulation][address] is all_paid:
        empty["wagers"] = LAYOUTS[regulation]["wagers"]  # without wagers there is nothing to pay
    assert not SHOWN[regulation][address](empty)


@pytest.mark.parametrize("regulation", TABLES)
def test_markings_cite_the_data_in_order(regulation: str) -> None:
    ruleset = TABLES[regulation]
    assert [m["cite"] for m in LAYOUTS[regulation]["markings"]] == [m.cite for m in ruleset.regulation.table.layout]


def without(ruleset: Ruleset, *wagers: str) -> Ruleset:
    """The ruleset as if the house did not offer some wagers and had no payout limit."""
    kept = {name: offer for name, offer in ruleset.submission.wagers.items() if name not in wagers}
    submission = type(ruleset.submission)(**{**ruleset.submission.given(), "wagers": kept, "payout_limit": None})
    paytables = {name: table for name, table in ruleset.paytables.items() if name not in (*wagers, "envy")}
    links = {name: link for name, link in ruleset.links.items() if name not in wagers}
    return Ruleset(**{**ruleset.given(), "submission": submission, "paytables": paytables, "links": links})


def test_what_is_not_offered_has_no_place() -> None:
    view = layout_view(without(TABLES["MD-LIR"], "six_card_bonus", "progressive"), FACILITY)
    assert not marked(view, "wager", "six_card_bonus")
    assert "bonus_box" not in [pile["name"] for pile in view["piles"]]
    assert not inscribed("payout_limit")(view)
    assert view["awards"] == view["meters"] == []


@pytest.mark.parametrize("regulation", TABLES)
def test_the_least_wagers_fit_the_layout(regulation: str) -> None:
    """What the layout says must be placed, and how much, is what the table itself takes as least."""
    view = LAYOUTS[regulation]
    known = {wager["name"]: wager for wager in view["wagers"]}
    least = dict(TABLES[regulation].least_wagers)
    assert {name for name, wager in known.items() if wager["required"]} <= set(least)
    assert all(known[name]["minimum"] <= cents <= known[name]["maximum"] for name, cents in least.items())


@pytest.mark.parametrize("regulation", TABLES)
def test_decisions_are_commands(regulation: str) -> None:
    decisions = LAYOUTS[regulation]["decisions"]
    assert decisions
    for decision in decisions:
        for choice in decision["choices"]:
            assert parse_command(choice["command"].format(box=3)) == Choose(3, choice["choice"])
            assert choice["does"]


def test_decisions_say_what_they_do() -> None:
    ride, withdraw = LAYOUTS["MD-LIR"]["decisions"][0]["choices"]
    assert (ride["does"], withdraw["does"]) == ("leaves Bet 1 in play", "takes back Bet 1")
    play, fold = LAYOUTS["MD-TFP"]["decisions"][0]["choices"]
    assert (play["does"], fold["does"]) == ("places Play equal to Ante", "gives up Ante")


def test_cards_of_each_pile() -> None:
    piles = {regulation: {p["name"]: p["cards"] for p in view["piles"]} for regulation, view in LAYOUTS.items()}
    assert piles["MD-LIR"] == {"player": 3, "community": 2, "bonus_box": 3}
    assert piles["MD-TCP"] == {"player": 3, "dealer": 3, "community": 2}
    assert piles["MD-TFP"] == {"player": 7, "dealer": 7}
    assert piles["MA-LIR"] == {"player": 3, "community": 3}


def test_the_selected_paytables_are_printed() -> None:
    paytables = LAYOUTS["MD-TCP"]["paytables"]
    assert paytables["pair_plus"]["id"] == "D"
    assert [row["pays"] for row in paytables["pair_plus"]["rows"]] == [
        "40 to 1",
        "30 to 1",
        "6 to 1",
        "4 to 1",
        "1 to 1",
    ]
    assert paytables["envy"]["rows"][0]["by_column"] == ["$100", "$500"]
    assert [column["stake"] for column in paytables["envy"]["columns"]] == [100, 500]
    assert paytables["five_card_progressive"]["rows"][0]["pays"] == "100% of Five Card Mega"
    assert LAYOUTS["MA-LIR"]["paytables"]["three_card_bonus"]["id"] == "D"
    assert LAYOUTS["MA-LIR"]["paytables"]["envy"]["id"] == "PTMGLML01"


@given(houses())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_approved_house_has_a_whole_layout(house: str) -> None:
    ruleset = approved(house)
    view = layout_view(ruleset, FACILITY)
    assert json.loads(json.dumps(view)) == view
    assert all_paid(view)
    assert {wager["name"] for wager in view["wagers"]} == {
        m["wager"] for m in view["markings"] if m["shows"] == "wager"
    }
    for paytable in view["paytables"].values():
        assert all(len(row["by_column"]) == (len(paytable["columns"]) or 1) for row in paytable["rows"])


def test_words() -> None:
    assert title_of("three_of_a_kind") == "Three of a Kind"
    assert title_of("mini_royal_spades") == "Mini Royal in Spades"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert str(AcceptedStakes((), 500, 500)) == "$5"
    assert str(AcceptedStakes((), None, None)) == "any"
    assert str(AcceptedStakes((), 500, 10_000)) == "$5 to $100"
    assert str(AcceptedStakes((100, 500, 1000), 100, 1000)) == "$1, $5 or $10"
