"""The wheel carries its data: every command works from a fresh environment outside the checkout."""

import json
import sys
from pathlib import Path

import pytest

from tests.packaging.clean import ROOT, new_environment, pip_install, run_clean


@pytest.fixture(scope="module")
def pitboss(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as a stranger installs it."""
    python = new_environment(sys.executable, tmp_path_factory.mktemp("outside") / "fresh")
    pip_install(python, wheel)
    return python.with_name("pitboss")


COMMANDS = [
    ["rules"],
    ["rules", "MD-LIR"],
    ["clauses", "MD-TFP"],
    ["clauses", "MD-TCP", "11.C(3)"],
    ["diff", "MD-LIR", "MA-LIR"],
    ["check", str(ROOT / "examples" / "house.toml")],
    ["odds", "MD-TCP", "pair_plus", "A"],
    ["strategy", "MD-LIR"],
    ["settle", str(ROOT / "examples" / "round.json")],
    ["audit", str(ROOT / "examples" / "rounds.jsonl")],
    ["play", "MD-LIR"],
    ["sign", str(ROOT / "examples" / "house.toml"), "--table", "three-card"],
    ["submit", str(ROOT / "examples" / "house.toml"), "-o", "submission.pdf"],
    ["check-rules", str(ROOT / "tests" / "regulations")],
    ["completion", "bash"],
    ["manual"],
]
HOUSE = {
    "examine": ["MD-TCP", "--seed", "1", "--answers", "no-such-file.json"],
    "serve": ["--port", "70000"],
    "people": ["list"],
    "rounds": [],
    "replay": ["three-card/1"],
    "verify": [],
    "case": ["three-card/1", "-o", "case.zip"],
    "report": [],
    "slips": [],
    "watch": ["--once"],
    "backup": ["copy.db"],
    "restore": ["copy.db"],
    "witness": ["logs.policy", "--name", "witness.example"],
    "doctor": [],
    "migrate": [],
    "reindex": [],
    "archive": ["--before", "2026-01-01", "-o", "archive"],
}
"""What needs the packages of the extra `house`; here without them, or without a ledger."""
NO = {"audit"}
"""The sample rounds hold mispayments, so the answer is no."""


def test_every_command_answers_outside_the_checkout(pitboss: Path, tmp_path: Path) -> None:
    for command in COMMANDS:
        text = run_clean(pitboss, *command, cwd=tmp_path)
        assert (text.returncode, text.stderr) == (int(command[0] in NO), ""), command
        assert text.stdout.strip(), command
        answer = run_clean(pitboss, *command, "--json", cwd=tmp_path)
        assert json.loads(answer.stdout), command


def test_a_regulation_is_begun_and_played_outside_the_checkout(pitboss: Path, tmp_path: Path) -> None:
    made = run_clean(pitboss, "new", "PA-TCP", "--like", "MD-TCP", "mine", cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert run_clean(pitboss, "check-rules", "mine", cwd=tmp_path).returncode == 0
    for command in (["rules", "PA-TCP"], ["clauses", "PA-TCP"], ["odds", "PA-TCP", "pair_plus"], ["play", "PA-TCP"]):
        text = run_clean(pitboss, *command, "--regulations", "mine", cwd=tmp_path)
        assert (text.returncode, text.stderr) == (0, ""), command


def test_a_clause_still_names_its_tests(pitboss: Path, tmp_path: Path) -> None:
    (clause,) = json.loads(run_clean(pitboss, "clauses", "MD-TCP", "11.C(3)", "--json", cwd=tmp_path).stdout)
    assert "tests/rounds/md_tcp_fold_keeps_six_card.round" in clause["tests"]


def test_every_command_is_tried(pitboss: Path, tmp_path: Path) -> None:
    shown = run_clean(pitboss, "--help", cwd=tmp_path).stdout
    listed = [
        line.split()[0]
        for line in shown.split("commands:")[1].splitlines()
        if line.startswith("    ") and line[4] != " "
    ]
    assert set(listed) == {command[0] for command in COMMANDS} | set(HOUSE) | {"simulate", "new"}


def test_commands_of_the_house_say_what_they_need(pitboss: Path, tmp_path: Path) -> None:
    for command, arguments in HOUSE.items():
        if command != "doctor":
            answer = run_clean(pitboss, command, *arguments, cwd=tmp_path)
            assert (answer.returncode, answer.stdout) == (2, ""), command
            assert "pip install 'pitboss-tables[house]'" in answer.stderr, command
    doctor = run_clean(pitboss, "doctor", cwd=tmp_path)
    assert doctor.returncode == 1
    assert "pip install 'pitboss-tables[house]'" in doctor.stdout
    assert "Traceback" not in doctor.stdout + doctor.stderr


def test_simulation_says_what_it_needs(pitboss: Path, tmp_path: Path) -> None:
    answer = run_clean(pitboss, "simulate", "MD-LIR", cwd=tmp_path)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "pitboss: this needs the package numpy: pip install 'pitboss-tables[sim]'\n"


def test_the_house_works_with_its_extra(pitboss: Path, wheel: Path, tmp_path: Path) -> None:
    pip_install(pitboss.with_name("python"), f"pitboss-tables[house] @ {wheel.as_uri()}")
    doctor = run_clean(pitboss, "doctor", "--json", cwd=tmp_path)
    assert (doctor.returncode, json.loads(doctor.stdout)["fit"]) == (0, True)
    for command, arguments in HOUSE.items():
        if command != "doctor":
            answer = run_clean(pitboss, command, *arguments, cwd=tmp_path)
            assert (answer.returncode, answer.stdout) == (2, ""), command
            assert answer.stderr.startswith("pitboss: "), command
