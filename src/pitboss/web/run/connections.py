"""Bounds on connections, before anything is known of who is behind them: how many there are, and how long they take.

A connection that sends nothing, half a request, or does not take its answer is ended, and one address cannot hold all.
"""

import asyncio
import sys
from collections import Counter, OrderedDict
from collections.abc import Collection
from typing import Any, NamedTuple

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from pitboss.web.http.clients import client_key
from pitboss.web.http.rate_limits import Buckets, Rate
from pitboss.web.live.connection import FastWebSocket

if sys.platform != "win32":
    import resource

LOOK_EVERY = 6.0
"""Seconds between two looks at a connection: it is ended if a request, or an answer, does not go on between two."""
_OWN_FILES = 256
"""Files that are left for the ledger and the log."""
_STALLED = (h11.IDLE, h11.SEND_BODY)
"""What a client does that owes us something: the head of a request, or its body."""


class ConnectionLimits(NamedTuple):
    """How many connections may be open at once."""

    of_one: int = 256
    """from one address, unless it is a trusted proxy,"""
    in_all: int = 10_000
    """and in this process."""
    rate: Rate = Rate(40, 400)
    """How many one address may open, unless it is a trusted proxy: refusing a connection is cheaper than a request."""


def limits_of_system() -> ConnectionLimits:
    """The limits of this process, which from here on opens as many files as the system lets it."""
    limits = ConnectionLimits()
    if sys.platform == "win32":
        return limits
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return limits if most < 0 else limits._replace(in_all=max(64, min(limits.in_all, most - _OWN_FILES)))


class OpenConnections:
    """The open connections of a process, by the address that each comes from."""

    def __init__(self, limits: ConnectionLimits | None = None, proxies: Collection[str] = ()) -> None:
        """None means without limits. `proxies` speak for many clients."""
        self._limits, self._proxies = limits, frozenset(proxies)
        self._by_address = Counter[str]()
        self._buckets = Buckets(limits.rate) if limits else None
        self._silent: OrderedDict[asyncio.BaseTransport, None] = OrderedDict()
        """Those that have asked nothing yet, the oldest first."""

    def take(self, address: str) -> bool:
        """Counts a connection; False if there are too many from its address, or in all and none is silent."""
        if self._limits:
            if address not in self._proxies and self._is_too_many(client_key(address)):
                return False
            if self._by_address.total() >= self._limits.in_all:
                if not self._silent:
                    return False
                self._silent.popitem(last=False)[0].abort()  # type: ignore[attr-defined]  # every socket's has it
        self._by_address[client_key(address)] += 1
        return True

    def _is_too_many(self, key: str) -> bool:
        """Whether an address has too many connections, or opens them too fast."""
        if self._limits is None or self._buckets is None:
            return False
        return self._by_address[key] >= self._limits.of_one or not self._buckets.take(key)

    def leave(self, address: str) -> None:
        """A connection that was counted has ended."""
        key = client_key(address)
        self._by_address[key] -= 1
        if not self._by_address[key]:
            del self._by_address[key]

    def note_silent(self, transport: asyncio.BaseTransport, *, silent: bool) -> None:
        """Whether a connection has asked nothing yet: if there are too many in all, such a one is ended first."""
        if silent:
            self._silent[transport] = None
        else:
            self._silent.pop(transport, None)


class BoundedConfig(Config):
    """A server's configuration, with the connections that it has open."""

    def __init__(self, app: Any, connections: OpenConnections, **settings: Any) -> None:
        super().__init__(app, **settings)
        self.open_connections = connections


class BoundedProtocol(H11Protocol):
    """HTTP over one connection, within the bounds."""

    config: BoundedConfig
    _look: asyncio.TimerHandle | None = None
    _counted: str | None = None
    """The address that the connection was counted for."""
    _seen: tuple[object, ...] = ()
    _has_asked = False

    def __init__(
        self,
        config: BoundedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.config.open_connections.take(address):
            transport.abort()
            return
        self._counted = address
        self.config.open_connections.note_silent(transport, silent=True)
        self._look = self.loop.call_later(LOOK_EVERY, self._look_again)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._release()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._stop_looking()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, FastWebSocket):
            # From here on the transport tells the WebSocket when it is lost.
            protocol.on_lost = self._release

    def handle_events(self) -> None:
        super().handle_events()
        if self.scope is not None:
            self._has_asked = True
            self.config.open_connections.note_silent(self.transport, silent=False)

    def _look_again(self) -> None:
        """Ends the connection if nothing has gone on since the last look although the client owes something."""
        waiting = self.transport.get_write_buffer_size()
        owes = self.conn.their_state in _STALLED and (not self._has_asked or self._is_behind())
        now = (id(self.cycle), waiting, owes)
        if now == self._seen and (waiting or owes):
            self.transport.abort()
            return
        self._seen = now
        self._look = self.loop.call_later(LOOK_EVERY, self._look_again)

    def _is_behind(self) -> bool:
        """Whether a later request, or the body of this one, is being waited for."""
        return self.cycle.response_complete or self.cycle.more_body

    def _stop_looking(self) -> None:
        if self._look:
            self._look.cancel()
            self._look = None

    def _release(self) -> None:
        self._stop_looking()
        if self._counted is not None:
            self.config.open_connections.leave(self._counted)
            self._counted = None
        self.config.open_connections.note_silent(self.transport, silent=False)
