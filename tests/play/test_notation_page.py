"""docs/notation.md: every command and event stands there, and every line there is read as what it is said to be."""

import re
from pathlib import Path

import pytest

from pitboss.play.commands import Command, given_by
from pitboss.play.encoding import EVENTS, parse_event, show_event
from pitboss.play.notation import parse_command, show_command

PAGE = (Path(__file__).parents[2] / "docs/notation.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\w+) \| `(.+?)` \| (.*?) ?\|$", re.MULTILINE)


def rows(title: str) -> list[tuple[str, str, str]]:
    """The rows of the table under a heading: name, what is written, the rest."""
    return ROW.findall(PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0])


@pytest.mark.parametrize(("name", "written", "_does"), rows("Commands"))
def test_a_command_is_read_as_the_page_says(name: str, written: str, _does: str) -> None:
    command = parse_command(written)
    assert type(command).__name__ == name
    assert show_command(command) == written
    assert written.split(maxsplit=1)[0] in {given_by(command), "box", "player"}


@pytest.mark.parametrize(("name", "written", "_fields"), rows("Events"))
def test_an_event_is_read_as_the_page_says(name: str, written: str, _fields: str) -> None:
    event = parse_event(written, "MD-TCP")
    assert type(event).__name__ == name
    assert " ".join(show_event(event).split()) == written


def test_every_command_and_event_is_on_the_page() -> None:
    assert {name for name, *_ in rows("Commands")} == {kind.__name__ for kind in Command.__args__}
    assert sorted(name for name, *_ in rows("Events")) == sorted(EVENTS), "each once, in the order of an evening"


def test_the_golden_round_on_the_page_is_the_beginning_of_one() -> None:
    shown = PAGE.split("\n## A golden round\n```\n")[1].split("```")[0]
    rounds = (Path(__file__).parents[1] / "rounds").glob("*.round")
    assert any(path.read_text(encoding="utf-8").startswith(shown) for path in rounds)
