"""Processes: a house that uses several cores of a machine. Each process looks after some of the tables.

The first process listens. It hands each connection to a table's WebSocket over to the process that looks after the
table. This is only for speed: every process can serve every table by the ledger, and serves a connection that is not
handed over.
"""

import asyncio
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote

from pitboss.web.run.connections import BoundedProtocol

_MOST = 65536
"""The most bytes of a request that are read before its connection is handed over."""
_GO = b"go"


def shares(tables: Mapping[str, Iterable[str]], number: int) -> list[frozenset[str]]:
    """The tables of each process. Tables that share a link stay together, because they change the same meters."""
    groups: list[tuple[set[str], set[str]]] = []
    for table, links in tables.items():
        names, joined = {table}, set(links)
        for other in [group for group in groups if group[1] & joined]:
            groups.remove(other)
            names, joined = names | other[0], joined | other[1]
        groups.append((names, joined))
    found: list[set[str]] = [set() for _ in range(number)]
    for names, _ in sorted(groups, key=lambda group: (-len(group[0]), min(group[0]))):
        min(found, key=len).update(names)
    return [frozenset(names) for names in found]


class Owners(NamedTuple):
    """The channels to the other processes, by their tables and by their numbers."""

    tables: Mapping[str, socket.socket]
    processes: Mapping[str, socket.socket]


class Processes:
    """This process of the house: its number, and its channels to the others."""

    def __init__(self, number: int, channels: list[socket.socket], children: list[int]) -> None:
        self.number, self._channels, self._children = number, channels, children
        self._tasks: set[asyncio.Future[None]] = set()

    @classmethod
    def start(cls, count: int) -> "Processes":
        """Starts the other processes; each returns from here too."""
        channels, children = list[socket.socket](), list[int]()
        for number in range(1, count):
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            if pid := os.fork():
                theirs.close()
                channels.append(ours)
                children.append(pid)
                continue
            for other in (ours, *channels):
                other.close()
            return cls(number, [theirs], [])
        return cls(0, channels, children)

    def wait_for_first(self) -> bool:
        """Waits until the first process has opened the house; False if that failed."""
        return self.number == 0 or self._channels[0].recv(len(_GO)) == _GO

    def tell_others(self) -> None:
        """Tells the other processes that the house is open."""
        if self.number == 0:
            for channel in self._channels:
                channel.sendall(_GO)

    def end(self) -> bool:
        """Ends the other processes and waits for them; False if one of them failed."""
        for channel in self._channels:
            channel.close()
        statuses = [os.waitpid(pid, 0)[1] for pid in self._children]
        return not any(statuses)

    # While the house is served, on the event loop

    def protocol(self, parts: list[frozenset[str]]) -> type[asyncio.Protocol]:
        """The protocol that this process uses for connections."""
        if not self._channels:
            return BoundedProtocol
        if self.number:
            return HandedProtocol
        others = list(zip(self._channels, parts[1:], strict=True))

        class FirstProcessProtocol(HandOverProtocol):
            owners = Owners(
                {table: channel for channel, part in others for table in part},
                {str(number): channel for number, (channel, _) in enumerate(others, 1)},
            )

        return FirstProcessProtocol

    def listen(self, make: Callable[[], asyncio.Protocol], ended: Callable[[], None]) -> None:
        """Takes connections that are handed over; `ended` is called when another process has ended."""
        loop = asyncio.get_running_loop()
        for channel in self._channels:
            channel.setblocking(False)
            loop.add_reader(channel, self._take, channel, make, ended)

    def _take(self, channel: socket.socket, make: Callable[[], asyncio.Protocol], ended: Callable[[], None]) -> None:
        try:
            head, handles, _, _ = socket.recv_fds(channel, _MOST, 1)
        except BlockingIOError:
            return
        except OSError:
            head, handles = b"", []
        if not head:
            asyncio.get_running_loop().remove_reader(channel)
            ended()
        for handle in handles:
            task = asyncio.ensure_future(_continue(socket.socket(fileno=handle), head, make()))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


class HandOverProtocol(BoundedProtocol):
    """Reads the first line of a connection, and hands it over if it belongs to another process."""

    owners = Owners({}, {})
    _head: bytes | None = b""

    def data_received(self, data: bytes) -> None:
        if self._head is None:
            super().data_received(data)
            return
        self._head += data
        if b"\n" not in self._head and len(self._head) < _MOST:
            return
        head, self._head = self._head, None
        channel = owner_of(head, self.owners)
        if channel is None or not _hand_over(channel, self.transport, head):
            super().data_received(head)


class HandedProtocol(BoundedProtocol):
    """Continues a connection whose first bytes another process has read."""

    head = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # of a socket
        super().connection_made(transport)
        self.data_received(self.head)


async def _continue(connection: socket.socket, head: bytes, protocol: Any) -> None:
    connection.setblocking(False)
    protocol.head = head
    with suppress(OSError):
        await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)


def owner_of(head: bytes, owners: Owners) -> socket.socket | None:
    """The process that a request is for: by table for a WebSocket, by number for metrics; None if it is this one."""
    parts = head.split(b"\n", 1)[0].split(b" ")
    if len(parts) < 3 or parts[0] != b"GET":
        return None
    path, _, query = parts[1].decode("latin-1").partition("?")
    match path.split("/"):
        case ["", "api", "tables", table, "live"]:
            return owners.tables.get(unquote(table))
        case ["", "metrics"]:
            return owners.processes.get(parse_qs(query).get("process", [""])[0])
    return None


def _hand_over(channel: socket.socket, transport: asyncio.Transport, head: bytes) -> bool:
    """Hands a connection to another process, with the bytes that were read; False if that fails."""
    if len(head) > _MOST:
        return False
    try:
        socket.send_fds(channel, [head], [transport.get_extra_info("socket").fileno()])
    except OSError:
        return False
    # The other process has the connection now; this closes only our own handle.
    transport.abort()
    return True
