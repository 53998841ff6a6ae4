"""Wire: a WebSocket that takes frames as they go out, so that what several people are told is framed once.

An application that knows nothing of it sends its messages as everywhere.
"""

from collections.abc import Callable

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

_FRAMES = "pitboss.frames"
"""The extension of a connection's scope that takes frames."""
Put = Callable[[bytes], bool]
"""Sends frames at once; False where the connection has to be waited for, or is no longer there."""


def framed(text: str) -> bytes:
    """A text as it goes over the wire."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def put_of(scope: Scope) -> Put | None:
    """How a connection takes frames; None where its server takes messages only."""
    put: Put | None = scope.get("extensions", {}).get(_FRAMES)
    return put


class FastWebSocket(WebSocketsSansIOProtocol):
    """One connection of the server's."""

    async def run_asgi(self) -> None:
        self.scope["extensions"][_FRAMES] = self.put  # type: ignore[assignment]  # an extension may be anything
        await super().run_asgi()

    def put(self, frames: bytes) -> bool:
        is_open = self.handshake_complete and not self.close_sent and not self.transport.is_closing()
        if not is_open or not self.writable.is_set():
            return False
        self.transport.write(frames)
        return True
