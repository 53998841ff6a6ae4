"""Clerks: a few threads for work that takes long, so that no table waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from fastapi.responses import JSONResponse, Response

from pitboss.web.http.guard import problem

MOST_WAITING = 16


class WorkerPool:
    """Works questions out beside the event loop. If many are waiting already, the next request is refused at once."""

    def __init__(self, name: str, number: int = 2, most_waiting: int = MOST_WAITING) -> None:
        self._threads = ThreadPoolExecutor(number, thread_name_prefix=name)
        self._most, self._asked = number + most_waiting, 0

    async def answer(self, work: Callable[[], object]) -> Response:
        """What the work comes to, as JSON unless it is an answer already; its errors are the caller's."""
        if self._asked >= self._most:
            return problem(503, "busy", "many questions of this kind are being worked out: ask again in a moment")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, _response, work)
        finally:
            self._asked -= 1


def _response(work: Callable[[], object]) -> Response:
    """Large answers are written out here too, not on the event loop."""
    found = work()
    return found if isinstance(found, Response) else JSONResponse(found)
