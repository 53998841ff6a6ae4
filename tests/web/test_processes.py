"""A house on several cores: every table has its process, and nobody notices which."""

import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pitboss.ledger.open_store import open_store
from pitboss.web.run.processes import Owners, owner_of, shares
from tests.web.bots import Client, Crew, staff_and
from tests.web.checks import check_ledger
from tests.web.known import Known
from tests.web.serving import Served, hire

HOUSE = Path(__file__).parents[2] / "examples/house.toml"
TABLES = ("let-it-ride", "three-card", "top-five", "commonwealth")
PLAYERS = ("ann", "bob")
PATIENCE = 20


# Which tables


@given(
    st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.sets(st.sampled_from("xyz"), max_size=2)),
    st.integers(1, 5),
)
def test_every_table_has_one_process_and_linked_tables_the_same(tables: dict[str, set[str]], number: int) -> None:
    found = shares(tables, number)
    assert len(found) == number
    assert sorted(name for part in found for name in part) == sorted(tables)
    for one, links in tables.items():
        assert all(not links & tables[other] for part in found if one not in part for other in part)


def test_tables_are_spread_evenly() -> None:
    found = shares({f"t{number}": {f"link {number % 4}"} for number in range(100)}, 2)
    assert [len(part) for part in found] == [50, 50]
    assert [len(part) for part in shares({f"t{number}": set() for number in range(7)}, 3)] == [3, 2, 2]


@pytest.mark.parametrize(
    ("line", "whose"),
    [
        (b"GET /api/tables/three-card/live HTTP/1.1\r\n", "other"),
        (b"GET /api/tables/three%2Dcard/live?after=7 HTTP/1.1\r\nHost: x\r\n", "other"),
        (b"GET /metrics?process=1 HTTP/1.1\r\n", "other"),
        (b"GET /api/tables/let-it-ride/live HTTP/1.1\r\n", None),
        (b"GET /api/tables/three-card HTTP/1.1\r\n", None),
        (b"POST /api/tables/three-card/live HTTP/1.1\r\n", None),
        (b"GET /metrics HTTP/1.1\r\n", None),
        (b"GET /metrics?process=2 HTTP/1.1\r\n", None),
        (b"GET /metrics?process=0 HTTP/1.1\r\n", None),
        (b"GET //[/live\n", None),
        (b"\x16\x03\x01\x02\x00\n", None),
        (b"\n", None),
        (b"", None),
    ],
)
def test_whose_a_request_is(line: bytes, whose: str | None) -> None:
    with closing(socket.socket()) as other:
        assert owner_of(line, Owners({"three-card": other}, {"1": other})) is (other if whose else None)


# A house of two


class House(Served):
    """The sample house, served by two processes."""

    def __init__(self, folder: Path) -> None:
        self.url = str(folder / "house.db")
        hire(self.url, staff_and(PLAYERS))
        super().__init__(HOUSE, self.url, folder / "house.key", "--jobs", "2", "--quiet")
        self.wires = ExitStack()
        self.start()

    @property
    def children(self) -> list[int]:
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def listeners(self, process: str) -> dict[str, int]:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request("GET", f"/metrics{process}")
            text = connection.getresponse().read().decode()
        return {table: int(number) for table, number in re.findall(r'pitboss_listeners{table="(.*)"} (\d+)', text)}

    def signed_in(self, name: str) -> str:
        client, tokens = Client(lambda: [self.port], name), dict[str, str]()
        client.sign_in(tokens)
        client.close()
        return tokens[name]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    served = House(tmp_path)
    with served.wires:
        yield served
    served.stop()
    with closing(open_store(served.url)) as store:
        check_ledger(store, [])


