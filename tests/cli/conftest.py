"""What tests of commands can ask for."""

from pathlib import Path

import pytest

from pitboss.cli.main import main
from tests.cli.running import Ran, Run


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences stay on one line; `test_width.py` asks for terminals that people have."""
    monkeypatch.setenv("COLUMNS", "300")


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `pitboss` with arguments, in a folder that is this test's own."""
    monkeypatch.chdir(tmp_path)

    def ran(*arguments: object) -> Ran:
        try:
            code = main([*map(str, arguments)])
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        return Ran(code, *capsys.readouterr())

    return ran


@pytest.fixture(autouse=True)
def own_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What commands remember for a user stays in the test's folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
