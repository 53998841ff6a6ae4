"""Regulations from outside the package: every command works for one, by `--regulations` and by the environment."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from pitboss.cli.main import COMMANDS, make_parser
from tests.cli.running import Ran, Run
from tests.regulations.outside import HOUSE, PENNSYLVANIA
from tests.rules.next_edition import regulations_outside, write_next_edition

ROUND = {
    "regulation": "PA-TCP", "paytables": {"ante_bonus": "A", "pair_plus": "B", "six_card_bonus": "A"},
    "boxes": [{"box": 1, "cards": ["Qs", "6s", "4s"], "decisions": ["fold"],
               "wagers": {"ante": 1000, "pair_plus": 500}}],
    "dealer": ["Kc", "Kd", "4d"], "paid": {"1": {"ante": 0, "pair_plus": 2000}},
}  # fmt: skip
PLAYED = "ante 10 pair_plus 5\nplay\nq\n"

ASKED = [
    ["rules"],
    ["rules", "PA-TCP"],
    ["clauses", "PA-TCP"],
    ["clauses", "PA-TCP", "649a.7(d)"],
    ["diff", "MD-TCP", "PA-TCP"],
    ["odds", "PA-TCP"],
    ["odds", "PA-TCP", "pair_plus", "B"],
    ["odds", HOUSE],
    ["strategy", "PA-TCP"],
    ["check", HOUSE],
    ["sign", HOUSE],
    ["settle", "round.json"],
    ["audit", "rounds.jsonl"],
    ["simulate", "PA-TCP", "--rounds", "500", "--seed", "1", "--jobs", "2"],
    ["simulate", HOUSE, "--rounds", "500", "--seed", "1"],
    ["play", "PA-TCP", "--seed", "1"],
    ["doctor"],
    ["completion", "bash"],
    ["new", "NJ-TCP", "mine", "--like", "PA-TCP"],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "round.json").write_text(json.dumps({key: value for key, value in ROUND.items() if key != "paid"}))
    (tmp_path / "rounds.jsonl").write_text(json.dumps(ROUND) + "\n")
    return tmp_path


def run(folder: Path, *arguments: object, **environment: str) -> Ran:
    """A command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *map(str, arguments)], cwd=folder, capture_output=True, text=True,
        input=PLAYED, env={**os.environ, "COLUMNS": "100", **environment}, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("arguments", ASKED, ids=lambda arguments: " ".join(map(str, arguments[:2])))
def test_every_command_knows_it(folder: Path, arguments: list[object]) -> None:
    by_option = run(folder, *arguments, "--regulations", PENNSYLVANIA)
    assert (by_option.code, by_option.err) == (0, ""), by_option.out
    assert by_option.out
    if arguments[0] == "new":
        (folder / "mine").rename(folder / "first")
    by_variable = run(folder, *arguments, "--json", PITBOSS_REGULATIONS=str(PENNSYLVANIA))
    assert (by_variable.code, by_variable.err) == (0, ""), by_variable.out
    assert json.loads(by_variable.out)
    assert any(name in by_variable.out for name in ("PA-TCP", "pa-1", "649a.7(d)", '"rounds": 1'))


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A Dask cluster whose workers know nothing of the folder."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        yield cluster.scheduler_address


def test_every_worker_of_a_cluster_plays_it(folder: Path, cluster: str) -> None:
    command = ("simulate", "PA-TCP", "--rounds", "3000", "--seed", "1", "--json", "--regulations", PENNSYLVANIA)
    alone, shared = run(folder, *command, "--jobs", "1"), run(folder, *command, "--cluster", cluster)
    assert (shared.code, shared.err) == (0, "")
    assert shared.json["wagers"] == alone.json["wagers"]


def test_further_processes_read_the_same_rules(folder: Path) -> None:
    """Enough rounds that `audit` starts other processes."""
    (folder / "many.jsonl").write_text(f"{json.dumps(ROUND)}\n" * 4000)
    audited = run(folder, "audit", "many.jsonl", "--jobs", "2", "--json", "--regulations", PENNSYLVANIA)
    assert (audited.code, audited.json["rounds"]) == (0, 4000), audited.err


