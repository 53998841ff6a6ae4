"""`pitboss rounds`: lists for people and programs, files for audit and analysis, sentences for what cannot be."""

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
import pytest

from pitboss.cli.main import main
from tests.cli.running import Ran, Run
from tests.ledger.evening import START, evening


@pytest.fixture
def run(pitboss: Run) -> Run:
    database = str(evening())

    def ran(*arguments: object, db: str = database) -> Ran:
        return pitboss("rounds", "--db", db, *arguments)

    return ran


def test_a_list_to_read(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    assert re.split("  +", out.splitlines()[0].strip()) == [
        "round", "regulation", "began (UTC)", "lasted", "players", "staked", "paid", "house",
    ]  # fmt: skip
    assert re.search(r"^  three-card/9 +MD-TCP +2026-09-21 .* dee 6 .* card face up$", out, re.MULTILINE)
    assert re.search(r"^  commonwealth/9 .* under way$", out, re.MULTILINE)
    assert re.search(r"^  three-card/8 .* box 1 wins \$[\d,.]+ of main, box 1 wins", out, re.MULTILINE)
    assert f"\n\n{len(out.splitlines()) - 3} rounds in " in out
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", out)


def test_the_newest(run: Run) -> None:
    out = run("--limit", 2).out
    assert [line.split()[0] for line in out.splitlines()[1:3]] == ["three-card/9", "commonwealth/9"]
    assert "the newest 2 of them shown" in out
    assert run("--limit", 2, "--table", "top-five", "--json").out.count('"id"') == 2
    assert run("--limit", 0).out == run().out


def test_for_programs(run: Run) -> None:
    found = json.loads(run("--json").out)
    assert len(found) > 40
    assert set(found[0]) == {
        "id", "regulation", "status", "start", "end", "boxes", "staked", "paid", "net", "largest", "irregularities",
        "jackpots", "first", "last",
    }  # fmt: skip
    assert json.loads(run("--json", "--player", "nobody").out) == []


@pytest.mark.parametrize(
    ("options", "number"),
    [
        (["--table", "top-five"], 9),
        (["--player", "dee"], 1),
        (["--void"], 5),
        (["--irregularity"], 6),
        (["--irregularity", "card_face_up"], 1),
        (["--irregularity", "rain"], 0),
        (["--void", "--table", "three-card"], 1),
        (["--amount", "$20,000"], 1),
        (["--amount", "20000.00"], 1),
        (["--from", "2026-09-22"], 0),
        (["--to", "2026-09-21T14:13:20"], 0),
        (["--from", "2026-09-21", "--to", "2026-09-22", "--void"], 5),
        (["--from", "2026-09-21T10:00:00-04:00", "--to", "2026-09-21T16:00:00+01:00", "--void"], 5),
    ],
)
def test_what_is_asked_for(run: Run, options: list[str], number: int) -> None:
    code, out, err = run(*options, "--json")
    assert (code, len(json.loads(out)), err) == (0, number, "")


def test_times_are_utc_unless_they_say_otherwise(run: Run) -> None:
    first = json.loads(run("--json", "--table", "let-it-ride").out)[0]
    assert START < first["start"] < START + 60_000
    began = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=first["start"])
    after = began + timedelta(milliseconds=1)
    for zone in (None, timezone(timedelta(hours=-5))):
        said = [one.astimezone(zone or UTC).replace(tzinfo=zone).isoformat() for one in (began, after)]
        found = json.loads(run("--json", "--from", said[0], "--to", said[1]).out)
        assert [one["id"] for one in found] == [first["id"]]


def test_files(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run("-o", "day.jsonl")
    assert (code, out) == (0, "day.jsonl: 39 rounds.\n")
    assert err.count("is left out: it is void") == 5
    assert main(["audit", "day.jsonl"]) == 0
    assert "39 rounds: all paid as due." in capsys.readouterr().out
    code, out, err = run("-o", "day.parquet", "--json")
    assert json.loads(out) == {"file": "day.parquet", "rows": pq.read_table(tmp_path / "day.parquet").num_rows}
    code, out, err = run("-o", "day.round", "--table", "three-card")
    assert (code, out) == (0, "day.round: 9 rounds.\n")
    text = (tmp_path / "day.round").read_text(encoding="utf-8")
    assert len(text.split("\n\n")) == 9
    named = {line.split()[1] for line in text.splitlines() if line.startswith("rules ")}
    assert named == {"day.house-1.toml", "day.house-three-card-8.toml"}
    assert all((tmp_path / name).is_file() for name in named)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--table", "roulette"], "the ledger has no table 'roulette': commonwealth"),
        (["--from", "yesterday"], "expected a time such as 2026-03-01"),
        (["--amount", "much"], "not an amount of money"),
        (["--limit", "-1"], "expected a whole number"),
        (["-o", "day.csv"], "day.csv: rounds are written as .jsonl, .parquet or .round"),
        (["-o", "no/folder/day.jsonl"], "no/folder/day.jsonl: cannot be written"),
        (["-o", "no/folder/day.parquet"], "no/folder/day.parquet: cannot be written"),
        (["-o", "day.jsonl", "--limit", "3"], "--limit is for lists"),
    ],
)
def test_what_cannot_be(run: Run, options: list[str], says: str) -> None:
    code, out, err = run(*options)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


def test_no_ledger(run: Run, tmp_path: Path) -> None:
    assert run(db=str(tmp_path / "none.db"))[0] == 2
    (tmp_path / "text.db").write_text("not a ledger, but long enough to be looked at" * 40, encoding="utf-8")
    code, _, err = run(db=str(tmp_path / "text.db"))
    assert code == 2
    assert "not a pitboss ledger" in err
