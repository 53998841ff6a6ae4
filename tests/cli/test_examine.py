"""`pitboss examine` and `pitboss verify` of its certificate, as a pit manager gives them."""

import io
import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.evidence.heads import SigningKey
from pitboss.examination.table_test import TableTest, right_text
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from pitboss.rules.sample_house import find_ruleset

Run = Callable[..., tuple[int, str, str]]
KEY = SigningKey(bytes(range(32)))
NAMED = ("--candidate", "dora", "--examiner", "mia", "--seed", "7", "--questions", "4")


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in a folder with a key, with something on standard input."""
    monkeypatch.chdir(tmp_path)
    KEY.save("house.key")

    def command(*arguments: str, given: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        code = main([*arguments])
        return code, *capsys.readouterr()

    return command


def answers(regulation: str = "MD-TCP", number: int = 4) -> list[dict[str, Any]]:
    """The right answers of the test with seed 7."""
    test = TableTest(find_ruleset(regulation), "7", number)
    return [{"line": one.faults[0] if one.faults else 0, "right": right_text(one)} for one in test.questions]


def typed(given: list[dict[str, Any]]) -> str:
    return "".join(f"{one['line']}\n" + (f"{one['right']}\n" if one["right"] else "") for one in given)


def test_a_test_at_the_terminal_ends_with_a_certificate_that_verify_proves(run: Run) -> None:
    code, out, err = run("examine", "md-tcp", *NAMED, "--key", "house.key", "-o", "dora.txt", given=typed(answers()))
    assert (code, err) == (0, "")
    assert "Round 4 of 4" in out
    assert "Passed: " in out
    assert "pitboss verify dora.txt --key" in " ".join(out.split())
    code, out, err = run("verify", "dora.txt", "--key", str(KEY.public))
    assert (code, err) == (0, "")
    assert "dora passed the table test of MD-TCP@1.4" in out
    assert "marked again by its seed" in " ".join(out.split())
    code, out, _ = run("verify", "dora.txt", "--key", str(KEY.public), "--json")
    shown = json.loads(out)
    assert (code, shown["whole"], shown["marked_again"], shown["examiner"]) == (0, True, True, "mia")
    note = Path("dora.txt").read_text()
    Path("dora.txt").write_text(note.replace('"dora"', '"nora"'))
    code, out, err = run("verify", "dora.txt", "--key", str(KEY.public))
    assert (code, err) == (1, "")
    assert out.startswith("Tampered: it is not signed by the key that you gave, or was changed after it was signed.")
    assert run("verify", "dora.txt")[0] == 2


def test_a_wrong_entry_is_asked_again_and_an_end_marks_nothing(run: Run) -> None:
    right = answers()
    confused = "nothing\n-1\n999\n" + typed(right[:1]).replace("\n$", "\nmuch\n$", 1)
    code, out, _ = run("examine", "MD-TCP", *NAMED, given=confused + typed(right[1:]))
    assert code == 0
    assert "Write a number from 0 to" in out
    code, out, err = run("examine", "MD-TCP", *NAMED, given="0\n")
    assert (code, err) == (1, "")
    assert "not finished: nothing is marked" in out


def test_questions_and_answers_as_json(run: Run) -> None:
    code, out, _ = run("examine", "MA-LIR", "--seed", "7", "--questions", "4", "--json")
    asked = json.loads(out)
    assert (code, asked["regulation"], len(asked["questions"])) == (0, "MA-LIR@1", 4)
    assert asked["paytables"]
    Path("answers.json").write_text(json.dumps(answers("MA-LIR")))
    marked = ("examine", "MA-LIR", "--seed", "7", "--questions", "4", "--answers", "answers.json", "--json")
    code, out, _ = run(*marked)
    shown = json.loads(out)
    assert (code, shown["passed"], shown["points"], shown["certificate"]) == (0, True, shown["possible"], None)
    Path("answers.json").write_text(json.dumps({"answers": [{"line": 1}] * 4}))
    code, out, err = run(*marked)
    assert (code, json.loads(out)["passed"], err) == (1, False, "")


def test_who_does_not_pass_gets_no_certificate(run: Run) -> None:
    code, out, _ = run("examine", "MD-TCP", *NAMED, "--key", "house.key", "-o", "dora.txt", given="1\n1\n1\n1\n")
    assert code == 1
    assert "There is no certificate: the test was not passed." in out
    assert not Path("dora.txt").exists()


def test_a_test_is_recorded_once_and_judged_by_a_manager(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.people.Cost", lambda: Cost(1, 8, 1))
    with closing(open_store("house.db", create=True)) as store:
        people = People(store)
        for name, role in (("mia", "manager"), ("dora", "dealer"), ("flo", "floorperson")):
            people.add(name, role, "a long enough password")  # type: ignore[arg-type]
        size = store.size()
    Path("answers.json").write_text(json.dumps(answers()))
    given = ("examine", "MD-TCP", *NAMED, "--answers", "answers.json", "--db", "house.db", "-o", "dora.txt")
    for wrong, told in (("flo", "a manager judges a table test, not the floorperson"), ("nora", "a manager judges")):
        code, out, err = run(*(wrong if one == "mia" else one for one in given))
        assert (code, out) == (1, "")
        assert told in err
        assert "COMAR 36.05.03.18 B" in err
    assert run(*("nora" if one == "dora" else one for one in given))[0] == 2
    with closing(open_store("house.db")) as store:
        assert store.size() == size
    assert not Path("dora.txt").exists()
    assert run(*given)[0] == 0
    code, out, err = run(*given)
    assert (code, out) == (1, "")
    assert "recorded before" in err
    code, out, _ = run("people", "tests", "--db", "house.db", "--json")
    (taken,) = json.loads(out)
    assert (taken["name"], taken["regulation"], taken["examiner"], taken["passed"]) == (
        "dora",
        "MD-TCP@1.4",
        "mia",
        True,
    )
    assert run("people", "tests", "--db", "house.db")[1].split()[6:9] == ["dora", "MD-TCP@1.4", "passed"]
    assert run("verify", "--db", "house.db")[0] == 0


NO: dict[str, tuple[list[str], str]] = {
    "no examiner": (["-o", "x", "--candidate", "dora", "--key", "house.key"], "give --candidate and --examiner"),
    "the same person": (
        ["-o", "x", "--candidate", "dora", "--examiner", "Dora", "--key", "house.key"], "nobody examines themselves",
    ),
    "no key": (["-o", "x", "--candidate", "dora", "--examiner", "mia", "--key", "none.key"], "none.key"),
    "answers without a seed": (["--answers", "answers.json"], "give it by --seed"),
    "no file of answers": (["--answers", "none.json", "--seed", "7"], "none.json"),
    "answers of another test": (["--answers", "answers.json", "--seed", "7", "--questions", "5"], "5 questions"),
    "answers that are none": (["--answers", "house.key", "--seed", "7"], "expected answers as JSON"),
    "a list of numbers": (["--answers", "numbers.json", "--seed", "7"], "answer 1: expected"),
    "too few questions": (["--questions", "3"], "--questions"),
    "no percentage": (["--pass", "101"], "--pass"),
    "a long seed": (["--seed", "x" * 65], "a seed has 1 to 64"),
    "recorded without a certificate": (["--db", "house.db"], "give its file by -o"),
}  # fmt: skip


@pytest.mark.parametrize("case", NO.values(), ids=NO)
def test_bad_input_is_a_sentence(run: Run, case: tuple[list[str], str]) -> None:
    arguments, told = case
    Path("answers.json").write_text(json.dumps(answers()))
    Path("numbers.json").write_text("[1, 2]")
    code, out, err = run("examine", "MD-TCP", *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err
    assert run("examine", "MD-XXX")[0] == 2
