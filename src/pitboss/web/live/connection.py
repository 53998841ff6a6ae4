"""Connection: one client of a table and the messages that wait for it.

The house waits for no client: a connection that falls too far behind is ended, and its client connects again.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from fastapi import WebSocketDisconnect
from starlette.types import Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from pitboss.house.authority import Who

MOST_WAITING = 256
"""Messages that may wait for one connection."""
_EXTENSION = "pitboss.frames"
"""The extension of a connection's scope that writes frames."""
WriteFrames = Callable[[bytes], bool]
"""Writes frames at once; False if the connection is full or closed."""


class Ending(NamedTuple):
    """Why the house ends a connection: the code and reason of the WebSocket's close frame."""

    code: int
    reason: str


TOO_SLOW = Ending(1013, "this connection is too slow: connect again")
CLOSING = Ending(1001, "the house is closing")
SIGNED_OUT = Ending(1008, "this session has ended: sign in again")
FAILED = Ending(1011, "the server failed here: connect again")
GONE = (OSError, RuntimeError, WebSocketDisconnect)
"""What sending raises after the client has gone."""


def ending_of(error: BaseException) -> Ending | None:
    """The ending after an error; None if the client has gone and needs no answer."""
    return None if isinstance(error, GONE) else FAILED


def framed(text: str) -> bytes:
    """A message as a WebSocket frame."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class FastWebSocket(WebSocketsSansIOProtocol):
    """A server's WebSocket that also writes ready-made frames, so that a message for many clients is framed once."""

    async def run_asgi(self) -> None:
        self.scope["extensions"][_EXTENSION] = self.write_frames  # type: ignore[assignment]  # any value is allowed
        await super().run_asgi()

    def write_frames(self, frames: bytes) -> bool:
        """Writes frames at once; False, and nothing is written, if the connection is full or closed."""
        is_open = self.handshake_complete and not self.close_sent and not self.transport.is_closing()
        if not is_open or not self.writable.is_set():
            return False
        self.transport.write(frames)
        return True


class Connection:
    """One client: who it is, and the messages that wait to be sent to it."""

    def __init__(self, who: Who | None, send: Send, outbox: "Outbox", write_frames: WriteFrames | None = None) -> None:
        self.who, self._asgi_send, self._outbox, self._write_frames = who, send, outbox, write_frames
        self._waiting: deque[str] = deque()
        self._sender: asyncio.Task[None] | None = None
        """Sends what waits, while the connection is full."""
        self.ended: asyncio.Future[Ending | None] = asyncio.get_running_loop().create_future()
        """Set to the ending of this connection; to None if the client has gone."""

    def send(self, text: str) -> None:
        """Queues a message; it goes out at the end of this turn of the event loop, or when the client takes more."""
        if len(self._waiting) >= MOST_WAITING:
            self.end(TOO_SLOW)
            return
        self._waiting.append(text)
        if len(self._waiting) == 1 and self._sender is None:
            self._outbox.add(self)

    def flush(self, frames: dict[str, bytes]) -> None:
        """Writes everything that waits, or starts a task that does so when the client takes more.

        `frames` holds the messages that were framed for other connections already.
        """
        if self._sender or not self._waiting:
            return
        try:
            if self._write_frames:
                for text in self._waiting:
                    if text not in frames:
                        frames[text] = framed(text)
                if self._write_frames(b"".join([frames[text] for text in self._waiting])):
                    self._waiting.clear()
                    return
        except Exception as error:  # noqa: BLE001 - an error ends this connection alone
            self.end(ending_of(error))
            return
        self._sender = asyncio.create_task(self._send_when_possible())

    async def _send_when_possible(self) -> None:
        try:
            await self._send_all()
            self._sender = None
        except Exception as error:  # noqa: BLE001 - an error ends this connection alone
            self.end(ending_of(error))

    async def finish(self) -> None:
        """Sends what still waits, and nothing after it."""
        if self._sender:
            await self._sender
        self._sender = asyncio.current_task()
        await self._send_all()

    async def _send_all(self) -> None:
        while self._waiting:
            await self._asgi_send({"type": "websocket.send", "text": self._waiting.popleft()})

    def close(self) -> None:
        """Sends nothing more."""
        self._waiting.clear()
        if self._sender and self._sender is not asyncio.current_task():
            self._sender.cancel()

    def end(self, why: Ending | None) -> None:
        if not self.ended.done():
            self.ended.set_result(why)


class Outbox:
    """Connections with messages: what one turn of the event loop queues goes out together at its end."""

    def __init__(self) -> None:
        self._connections: list[Connection] = []

    def add(self, connection: Connection) -> None:
        if not self._connections:
            asyncio.get_running_loop().call_soon(self._flush)
        self._connections.append(connection)

    def _flush(self) -> None:
        connections, self._connections = self._connections, []
        frames: dict[str, bytes] = {}
        for connection in connections:
            connection.flush(frames)


def frame_writer(scope: Scope) -> WriteFrames | None:
    """Writes frames to the connection of a scope; None if its server takes messages only."""
    writer: WriteFrames | None = scope.get("extensions", {}).get(_EXTENSION)
    return writer
