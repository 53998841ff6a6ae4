"""`pitboss rules` names the edition in force of each regulation, and the other editions that are here."""

from pathlib import Path

import pytest

from pitboss.cli.main import main
from tests.rules.next_edition import EFFECTIVE, regulations_outside, write_next_edition


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    write_next_edition(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("day", "row", "other"),
    [
        ("2026-12-31", "MD-TCP  1.4 ", f"MD-TCP@1.5 is also available: in force from {EFFECTIVE}."),
        (EFFECTIVE, "MD-TCP  1.5 ", "MD-TCP@1.4 is also available."),
    ],
)
def test_the_edition_of_the_day_stands_in_the_list(
    outside: Path, capsys: pytest.CaptureFixture[str], day: str, row: str, other: str
) -> None:
    with regulations_outside(outside):
        assert main(["rules", "--on", day]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith(row)]
    assert other in lines