class Seat:
    """Somebody at a table."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire, self.known, self.seq = wire, Known(), -1

    def until(self, kind: str) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = json.loads(self.wire.recv(timeout=PATIENCE))
            if "shared" in frame:
                self.known.hear(frame)
                self.seq = frame["seq"]
            if frame["type"] == kind:
                return frame

    def give(self, id_: str, command: str) -> dict[str, Any]:
        self.wire.send(json.dumps({"type": "command", "id": id_, "command": command, "round": None}))
        return self.until("answer")


def seat(house: House, table: str, token: str = "") -> Seat:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    address = f"ws://127.0.0.1:{house.port}/api/tables/{table}/live"
    found = Seat(house.wires.enter_context(connect(address, additional_headers=headers)))
    found.until("snapshot")
    return found


def test_each_table_is_served_by_its_process_and_everybody_sees_everything(house: House) -> None:
    ann, flo = house.signed_in("ann"), house.signed_in("flo")
    seats = {table: seat(house, table, ann) for table in TABLES}
    first, second = house.listeners(""), house.listeners("?process=1")
    assert all(sorted((first[table], second[table])) == [0, 1] for table in TABLES)
    assert sum(first.values()) == sum(second.values()) == 2
    floor = Client(lambda: [house.port], "flo")
    floor.token = flo
    for table, one in seats.items():
        sold = {"id": f"buys-at-{table}", "command": "player ann buys $500"}
        floor.call("POST", f"/api/tables/{table}/commands", sold)
        one.until("entry")
        assert one.known.view["rack"] == 50_000
        # The floorperson speaks with the first process, whichever looks after the table.
        ordered = {"id": f"fills-at-{table}", "command": "floorperson gives player ann $1 because short"}
        floor.call("POST", f"/api/tables/{table}/commands", ordered)
        entry = one.until("entry")
        assert entry["seq"] == one.seq == floor.call("GET", f"/api/tables/{table}")["seq"]
        assert floor.call("GET", f"/api/tables/{table}")["racks"] == {"ann": 50_100}
    # Signed out in one process, thrown out by both.
    client = Client(lambda: [house.port], "ann")
    client.token = ann
    client.call("POST", "/api/sign-out")
    client.close()
    for one in seats.values():
        with pytest.raises(ConnectionClosed):
            one.until("nothing of the kind")
    floor.close()


def test_a_request_in_pieces_and_one_that_comes_second(house: House) -> None:
    upgrade = (
        "GET /api/tables/{}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    for table in TABLES:
        with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as wire:
            for letter in upgrade.format(table).encode()[:60]:
                wire.sendall(bytes([letter]))
                time.sleep(0.001)
            wire.sendall(upgrade.format(table).encode()[60:])
            assert wire.recv(12) == b"HTTP/1.1 101"
        # On a connection that has been used before, whoever has it answers, and knows the table.
        with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as wire:
            wire.sendall(b"GET /api/house HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            while b"public_key" not in answer or not answer.endswith(b"}"):
                answer += wire.recv(65536)
            wire.sendall(upgrade.format(table).encode())
            answer = b""
            while b'"snapshot"' not in answer:
                answer += wire.recv(65536)
            assert answer.startswith(b"HTTP/1.1 101")


def test_rounds_are_played_at_every_table(house: House) -> None:
    watching = {table: seat(house, table) for table in TABLES}
    tokens: dict[str, str] = {}
    acked = []
    for number, table in enumerate(TABLES):
        crew = Crew(table, lambda: [house.port], PLAYERS, number)
        crew.sit_down(tokens)
        crew.play(2)
        shown = crew.view(crew.dealer)
        while watching[table].seq < shown["seq"]:
            watching[table].until("entry")
        assert watching[table].known.view["last"]["number"] == 2
        acked += crew.acked
        crew.close()
    house.stop()
    with closing(open_store(house.url)) as store:
        check_ledger(store, acked)


def test_being_told_to_stop_ends_all_and_says_why(house: House) -> None:
    seats, children = [seat(house, table) for table in TABLES], house.children
    assert len(children) == 1
    os.kill(house.pid, signal.SIGTERM)
    for one in seats:
        with pytest.raises(ConnectionClosed) as closed:
            one.until("answer")
        assert closed.value.rcvd
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "the house is closing")
    house.stop()
    assert not any(Path(f"/proc/{pid}").exists() for pid in children)


@pytest.mark.parametrize("which", ["first", "other"])
def test_no_process_goes_on_without_the_others(house: House, which: str) -> None:
    (other,) = house.children
    os.kill(house.pid if which == "first" else other, signal.SIGKILL)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and (house.is_running or _runs(other)):
        time.sleep(0.05)
    assert not house.is_running
    assert not _runs(other)
    assert house.code == (-signal.SIGKILL if which == "first" else 1)
    house.start()
    assert seat(house, "three-card").known.view["table"] == "three-card"


def _runs(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
