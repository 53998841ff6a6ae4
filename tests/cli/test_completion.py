"""Shell completion and the manual page say what the parser says."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pitboss.cli.command_tree import describe_program
from pitboss.cli.completion import bash_script, fish_script, zsh_script
from pitboss.cli.main import COMMANDS, main
from pitboss.cli.manual import manual_page

PROGRAM = describe_program()
IDS = ["MA-LIR", "MD-LIR"]
SCRIPTS = {"bash": bash_script(PROGRAM, IDS), "fish": fish_script(PROGRAM, IDS), "zsh": zsh_script(PROGRAM, IDS)}


def bash_offers(line: str, folder: Path) -> list[str]:
    """What bash would offer at the end of a line."""
    words = line.split(" ")
    (folder / "completion").write_text(SCRIPTS["bash"], encoding="utf-8")
    ask = f"source ./completion; COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; "
    done = subprocess.run(
        ["bash", "--norc", "-c", ask + '_pitboss; printf "%s\\n" "${COMPREPLY[@]}"'],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_every_command_is_described() -> None:
    assert [command.words[-1] for command in PROGRAM.commands] == list(COMMANDS)
    (people,) = [command for command in PROGRAM.commands if command.words[-1] == "people"]
    assert "add" in [action.words[-1] for action in people.commands]


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("pitboss od", ["odds"]),
        ("pitboss odds M", IDS),
        ("pitboss odds --js", ["--json"]),
        ("pitboss --json odds --js", ["--json"]),
        ("pitboss serve --log ", ["json", "text"]),
        ("pitboss serve --log t", ["text"]),
        ("pitboss people pass", ["password"]),
        ("pitboss completion ", ["bash", "fish", "zsh"]),
        ("pitboss odds --html ", []),
        ("pitboss verify ", []),
    ],
)
def test_what_bash_offers(line: str, offers: list[str], tmp_path: Path) -> None:
    assert bash_offers(line, tmp_path) == offers


@pytest.mark.parametrize("shell", sorted(SCRIPTS))
def test_each_script_names_every_command_and_option(shell: str) -> None:
    for command in PROGRAM.walk():
        assert command.words[-1] in SCRIPTS[shell]
        for option in command.options:
            assert all(flag.lstrip("-") in SCRIPTS[shell] for flag in option.flags), (command.words, option)


@pytest.mark.parametrize("shell", sorted(SCRIPTS))
def test_a_shell_that_is_here_can_read_its_script(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(SCRIPTS[shell], encoding="utf-8")
    done = subprocess.run([shell, "-n", "script"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_manual_has_every_command_with_its_options() -> None:
    page = manual_page(PROGRAM)
    for command in PROGRAM.commands:
        name = command.words[-1].replace("-", "\\-")
        assert f"\n.SS \\fBpitboss {name}\\fR" in page
    for option in (option for command in PROGRAM.walk() for option in command.options):
        assert option.flags[-1].replace("-", "\\-") in page
        assert option.help, f"{option.flags} has no help"


@pytest.mark.parametrize("command", [["completion", "fish"], ["manual"]])
def test_both_answer_programs_too(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 0
    text = capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    assert text in json.loads(capsys.readouterr().out).values()


def test_an_unknown_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err
