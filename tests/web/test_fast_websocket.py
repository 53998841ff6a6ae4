"""What is framed once is what a WebSocket would have sent; nothing goes out past a connection that waits or ends."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.protocol import State
from websockets.streams import StreamReader

from pitboss.web.live.connection import Connection, FastWebSocket, Outbox, frame_writer, framed

TEXTS = ("", "a", "é" * 60, "x" * 125, "x" * 126, "x" * 65_535, "x" * 65_536)


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written, self.is_gone = b"", False

    def write(self, data: bytes) -> None:
        self.written += data

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


def listening(wire: FastWebSocket, outbox: Outbox) -> Connection:
    send: Any = wire.send
    return Connection(None, send, outbox, wire.write_frames)


def test_a_frame_is_what_the_server_would_have_sent() -> None:
    async def scene() -> None:
        for text in TEXTS:
            (ours, mine), (theirs, other) = connected(), connected()
            assert ours.write_frames(framed(text))
            await theirs.send({"type": "websocket.send", "text": text})
            assert mine.written == other.written
            assert mine.texts() == [text]

    asyncio.run(scene())


@pytest.mark.parametrize("why", ["before the handshake", "while it is full", "after its close", "after its end"])
def test_nothing_is_put_past_a_connection_that_waits_or_ends(why: str) -> None:
    async def scene() -> None:
        wire, line = connected()
        match why:
            case "before the handshake":
                wire.handshake_complete = False
            case "while it is full":
                wire.pause_writing()
            case "after its close":
                wire.close_sent = True
            case "after its end":
                line.is_gone = True
        assert not wire.write_frames(framed("late"))
        assert line.written == b""

    asyncio.run(scene())


def test_a_connection_that_fills_up_keeps_the_order() -> None:
    async def scene() -> None:
        wire, line = connected()
        connection, texts = listening(wire, Outbox()), [*"abcdef"]
        for number, text in enumerate(texts):
            if number == 2:
                wire.pause_writing()
            if number == 4:
                wire.resume_writing()
            connection.send(text)
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        assert line.texts() == texts

    asyncio.run(scene())


def test_a_text_that_cannot_be_sent_ends_that_connection_alone() -> None:
    async def scene() -> None:
        outbox, (bad, _), (good, line) = Outbox(), connected(), connected()
        broken, well = (listening(wire, outbox) for wire in (bad, good))
        broken.send("\ud800")
        well.send("a")
        await asyncio.sleep(0)
        assert (broken.ended.done(), well.ended.done(), line.texts()) == (True, False, ["a"])

    asyncio.run(scene())


def test_a_server_of_another_kind_offers_no_frames() -> None:
    assert frame_writer({"type": "websocket"}) is None
    assert frame_writer({"type": "websocket", "extensions": {"websocket.http.response": {}}}) is None
