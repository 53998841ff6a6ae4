"""An event loop whose time passes only when nothing is left to do, and the work of threads as events of this loop."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any, Protocol
from unittest.mock import patch

START = 1_790_000_000_000
"""The time of the house when the loop begins, in milliseconds since 1970."""


class Machine(Protocol):
    """A process of the simulation, as far as its threads are concerned."""

    is_dead: bool

    def pause(self) -> float:
        """Seconds until the next piece of work of a thread begins."""


MACHINE: ContextVar[Machine | None] = ContextVar("machine", default=None)
"""The process whose task runs."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs what is due, in order, and then jumps to what is due next."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._selector = self
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self.now

    def select(self, timeout: float | None) -> list[Any]:
        """What the loop does while nothing is due: the time passes at once."""
        assert timeout is not None, "everybody waits for somebody else"
        self.now += timeout
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        assert not event_list

    def _write_to_self(self) -> None:
        """Nothing: no other thread has to wake this one."""

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Does the work of a thread after a while, and gives its result after another."""
        del executor
        future, machine = self.create_future(), MACHINE.get()

        def give(set_: Callable[[Any], None], result: Any) -> None:
            if not future.done():
                set_(result)

        def work() -> None:
            if machine and machine.is_dead:
                future.cancel()
                return
            try:
                done = future.set_result, func(*args)
            except Exception as error:  # noqa: BLE001 - as a thread does
                done = future.set_exception, error
            self.call_later(pause(), give, *done)

        def pause() -> float:
            return machine.pause() if machine else 0.0

        self.call_later(pause(), work)
        return future


class VirtualThread:
    """The thread of a ledger follower: it reads what is new every so often."""

    def __init__(self, target: Any, name: str, daemon: bool) -> None:
        del name, daemon
        self._follower = target.__self__
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            try:
                await asyncio.to_thread(self._follower._read_new)
            except Exception:  # noqa: BLE001 - as the thread does
                await asyncio.sleep(1)

    def join(self, timeout: float) -> None:
        del timeout
        assert self._task
        self._task.cancel()


class OneByOne:
    """A pool of threads that does everything at once, in order."""

    def __init__(self, *_: Any) -> None:
        self.map = map

    def __enter__(self) -> "OneByOne":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left."""


async def _in_thread(func: Callable[..., Any], *args: Any, **_: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(None, func, *args)


@contextmanager
def virtual_time() -> Iterator[VirtualLoop]:
    """A loop, and everything that reads the time or starts a thread made to go by it."""
    loop = VirtualLoop()
    live, run = "pitboss.web.live", "pitboss.web.run"
    with ExitStack() as stack:
        for name, instead in {
            f"{live}.broadcast.monotonic": loop.time,
            f"{live}.ledger_follower.monotonic": loop.time,
            f"{live}.table_socket.monotonic": loop.time,
            f"{live}.broadcast.steady_clock": lambda: steady(loop),
            f"{run}.automatic_tables.steady_clock": lambda: steady(loop),
            f"{live}.ledger_follower.Thread": VirtualThread,
            "pitboss.house.witnesses.ThreadPoolExecutor": OneByOne,
            "anyio.to_thread.run_sync": _in_thread,
            f"{run}.storage_watch.SECONDS_A_HEAD": 3,
            f"{run}.witnessing.SECONDS_A_COSIGNATURE": 3,
        }.items():
            stack.enter_context(patch(name, instead))
        try:
            yield loop
        finally:
            loop.close()


def steady(loop: VirtualLoop) -> int:
    """Milliseconds since 1970 by a clock that nobody sets."""
    return START + round(loop.now * 1000)
