"""`pitboss settle`: the answer as the contract has it, and a sentence for whatever cannot be used."""

import json
import subprocess
import sys
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
    "no round": (b"[]", ": the round: expected an object, found an array"),
    "nothing": (b"", ": expected a round, found nothing"),
    "binary": (bytes(range(256)), ":2: expected UTF-8"),
    "deep": (b'{"a":' * 100_000, "many hundred deep"),
    "nearly too deep": (b'{"dealer":' + b"[" * 900 + b"]" * 900 + b"}", ": regulation: expected an id"),
    "a number of 5,000 digits": (b'{"payout_limit": ' + b"1" * 5000 + b"}", "thousands of digits"),
    "more than a megabyte": (b" " * 1_000_001, ": expected a round, found more than a million bytes"),
    "a long key": (b'{"' + b"x" * 500_000 + b'": 1}', ": the round: unknown key"),
    "a card twice": (json.dumps({**ROUND, "dealer": ["Kc", "Kd", "4c"]}).encode(), ": 4c lies on the table twice"),
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


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", str(tmp_path / name)]) == 2
    assert "cannot be read: " in capsys.readouterr().err
