"""WorkerPool: a few threads for slow work, so that no table waits for it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from fastapi.responses import JSONResponse, Response

from pitboss.web.http.clients import CLIENT
from pitboss.web.http.guard import problem

MOST_WAITING = 16
MOST_OF_ONE = 6
"""Requests of one client that may be under way or wait: the others' come to their turn."""
RETRY_AFTER = 2
"""Seconds after which a client that was refused may ask again."""


class WorkerPool:
    """Answers requests in threads of its own. If too many wait, of one client or in all, the next is refused at once.

    Each kind of slow work has its own pool, so that one kind cannot hold up another.
    """

    def __init__(self, name: str, number: int = 2, most_waiting: int = MOST_WAITING) -> None:
        self._threads = ThreadPoolExecutor(number, thread_name_prefix=name)
        self._most, self._under_way = number + most_waiting, Counter[str]()

    async def answer(self, work: Callable[[], object]) -> Response:
        """The result of the work as JSON, or as the response that it is. Its errors reach the caller."""
        client = CLIENT.get()
        if self._under_way.total() >= self._most or self._under_way[client] >= MOST_OF_ONE:
            answer = problem(503, "busy", "many requests of this kind are waiting: try again in a moment")
            answer.headers["retry-after"] = str(RETRY_AFTER)
            return answer
        self._under_way[client] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, _response, work)
        finally:
            self._under_way[client] -= 1
            if not self._under_way[client]:
                del self._under_way[client]


def _response(work: Callable[[], object]) -> Response:
    """Large answers are written in the thread too, not on the event loop."""
    result = work()
    return result if isinstance(result, Response) else JSONResponse(result)
