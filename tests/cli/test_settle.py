"""`pitboss settle`: the answer as the contract has it, and a sentence for whatever cannot be used."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from tests.clauses.marks import clause

ROUND: dict[str, Any] = {
    "regulation": "MD-TCP",
    "paytables": {"ante_bonus": "A", "pair_plus": "D", "six_card_bonus": "C", "progressive": "A"},
    "options": {},
    "meters": {"main": 1000000},
    "seeds": {"main": 100000},
    "boxes": [
        {
            "box": 1,
            "player": "p1",
            "cards": ["Qs", "6d", "4c"],
            "decisions": ["play"],
            "wagers": {"ante": 1000, "pair_plus": 500, "progressive": 100},
        }
    ],
    "dealer": ["Kc", "Kd", "4s"],
    "community": [],
    "bonus_box": [],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND))
    return path


@clause("MD-TCP 11.D(3)(d)(i)")
def test_the_answer_is_as_documented(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def lost(item: str, stake: int, cite: str) -> dict[str, Any]:
        return {
            "item": item,
            "stake": stake,
            "outcome": "collected",
            "returned": 0,
            "amount": 0,
            "pattern": None,
            "odds": None,
            "cite": f"MD-TCP {cite}",
        }

    assert main(["settle", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "edition": "1.4",
        "boxes": [
            {
                "box": 1,
                "net": -2600,
                "lines": [
                    lost("ante", 1000, "11.D(3)(d)(i)"),
                    lost("play", 1000, "11.D(3)(d)(i)"),
                    lost("pair_plus", 500, "11.D(4)"),
                    lost("progressive", 100, "11.D(5)"),
                ],
            }
        ],
        "meters": {"main": 1000000},
    }


def test_people_get_a_table(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Box 1  p1  Qs 6d 4c  play" in out
    assert "  ante           $10  collected  -        -           $0      $0  MD-TCP 11.D(3)(d)(i)\n" in out
    assert "  net -$26\n" in out
    assert "  main   $10,000  $10,000\n" in out
    assert "\033" not in out


def test_a_name_cannot_write_to_the_terminal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(file.read_text())
    document["boxes"][0]["player"] = "\033[2J\n"
    file.write_text(json.dumps(document))
    assert main(["settle", str(file)]) == 0
    assert "Box 1  '\\x1b[2J\\n'  Qs" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--json", "-"], ["-", "--json"]])
def test_standard_input(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "settle", *arguments],
        input=json.dumps(ROUND).encode(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["boxes"][0]["net"] == -2600


UNUSABLE = {
    "a broken line": (b'{"regulation":\n "MD-TCP",\n oops}', ":3:2: expected JSON"),
    "no round": (b"[]", ":1: the round: expected an object, found an array"),
    "nothing": (b"", ":1: expected a round, found nothing"),
    "binary": (bytes(range(256)), ":2: expected UTF-8"),
    "deep": (b'{"a":' * 100_000, "hundreds of nested"),
    "nearly too deep": (b'{"dealer":' + b"[" * 900 + b"]" * 900 + b"}", ":1: regulation: expected an id"),
    "a number of 5,000 digits": (b'{"payout_limit": ' + b"1" * 5000 + b"}", "thousands of digits"),
    "more than a megabyte": (b" " * 1_000_001, ": expected a round, found more than a million bytes"),
    "a long key": (b'{"' + b"x" * 500_000 + b'": 1}', ":1: the round: unknown key"),
    "a card twice": (json.dumps({**ROUND, "dealer": ["Kc", "Kd", "4c"]}).encode(), ":1: 4c is on the table twice"),
}


@pytest.mark.parametrize(("data", "said"), UNUSABLE.values(), ids=UNUSABLE)
def test_what_cannot_be_used_is_one_sentence(
    data: bytes, said: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(data)
    assert main(["settle", str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"pitboss: {file}")
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 1000


FAULTS = {
    "an unknown wager": (lambda round_: round_["boxes"][0]["wagers"].update(foo=1), '"foo"'),
    "a stake that is none": (lambda round_: round_["boxes"][0]["wagers"].update(pair_plus="5"), '"pair_plus": "5"'),
    "a wager missing": (lambda round_: round_["boxes"][0].update(wagers={}), '"wagers"'),
    "a decision too many": (lambda round_: round_["boxes"][0]["decisions"].append("fold"), '"decisions"'),
    "no card": (lambda round_: round_.update(dealer=["Kc", "Kd", "9x"]), '"dealer"'),
    "an unknown option": (lambda round_: round_["options"].update(nosuch="x"), '"nosuch"'),
    "an unknown paytable": (lambda round_: round_["paytables"].update(pair_plus="Z"), '"pair_plus": "Z"'),
    "a meter missing": (lambda round_: round_.update(meters={}), '"meters"'),
    "a box twice": (lambda round_: round_["boxes"].append(round_["boxes"][0]), "last {"),
    "no box": (lambda round_: round_["boxes"][0].pop("box"), "first {"),
    "no regulation": (lambda round_: round_.pop("regulation"), ""),
}  # fmt: skip


@pytest.mark.parametrize(("change", "blamed"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_is_named_with_its_line(
    change: Callable[[dict[str, Any]], object], blamed: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    round_ = json.loads(json.dumps(ROUND))
    change(round_)
    lines = json.dumps(round_, indent=1).splitlines()
    file.write_text("\n".join(lines))
    if blamed.endswith("{"):
        boxes = [number for number, line in enumerate(lines, 1) if line == "  {"]
        expected = boxes[0 if blamed.startswith("first") else -1]
    else:
        expected = next(number for number, line in enumerate(lines, 1) if blamed in line)
    assert main(["settle", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"pitboss: {file}:{expected}: ")


def test_a_card_twice_is_named_with_the_line_of_the_second(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = json.dumps({**ROUND, "dealer": ["Kc", "Kd", "4c"]}, indent=1).splitlines()
    file.write_text("\n".join(lines))
    _, second = (number for number, line in enumerate(lines, 1) if '"4c"' in line)
    assert main(["settle", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"pitboss: {file}:{second}: 4c is on the table twice")


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", str(tmp_path / name)]) == 2
    assert "cannot be read: " in capsys.readouterr().err
