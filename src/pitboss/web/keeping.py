"""What a running house does by itself: deals, tells, signs heads, and resumes when the storage is well again."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.concurrency import run_in_threadpool

from pitboss.house.live import HouseSuspended, LiveHouse
from pitboss.web.automatic import Automatic
from pitboss.web.desk import Desk
from pitboss.web.feed import Feeds
from pitboss.web.listener import CLOSING
from pitboss.web.log import note
from pitboss.web.setting import Setting
from pitboss.web.watch import Watch

SECONDS_A_HEAD = 60
_GOODBYE = 3.0
"""Seconds that open connections have to end."""


@asynccontextmanager
async def keep(house: LiveHouse, desk: Desk, setting: Setting, resumed: Callable[[], None]) -> AsyncIterator[Feeds]:
    """Looks after the house for as long as it runs; `resumed` hears when it goes on after a failure."""
    automatic = await run_in_threadpool(Automatic, house, desk, setting)
    feeds = Feeds(house, automatic.beside)
    await automatic.open(feeds)
    watch = Watch(house, feeds, setting)
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


async def close_connections(desk: Desk, feeds: Feeds) -> None:
    """Takes no more commands, and ends every connection with the reason; those under way are answered first."""
    desk.is_closing = True
    for feed in feeds:
        feed.end(CLOSING)
    loop = asyncio.get_running_loop()
    until = loop.time() + _GOODBYE
    while any(feeds.listeners().values()) and loop.time() < until:
        await asyncio.sleep(0.01)


async def _look_after(house: LiveHouse, feeds: Feeds, resumed: Callable[[], None]) -> None:
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


def _all_anew(feeds: Feeds, names: tuple[str, ...]) -> None:
    for name in names:
        feeds.refresh(name, always=True)
