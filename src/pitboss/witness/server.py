"""The HTTP server of a witness: two addresses, few connections, small requests, few imports.

It speaks plain HTTP/1.1. Put a proxy with TLS in front of it if others share the network.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from pitboss.witness.cosigning import MOST_BYTES, Cosigner, WitnessAnswer

CONNECTIONS = 64
CONNECTIONS_EACH = 16
"""From one address."""
SECONDS_IDLE = 20
SECONDS_A_REQUEST = 10
_MOST_HEAD = 16_384
_REASONS = {
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict",
    411: "Length Required", 413: "Content Too Large", 422: "Unprocessable Content", 500: "Internal Server Error",
}  # fmt: skip
_REQUEST_WORDS = 3
_MOST_DIGITS = 9


class _Request(NamedTuple):
    method: str
    path: str
    length: int | None
    close: bool


class WitnessServer:
    """Answers requests for one witness."""

    def __init__(self, cosigner: Cosigner, log: Callable[[str], None]) -> None:
        """`log` is told of every request that is refused."""
        self._cosigner, self._log = cosigner, log
        self._open = Counter[str]()

    async def run(self, listening: socket.socket) -> None:
        """Serves until it is cancelled."""
        server = await asyncio.start_server(self._serve, sock=listening, limit=_MOST_HEAD)
        async with server:
            await server.serve_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        who = str((writer.get_extra_info("peername") or ("",))[0])
        if self._open.total() >= CONNECTIONS or self._open[who] >= CONNECTIONS_EACH:
            writer.close()
            return
        self._open[who] += 1
        try:
            while await self._answer(reader, writer, who):
                pass
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            # The client went away, was too slow, or sent no end of its headers.
            pass
        finally:
            self._open[who] -= 1
            self._open += Counter()
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, who: str) -> bool:
        """Answers one request; False if the connection ends with it."""
        async with asyncio.timeout(SECONDS_IDLE):
            head = await reader.readuntil(b"\r\n\r\n")
        request = _parse(head)
        answer, goes_on = await self._decided(request, reader)
        if answer.status >= 400:
            self._log(f"{who} {request.method} {request.path[:80]!r}: {answer.status} {answer.text.strip()[:200]}")
        body = answer.text.encode()
        lines = (
            f"HTTP/1.1 {answer.status} {_REASONS[answer.status]}",
            f"Content-Type: {answer.type}",
            f"Content-Length: {len(body)}",
            f"Connection: {'keep-alive' if goes_on else 'close'}",
        )
        writer.write("\r\n".join((*lines, "", "")).encode() + body)
        async with asyncio.timeout(SECONDS_A_REQUEST):
            await writer.drain()
        return goes_on

    async def _decided(self, request: _Request, reader: asyncio.StreamReader) -> tuple[WitnessAnswer, bool]:
        """The answer, and whether the connection goes on; it does not if a body was left unread."""
        if request.method == "GET":
            parts = request.path.split("/")
            if len(parts) == _REQUEST_WORDS and parts[0] == "" and parts[2] == "checkpoint" and not request.length:
                return self._cosigner.checkpoint(parts[1]), not request.close
            return WitnessAnswer(404, "there is /ORIGIN-HASH/checkpoint and /add-checkpoint\n"), False
        if request.method != "POST":
            return WitnessAnswer(405, "this witness takes GET and POST\n"), False
        if request.path != "/add-checkpoint":
            return WitnessAnswer(404, "checkpoints are sent to /add-checkpoint\n"), False
        if request.length is None:
            return WitnessAnswer(411, "a request states the length of its body\n"), False
        if request.length > MOST_BYTES:
            return WitnessAnswer(413, f"a request has at most {MOST_BYTES} bytes\n"), False
        async with asyncio.timeout(SECONDS_A_REQUEST):
            body = await reader.readexactly(request.length)
        # Between here and the answer nothing waits, so two requests never decide on the same state.
        return self._cosigner.add_checkpoint(body), not request.close


def _parse(head: bytes) -> _Request:
    """The request line, and the headers that matter. An unreadable request has no method, and is refused."""
    first, *lines = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    words = first.split(" ")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = headers.get("content-length", "")
    is_number = length.isascii() and length.isdigit() and len(length) <= _MOST_DIGITS
    if len(words) != _REQUEST_WORDS or words[2] not in ("HTTP/1.1", "HTTP/1.0") or "transfer-encoding" in headers:
        return _Request("?", "?", None, close=True)
    closes = words[2] == "HTTP/1.0" or headers.get("connection", "").lower() == "close"
    return _Request(words[0], words[1].partition("?")[0], int(length) if is_number else None, closes)
