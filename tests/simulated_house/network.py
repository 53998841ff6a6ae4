"""A line between a client and a server: what is written arrives in order after a while, or never."""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

import orjson

from pitboss.web.live.connection import FRAMES, Ending

MOST_WAITING = 4_000
"""Bytes that wait for a client before its connection counts as full: fewer than in a served house, to come to it."""
_SHORT, _LONG = 126, 127


class Lost(Exception):
    """The line is cut."""


def text_of(frame: bytes) -> str:
    """The text of a WebSocket frame."""
    start = {_SHORT: 4, _LONG: 10}.get(frame[1], 2)
    return frame[start:].decode()


class Line:
    """One WebSocket: for the server's application it is an ASGI connection and a FastWebSocket."""

    on_writable: Callable[[], None] | None = None
    on_lost: Callable[[], None] | None = None

    def __init__(self, chance: Random, token: str, table: str, after: int | None) -> None:
        self._loop, self._chance = asyncio.get_running_loop(), chance
        self.writable, self.is_open = asyncio.Event(), True
        self.writable.set()
        self._asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._told: asyncio.Queue[str | None] = asyncio.Queue()
        self._asked.put_nowait({"type": "websocket.connect"})
        self._up = self._down = 0.0
        self._slow_until = 0.0
        self._under_way: deque[bytes] = deque()
        self._waiting = 0
        query = b"" if after is None else b"after=%d" % after
        path = f"/api/tables/{table}/live"
        self.scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": path,
            "raw_path": path.encode(), "query_string": query, "root_path": "", "server": ("house", 80),
            "client": ("client", 1), "subprotocols": [], "extensions": {FRAMES: self},
            "headers": [(b"host", b"house"), (b"authorization", f"Bearer {token}".encode())] if token else [],
        }  # fmt: skip

    # The client's end

    def say(self, message: dict[str, Any]) -> None:
        self._up = max(self._up, self._loop.time() + self._delay())
        self._loop.call_at(
            self._up, self._arrive, {"type": "websocket.receive", "text": orjson.dumps(message).decode()}
        )

    def _arrive(self, message: dict[str, Any]) -> None:
        if self.is_open:
            self._asked.put_nowait(message)

    async def hear(self, seconds: float) -> dict[str, Any] | None:
        """The next message; None after a time without one. Lost if the line is cut."""
        try:
            text = await asyncio.wait_for(self._told.get(), seconds)
        except TimeoutError:
            return None
        if text is None:
            raise Lost
        return {"raw": text, **orjson.loads(text)}

    def cut(self) -> None:
        """Nothing arrives any more; the server finds out, and so does the client."""
        if not self.is_open:
            return
        self.is_open = False
        self._under_way.clear()
        self._told.put_nowait(None)
        self._asked.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self.writable.set()
        if self.on_lost:
            self.on_lost()

    def stop_reading(self, seconds: float) -> None:
        """The client takes nothing for a while."""
        self._slow_until = self._loop.time() + seconds

    # The server's end

    def write_frame(self, frame: bytes) -> None:
        if not self.is_open:
            return
        self._under_way.append(frame)
        self._waiting += len(frame)
        if self._waiting > MOST_WAITING:
            self.writable.clear()
        self._down = max(self._down, self._slow_until, self._loop.time() + self._delay())
        self._loop.call_at(self._down, self._deliver)

    def _deliver(self) -> None:
        if not self._under_way:
            return
        frame = self._under_way.popleft()
        self._waiting -= len(frame)
        self._told.put_nowait(text_of(frame))
        if not self._waiting and not self.writable.is_set():
            self.writable.set()
            if self.on_writable:
                self.on_writable()

    def end(self, why: Ending) -> None:
        del why
        self._loop.call_later(self._delay(), self.cut)

    async def receive(self) -> dict[str, Any]:
        return await self._asked.get()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self._loop.call_later(self._delay(), self.cut)

    def _delay(self) -> float:
        return self._chance.expovariate(50) + 0.001
