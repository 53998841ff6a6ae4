"""Work that is begun at once: done where nothing has to be waited for, and else gone on with, by whoever awaits it."""

import asyncio

import pytest

from pitboss.web.live.eager import EagerResult, begin


def test_work_that_waits_for_nothing_is_done() -> None:
    done = []

    async def inner() -> None:
        done.append("inner")

    async def work() -> None:
        await inner()
        done.append("work")

    assert begin(work()) is None
    assert done == ["inner", "work"]


def test_work_that_waits_is_gone_on_with() -> None:
    done = []

    async def wait(gate: asyncio.Event, again: asyncio.Event) -> None:
        done.append("begun")
        await gate.wait()
        done.append("half")
        await again.wait()
        done.append("done")

    async def play() -> None:
        gate, again = asyncio.Event(), asyncio.Event()
        rest = begin(wait(gate, again))
        assert rest is not None
        assert done == ["begun"]
        task = asyncio.create_task(_awaited(rest))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.sleep(0.01)
        assert done == ["begun", "half"]
        again.set()
        await task
        assert done == ["begun", "half", "done"]

    asyncio.run(play())


def test_what_fails_says_so_where_it_was_begun_or_awaited() -> None:
    async def at_once() -> None:
        raise OSError("gone")

    async def later(gate: asyncio.Event) -> None:
        await gate.wait()
        raise OSError("gone later")

    async def play() -> None:
        gate = asyncio.Event()
        rest = begin(later(gate))
        assert rest is not None
        gate.set()
        with pytest.raises(OSError, match="gone later"):
            await rest

    with pytest.raises(OSError, match="gone"):
        begin(at_once())
    asyncio.run(play())


def test_work_that_is_given_up_hears_of_it() -> None:
    left = []

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)
            left.append("tidied")

    async def play() -> None:
        rest = begin(wait())
        assert rest is not None
        task = asyncio.create_task(_awaited(rest))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(play())
    assert left == ["tidied"]


async def _awaited(rest: EagerResult) -> None:
    await rest
