"""TLS of our own: the certificate, and a handshake that must end in time and counts as a connection meanwhile."""

import asyncio
import ssl
from typing import Any

from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState

from pitboss.errors import InputError
from pitboss.web.run.connections import BoundedConfig

HANDSHAKE_WITHIN, GOODBYE_WITHIN = 8.0, 1.0
"""Seconds."""


def tls_context(certificate: str, key: str) -> ssl.SSLContext:
    """The server's side of TLS 1.2 and 1.3 with the certificate chain and the key in two PEM files."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    for file in (certificate, key):
        try:
            with open(file, "rb"):
                pass
        except OSError as error:
            raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}", file) from None
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error)
        raise InputError(f"this certificate and the key {key} cannot be used together: {reason}", certificate) from None
    return context


def _no_password() -> str:
    raise ValueError("the key is encrypted: give one that is not, readable by the house alone")


def behind_tls(inner: type[asyncio.Protocol], context: ssl.SSLContext) -> type[asyncio.Protocol]:
    """The protocol that speaks TLS with each client and then leaves the connection to `inner`."""

    class TlsProtocol(TlsHandshake):
        pass

    TlsProtocol.inner, TlsProtocol.context = inner, context
    return TlsProtocol


class TlsHandshake(asyncio.Protocol):
    """A connection until its handshake is over."""

    inner: type[asyncio.Protocol]
    context: ssl.SSLContext

    def __init__(
        self,
        config: BoundedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._open, self._tasks = config.open_connections, server_state.tasks
        self._early = bytearray()
        self._protocol = self.inner(config, server_state, app_state)  # type: ignore[call-arg]  # a server's protocol

    def data_received(self, data: bytes) -> None:
        """What the client sends with the end of its handshake."""
        self._early += data

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # of a socket
        client = get_remote_addr(transport)
        address = client[0] if client else ""
        if not self._open.take(address):
            transport.abort()
            return
        task = asyncio.ensure_future(self._shake_hands(transport, address))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _shake_hands(self, transport: asyncio.Transport, address: str) -> None:
        self._open.note_silent(transport, silent=True)
        secured = None
        try:
            secured = await asyncio.get_running_loop().start_tls(
                transport,
                self,
                self.context,
                server_side=True,
                ssl_handshake_timeout=HANDSHAKE_WITHIN,
                ssl_shutdown_timeout=GOODBYE_WITHIN,
            )
        except (OSError, ssl.SSLError, TimeoutError):
            transport.abort()
        finally:
            self._open.leave(address)
            self._open.note_silent(transport, silent=False)
        if secured and not secured.is_closing():
            self._protocol.connection_made(secured)
            secured.set_protocol(self._protocol)
            if self._early:  # no bytes at all would be the end of the stream
                self._protocol.data_received(bytes(self._early))
