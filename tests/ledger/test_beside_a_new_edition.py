"""A ledger of version 0.1, with tables of all four regulations, is answered to the byte beside a later edition.

One thing is added: a recorded round then names the edition that it was played by, because it is no longer in force.
"""

import shlex
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.rules.load import load_regulation
from pitboss.rules.today import read_as_on
from tests.ledger.test_version_0_1 import LEDGER, answers, folder
from tests.rules.next_edition import regulations_outside, write_next_edition

__all__ = ["folder"]

COMMANDS = [one["command"] for one in answers("replay ", "rounds ", "report ", "verify ")]
EACH = [pytest.param(one, marks=pytest.mark.slow if place % 6 else ()) for place, one in enumerate(COMMANDS)]


@pytest.fixture
def later(tmp_path: Path) -> Iterator[None]:
    """A day on which edition 1.5 of MD-TCP is in force."""
    write_next_edition(tmp_path / "amended")
    read_as_on("2027-06-01")
    with regulations_outside(tmp_path / "amended"):
        yield
    read_as_on("")


Answers = Callable[[str], list[tuple[int, str]]]


@pytest.fixture
def answered(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Answers:
    """What a command answers, as text and as JSON, to a user whose `verify` has no bookmark yet."""
    asked = count()

    def answer(command: str) -> list[tuple[int, str]]:
        found = []
        for more in ([], ["--json"]):
            monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / f"state-{next(asked)}"))
            code = main([*shlex.split(command), *more])
            found.append((code, capsys.readouterr().out))
        return found

    return answer


def without_edition(text: str) -> str:
    """An answer as it was before a recorded round of MD-TCP had to name its edition."""
    return text.replace('    "edition": "1.4",\n', "")


@pytest.mark.parametrize("command", EACH)
def test_it_is_answered_as_without_it(
    command: str, folder: Path, answered: Answers, request: pytest.FixtureRequest
) -> None:
    first = answered(command)
    request.getfixturevalue("later")
    assert load_regulation("MD-TCP").edition == "1.5"
    again = answered(command)
    assert [(code, without_edition(text)) for code, text in again] == first
    assert (folder / LEDGER).exists()
