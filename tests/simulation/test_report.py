"""The report: complete, repeatable by its own command line, readable without colour, network or scripts."""

import json
import re
import shlex
from argparse import ArgumentParser
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.cli.simulate import configure
from pitboss.simulation.drawing import Drawing
from pitboss.simulation.manifest import command, recipe
from pitboss.simulation.plots import money
from pitboss.simulation.report import report_html, verdict
from pitboss.simulation.result_records import RowResult, WagerResult
from pitboss.simulation.results import SimulationResults
from pitboss.simulation.setup import setup_of
from pitboss.simulation.simulate import simulate
from pitboss.simulation.strategies import NAMES
from tests.odds.test_sheet import check_page
from tests.simulation.sample_run import sample_run
from tests.simulation.tables import rulesets


@pytest.fixture(scope="module")
def page() -> str:
    return report_html(sample_run("MA-LIR"))


def test_it_is_one_page_with_nothing_from_elsewhere(page: str) -> None:
    names = [plot.get("aria-labelledby", "").split("-")[0] for plot in check_page(page)]
    assert names == ["wagers", "hold", "fan", "ruin", "jackpots"]
    assert page.count("<figcaption>") == len(names)


def test_it_says_what_was_found(page: str) -> None:
    results = sample_run("MA-LIR")
    for wager in results.wagers:
        assert f'<td class="n">{money(wager.handle)}</td>' in page
        assert all(f'<td class="n">{row.number:,}</td>' in page for row in wager.rows)
    assert "20,000 rounds with 7 boxes" in page
    assert "41 shifts of 8 hours" in page
    assert "Too few rounds for a firm mean: base" in page
    for meter in results.meters:
        assert f'<th scope="row">{meter.name.replace("_", " ")}</th>' in page


def test_tables_and_headings_can_be_walked(page: str) -> None:
    tables = re.findall(r"<table>(.*?)</table>", page)
    assert len(tables) > 8
    for table in tables:
        assert table.startswith("<caption>")
        assert re.search(r'<tr><th scope="row"', table)
        assert "<th>" not in table
    levels = [int(level) for level in re.findall(r"<h(\d)", page)]
    assert levels[0] == 1
    assert set(levels[1:]) == {2}


def test_how_long_it_took_is_not_on_the_page(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawing, "inline", lambda _: "<svg></svg>")
    results = sample_run("MA-LIR")
    again = report_html(SimulationResults(totals=results.totals, seconds=99.0, played=1))
    assert again == re.sub("<svg.*?</svg>", "<svg></svg>", page)


def test_its_command_repeats_it(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    results = sample_run("MA-LIR")
    (given,) = re.findall(r"<code>(.*?)</code>", page)
    words = shlex.split(unescape(given))
    assert words[:3] == ["pitboss", "simulate", "MA-LIR"]
    assert main([*words[1:], "--jobs", "1", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    timed = ("seconds", "rounds_per_second", "interrupted")
    expected = json.loads(json.dumps(results.to_json()))
    assert {key: value for key, value in again.items() if key not in timed} == {
        key: value for key, value in expected.items() if key not in timed
    }


def test_the_guide_names_every_option_and_strategy() -> None:
    guide = (Path(__file__).parents[2] / "docs/simulation.md").read_text(encoding="utf-8")
    parser = ArgumentParser(add_help=False)
    configure(parser)
    words = [*re.findall(r"--[\w-]+", parser.format_help()), *NAMES]
    assert len(words) > 20
    assert [word for word in words if not re.search(rf"`{word}\b", guide)] == []


def test_a_recipe_names_all_that_was_chosen() -> None:
    setup = setup_of(
        rulesets()["MD-LIR"], boxes=2, wagers=["progressive"], stakes={"base": 2_550}, paytables={"base": "A"},
        seeds={"main": 1_234_500}, strategies=["always", "never"],
    )  # fmt: skip
    results = simulate(setup, 5, seed=8, rounds_per_hour=2, hours=1)
    assert command(results, "my.toml --table pit-3") == (
        "pitboss simulate my.toml --table pit-3 --boxes 2 --rounds 5 --seed 8 --wager base --stake base=25.50 "
        "--wager progressive --stake progressive=1 --paytable base=A --paytable progressive=A --meter main=12345 "
        "--rate main=25 --strategy always,never --rounds-per-hour 2 --hours 1"
    )
    kept = recipe(results)
    assert kept["stakes"] == {"bet_1": 2_550, "bet_2": 2_550, "bet_3": 2_550, "progressive": 100}
    assert kept["meters"]["main"] == {"wager": "progressive", "seed": 1_234_500, "resets_to": 1_234_500, "rate": "1/4"}


def test_what_people_name_is_escaped(tmp_path: Path) -> None:
    file = tmp_path / "<b>&.csv"
    file.write_text("else,always\n")
    setup = setup_of(rulesets()["MA-LIR"], boxes=1, wagers=["base"], strategies=[str(file)])
    page = report_html(simulate(setup, 5, seed=1))
    assert [plot.get("aria-labelledby") for plot in check_page(page)] == ["wagers-t wagers-d"]
    assert "&lt;b&gt;&amp;.csv" in page
    assert "<b>" not in page
    assert "No shift was played to its end" in page


def wager(net: int, rarest: Fraction) -> WagerResult:
    """Even money on a coin, per hundred cents, 10,000 hands."""
    return WagerResult(
        wager="pair_plus", paytable="A", strategy="always", stake=100, hands=10_000, handle=1_000_000, net=net,
        square=10_000 * 100**2, spread=1.0, rows=(RowResult("straight", 5, rarest),), exact=Fraction(0),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("net", "rarest", "says"),
    [
        (20_000, Fraction(1, 10), "In agreement with the exact value: pair plus"),
        (60_000, Fraction(1, 10), "Further from the exact value than chance explains: pair plus"),
        (-60_000, Fraction(1, 10), "Further from the exact value than chance explains: pair plus"),
        (60_000, Fraction(1, 10_000), "Too few rounds for a firm mean: pair plus"),
    ],
)
def test_a_mean_that_chance_does_not_explain_is_pointed_out(net: int, rarest: Fraction, says: str) -> None:
    (told,) = verdict([wager(net, rarest)])
    assert says in told
