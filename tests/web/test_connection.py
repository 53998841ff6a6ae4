"""A connection is told everything in order, at the end of a turn of the event loop; nobody is waited for."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.authority import Who
from pitboss.house.house_records import TableChange
from pitboss.web.live import connection as connections
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.live.connection import FAILED, GONE, TOO_SLOW, Connection, Outbox
from tests.web.inside import TABLES, Inside


class Client:
    """Takes what is sent, or has the sender wait."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self.error: Exception | None = None

    async def send(self, message: Any) -> None:
        await self.takes.wait()
        if self.error:
            raise self.error
        self.texts.append(message["text"])


async def turn() -> None:
    """Everything that was queued goes out: in the next turn of the event loop by frames, else by a task of its own."""
    for _ in range(2):
        await asyncio.sleep(0)


def play(scene: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await scene()

    asyncio.run(whole())


def test_what_is_told_in_one_turn_goes_out_at_its_end() -> None:
    async def scene() -> None:
        outbox, clients = Outbox(), [Client(), Client()]
        connections = [Connection(None, client.send, outbox) for client in clients]
        for text in ("first", "second"):
            for connection in connections:
                connection.send(text)
        assert [client.texts for client in clients] == [[], []]
        await turn()
        assert [client.texts for client in clients] == [["first", "second"]] * 2

    play(scene)


def test_a_connection_that_is_busy_keeps_the_order_and_hinders_nobody() -> None:
    async def scene() -> None:
        outbox, busy, free = Outbox(), Client(), Client()
        connections = [Connection(None, client.send, outbox) for client in (busy, free)]
        busy.takes.clear()
        for text in "abc":
            for connection in connections:
                connection.send(text)
            await turn()
        assert (busy.texts, free.texts) == ([], ["a", "b", "c"])
        busy.takes.set()
        await asyncio.sleep(0.01)
        assert busy.texts == ["a", "b", "c"]
        connections[0].send("d")
        await turn()
        assert busy.texts == ["a", "b", "c", "d"]

    play(scene)


def test_who_falls_too_far_behind_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_WAITING", 3)

    async def scene() -> None:
        client = Client()
        client.takes.clear()
        connection = Connection(None, client.send, Outbox())
        for text in "abcde":
            connection.send(text)
            await turn()
        assert connection.ended.result() == TOO_SLOW
        connection.close()
        await turn()
        client.takes.set()
        await asyncio.sleep(0.01)
        assert client.texts == []

    play(scene)


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("error", [*GONE, ValueError])
def test_a_connection_that_fails_has_ended(error: type[Exception], at_once: bool) -> None:
    async def scene() -> None:
        client = Client()
        client.error = error(1006) if error.__name__ == "WebSocketDisconnect" else error("gone")
        connection = Connection(None, client.send, Outbox())
        if not at_once:
            client.takes.clear()
        connection.send("a")
        await turn()
        assert connection.ended.done() == at_once
        client.takes.set()
        await asyncio.sleep(0.01)
        assert connection.ended.result() == (None if error in GONE else FAILED)

    play(scene)


def test_who_takes_leave_is_sent_what_waits() -> None:
    async def scene() -> None:
        client = Client()
        client.takes.clear()
        connection = Connection(None, client.send, Outbox())
        connection.send("a")
        await turn()
        connection.send("b")
        leaving = asyncio.create_task(connection.finish())
        await turn()
        client.takes.set()
        await leaving
        assert client.texts == ["a", "b"]

    play(scene)


def test_a_table_that_cannot_be_told_hinders_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Inside(tmp_path, []) as inside:

        async def scene() -> None:
            broadcasts, errors = Broadcasts(inside.house, lambda *_: {}), list[str]()
            asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context["message"]))
            heard: list[str] = []

            def publish(one: TableChange) -> None:
                heard.append(one.table)
                assert one.table != TABLES[0]

            for name in TABLES:
                monkeypatch.setattr(broadcasts[name], "publish", publish)
            for name in TABLES:
                for tell in inside.house.listeners:
                    tell(TableChange(name, inside.house.record(name), ()))
            await turn()
            assert heard == [*TABLES]
            assert errors == [f"an entry of table {TABLES[0]} was not published"]
            broadcasts.close()

        play(scene)


def test_where_one_is_not_told_nobody_is_left_with_half_a_table(tmp_path: Path) -> None:
    """An entry that somebody missed would make nonsense of the next one's changes: all come back and see the whole."""
    with Inside(tmp_path, []) as inside:

        async def scene() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)
            whose = [Who(name, "player") for name in ("ann", "bob", "cid")]

            def beside(_: object, who: Who | None) -> dict[str, object]:
                assert who != whose[1] or not failing
                return {}

            failing: list[bool] = []
            broadcasts = Broadcasts(inside.house, beside)
            broadcast, outbox = broadcasts[TABLES[0]], Outbox()
            connections = [Connection(who, Client().send, outbox) for who in whose]
            for connection in connections:
                broadcast.join(connection, None)
            broadcast.changed.clear()
            failing.append(True)
            record = inside.house.record(TABLES[0])
            for tell in inside.house.listeners:
                tell(TableChange(TABLES[0], record.replace(seq=record.seq + 1), ()))
            await turn()
            assert {connection.ended.result() for connection in connections} == {FAILED}
            assert broadcast.changed.is_set(), "whoever deals by itself is woken all the same"
            broadcasts.close()

        play(scene)
