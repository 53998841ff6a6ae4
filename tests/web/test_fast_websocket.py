"""What is framed once is what a WebSocket would have sent; nothing goes out past a connection that is not open."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import State
from websockets.streams import StreamReader

from pitboss.web.live.connection import CLOSING, FastWebSocket, framed

TEXTS = ("", "a", "é" * 60, "x" * 125, "x" * 126, "x" * 65_535, "x" * 65_536)


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written, self.is_gone = b"", False

    def write(self, data: bytes) -> None:
        self.written += data

    def abort(self) -> None:
        self.is_gone = True

    def close(self) -> None:
        """Waits for what is still to be written."""

    def is_closing(self) -> bool:
        return self.is_gone

    def texts(self) -> list[str]:
        """What was written, as whoever is at the other end reads it."""
        reader, found = StreamReader(), list[str]()
        reader.feed_data(self.written)
        reader.feed_eof()
        while reader.buffer:
            parsing = Frame.parse(reader.read_exact, mask=False)
            try:
                next(parsing)
            except StopIteration as done:
                found.append(bytes(done.value.data).decode())
        return found


def connected() -> tuple[FastWebSocket, Line]:
    """A connection after its handshake."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        """Does nothing."""

    config = uvicorn.Config(app, log_config=None, ws_per_message_deflate=False)
    config.load()
    wire, line = FastWebSocket(config, ServerState(), {}), Line()
    wire.transport = line  # type: ignore[assignment]
    wire.handshake_complete, wire.conn.state = True, State.OPEN
    return wire, line


def test_a_frame_is_what_the_server_would_have_sent() -> None:
    async def scene() -> None:
        for text in TEXTS:
            (ours, mine), (theirs, other) = connected(), connected()
            ours.write_frame(framed(text))
            await theirs.send({"type": "websocket.send", "text": text})
            assert mine.written == other.written
            assert mine.texts() == [text]

    asyncio.run(scene())


@pytest.mark.parametrize("why", ["before the handshake", "after its close", "after its end"])
def test_nothing_is_put_past_a_connection_that_is_not_open(why: str) -> None:
    async def scene() -> None:
        wire, line = connected()
        match why:
            case "before the handshake":
                wire.handshake_complete = False
            case "after its close":
                wire.close_sent = True
            case "after its end":
                line.is_gone = True
        wire.write_frame(framed("late"))
        assert line.written == b""

    asyncio.run(scene())


def test_a_connection_that_takes_more_says_so() -> None:
    async def scene() -> None:
        (wire, _), heard = connected(), list[bool]()
        wire.pause_writing()
        assert not wire.writable.is_set()
        wire.resume_writing()
        wire.on_writable = lambda: heard.append(wire.writable.is_set())
        wire.pause_writing()
        assert heard == []
        wire.resume_writing()
        assert heard == [True]

    asyncio.run(scene())


def test_an_ending_gives_its_reason_once_and_after_what_was_sent() -> None:
    async def scene() -> None:
        wire, line = connected()
        wire.write_frame(framed("last"))
        wire.end(CLOSING)
        wire.end(CLOSING)
        await asyncio.sleep(0)
        wire.end(CLOSING)
        wire.write_frame(framed("late"))
        assert line.written == framed("last") + Frame(Opcode.CLOSE, Close(*CLOSING).serialize()).serialize(mask=False)

    asyncio.run(scene())


def test_an_ending_after_the_client_has_gone_says_nothing() -> None:
    async def scene() -> None:
        errors: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
        wire, line = connected()
        wire.disconnected = True
        wire.end(CLOSING)
        await asyncio.sleep(0)
        assert wire._closing
        assert (wire._closing.exception(), line.written, errors) == (None, b"", [])

    asyncio.run(scene())


def test_a_full_connection_is_cut_at_its_end() -> None:
    async def scene() -> None:
        wire, line = connected()
        wire.pause_writing()
        wire.end(CLOSING)
        await asyncio.sleep(0)
        assert (line.written, line.is_gone) == (b"", True)

    asyncio.run(scene())


def test_a_client_that_answers_no_ping_is_cut_even_if_something_waits_for_it() -> None:
    wire, line = asyncio.run(_connected())
    wire.pause_writing()
    wire.keepalive_timeout()
    assert line.is_gone


async def _connected() -> tuple[FastWebSocket, Line]:
    return connected()
