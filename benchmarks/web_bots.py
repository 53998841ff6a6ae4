"""The bots of a table under load: connections as cheap as can be; whoever's turn it is gives the next command."""

import asyncio
import json
import re
import sys
import time
from base64 import b64encode
from http.client import HTTPConnection
from itertools import count
from os import urandom
from random import Random
from typing import Any

import orjson

_SEQ = re.compile(rb'\{"type":"(?:entry|snapshot)","seq":(\d+)')
_BET = re.compile(rb'"(box \d+ places [^"]*\$[^"]*)"')
_TEXT, _PING, _PONG = 0x81, 0x89, 0x8A
_SIDE_BETS = {"let-it-ride": ", progressive $1", "three-card": ", progressive $1", "commonwealth": ", progressive $1"}


class FastWebSocket(asyncio.BufferedProtocol):
    """One WebSocket, without compression; the table hears every text that comes."""

    _space = memoryview(bytearray(1 << 18))
    """Where data comes in: one for all, since it is taken at once."""

    def __init__(self, table: "LoadedTable", token: str) -> None:
        self.table, self.token, self.seq = table, token, -1
        self._buffer = b""
        self._open = asyncio.get_running_loop().create_future()

    async def connect(self, port: int, address: str = "127.0.0.1") -> None:
        """Connects to a port of this machine, from one of its loopback addresses: each has ports of its own."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port, local_addr=(address, 0))
        await self._open

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        lines = [
            f"GET /api/tables/{self.table.name}/live HTTP/1.1", "Host: localhost", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {b64encode(urandom(16)).decode()}",
            *([f"Authorization: Bearer {self.token}"] if self.token else []), "", "",
        ]  # fmt: skip
        transport.write("\r\n".join(lines).encode())

    def get_buffer(self, _: int) -> memoryview:
        return self._space

    def buffer_updated(self, size: int) -> None:
        buffer = self._buffer + bytes(self._space[:size])
        if not self._open.done():
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert b" 101 " in head.split(b"\r\n", 1)[0], head
            self._open.set_result(None)
        at = 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < start + size:
                break
            if buffer[at] == _TEXT:
                self.table.hear(self, buffer[start : start + size])
            elif buffer[at] == _PING:
                self._write(_PONG, buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def connection_lost(self, _: Exception | None) -> None:
        self.table.lose()

    def send(self, text: str) -> None:
        self._write(_TEXT, text.encode())

    def _write(self, kind: int, data: bytes) -> None:
        """Sends a frame; the mask is nothing, which every server takes."""
        length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2)
        self._transport.write(bytes([kind]) + length + bytes(4) + data)

    def close(self) -> None:
        self._transport.close()


class LoadedTable:
    """A table that always has one command under way."""

    def __init__(self, port: int, name: str, seats: int) -> None:
        self.name, self.seats, self.pause, self.offset = name, seats, 0.0, 0.0
        """`pause` lies between two commands; `offset` is added to it once, so that tables do not keep step."""
        self.taken: list[float] = []
        """Seconds from each command to the last seat's update."""
        self.sizes = [0, 0]
        """How many entries came, and their bytes."""
        self._port, self._seq, self._behind, self._sent = port, 0, 0, 0.0
        self._is_open = True
        self.is_resting, self.is_under_way = True, False
        self._wires: list[FastWebSocket] = []
        self._given = ""

    async def open(self) -> None:
        """The dealer's connection and one for each seat."""
        for token in self._tokens():
            wire = FastWebSocket(self, token)
            self._wires.append(wire)
            await wire.connect(self._port)

    def close(self) -> None:
        self._is_open = False
        for wire in self._wires:
            wire.close()

    def lose(self) -> None:
        """A connection has ended."""
        if self._is_open:
            raise SystemExit(f"a connection was lost: {self}")

    def hear(self, wire: FastWebSocket, text: bytes) -> None:
        found = _SEQ.match(text)
        if not found:
            if text.startswith((b'{"type":"refused', b'{"type":"problem', b'{"type":"suspended')):
                raise SystemExit(f"{self.name}: {text.decode()}")
            return
        self._read(wire, text)
        before, wire.seq = wire.seq, int(found[1])
        if text.startswith(b'{"type":"entry'):
            self.sizes[0] += 1
            self.sizes[1] += len(text)
        if before < self._seq <= wire.seq:
            self._behind -= 1
            if self._behind == 0:
                self.taken.append(time.perf_counter() - self._sent)
                if self._is_open and not self.is_resting:
                    self._wait()
                else:
                    self.is_under_way = False

    def go_on(self) -> None:
        """Gives commands again."""
        self.is_resting = False
        if not self.is_under_way:
            self.is_under_way = True
            self._wait()

    def _wait(self) -> None:
        pause, self.offset = self.pause + self.offset, 0.0
        asyncio.get_running_loop().call_later(pause, self.next) if pause else self.next()

    def __str__(self) -> str:
        """Where it is, and what it waits for."""
        return f"{self.name}: {self._given!r} to entry {self._seq}, seats at {[wire.seq for wire in self._wires]}"

    def _send(self, wire: FastWebSocket, text: str, seq: int) -> None:
        """Sends a command after which every seat is to see an entry."""
        self._given = text
        self._expect(seq)
        wire.send(text)

    def _expect(self, seq: int) -> None:
        self._seq, self._behind, self._sent = seq, len(self._wires), time.perf_counter()

    # What differs between the servers

    def _tokens(self) -> list[str]:
        raise NotImplementedError

    def _read(self, wire: FastWebSocket, text: bytes) -> None:
        """Takes in an entry or snapshot."""

    def next(self) -> None:
        """Gives the next command."""
        raise NotImplementedError

    @property
    def is_warm(self) -> bool:
        """Whether the table plays."""
        raise NotImplementedError


