"""Ledgers to test: every test that asks for a `store` runs on SQLite and on a real PostgreSQL server, in each form."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from tests.ledger.postgres_server import PostgresServer
from tests.rules.package_copy import package_copy


@pytest.fixture
def other_package(tmp_path: Path) -> Iterator[Path]:
    """A copy of the package's regulations that a test may change."""
    with package_copy(tmp_path) as copied:
        yield copied


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """The address of an empty PostgreSQL ledger that is this test's own."""
    return postgres_server.new_schema()


_BEFORE = [pytest.param(f"plain {database}", marks=pytest.mark.slow) for database in ("sqlite", "postgres")]
"""The form that versions before wrote."""


@pytest.fixture(params=["sqlite", "postgres", *_BEFORE])
def ledger_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty ledger that is this test's own, in each database, also in the form of versions before."""
    url = str(tmp_path / "ledger.db" if "sqlite" in request.param else request.getfixturevalue("postgres_url"))
    if "plain" in request.param:
        open_store(url, create=True, schema=1).close()
    return url


@pytest.fixture
def store(ledger_url: str) -> Iterator[Store]:
    """An empty ledger, closed after the test."""
    opened = open_store(ledger_url, create=True)
    yield opened
    opened.close()


@pytest.fixture
def reopen(ledger_url: str, store: Store) -> Iterator[Callable[[], Store]]:
    """Further stores on the same ledger."""
    opened: list[Store] = []

    def again() -> Store:
        opened.append(open_store(ledger_url))
        return opened[-1]

    yield again
    for one in opened:
        one.close()
