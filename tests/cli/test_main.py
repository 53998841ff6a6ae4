"""The command line as a whole: exit codes, errors as sentences, nothing but text when piped."""

import re
import subprocess
import sys
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

import pytest

from pitboss.cli.main import COMMANDS, main, module_of

ROOT = Path(__file__).parents[2]
SAID_ONCE = {"--db", "--on", "--regulations", "-h"}
"""Options that the document explains for all commands together, or need no explanation."""


def test_without_a_command_it_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "COMMAND" in capsys.readouterr().out


def test_an_unknown_command_is_unusable_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shuffle"]) == 2
    assert capsys.readouterr() == ("", "pitboss: there is no command 'shuffle': pitboss --help lists them\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "MD-TPC"], "there are MA-LIR, MD-LIR, MD-TCP, MD-TFP"),
        (["clauses", "NV-LIR"], "there is no regulation 'NV-LIR'"),
        (["clauses", "MD-TCP", "11.Z"], "MD-TCP has no clause '11.Z'"),
        (["clauses", "MD-TCP", ""], "MD-TCP has no clause ''"),
        (["clauses", "MD-TCP", "99"], "MD-TCP has no clause '99'; pitboss clauses MD-TCP lists them"),
        (["clauses", "MD-TCP", "11(x)"], "MD-TCP has no clause '11(x)'; did you mean"),
        (["diff", "MD-LIR", "nothing"], "there is no regulation 'nothing'"),
        (["check", "no-such-house.toml"], "no-such-house.toml: cannot be read"),
    ],
)
def test_unusable_input_is_a_sentence_and_exit_code_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize("spelling", ["md-tcp", "Md-Tcp", "MD-TCP"])
def test_regulations_are_named_in_any_case(spelling: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", spelling]) == 0
    assert capsys.readouterr().out.startswith("MD-TCP")


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m pitboss clauses MD-LIR | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_piped_output_has_no_colour() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "rules", "MD-TFP"], capture_output=True, text=True, check=True
    )
    assert "\033" not in done.stdout


def test_syntax_errors_name_file_line_and_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    house.write_text('facility = "X"\n[tables.one\n')
    assert main(["check", str(house)]) == 2
    assert capsys.readouterr().err.startswith(f"pitboss: {house}:2:")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_an_answer_that_cannot_be_written_is_no_answer() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", "rules"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (2, "pitboss: the answer cannot be written: no space left on device\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_in_the_document(command: str) -> None:
    parser = ArgumentParser()
    import_module(module_of(command)).configure(parser)
    options = set(re.findall(r"\[(--?[a-z-]+)", parser.format_usage()))
    sections = re.split(r"^## ", (ROOT / "docs" / "commands.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    (section,) = [text for text in sections if re.search(rf"`pitboss {command}(?![\w-])", text.partition("\n")[0])]
    assert options - SAID_ONCE <= set(re.findall(r"(?<![\w-])--?[a-z-]+", section))
