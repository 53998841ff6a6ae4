"""The command line: one vocabulary of options, and errors that name what was probably meant."""

import json
import re
import subprocess
import sys
from argparse import SUPPRESS, _HelpAction, _SubParsersAction
from pathlib import Path

import pytest

from pitboss.cli.arguments import CommandParser, retire
from pitboss.cli.main import COMMANDS, make_parser
from tests.cli.running import Run

VOCABULARY = {
    "--db": "URL", "--table": "NAME", "--stake": "WAGER=AMOUNT", "--boxes": "N", "--option": "KEY=VALUE", "--jobs": "N",
    "-o": "FILE", "--limit": "N", "--meter": "NAME=AMOUNT", "--rate": "NAME=PERCENT", "--paytable": "NAME=ID",
    "--regulations": "DIR", "--on": "DATE",
}  # fmt: skip
"""What stands for the value of an option, in every command that has it."""
FOLDERS = {("pitboss archive", "-o")}
"""Where what is written is a folder of files."""


def parsers() -> list[CommandParser]:
    """The parser of every command, and of what is under it."""
    found, waiting = [], [make_parser(COMMANDS)]
    while waiting:
        parser = waiting.pop()
        assert isinstance(parser, CommandParser)
        found.append(parser)
        for action in parser._actions:
            if action.choices and isinstance(action.choices, dict):
                waiting += action.choices.values()
    return found


def test_an_option_means_the_same_in_every_command() -> None:
    for parser in parsers():
        for action in parser._actions:
            for option in action.option_strings:
                if option in VOCABULARY and action.help != SUPPRESS:
                    meant = "DIR" if (parser.prog, option) in FOLDERS else VOCABULARY[option]
                    assert action.metavar == meant, (parser.prog, option)


def test_every_option_says_what_it_does_and_no_value_goes_by_its_python_name() -> None:
    for parser in parsers():
        for action in parser._actions:
            if action.help != SUPPRESS and not isinstance(action, _HelpAction | _SubParsersAction):
                assert action.help, (parser.prog, action.option_strings)
                assert action.nargs == 0 or action.metavar, (parser.prog, action.option_strings)


@pytest.mark.parametrize(("arguments", "says"), [
    (["simulat"], "there is no command 'simulat': did you mean simulate?"),
    (["xyz"], "there is no command 'xyz': pitboss --help lists them"),
    (["odds", "MD-TCP", "--box", "3"], "odds has no option --box: did you mean --boxes?"),
    (["odds", "MD-TCP", "--opt=x"], "odds has no option --opt: did you mean --option?"),
    (["rules", "--xyz"], "rules has no option --xyz: pitboss rules --help lists them"),
    (["--jsn"], "pitboss has no option --jsn: pitboss --help lists them"),
    (["people", "ad"], "ACTION: 'ad': did you mean add?"),
    (["people", "add", "ann", "--role", "deeler"], "--role: 'deeler': did you mean dealer?"),
    (["people", "list", "--dbb", "x"], "people list has no option --dbb: did you mean --db?"),
    (["rules", "MD-TCP", "MD-LIR"], "rules cannot use 'MD-LIR': pitboss rules --help lists its arguments"),
    (["clauses"], "clauses needs REGULATION: pitboss clauses --help says more"),
    (["strategy", "MD-TCP", "--hand"], "--hand: expected a value after it"),
    (["strategy", "MD-TCP", "--table"], "strategy: --table is now --every-hand"),
    (["sign", "house.toml", "--output", "x.pdf"], "sign: --output is now -o FILE"),
    (["serve", "--processes", "2"], "serve: --processes is now --jobs N"),
    (["audit", "x.jsonl", "--jobs", "0"], "--jobs: expected a whole number from 1 to 1,024, found '0'"),
])  # fmt: skip
def test_what_is_not_understood_is_answered_with_the_nearest_word(
    pitboss: Run, arguments: list[str], says: str
) -> None:
    assert pitboss(*arguments) == (2, "", f"pitboss: {says}\n")
    code, out, err = pitboss(*arguments, "--json")
    assert (code, err) == (2, f"pitboss: {says}\n")
    assert json.loads(out) == {"error": says, "file": None, "line": None}


@pytest.mark.parametrize("option", ["--jso", "--tab=x", "--li", "--void=1"])
def test_abbreviations_are_refused(pitboss: Run, option: str) -> None:
    assert pitboss("rounds", option).code == 2


def test_a_retired_option_is_answered_however_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    parser = CommandParser(prog="pitboss play")
    retire(parser, "--old", "--new")
    for given in (["--old"], ["--old", "3"], ["--old=3"]):
        with pytest.raises(Exception, match="play: --old is now --new"):
            parser.parse_args(given)
    assert "--old" not in parser.format_help()


# Programs


def test_what_cannot_be_used_is_an_object_with_its_place(pitboss: Run, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('facility = "X"\n[tables.one\n', encoding="utf-8")
    code, out, err = pitboss("check", "house.toml", "--json")
    found = json.loads(out)
    assert (code, found["file"], found["line"]) == (2, "house.toml", 2)
    assert err == f"pitboss: house.toml:2:12: {found['error']}\n"


def test_what_is_answered_no_is_on_standard_output_alone(pitboss: Run) -> None:
    broken = str(Path(__file__).parents[2] / "examples/broken.toml")
    for arguments in (["odds", broken], ["simulate", broken], ["sign", broken], ["play", "MD-TCP", "--house", broken]):
        code, out, err = pitboss(*arguments, "--json")
        assert (code, err, json.loads(out)["approved"]) == (1, "", False)


# Missing things


def test_a_missing_ledger_says_how_to_begin_one(pitboss: Run) -> None:
    says = "pitboss.db: there is no ledger here: pitboss serve begins one; --db or PITBOSS_DB names another"
    for arguments in (["rounds"], ["verify"], ["report"], ["replay", "x/1"], ["people", "list"], ["backup", "b"]):
        assert pitboss(*arguments) == (2, "", f"pitboss: {says}\n")


def test_a_missing_file_says_which_one_is_near(pitboss: Run, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("", encoding="utf-8")
    (tmp_path / "evening.db").write_text("", encoding="utf-8")
    assert pitboss("check", "hause.toml").err == (
        "pitboss: hause.toml: cannot be read: no such file or directory: did you mean house.toml?\n"
    )
    assert "did you mean evening.db?" in pitboss("rounds", "--db", "evning.db").err
    assert pitboss("check", "other.x").err == "pitboss: other.x: cannot be read: no such file or directory\n"


def test_the_environment_names_the_ledger(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_DB", "evening.db")
    for arguments in (["rounds"], ["verify"], ["report"], ["people", "list"]):
        assert pitboss(*arguments).err.startswith("pitboss: evening.db: there is no ledger here")
    assert pitboss("rounds", "--db", "other.db").err.startswith("pitboss: other.db: ")
    (message,) = re.findall(r"ledger to look at.*?\)", " ".join(pitboss("doctor", "--help").out.split()))
    assert "PITBOSS_DB" in message


# A table named like a command


WITHOUT_HOUSE = """
import sys
sys.modules.update(apsw=None, cryptography=None)
from pitboss.cli.main import main
code = main(["odds", "house.toml", "backup", "--json"])
sys.exit(code or "pitboss.cli.backup" in sys.modules)
"""


def test_a_table_named_like_a_command_needs_no_extra(tmp_path: Path) -> None:
    house = (Path(__file__).parents[2] / "examples/house.toml").read_text(encoding="utf-8")
    (tmp_path / "house.toml").write_text(house.replace("tables.top-five", "tables.backup"), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", WITHOUT_HOUSE], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
