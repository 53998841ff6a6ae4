"""The wheel carries its data: every command works from a fresh environment outside the checkout."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    words = [*map(str, command)]
    return subprocess.run(
        words, cwd=cwd, env=clean, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def pitboss(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as a stranger installs it."""
    outside = tmp_path_factory.mktemp("outside")
    built = _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", outside, ROOT, cwd=outside)
    assert built.returncode == 0, built.stderr
    (wheel,) = outside.glob("*.whl")
    venv.create(outside / "fresh", with_pip=True)
    python = outside / "fresh" / "bin" / "python"
    installed = _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=outside)
    assert installed.returncode == 0, installed.stderr
    return outside / "fresh" / "bin" / "pitboss"


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
]
HOUSE = {
    "serve": ["--port", "70000"],
    "people": ["list"],
    "rounds": [],
    "replay": ["three-card/1"],
    "verify": [],
    "report": [],
    "backup": ["copy.db"],
    "restore": ["copy.db"],
    "doctor": [],
}
"""What needs the packages of the extra `house`; here without them, or without a ledger."""
NO = {"audit"}
"""The sample rounds hold mispayments, so the answer is no."""


def test_every_command_answers_outside_the_checkout(pitboss: Path, tmp_path: Path) -> None:
    for command in COMMANDS:
        text = _run(pitboss, *command, cwd=tmp_path)
        assert (text.returncode, text.stderr) == (int(command[0] in NO), ""), command
        assert text.stdout.strip(), command
        answer = _run(pitboss, *command, "--json", cwd=tmp_path)
        assert json.loads(answer.stdout), command


def test_every_command_is_tried(pitboss: Path, tmp_path: Path) -> None:
    shown = _run(pitboss, "--help", cwd=tmp_path).stdout
    listed = [
        line.split()[0]
        for line in shown.split("commands:")[1].splitlines()
        if line.startswith("    ") and line[4] != " "
    ]
    assert set(listed) == {command[0] for command in COMMANDS} | set(HOUSE) | {"simulate"}


def test_commands_of_the_house_say_what_they_need(pitboss: Path, tmp_path: Path) -> None:
    for command, arguments in HOUSE.items():
        if command != "doctor":
            answer = _run(pitboss, command, *arguments, cwd=tmp_path)
            assert (answer.returncode, answer.stdout) == (2, ""), command
            assert "pip install 'pitboss-tables[house]'" in answer.stderr, command
    doctor = _run(pitboss, "doctor", cwd=tmp_path)
    assert doctor.returncode == 1
    assert "pip install 'pitboss-tables[house]'" in doctor.stdout
    assert "Traceback" not in doctor.stdout + doctor.stderr


def test_simulation_says_what_it_needs(pitboss: Path, tmp_path: Path) -> None:
    answer = _run(pitboss, "simulate", "MD-LIR", cwd=tmp_path)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "pitboss: this needs the package numpy: pip install 'pitboss-tables[sim]'\n"


def test_the_house_works_with_its_extra(pitboss: Path, tmp_path: Path) -> None:
    python, (wheel,) = pitboss.parent / "python", pitboss.parents[2].glob("*.whl")
    wanted = f"pitboss-tables[house] @ {wheel.as_uri()}"
    installed = _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wanted, cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    doctor = _run(pitboss, "doctor", "--json", cwd=tmp_path)
    assert (doctor.returncode, json.loads(doctor.stdout)["fit"]) == (0, True)
    for command, arguments in HOUSE.items():
        if command != "doctor":
            answer = _run(pitboss, command, *arguments, cwd=tmp_path)
            assert (answer.returncode, answer.stdout) == (2, ""), command
            assert answer.stderr.startswith("pitboss: "), command