def test_without_its_folder_nothing_knows_it(folder: Path) -> None:
    code, out, err = run(folder, "rules", "PA-TCP", "--json")
    assert (code, "there is no regulation 'PA-TCP'" in json.loads(out)["error"]) == (2, True)
    assert err.startswith("pitboss: there is no regulation 'PA-TCP'; there are MA-LIR, MD-LIR, MD-TCP, MD-TFP")


def test_folding_keeps_the_pair_plus_as_its_rows_say(folder: Path) -> None:
    """The engine follows the rows of the folder and knows nothing of the game's other regulation."""
    settled = run(folder, "settle", "round.json", "--json", "--regulations", PENNSYLVANIA).json
    lines = {line["item"]: (line["outcome"], line["cite"]) for line in settled["boxes"][0]["lines"]}
    assert lines["ante"][0] == "forfeited"
    assert lines["pair_plus"] == ("paid", "PA-TCP 649a.12(c)(2)")
    assert all(cite.startswith("PA-TCP 649a.") for _, cite in lines.values())


def test_every_command_that_reads_regulations_takes_the_option() -> None:
    without = {"rounds", "report", "backup", "restore", "migrate", "reindex", "archive", "people", "manual"}
    without |= {"check-rules", "witness", "watch", "slips"}
    parser = make_parser(COMMANDS)
    (commands,) = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    taking = {name for name, one in commands.items() if "--regulations" in one._option_string_actions}
    assert taking == set(COMMANDS) - without


# What is wrong with a folder is one line


