"""The lifespan of a house: it deals automatic tables, signs heads, and resumes when the storage works again."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.concurrency import run_in_threadpool

from pitboss.documents.approval import edition_lines
from pitboss.errors import PitbossError
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.log import note
from pitboss.web.http.round_list import RoundList
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.connection import CLOSING
from pitboss.web.live.ledger_follower import LedgerFollower
from pitboss.web.live.table_frame import json_text
from pitboss.web.run.automatic_tables import AutomaticTables
from pitboss.web.run.witnessing import keep_witnessed

SECONDS_A_HEAD = 60
SECONDS_AN_INDEX = 10
AT_ONCE_BESIDE_PLAY = 1_000
"""Entries that are indexed at once while tables are played."""
_GOODBYE = 3.0
"""Seconds that open connections have to close."""


@asynccontextmanager
async def house_lifespan(
    house: LiveHouse, queue: CommandQueue, config: ServerConfig, resumed: Callable[[], None]
) -> AsyncIterator[Broadcasts]:
    """Looks after the house while it runs, and closes it at the end; `resumed` is called after it resumed."""
    automatic = await run_in_threadpool(AutomaticTables, house, queue, config)
    broadcasts = Broadcasts(house, automatic.beside, names=config.practice)
    await automatic.open(broadcasts)
    follower = LedgerFollower(house, broadcasts, config)
    tasks = [asyncio.create_task(_watch_storage(house, broadcasts, resumed))]
    tasks.append(asyncio.create_task(broadcasts.ping(queue)))
    tasks += [asyncio.create_task(automatic.run(name, broadcasts[name])) for name in automatic.tables]
    tasks.append(asyncio.create_task(_keep_rounds_indexed(house)))
    tasks.append(asyncio.create_task(keep_witnessed(house)))
    tasks.append(asyncio.create_task(_watch_rules(house, broadcasts, automatic, tasks)))
    note("open", tables=len(house.approved.tables), automatic=len(automatic.tables))
    try:
        yield broadcasts
    finally:
        await close_connections(queue, broadcasts)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await run_in_threadpool(follower.stop)
        broadcasts.close()
        house.close()
        note("closed")


async def close_connections(queue: CommandQueue, broadcasts: Broadcasts) -> None:
    """Takes no more commands, and ends every connection after the commands under way are answered."""
    queue.is_closing = True
    for broadcast in broadcasts:
        broadcast.end(CLOSING)
    loop = asyncio.get_running_loop()
    until = loop.time() + _GOODBYE
    while any(broadcasts.connections().values()) and loop.time() < until:
        await asyncio.sleep(0.01)


async def _watch_storage(house: LiveHouse, broadcasts: Broadcasts, resumed: Callable[[], None]) -> None:
    seconds, announced = 0, ""
    while True:
        await asyncio.sleep(1)
        seconds += 1
        # The storage may fail while nobody plays: reading a table finds out.
        await run_in_threadpool(house.record, next(iter(house.approved.tables)))
        if house.suspended and house.suspended != announced:
            announced = house.suspended
            note("suspended", reason=announced)
            text = json_text({"type": "suspended", "reason": f"every table is suspended: {announced}"})
            for broadcast in broadcasts:
                broadcast.tell(text)
        with suppress(HouseSuspended):
            if house.suspended:
                await run_in_threadpool(house.resume)
                resumed()
                announced = ""
                await run_in_threadpool(_refresh_all, broadcasts, tuple(house.approved.tables))
                note("resumed")
            elif seconds % SECONDS_A_HEAD == 0:
                await run_in_threadpool(house.sign_head)


async def _keep_rounds_indexed(house: LiveHouse) -> None:
    """Takes new rounds into the index now and then, a little at a time, so that no question waits for it."""
    rounds = RoundList()
    while True:
        await asyncio.sleep(SECONDS_AN_INDEX)
        with suppress(PitbossError):
            while not await run_in_threadpool(rounds.catch_up, house.store, AT_ONCE_BESIDE_PLAY):
                await asyncio.sleep(0.05)


async def _watch_rules(
    house: LiveHouse, broadcasts: Broadcasts, automatic: AutomaticTables, tasks: list[asyncio.Task[None]]
) -> None:
    """Lets tables take the rules that are due, deals new tables, and warns every gaming day of coming editions."""
    warned = ""
    while True:
        with suppress(PitbossError):
            await run_in_threadpool(house.advance)
            new = await run_in_threadpool(automatic.add_new)
            tasks += [asyncio.create_task(automatic.run(name, broadcasts[name])) for name in new]
            if (today := await run_in_threadpool(house.changes.today)) != warned:
                warned = today
                _warn(house)
        await asyncio.sleep(1)


def _warn(house: LiveHouse) -> None:
    coming = house.changes.coming
    if coming is None:
        return
    for line in edition_lines(coming.tables):
        approved = "the house file is approved under it" if coming.house else "the house file is not approved under it"
        note("edition", level=logging.WARNING, day=coming.day, tables=line, file=approved)


def _refresh_all(broadcasts: Broadcasts, names: tuple[str, ...]) -> None:
    for name in names:
        broadcasts.refresh(name, always=True)
