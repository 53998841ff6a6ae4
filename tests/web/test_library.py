"""The library over HTTP: what it answers is what the commands answer, and bad questions get sentences."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.odds import house_odds_of
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import folders
from pitboss.rules.ruleset import Ruleset
from pitboss.web.http.edge_cache import EdgeCache
from pitboss.web.http.worker_pool import WorkerPool
from tests.web.archive import Archive

EXAMPLES = Path(__file__).parents[2] / "examples"
TableFrame = Callable[..., Any]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive(tmp_path_factory.mktemp("library"), 0, ()) as archive:
        yield archive


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> TableFrame:
    """What a command answers to programs."""

    def run(*arguments: str) -> Any:
        main([*arguments, "--json"])
        return json.loads(capsys.readouterr().out)

    return run


def test_regulations_as_the_command_lists_them(archive: Archive, shown: TableFrame) -> None:
    assert archive.get("", "/api/rules") == shown("rules")
    for one in folders():
        assert archive.get("", f"/api/rules/{one.lower()}") == shown("rules", one)
        assert archive.get("", f"/api/rules/{one}/clauses") == shown("clauses", one)


def test_odds_as_the_command_works_them_out(archive: Archive, shown: TableFrame) -> None:
    def bare(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{key: value for key, value in record.items() if key != "envy_by_boxes"} for record in records]

    for one in folders():
        assert archive.get("", f"/api/odds/{one}") == bare(shown("odds", one))
    path = "/api/odds/MD-TCP/ante/b?option=ante_bonus=win_only"
    assert archive.get("", path) == [shown("odds", "MD-TCP", "ante", "B", "--option", "ante_bonus=win_only")]
    (found,) = archive.get("", "/api/odds/MD-TCP/progressive/A?meter=main=$12,345.67&boxes=7&stake=$5")
    expected = shown("odds", "MD-TCP", "progressive", "A", "--meter", "main=12345.67", "--boxes", "7", "--stake", "$5")
    assert [found] == bare([expected])
    assert len(archive.get("", "/api/odds/MA-LIR/cover_all/A")) == 7


def test_the_catalogue_names_what_can_be_asked_for(archive: Archive) -> None:
    for one in archive.get("", "/api/odds"):
        for wager, paytables in one["wagers"].items():
            for paytable in paytables:
                assert archive.get("", f"/api/odds/{one['regulation']}/{wager}/{paytable}")
        for option in one["options"]:
            for value in option["values"] or ["$5"]:
                query = f"?option={option['option']}={value}"
                assert archive.status("", f"/api/odds/{one['regulation']}{query}") == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/rules/XX", 404),
        ("/api/rules/..%2F..%2Fetc", 404),
        ("/api/odds/MD-XXX", 404),
        ("/api/strategy/XX", 404),
        ("/api/odds/MD-TCP/ante/Z", 400),
        ("/api/odds/MD-TCP/nothing/A", 400),
        ("/api/odds/MD-TCP/ante/A?option=nothing=1", 400),
        ("/api/odds/MD-TCP/ante/A?option=ante_bonus", 400),
        ("/api/odds/MD-TCP/ante/A?option=ante_bonus=win_only&option=ante_bonus=always", 400),
        ("/api/odds/MD-TCP/ante/A?stake=$0", 400),
        ("/api/odds/MD-TCP/ante/A?stake=five", 400),
        ("/api/odds/MD-TCP/ante/A?boxes=8", 400),
        ("/api/odds/MD-TCP/ante/A?boxes=x", 400),
        ("/api/odds/MD-TCP/progressive/A?meter=nothing=$5", 400),
        ("/api/odds/MD-TCP/pair_plus/A?meter=main=$5", 400),
        ("/api/strategy/MD-TCP?paytable=Z", 400),
    ],
)
def test_a_question_that_has_no_answer(archive: Archive, path: str, status: int) -> None:
    assert archive.status("", path) == status


# Strategy


def test_the_strategy_as_the_command_says_it(archive: Archive, shown: TableFrame) -> None:
    for one in folders():
        found = archive.get("", f"/api/strategy/{one}")
        assert {key: found[key] for key in ("regulation", "paytable", "rules")} == shown("strategy", one)
    hand = archive.get("audrey", "/api/strategy/MD-TCP?hand=Qs%206d%204c")["hand"]
    assert hand["choices"] == shown("strategy", "MD-TCP", "--hand", "Qs 6d 4c")["choices"]
    assert archive.status("audrey", "/api/strategy/MD-TCP?hand=Qs%20Qs%204c") == 400


def test_no_player_is_advised_where_money_is_played(tmp_path: Path) -> None:
    with Archive(tmp_path, 0, ()) as archive:
        asked = "/api/strategy/MD-TCP?hand=Qs%206d%204c"
        assert [archive.status(name, asked) for name in ("", "ann", "dora", "max")] == [403, 403, 200, 200]
        archive.practice(True)
        assert [archive.status(name, asked) for name in ("", "ann")] == [200, 200]


# A house file


def checked(archive: Archive, text: str, odds: bool = False) -> dict[str, Any]:
    answer: dict[str, Any] = archive.post("", "/api/check", {"text": text, "odds": odds})
    return answer


def test_every_violation_as_the_command_finds_them(archive: Archive, shown: TableFrame) -> None:
    found = checked(archive, (EXAMPLES / "broken.toml").read_text())
    expected = shown("check", str(EXAMPLES / "broken.toml"))
    assert [{**one, "file": ""} for one in found["violations"]] == [
        {**one, "file": ""} for one in expected["violations"]
    ]
    assert not found["approved"]


def test_an_approved_house_has_its_edges_beside_it(archive: Archive) -> None:
    text = (EXAMPLES / "house.toml").read_text()
    quick, whole = checked(archive, text), checked(archive, text, odds=True)
    assert quick["edges"] is None
    assert quick["digest"] == whole["digest"]
    for table, expected in zip(whole["edges"], house_odds_of(str(EXAMPLES / "house.toml")).tables, strict=True):
        assert table["table"] == expected.name
        offered = [str(one.odds.expected) for one in expected.offered if one.odds.expected is not None]
        assert [one["expected"] for one in table["wagers"] if one["expected"] is not None] == offered
    (pair_plus,) = [one for one in whole["edges"][1]["wagers"] if one["wager"] == "pair_plus"]
    every = {
        one["paytable"]: one["house_edge"] for one in archive.get("", "/api/odds/MD-TCP") if one["wager"] == "pair_plus"
    }
    assert pair_plus["others"] | {pair_plus["paytable"]: pair_plus["house_edge"]} == every


def test_a_change_to_one_table_leaves_the_others_reckoned(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def noted(ruleset: Ruleset) -> dict[str, Any]:
        made.append(ruleset.table)
        return {}

    monkeypatch.setattr("pitboss.web.http.edge_cache.table_edges", noted)
    text, edges = (EXAMPLES / "house.toml").read_text(), EdgeCache()
    for given in (
        text,
        text.replace(
            'poker_bonus = { paytable = "A", minimum = "$5"', 'poker_bonus = { paytable = "A", minimum = "$10"'
        ),
    ):
        edges.of(approve_house(HouseFile("house.toml", given.encode())))
    assert made == ["let-it-ride", "three-card", "top-five", "commonwealth", "top-five"]


@pytest.mark.parametrize("text", ["", "x", "a = " + "[" * 5000, "a = 1" + "0" * 5000, "\x00", "é = 1", "[tables.a]\n"])
def test_whatever_is_written_is_answered(archive: Archive, text: str) -> None:
    found = checked(archive, text, odds=True)
    assert not found["approved"]
    assert found["violations"]


def test_too_much_is_refused(archive: Archive) -> None:
    assert archive.status("", "/api/check", "POST", {"text": "#" * 60_001}) == 400
    assert archive.status("", "/api/check", "POST", {"text": "#" * 70_000}) == 413
    assert archive.status("", "/api/check", "POST", {"text": 1}) == 400


def test_the_sample_house_is_approved(archive: Archive) -> None:
    _, text = archive.request("GET", "/api/sample-house")
    assert checked(archive, text)["approved"]


def test_who_comes_when_many_wait_is_told_so() -> None:
    async def crowd() -> list[int]:
        clerks, go = WorkerPool("test", 1, 2), Event()
        asked = [asyncio.ensure_future(clerks.answer(lambda: go.wait(10))) for _ in range(3)]
        await asyncio.sleep(0.05)
        late = await clerks.answer(dict)
        go.set()
        return [late.status_code, *(answer.status_code for answer in await asyncio.gather(*asked))]

    assert asyncio.run(crowd()) == [503, 200, 200, 200]