def test_folders_that_are_not_there(pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    refused = pitboss("odds", "MD-TCP", "--regulations", "nowhere", "--json")
    assert (refused.code, refused.json) == (
        2, {"error": "--regulations: there is no folder here", "file": "nowhere", "line": None},
    )  # fmt: skip
    assert refused.err == "pitboss: nowhere: --regulations: there is no folder here\n"
    refused = pitboss("rules", "--regulations", "empty")
    path = (tmp_path / "empty").resolve()
    assert refused.err == f"pitboss: {path}: this folder holds no rules.toml: pitboss new begins a regulation\n"
    with regulations_outside(tmp_path / "gone"):
        refused = pitboss("rules", "--json")
    assert (refused.code, refused.json["error"]) == (2, "PITBOSS_REGULATIONS names this folder, but it does not exist")


def test_a_malformed_file_is_named_with_its_line(pitboss: Run, tmp_path: Path) -> None:
    pitboss("new", "PA-TCP", "--like", "MD-TCP", "mine")
    rules = tmp_path / "mine/pa/three_card_poker/1/rules.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("boxes = 7", "boxes = seven"), encoding="utf-8")
    line = text[: text.index("boxes = 7")].count("\n") + 1
    refused = pitboss("rules", "PA-TCP", "--regulations", "mine", "--json")
    assert (refused.code, refused.json["file"], refused.json["line"]) == (2, rules.as_posix(), line)
    assert refused.err.count("\n") == 1
    assert refused.err.startswith(f"pitboss: {rules.as_posix()}:{line}:9: seven is not a value")
    rules.write_text(text.replace('id = "PA-TCP"', 'id = "MD-TCP"').replace('edition = "1"', 'edition = "1.4"'))
    refused = pitboss("rules", "--regulations", "mine")
    assert refused.err == (f"pitboss: {rules.as_posix()}: edition 1.4 of MD-TCP is taken by md/three_card_poker/1.4\n")
    rules.write_text("# nothing\n")
    assert pitboss("rules", "--regulations", "mine").err == f'pitboss: {rules.as_posix()}: no line id = "STATE-GAME"\n'


def test_several_folders(pitboss: Run, tmp_path: Path) -> None:
    pitboss("new", "NV-TFP", "--like", "MD-TFP", "mine")
    for given in (
        ["--regulations", "mine", "--regulations", PENNSYLVANIA],
        ["--regulations", f"mine{os.pathsep}{PENNSYLVANIA}"],
        ["--regulations", f"mine{os.pathsep}{tmp_path}/mine/nv{os.pathsep}{PENNSYLVANIA}{os.pathsep}{PENNSYLVANIA}"],
    ):
        ids = [one["id"] for one in pitboss("rules", "--json", *given).json]
        assert ids == ["MA-LIR", "MD-LIR", "MD-TCP", "MD-TFP", "NV-TFP", "PA-TCP"]
    assert len(pitboss("rules", "--json").json) == 4, "the option holds for its command alone"


def test_the_option_stands_before_the_environment(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pitboss("new", "NV-TFP", "--like", "MD-TFP", "mine")
    with regulations_outside(PENNSYLVANIA):
        assert "PA-TCP" in pitboss("rules").out
        chosen = pitboss("rules", "--regulations", "mine").out
        assert ("PA-TCP" in chosen, "NV-TFP" in chosen) == (False, True)
        assert "PA-TCP" in pitboss("rules").out


# A day


@pytest.fixture
def amended(tmp_path: Path) -> Path:
    """A folder with edition 1.5 of MD-TCP, in force from 2027-01-01."""
    write_next_edition(tmp_path / "amended")
    return tmp_path / "amended"


def test_a_name_means_the_edition_in_force_on_a_day(pitboss: Run, amended: Path, tmp_path: Path) -> None:
    given = ("--regulations", amended, "--json")
    for day, edition, letters in (("2026-12-31", "1.4", "ABCDE"), ("2027-01-01", "1.5", "ABCDF")):
        rules = pitboss("rules", "MD-TCP", "--on", day, *given).json
        assert (rules["edition"], "".join(rules["paytables"]["pair_plus"])) == (edition, letters)
        found = pitboss("odds", "MD-TCP", "pair_plus", "--on", day, *given).json
        assert "".join(record["paytable"] for record in found) == letters
        listed = {one["id"]: one["edition"] for one in pitboss("rules", "--on", day, *given).json}
        assert listed["MD-TCP"] == edition
    assert pitboss("odds", "MD-TCP@1.4", "pair_plus", "E", "--on", "2027-06-01", *given).code == 0
    assert pitboss("odds", "MD-TCP", "pair_plus", "E", "--on", "2027-06-01", *given).code == 2


def test_what_was_read_on_one_day_is_not_remembered_on_another(pitboss: Run, amended: Path, tmp_path: Path) -> None:
    round_ = {**ROUND, "regulation": "MD-TCP", "paytables": {"ante_bonus": "A", "pair_plus": "E"}}
    (tmp_path / "round.json").write_text(json.dumps({key: value for key, value in round_.items() if key != "paid"}))
    for day, code in (("2026-12-31", 0), ("2027-01-01", 2), ("2026-12-31", 0)):
        assert pitboss("settle", "round.json", "--regulations", amended, "--on", day).code == code, day
    gists = [pitboss("clauses", "MD-TCP", "12.D(5)", "--regulations", amended, "--on", day, "--json").json[0]["where"]
             for day in ("2026-12-31", "2027-01-01")]  # fmt: skip
    assert gists[0] != gists[1]


def test_a_regulation_that_is_not_in_force_yet_stays_out_of_lists(pitboss: Run, tmp_path: Path) -> None:
    pitboss("new", "NV-TFP", "--like", "MD-TFP", "mine")
    rules = tmp_path / "mine/nv/top_five_poker/1/rules.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("revision = 1", 'effective = "2999-01-01"\nrevision = 1'), encoding="utf-8")
    assert pitboss("check-rules", "mine").code == 0
    listed = pitboss("rules", "--regulations", "mine")
    assert (listed.code, "NV-TFP  " in listed.out) == (0, False)
    assert "NV-TFP@1 is also available: in force from 2999-01-01." in listed.out
    assert "NV-TFP  " in pitboss("rules", "--regulations", "mine", "--on", "2999-01-01").out
    refused = pitboss("odds", "NV-TFP", "--regulations", "mine")
    assert "no edition of NV-TFP is in force on" in refused.err
    assert pitboss("strategy", "NV-TFP@1", "--regulations", "mine").code == 0


@pytest.mark.parametrize("day", ["tomorrow", "2027-02-30", "2027-1-1", "01/31/2027", ""])
def test_days_that_are_none(pitboss: Run, day: str) -> None:
    for command in (["rules", "MD-TCP"], ["odds"], ["diff", "MD-TCP", "MD-LIR"], ["simulate", "MD-TCP"], ["sign", "h"]):
        code, out, err = pitboss(*command, "--on", day, "--json")
        assert code == 2
        assert json.loads(out)["error"] == f'--on: {day!r} is not a day: write "2027-01-31"'
        assert err == f'pitboss: --on: {day!r} is not a day: write "2027-01-31"\n'
