"""`pitboss check --on`: what a house file must change by the day on which another edition holds."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.rules.edition_change import next_change, pinned_otherwise
from pitboss.rules.house_file import HouseFile
from pitboss.rules.today import read_as_on
from tests.cli.running import Run
from tests.house.test_startup import ONE, PROGRESSIVE
from tests.rules.next_edition import EFFECTIVE, regulations_outside, write_next_edition

DAY_BEFORE = "2026-12-31"
CHANGED = {"one": {"before": "MD-TCP@1.4", "after": "MD-TCP@1.5"}}


@pytest.fixture(autouse=True)
def amended(tmp_path: Path) -> Iterator[Path]:
    """Edition 1.5 beside 1.4, on the last day of 1.4."""
    write_next_edition(tmp_path / "amended")
    read_as_on(DAY_BEFORE)
    with regulations_outside(tmp_path / "amended") as folder:
        yield folder
    read_as_on("")


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_that_stands_under_both_editions(tmp_path: Path, pitboss: Run) -> None:
    file = written(tmp_path, ONE)
    code, out, _ = pitboss("check", file)
    assert code == 0
    assert f"Warning: from {EFFECTIVE} on, one runs by MD-TCP@1.5 instead of MD-TCP@1.4." in out
    assert f"--on {EFFECTIVE}" in out
    code, out, _ = pitboss("check", file, "--on", EFFECTIVE)
    assert code == 0
    assert f"On {EFFECTIVE} one runs by MD-TCP@1.5 instead of MD-TCP@1.4." in out
    assert "Warning" not in out


def test_what_must_change_by_then_is_marked(tmp_path: Path, pitboss: Run) -> None:
    text = PROGRESSIVE.replace('paytable = "A", minimum', 'paytable = "E", minimum').replace("boxes = 4", "boxes = 9")
    file = written(tmp_path, text)
    today = pitboss("check", file, "--json").json
    assert [one["code"] for one in today["violations"]] == ["boxes-out-of-range"]
    assert today["coming"] == {"day": EFFECTIVE, "editions": CHANGED}
    code, out, _ = pitboss("check", file, "--on", EFFECTIVE, "--json")
    then = json.loads(out)
    assert code == 1
    assert (then["on"], then["editions"]) == (EFFECTIVE, CHANGED)
    assert {one["code"]: one["new"] for one in then["violations"]} == {
        "meter-rate-too-low": True, "boxes-out-of-range": False, "unknown-paytable": True,
    }  # fmt: skip
    shown = pitboss("check", file, "--on", EFFECTIVE).out
    assert f"New on {EFFECTIVE}: rate: 14%; it must be at least 15%" in shown
    assert shown.count(f"New on {EFFECTIVE}") == 2


def test_a_day_that_changes_nothing(tmp_path: Path, pitboss: Run) -> None:
    file = written(tmp_path, ONE)
    answer = pitboss("check", file, "--on", DAY_BEFORE, "--json").json
    assert (answer["approved"], answer["editions"]) == (True, {})
    assert pitboss("check", file, "--on", "2027-02-30").code == 2


def test_a_file_that_names_its_edition_keeps_it(tmp_path: Path, pitboss: Run) -> None:
    file = written(tmp_path, ONE.replace('"MD-TCP"', '"MD-TCP@1.4"'))
    assert "Warning" not in pitboss("check", file).out
    code, out, _ = pitboss("check", file, "--on", EFFECTIVE)
    assert code == 0
    assert f"Note: one names MD-TCP@1.4; MD-TCP@1.5 is in force on {EFFECTIVE}." in out
    house = HouseFile.open(file).submission
    assert pinned_otherwise(house, EFFECTIVE) == {"one": ("MD-TCP@1.4", "MD-TCP@1.5")}
    assert pinned_otherwise(house, DAY_BEFORE) == {}


def test_an_edition_that_ends_without_a_successor(tmp_path: Path, amended: Path, pitboss: Run) -> None:
    rules = next(amended.rglob("rules.toml"))
    rules.write_text(rules.read_text(encoding="utf-8").replace('replaces = "1.4"', 'until = "2028-02-29"'))
    file = written(tmp_path, ONE)
    read_as_on("2027-06-01")
    with regulations_outside(amended):
        change = next_change(HouseFile.open(file).submission, "2027-06-01")
        shown = pitboss("check", file).out
        answer = pitboss("check", file, "--on", "2028-03-01", "--json").json
    assert change == ("2028-03-01", {"one": ("MD-TCP@1.5", "")})
    assert "from 2028-03-01 on, no edition is in force for one, and MD-TCP@1.5 has ended" in shown
    assert [(one["code"], one["new"]) for one in answer["violations"]] == [("unknown-regulation", True)]
