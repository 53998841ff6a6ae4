"""Listener: one connection, and what waits to be sent to it. Nobody is waited for: whoever is too slow is let go."""

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from fastapi import WebSocketDisconnect
from starlette.types import Message, Send

from pitboss.house.authority import Who
from pitboss.web.live.eager import EagerResult, begin
from pitboss.web.live.fast_websocket import Put, framed

MOST_WAITING = 256
"""Messages that may wait for a listener."""


class Ending(NamedTuple):
    """Why a connection ends, as a WebSocket says it."""

    code: int
    reason: str


TOO_SLOW = Ending(1013, "this connection is too slow: connect again")
CLOSING = Ending(1001, "the house closes")
SIGNED_OUT = Ending(1008, "this session has ended: sign in again")
FAILED = Ending(1011, "something went wrong here: connect again")
GONE = (OSError, RuntimeError, WebSocketDisconnect)
"""What a connection raises whose client is gone."""


def ending_of(error: BaseException) -> Ending | None:
    """How a connection ends where something fails: a client that is gone needs no answer."""
    return None if isinstance(error, GONE) else FAILED


class Outbox:
    """What is told in one turn of the event loop goes out at its end, all in a row."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def add(self, listener: "Listener") -> None:
        if not self._listeners:
            asyncio.get_running_loop().call_soon(self._send)
        self._listeners.append(listener)

    def _send(self) -> None:
        listeners, self._listeners = self._listeners, []
        # Most are told the same: it is framed once.
        frames = _Frames()
        for listener in listeners:
            listener.send(frames)


class _Frames(dict[str, bytes]):
    """Texts as they go over the wire."""

    def __missing__(self, text: str) -> bytes:
        found = self[text] = framed(text)
        return found


class Listener:
    """One connection: who it is for, how it is sent to, and what waits to be sent."""

    def __init__(self, who: Who | None, send: Send, outbox: Outbox, put: Put | None = None) -> None:
        """`put` takes frames at once, where the server has that."""
        self.who, self._pass, self._outbox, self._put = who, send, outbox, put
        self._waiting: deque[str] = deque()
        self._is_due = False
        self._sending: asyncio.Task[None] | None = None
        """Where the connection has to be waited for."""
        self.ended: asyncio.Future[Ending | None] = asyncio.get_running_loop().create_future()
        """Set to why the connection ends; to None where nobody is there any more."""

    def tell(self, text: str) -> None:
        """Has something sent, when its turn comes."""
        if len(self._waiting) >= MOST_WAITING:
            self.end(TOO_SLOW)
            return
        self._waiting.append(text)
        if not self._is_due and not self._sending:
            self._is_due = True
            self._outbox.add(self)

    def send(self, frames: Mapping[str, bytes]) -> None:
        """Sends what waits, as far as the connection takes it."""
        self._is_due = False
        if self._sending:
            return
        try:
            if self._put and self._put(b"".join([frames[text] for text in self._waiting])):
                self._waiting.clear()
                return
            while self._waiting:
                if rest := begin(self._pass(_message(self._waiting.popleft()))):
                    self._sending = asyncio.create_task(self._go_on(rest))
                    return
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the end of this connection alone
            self.end(ending_of(error))

    async def _go_on(self, rest: EagerResult) -> None:
        try:
            await rest
            await self._send_all()
            self._sending = None
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the end of this connection alone
            self.end(ending_of(error))

    async def finish(self) -> None:
        """Sends what still waits, and nothing after it."""
        if self._sending:
            await self._sending
        self._sending = asyncio.current_task()
        await self._send_all()

    async def _send_all(self) -> None:
        while self._waiting:
            await self._pass(_message(self._waiting.popleft()))

    def close(self) -> None:
        """Sends no more."""
        self._waiting.clear()
        if self._sending and self._sending is not asyncio.current_task():
            self._sending.cancel()

    def end(self, why: Ending | None) -> None:
        if not self.ended.done():
            self.ended.set_result(why)


def _message(text: str) -> Message:
    return {"type": "websocket.send", "text": text}
