"""Background work that fails is begun again and says so; a storage that hangs suspends the house within seconds."""

import asyncio
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss.house.live_house import LiveHouse
from pitboss.ledger.incidents import INCIDENTS, ClockJumped, TaskFailed, read_incident
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import StoreFailed
from pitboss.web.run import automatic_tables, lifespan, storage_watch, supervised
from tests.web.sockets import Running, request, running


async def until(found: object, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not found() and time.monotonic() < end:  # type: ignore[operator]
        await asyncio.sleep(0.02)
    assert found()  # type: ignore[operator]


def incidents(house: Running) -> list[object]:
    with suppress(StoreFailed):
        return [read_incident(entry) for entry in house.house.store.stream(INCIDENTS)]
    return []


def test_work_that_fails_by_any_error_is_begun_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A facility name once ended the task that signs, notices lost storage and resumes, without a word."""
    monkeypatch.setattr(storage_watch, "SECONDS_A_LOOK", 0.02)
    monkeypatch.setattr(supervised, "SECONDS_BEFORE_AGAIN", 0.02)
    check, failing = LiveHouse.check_ledger, [True]

    def fails_once(house: LiveHouse) -> None:
        if failing:
            failing.pop()
            raise RuntimeError("nobody thought of this")
        check(house)

    monkeypatch.setattr(LiveHouse, "check_ledger", fails_once)

    async def play() -> None:
        async with running(tmp_path) as house:
            await until(lambda: incidents(house) and not house.house.suspended)
            assert incidents(house) == [TaskFailed("watching the ledger", "RuntimeError: nobody thought of this")]
            told = await request(
                house.app, "GET", "/metrics", headers={"authorization": f"Bearer {house.tokens['flo']}"}
            )
            assert 'pitboss_task_failures_total{task="watching the ledger"} 1.0' in told.text

    asyncio.run(play())


def test_a_storage_that_hangs_suspends_the_house_within_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_watch, "SECONDS_A_LOOK", 0.02)
    monkeypatch.setattr(storage_watch, "DEADLINE", 0.3)

    async def play() -> None:
        async with running(tmp_path) as house:
            flo = await house.open("three-card", "flo")
            await flo.receive()
            let_go = threading.Event()
            store = house.house.store
            assert isinstance(store, SqliteStore)

            def hold() -> None:
                with store._lock:
                    let_go.wait()

            holding = threading.Thread(target=hold)
            holding.start()
            try:
                began = time.monotonic()
                await until(lambda: house.house.suspended)
                assert "has not answered" in house.house.suspended
                assert (await flo.give("player ann buys $1"))["code"] == "suspended"
                assert time.monotonic() - began < 3
            finally:
                monkeypatch.setattr(storage_watch, "DEADLINE", 5)
                let_go.set()
                holding.join()
            await until(lambda: not house.house.suspended)
            await flo.until("snapshot")
            assert (await flo.give("player ann buys $1"))["type"] == "answer"

    asyncio.run(play())


def test_a_clock_that_is_set_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_watch, "SECONDS_A_LOOK", 0.02)

    async def play() -> None:
        async with running(tmp_path) as house:
            house.house.clock_watch._wall = lambda: 0
            await until(lambda: incidents(house))
            (jump,) = incidents(house)
            assert isinstance(jump, ClockJumped)
            assert jump.by < -2_000

    asyncio.run(play())


def test_automatic_tables_read_no_clock_that_can_be_set() -> None:
    text = Path(automatic_tables.__file__).read_text() + Path(lifespan.__file__).read_text()
    assert "wall_clock" not in text
    assert "time.time" not in text
