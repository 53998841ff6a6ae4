"""The server of a process: serves the application until it is told to stop."""

import asyncio
import signal
import socket
import ssl
from typing import NamedTuple

import uvicorn
from fastapi import FastAPI

from pitboss.web.app import close_connections_of
from pitboss.web.http.guard import MOST_BYTES, MOST_HEADER_BYTES
from pitboss.web.live.connection import FastWebSocket
from pitboss.web.run.connections import BoundedConfig, OpenConnections
from pitboss.web.run.processes import Processes
from pitboss.web.run.tls import behind_tls


class ServedApp(NamedTuple):
    """What a process serves, and how."""

    app: FastAPI
    connections: OpenConnections
    tls: ssl.SSLContext | None = None
    opens: str = ""
    """The address that a browser opens when the house is open."""


class HouseServer(uvicorn.Server):
    """A server that takes connections from the other processes of the house, and says goodbye."""

    def __init__(self, config: BoundedConfig, processes: Processes, served: ServedApp) -> None:
        super().__init__(config)
        self._processes, self._served = processes, served

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._processes.listen(self._speak, self._end)
        if self.started and self._served.opens:
            import webbrowser  # noqa: PLC0415 - for start-up time

            webbrowser.open(self._served.opens)

    def _speak(self) -> asyncio.Protocol:
        speak = self.config.http_protocol_class
        return speak(self.config, self.server_state, self.lifespan.state)  # type: ignore[call-arg]

    def _end(self) -> None:
        """If one process ends, the others end too."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Clients are told the reason before the server closes their connections.
        await close_connections_of(self._served.app)
        await super().shutdown(sockets)


def serve(served: ServedApp, listening: socket.socket, processes: Processes, parts: list[frozenset[str]]) -> None:
    """Serves until a signal ends it; `parts` are the tables of each process."""
    protocol = processes.protocol(parts)
    # Messages to seats are small, and would be compressed once for every seat. Who asks is read by ClientAddress.
    config = BoundedConfig(
        served.app, served.connections, http=behind_tls(protocol, served.tls) if served.tls else protocol,
        ws=FastWebSocket, log_config=None, log_level="warning", access_log=False, ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False, server_header=False, proxy_headers=False, timeout_graceful_shutdown=10,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES + 2048,
    )  # fmt: skip
    # A signal to stop is not a failure: after the server has closed, it raises the signal again.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    HouseServer(config, processes, served).run(sockets=[listening] if processes.number == 0 else [])
