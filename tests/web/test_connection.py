"""A client is told everything in order, or shown the table when it takes more again; nobody is waited for."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.authority import Who
from pitboss.house.house_records import TableChange
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.live.connection import FAILED, Connection, Ending, framed
from pitboss.web.live.table_frame import ANYBODY
from tests.web.inside import TABLES, Inside


class Client:
    """A FastWebSocket that keeps what is written, and why it was ended."""

    on_writable: Callable[[], None] | None = None

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.ended: Ending | None = None
        self.writable = asyncio.Event()
        self.writable.set()

    def write_frame(self, frame: bytes) -> None:
        self.frames.append(frame)

    def end(self, why: Ending) -> None:
        self.ended = why


def listening(client: Any, who: Who | None = None) -> Connection:
    return Connection(who, "", client)


async def turn() -> None:
    """What other threads have handed over is published."""
    for _ in range(2):
        await asyncio.sleep(0)


def play(scene: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await scene()

    asyncio.run(whole())


def test_a_full_connection_is_shown_nothing_until_it_has_caught_up() -> None:
    client = Client()
    connection = listening(client)
    connection.show(b"a")
    client.writable.clear()
    connection.show(b"b")
    client.writable.set()
    connection.show(b"c")
    assert (client.frames, connection.is_behind) == ([b"a"], True), "c would make no sense without b"
    connection.is_behind = False
    connection.show(b"d")
    assert client.frames == [b"a", b"d"]


def test_an_answer_is_sent_even_if_the_connection_is_full() -> None:
    client = Client()
    client.writable.clear()
    listening(client).tell("answer")
    assert client.frames == [framed("answer")]


def test_people_who_see_the_same_share_one_rendering_and_one_frame(tmp_path: Path) -> None:
    """A frame for anybody is one object for all, and the views that are made do not grow with the watchers."""
    with Inside(tmp_path, []) as inside:

        async def scene() -> None:
            made: list[Who | None] = []

            def beside(_: object, who: Who | None) -> dict[str, object]:
                made.append(who)
                return {"timer": 1}

            broadcasts = Broadcasts(inside.house, beside, names=True)
            broadcast, clients = broadcasts[TABLES[0]], [Client() for _ in range(100)]
            for number, client in enumerate(clients):
                broadcast.join(listening(client, Who(f"guest {number}", "player") if number % 2 else None), None)
            record = inside.house.record(TABLES[0])
            for seq in (record.seq + 1, record.seq + 2):
                made.clear()
                broadcast.publish(TableChange(TABLES[0], record.replace(seq=seq), ()))
            assert set(made) == {None, ANYBODY}
            assert len(made) == 2
            assert len({id(client.frames[-1]) for client in clients}) == 1
            assert b'"seq":%d' % (record.seq + 2) in clients[0].frames[-1]
            broadcasts.close()

        play(scene)


def test_a_table_that_cannot_be_told_hinders_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Inside(tmp_path, []) as inside:

        async def scene() -> None:
            broadcasts, errors = Broadcasts(inside.house, lambda *_: {}), list[str]()
            asyncio.get_running_loop().set_exception_handler(
                lambda _, context: errors.append(str(context["exception"]))
            )
            heard: list[str] = []

            def publish(one: TableChange) -> None:
                heard.append(one.table)
                if one.table == TABLES[0]:
                    raise ValueError(one.table)

            for name in TABLES:
                monkeypatch.setattr(broadcasts[name], "publish", publish)
            for name in TABLES:
                for tell in inside.house.listeners:
                    tell(TableChange(name, inside.house.record(name), ()))
            await turn()
            assert heard == [*TABLES]
            assert errors == [TABLES[0]]
            broadcasts.close()

        play(scene)


def test_where_one_is_not_told_nobody_is_left_with_half_a_table(tmp_path: Path) -> None:
    """An entry that somebody missed would make nonsense of the next one's changes: all come back and see the whole."""
    with Inside(tmp_path, []) as inside:

        async def scene() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)
            whose = [Who("ann", "player"), Who("bob", "dealer"), Who("cid", "player")]

            def beside(_: object, who: Who | None) -> dict[str, object]:
                assert who != whose[1] or not failing
                return {}

            failing: list[bool] = []
            broadcasts = Broadcasts(inside.house, beside)
            broadcast, clients = broadcasts[TABLES[0]], [Client() for _ in whose]
            for client, who in zip(clients, whose, strict=True):
                broadcast.join(listening(client, who), None)
            broadcast.changed.clear()
            failing.append(True)
            record = inside.house.record(TABLES[0])
            for tell in inside.house.listeners:
                tell(TableChange(TABLES[0], record.replace(seq=record.seq + 1), ()))
            await turn()
            assert {client.ended for client in clients} == {FAILED}
            assert broadcast.changed.is_set(), "whoever deals by itself is woken all the same"
            broadcasts.close()

        play(scene)
