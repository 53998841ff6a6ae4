"""Who asks, by which name, and how often: no header of a stranger's changes it."""

import asyncio
from typing import Any

import pytest

from pitboss.web.http.clients import CLIENT, ClientAddress, client_key
from pitboss.web.http.host_names import HostNames
from pitboss.web.http.rate_limits import GOOD_FOR, GoodTokens
from pitboss.web.run.connections import ConnectionLimits, OpenConnections


def seen(peer: str, proxies: set[str], **headers: str) -> tuple[str, str, str]:
    """The client, the scheme and the key that the application is told."""
    found: list[tuple[str, str, str]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.append((scope["client"][0], scope["scheme"], CLIENT.get()))

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": given}
    asyncio.run(ClientAddress(app, proxies)(scope, None, None))  # type: ignore[arg-type]  # neither is used
    return found[0]


def test_only_a_trusted_proxy_says_who_asks() -> None:
    claims = {"x_forwarded_for": "10.0.0.1", "x_forwarded_proto": "https"}
    assert seen("127.0.0.1", set(), **claims) == ("127.0.0.1", "http", "127.0.0.1")
    assert seen("127.0.0.1", {"127.0.0.1"}, **claims) == ("10.0.0.1", "https", "10.0.0.1")
    assert seen("127.0.0.1", {"127.0.0.1"}) == ("127.0.0.1", "http", "127.0.0.1")
    # What a client claims in front of the proxy's own word counts nothing.
    assert seen("127.0.0.1", {"127.0.0.1"}, x_forwarded_for="1.2.3.4, 10.0.0.9")[0] == "10.0.0.9"
    assert seen("10.1.1.1", {"127.0.0.1", "10.1.1.1"}, x_forwarded_for="10.0.0.9, 127.0.0.1")[0] == "10.0.0.9"


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("10.0.0.1", "10.0.0.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::7", "2001:db8:1:2::"), ("::1", "::"), ("unix", "unix"),
    ],
)  # fmt: skip
def test_a_site_of_ipv6_is_one_client(address: str, key: str) -> None:
    assert client_key(address) == key


def test_names_of_the_house() -> None:
    names = HostNames(["tables.example"])
    for host in ("tables.example", "TABLES.example.:443", "localhost:8000", "10.0.0.1", "[fd00::1]:8000", "[::1]"):
        assert names.allows(host), host
    for host in ("", "elsewhere.example", "tables.example.elsewhere.example", "tables.example:x", "10.0.0.1.x"):
        assert not names.allows(host), host


def test_a_token_is_good_for_a_while_after_it_opened_something() -> None:
    now = 0.0
    tokens = GoodTokens(lambda: now)
    assert tokens.client("a") == tokens.client("") == ""
    tokens.note("a")
    assert tokens.client("a") != tokens.client("b") == ""
    now = GOOD_FOR + 1
    assert tokens.client("a") == ""


class Wire:
    """A connection that can be ended."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_the_oldest_silent_connection_makes_room() -> None:
    connections = OpenConnections(ConnectionLimits(of_one=3, in_all=4), ["10.0.0.9"])
    assert [connections.take("10.0.0.1") for _ in range(4)] == [True, True, True, False]
    assert connections.take("10.0.0.2")
    assert not connections.take("10.0.0.3")
    wires: list[Any] = [Wire(), Wire()]
    for wire in wires:
        connections.note_silent(wire, silent=True)
    assert connections.take("10.0.0.3")
    assert [wire.aborted for wire in wires] == [True, False]
    connections.note_silent(wires[1], silent=False)
    assert not connections.take("10.0.0.3")
    for _ in range(3):
        connections.leave("10.0.0.1")
    # A proxy speaks for many.
    assert [connections.take("10.0.0.9") for _ in range(3)] == [True, True, False]
