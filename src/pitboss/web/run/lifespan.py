"""What a running house does by itself: deals, tells, signs heads, and resumes when the storage is well again."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.concurrency import run_in_threadpool

from pitboss.house.live_house import HouseSuspended, LiveHouse
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.ledger_follower import LedgerFollower
from pitboss.web.live.listener import CLOSING
from pitboss.web.run.automatic_tables import Automatic
from pitboss.web.run.config import ServerConfig
from pitboss.web.run.log import note

SECONDS_A_HEAD = 60
_GOODBYE = 3.0
"""Seconds that open connections have to end."""


@asynccontextmanager
async def keep(
    house: LiveHouse, desk: CommandQueue, setting: ServerConfig, resumed: Callable[[], None]
) -> AsyncIterator[Broadcasts]:
    """Looks after the house for as long as it runs; `resumed` hears when it goes on after a failure."""
    automatic = await run_in_threadpool(Automatic, house, desk, setting)
    feeds = Broadcasts(house, automatic.beside)
    await automatic.open(feeds)
    watch = LedgerFollower(house, feeds, setting)
    tasks = [asyncio.create_task(_look_after(house, feeds, resumed))]
    tasks += [asyncio.create_task(automatic.run(name, feeds[name])) for name in automatic.tables]
    note("open", tables=len(house.approved.tables), automatic=len(automatic.tables))
    try:
        yield feeds
    finally:
        await close_connections(desk, feeds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await run_in_threadpool(watch.stop)
        await run_in_threadpool(desk.close)
        feeds.close()
        house.close()
        note("closed")


async def close_connections(desk: CommandQueue, feeds: Broadcasts) -> None:
    """Takes no more commands, and ends every connection with the reason; those under way are answered first."""
    desk.is_closing = True
    for feed in feeds:
        feed.end(CLOSING)
    loop = asyncio.get_running_loop()
    until = loop.time() + _GOODBYE
    while any(feeds.listeners().values()) and loop.time() < until:
        await asyncio.sleep(0.01)


async def _look_after(house: LiveHouse, feeds: Broadcasts, resumed: Callable[[], None]) -> None:
    seconds, told, any_table = 0, "", next(iter(house.approved.tables))
    while True:
        await asyncio.sleep(1)
        seconds += 1
        # Storage may be lost while nobody plays; looking is how the house finds out.
        await run_in_threadpool(house.record, any_table)
        if house.suspended and house.suspended != told:
            told = house.suspended
            note("suspended", reason=told)
            for feed in feeds:
                feed.suspend(f"every table is suspended: {told}")
        with suppress(HouseSuspended):
            if house.suspended:
                await run_in_threadpool(house.resume)
                resumed()
                told = ""
                await run_in_threadpool(_all_anew, feeds, tuple(house.approved.tables))
                note("resumed")
            elif seconds % SECONDS_A_HEAD == 0:
                await run_in_threadpool(house.sign_head)


def _all_anew(feeds: Broadcasts, names: tuple[str, ...]) -> None:
    for name in names:
        feeds.refresh(name, always=True)
