"""Connection: one client of a table, and the frames that it is sent.

The house waits for no client and keeps nothing for one that is slow. While a connection is full, its client is told of
no entry; when it has taken what was sent, it is shown the whole table.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pitboss.house.authority import Who
from pitboss.web.http.rate_limits import Bucket, Rate

FRAMES = "pitboss.frames"
"""The extension of a scope that holds the FastWebSocket."""
MOST_WAITING = 32_768
"""Bytes that wait for a client before its connection counts as full."""
_PIECE = 4_096
"""Bytes that are read at once: between two pieces the connection can be ended."""
_TEXT = 0x81
"""The first byte of a frame that is a whole text."""
_IN_TWO_BYTES = 126
"""Stands for a size that follows in two bytes; one more than this, in eight. Smaller sizes stand for themselves."""
_SIDE_FRAMES = Rate(10, 100)
"""Pings, pongs and parts of messages that a client may send; a browser sends none by itself."""


class Ending(NamedTuple):
    """Why the house ends a connection: the code and reason of the WebSocket's close frame."""

    code: int
    reason: str


CLOSING = Ending(1001, "the house is closing")
SIGNED_OUT = Ending(1008, "this session has ended: sign in again")
FAILED = Ending(1011, "the server failed here: connect again")


def framed(text: str) -> bytes:
    """A message as a WebSocket frame."""
    data = text.encode()
    size = len(data)
    if size < _IN_TWO_BYTES:
        return bytes((_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((_TEXT, _IN_TWO_BYTES)) + size.to_bytes(2) + data
    return bytes((_TEXT, _IN_TWO_BYTES + 1)) + size.to_bytes(8) + data


class FastWebSocket(WebSocketsSansIOProtocol):
    """A server's WebSocket that also writes ready-made frames, so that a frame for many clients is made once."""

    on_writable: Callable[[], None] | None = None
    """Called when the connection is no longer full."""
    on_lost: Callable[[], None] | None = None
    """Called when the connection has ended."""
    _closing: asyncio.Task[None] | None = None
    _side_frames: Bucket | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.on_lost:
            self.on_lost()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _PIECE])

    def handle_ping(self) -> None:
        # A client that does not read gets no answer that would wait for it.
        if self._may_go_on() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        """Counts a frame that is no message; ends the connection if there are too many."""
        now = self.loop.time()
        self._side_frames = self._side_frames or Bucket(_SIDE_FRAMES, now)
        if not self._side_frames.take(now):
            self.transport.abort()
        return not self.transport.is_closing()

    async def run_asgi(self) -> None:
        self.transport.set_write_buffer_limits(MOST_WAITING)
        self.scope["extensions"][FRAMES] = self  # type: ignore[assignment]  # any value is allowed
        await super().run_asgi()

    def write_frame(self, frame: bytes) -> None:
        """Writes a frame at once; nothing if the connection is not open."""
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_writable:
            self.on_writable()

    def end(self, why: Ending) -> None:
        """Sends the reason and closes; cuts a full connection, for the reason would not arrive."""
        if not self.writable.is_set():
            self.transport.abort()
        elif not self._closing and not self.close_sent:
            self._closing = asyncio.ensure_future(self._close(why))

    async def _close(self, why: Ending) -> None:
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": why.code, "reason": why.reason})

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # A client that has gone takes nothing of what still waits for it.
        self.transport.abort()


class Connection:
    """One client: who it is, and whether it knows the table as it is."""

    is_behind = False
    """Whether the client was not told of a change."""

    def __init__(self, who: Who | None, token: str, socket: FastWebSocket) -> None:
        self.who, self.token, self.socket = who, token, socket

    def show(self, frame: bytes) -> None:
        """Sends the client a change or the table, or remembers that it is behind."""
        self.is_behind = self.is_behind or not self.socket.writable.is_set()
        if not self.is_behind:
            self.socket.write_frame(frame)

    def tell(self, text: str) -> None:
        """Sends what concerns this client alone, even if the connection is full: it asks for no more meanwhile."""
        self.socket.write_frame(framed(text))