class Floor:
    """The floorperson, who is called now and then, over HTTP."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token

    def call(self, method: str, path: str, body: object = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=30)
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer

    def act(self, table: str, id_: str, text: str) -> None:
        """Gives a command at a table."""
        answer = self.call("POST", f"/api/tables/{table}/commands", {"id": id_, "command": text})
        if "seq" not in answer:
            print(table, text, answer, file=sys.stderr)


class HouseTable(LoadedTable):
    """A table of the house. The dealer's view says whose turn it is and what may be done."""

    def __init__(self, port: int, name: str, seats: int, tokens: dict[str, str], floor: Floor) -> None:
        super().__init__(port, name, seats)
        self._names = ["dora", *(f"{name}-p{box}" for box in range(1, seats + 1))]
        self._all, self._floor, self._chance = tokens, floor, Random(name)
        self._known: dict[str, dict[str, Any]] = {"shared": {}, "own": {}}
        self._ids, self._rounds = count(1), 0
        self._side_bet = _SIDE_BETS.get(name.rpartition("-")[0], "")
        self._least: dict[FastWebSocket, str] = {}
        """The least bet of each seat, once it is known."""

    def _tokens(self) -> list[str]:
        return [self._all[name] for name in self._names]

    @property
    def is_warm(self) -> bool:
        return self._rounds > 1

    def next(self) -> None:
        shared = self._known["shared"]
        seq, self._rounds = shared["seq"] + 1, shared["rounds"]
        box, text = self._turn(shared, self._known["own"])
        if text.startswith("floorperson"):
            self._given = text
            self._expect(seq)
            asyncio.get_running_loop().run_in_executor(None, self._floor.act, self.name, self._id(), text)
            return
        sent = {"type": "command", "id": self._id(), "command": text, "round": self._rounds}
        self._send(self._wires[box], json.dumps(sent), seq)

    def _read(self, wire: FastWebSocket, text: bytes) -> None:
        """The dealer follows the table; a seat looks for what it may bet."""
        if wire is not self._wires[0]:
            if wire not in self._least and (found := _BET.search(text)):
                self._least[wire] = found[1].decode()
            return
        frame = orjson.loads(text)
        for layer in ("shared", "own"):
            for way, value in frame.get(layer, {}).items():
                if way:
                    *path, key = way.split("/")
                    part = self._known[layer]
                    for step in path:
                        part = part[step]
                    part[key] = value
                else:
                    self._known[layer] = value

    def _id(self) -> str:
        return f"{self.name}-{next(self._ids)}"

    def _turn(self, shared: dict[str, Any], own: dict[str, Any]) -> tuple[int, str]:
        """Whose turn it is, 0 for the dealer, and what they do."""
        if len(shared["seats"]) < self.seats:
            box = next(box for box in range(1, self.seats + 1) if str(box) not in shared["seats"])
            name = self._names[box]
            return (
                (box, f"player {name} takes box {box}")
                if own["racks"].get(name)
                else (0, f"player {name} buys $10,000")
            )
        if shared["phase"] == "betting":
            for box, there in shared["round"]["boxes"].items():
                if not there["wagers"]:
                    least = self._least[self._wires[int(box)]]
                    return int(box), least + (self._side_bet if self._chance.random() < 0.25 else "")
        if turn := shared["turn"]:
            return turn["box"], f"box {turn['box']} {self._chance.choice(turn['choices'])}s"
        return 0, own["next"]["command"]


class EchoTable(LoadedTable):
    """A table of the echo server, whose bots take turns with messages as long as commands are."""

    def _tokens(self) -> list[str]:
        return [""] * (self.seats + 1)

    @property
    def is_warm(self) -> bool:
        return self._seq > 5

    def next(self) -> None:
        seq = self._seq + 1
        sent = {"type": "command", "id": f"{self.name}-{seq}", "command": "box 1 places ante $10", "round": seq}
        self._send(self._wires[seq % len(self._wires)], json.dumps(sent), seq)
