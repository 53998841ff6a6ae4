"""Looks after the ledger while the house runs: notices within seconds that it is lost, replaced, cut short or hangs."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.incidents import ClockJumped
from pitboss.ledger.store import Store
from pitboss.web.http.log import note
from pitboss.web.http.metrics import Metrics
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.live.table_frame import json_text

SECONDS_A_LOOK = 1
SECONDS_A_HEAD = 60
DEADLINE = 5.0
"""Seconds after which a storage that does not answer counts as lost."""
SECONDS_TO_RESUME = 120.0
"""A large ledger takes a while to be read again, or to be signed for the first time."""
T = TypeVar("T")


class StorageWatch:
    """Looks at the ledger every second, signs a head every minute, and resumes a suspended house when it can."""

    def __init__(self, house: LiveHouse, broadcasts: Broadcasts, metrics: Metrics, resumed: Callable[[], None]) -> None:
        self._house, self._broadcasts, self._metrics, self._resumed = house, broadcasts, metrics, resumed
        self._announced, self._looks = "", 0
        self._thread = ThreadPoolExecutor(1, "storage-watch")

    async def run(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_A_LOOK)
            await self._look()

    async def _look(self) -> None:
        house = self._house
        self._looks += 1
        if not house.suspended:
            await self._in_time(self._read)
        if house.suspended:
            self._announce(house.suspended)
            if await self._in_time(self._resume, SECONDS_TO_RESUME):
                self._announced = ""
                await run_in_threadpool(self._refresh)
                note("resumed")
        elif self._looks % SECONDS_A_HEAD == 0:
            await self._in_time(house.sign_head, SECONDS_TO_RESUME)
        if jump := house.clock_watch.jumped():
            note("clock jumped", level=logging.WARNING, ms=jump)
            self._metrics.clock_jumped()
            await run_in_threadpool(house.record_incident, ClockJumped(jump))

    def _read(self) -> None:
        # The storage may fail while nobody plays: reading a table finds out.
        self._house.check_ledger()
        self._house.record(next(iter(self._house.approved.tables)))

    def _resume(self) -> bool:
        self._house.resume()
        self._resumed()
        return True

    def _refresh(self) -> None:
        for name in tuple(self._house.approved.tables):
            self._broadcasts.refresh(name, always=True)

    def _announce(self, reason: str) -> None:
        if reason == self._announced:
            return
        self._announced = reason
        note("suspended", level=logging.ERROR, reason=reason)
        text = json_text({"type": "suspended", "reason": f"every table is suspended: {reason}"})
        for broadcast in self._broadcasts:
            broadcast.tell(text)

    async def _in_time(self, ask: Callable[[], T], deadline: float | None = None) -> T | None:
        """What the house answers; None if it is suspended. A storage that takes too long is interrupted."""
        # A thread of its own: requests that take long do not keep it waiting.
        asked = asyncio.get_running_loop().run_in_executor(self._thread, ask)
        seconds = DEADLINE if deadline is None else deadline
        try:
            done, _ = await asyncio.wait([asked], timeout=seconds)
            if not done:
                self._house.suspend(f"the ledger has not answered for {seconds:.0f} seconds")
                self._announce(self._house.suspended)
                hang_up(self._house.store)
            return await asked
        except HouseSuspended:
            return None


def hang_up(store: Store) -> None:
    """Ends the connection to a server that does not answer: the thread that waits for it gets a StoreFailed."""
    connection = store.connection()
    if connection is not None:
        with suppress(OSError), socket.socket(fileno=os.dup(connection)) as copy:
            copy.shutdown(socket.SHUT_RDWR)
