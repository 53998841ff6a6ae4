"""Background work of a house: it is begun again if it fails, and says so in the log, the metrics and the ledger."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.incidents import TaskFailed
from pitboss.web.http.log import note
from pitboss.web.http.metrics import Metrics

SECONDS_BEFORE_AGAIN = 1.0
Work = Callable[[], Awaitable[None]]


class Supervisor:
    """Runs background work for as long as the house runs."""

    def __init__(self, house: LiveHouse, metrics: Metrics) -> None:
        self._house, self._metrics = house, metrics

    def start(self, name: str, work: Work, *, needed: bool = False) -> asyncio.Task[None]:
        """Begins work that ends only with the house. If it is `needed`, tables are suspended while it fails."""
        return asyncio.create_task(self._run(name, work, needed=needed))

    async def _run(self, name: str, work: Work, *, needed: bool) -> None:
        while True:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - whatever failed, the work goes on
                await self._failed(name, error, needed=needed)
            else:
                return
            await asyncio.sleep(SECONDS_BEFORE_AGAIN)

    async def _failed(self, name: str, error: Exception, *, needed: bool) -> None:
        reason = f"{type(error).__name__}: {error}" if not isinstance(error, PitbossError) else str(error)
        note("task failed", level=logging.ERROR, task=name, reason=reason[:300])
        self._metrics.task_failed(name)
        if needed:
            self._house.suspend(f"{name} has failed ({reason})")
        await run_in_threadpool(self._house.record_incident, TaskFailed(name, reason[:300]))
