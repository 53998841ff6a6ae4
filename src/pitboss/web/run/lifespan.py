"""The lifespan of a house: it deals automatic tables, signs heads, and resumes when the storage works again."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

from starlette.concurrency import run_in_threadpool

from pitboss.documents.approval import edition_lines
from pitboss.errors import PitbossError
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.log import note
from pitboss.web.http.metrics import Metrics
from pitboss.web.http.round_list import RoundList
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.connection import CLOSING
from pitboss.web.live.ledger_follower import LedgerFollower
from pitboss.web.run.alerting import HouseAlerts
from pitboss.web.run.automatic_tables import AutomaticTables
from pitboss.web.run.storage_watch import StorageWatch
from pitboss.web.run.supervised import Supervisor
from pitboss.web.run.witnessing import keep_witnessed

SECONDS_AN_INDEX = 10
AT_ONCE_BESIDE_PLAY = 1_000
"""Entries that are indexed at once while tables are played."""
_GOODBYE = 3.0
"""Seconds that open connections have to close."""


@asynccontextmanager
async def house_lifespan(
    house: LiveHouse, queue: CommandQueue, config: ServerConfig, metrics: Metrics, resumed: Callable[[], None]
) -> AsyncIterator[Broadcasts]:
    """Looks after the house while it runs, and closes it at the end; `resumed` is called after it resumed."""
    automatic = await run_in_threadpool(AutomaticTables, house, queue, config)
    broadcasts = Broadcasts(house, automatic.beside, names=config.practice)
    await automatic.open(broadcasts)
    follower = LedgerFollower(house, broadcasts, config)
    supervisor, watch = Supervisor(house, metrics), StorageWatch(house, broadcasts, metrics, resumed)

    def deal(name: str) -> asyncio.Task[None]:
        return supervisor.start(f"dealing {name}", partial(automatic.run, name, broadcasts[name]))

    tasks = [supervisor.start("watching the ledger", watch.run, needed=True)]
    tasks.append(supervisor.start("pings", partial(broadcasts.ping, queue)))
    tasks += map(deal, automatic.tables)
    tasks.append(supervisor.start("the index of rounds", partial(_keep_rounds_indexed, house)))
    tasks.append(supervisor.start("alerts", HouseAlerts(house, config, broadcasts).run))
    tasks.append(supervisor.start("witnesses", partial(keep_witnessed, house), needed=True))
    tasks.append(supervisor.start("rules", partial(_watch_rules, house, automatic, deal, tasks)))
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


async def _keep_rounds_indexed(house: LiveHouse) -> None:
    """Takes new rounds into the index now and then, a little at a time, so that no question waits for it."""
    rounds = RoundList()
    while True:
        await asyncio.sleep(SECONDS_AN_INDEX)
        with suppress(PitbossError):
            while not await run_in_threadpool(rounds.catch_up, house.store, AT_ONCE_BESIDE_PLAY):
                await asyncio.sleep(0.05)


async def _watch_rules(
    house: LiveHouse,
    automatic: AutomaticTables,
    deal: Callable[[str], asyncio.Task[None]],
    tasks: list[asyncio.Task[None]],
) -> None:
    """Lets tables take the rules that are due, deals new tables, and warns every gaming day of coming editions."""
    warned = ""
    while True:
        with suppress(PitbossError):
            await run_in_threadpool(house.advance)
            new = await run_in_threadpool(automatic.add_new)
            tasks += map(deal, new)
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
