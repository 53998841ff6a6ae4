"""WorkerPool: a few threads for slow work, so that no table waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from fastapi.responses import JSONResponse, Response

from pitboss.web.http.guard import problem

MOST_WAITING = 16


class WorkerPool:
    """Answers requests in threads. If too many wait, the next is refused at once."""

    def __init__(self, name: str, number: int = 2, most_waiting: int = MOST_WAITING) -> None:
        self._threads = ThreadPoolExecutor(number, thread_name_prefix=name)
        self._most, self._under_way = number + most_waiting, 0

    async def answer(self, work: Callable[[], object]) -> Response:
        """The result of the work as JSON, or as the response that it is. Its errors reach the caller."""
        if self._under_way >= self._most:
            return problem(503, "busy", "many requests of this kind are waiting: try again in a moment")
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, _response, work)
        finally:
            self._under_way -= 1


def _response(work: Callable[[], object]) -> Response:
    """Large answers are written in the thread too, not on the event loop."""
    result = work()
    return result if isinstance(result, Response) else JSONResponse(result)
