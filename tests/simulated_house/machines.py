"""The processes of the house, each with a clock that somebody may set."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import apsw
from fastapi import FastAPI

from pitboss.errors import PitbossError
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.house.steady_clock import ClockWatch
from pitboss.ledger.store import Store
from pitboss.web.http.metrics import Metrics
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.table_socket import add_table_sockets
from pitboss.web.run.lifespan import house_lifespan
from tests.simulated_house.prepared import KEY, TEXT
from tests.simulated_house.virtual_time import MACHINE, steady

if TYPE_CHECKING:
    from tests.simulated_house.world import World


class Server:
    """One process of the house: the application with its background work, begun again a second after it ended."""

    def __init__(self, world: "World", number: int) -> None:
        self.world, self.number = world, number
        self.house: LiveHouse | None = None
        self.app: FastAPI | None = None
        self.is_dead, self.lives = True, 0
        self.set_by = 0
        """Milliseconds by which the clock of this process is wrong."""
        self.stalled_until = 0.0
        self.elsewhere = 0
        """How many of the next appends another process comes before."""
        self.broadcasts: Any = None
        self.queue: CommandQueue | None = None
        self._task: asyncio.Task[None] | None = None
        self._chance = Random(f"{world.plan.seed} server {number}")

    # What the process knows of time

    def pause(self) -> float:
        late = max(0.0, self.stalled_until - self.world.loop.now)
        return late + self._chance.expovariate(400)

    def wall(self) -> int:
        return steady(self.world.loop) + self.set_by

    def entropy(self, size: int) -> bytes:
        self.world.drawn += 1
        return sha256(f"{self.world.plan.seed} {self.world.drawn}".encode()).digest()[:size]

    # Its life

    def start(self) -> None:
        """Begins the process, and begins it again whenever it could not open the house."""
        self.is_dead = False
        self.lives += 1
        MACHINE.set(self)
        self._task = self.world.loop.create_task(self._run())
        MACHINE.set(None)

    async def _run(self) -> None:
        while not self.is_dead:
            try:
                self.house = self._opened()
            except (PitbossError, OSError, apsw.Error) as error:
                self.world.note(f"server {self.number} does not open: {error}")
                await asyncio.sleep(1)
                continue
            break
        assert self.house
        house, config = self.house, self.world.config(self.number)
        environment = ClockAndEntropy(self.wall, self.entropy)
        metrics = Metrics()

        def people(store: Store) -> People:
            return People(store, environment, cost=Cost(1, 8, 1))

        def resumed() -> None:
            queue.people = people(house.store)
            self._watch(house.store)

        queue = self.queue = CommandQueue(house, people(house.store), metrics)
        app = FastAPI(openapi_url=None)
        add_table_sockets(app, house, queue, metrics, config)
        async with house_lifespan(house, queue, config, metrics, resumed) as broadcasts:
            app.state.broadcasts = self.broadcasts = broadcasts
            self.app = app
            self.world.note(f"server {self.number} is open")
            await asyncio.Event().wait()

    def _opened(self) -> LiveHouse:
        world = self.world
        environment = ClockAndEntropy(self.wall, self.entropy)
        opener = world.storage.opener(self)
        house = LiveHouse(opener, TEXT, KEY, head_file=world.head_file, environment=environment)
        house.clock_watch = ClockWatch(self.wall, lambda: steady(world.loop))
        try:
            if witnesses := world.witnesses():
                house.be_witnessed(witnesses)
        except (PitbossError, OSError):
            house.store.close()
            raise
        self._watch(house.store)
        return house

    def _watch(self, store: Store) -> None:
        """Lets another process come first, just before this one appends, as often as the plan says."""
        for name in ("append", "append_all", "append_decided"):
            setattr(store, name, self._after_another(getattr(store, name)))

    def _after_another(self, append: Callable[..., Any]) -> Callable[..., Any]:
        def appended(*given: Any, **more: Any) -> Any:
            if self.elsewhere:
                self.elsewhere -= 1
                self.world.act_elsewhere(self)
            return append(*given, **more)

        return appended

    def kill(self) -> None:
        """The process is gone between two instructions, or in the middle of a write if its disk fails already."""
        self.is_dead, self.app, self.broadcasts = True, None, None
        self.world.cut_lines(self)
        if self.house:
            self.house.store.close()
        self.world.storage.release(self)
        if self._task:
            self._task.cancel()
        self.house = self._task = None

    @property
    def is_open(self) -> bool:
        return self.app is not None and self.house is not None and not self.house.suspended
