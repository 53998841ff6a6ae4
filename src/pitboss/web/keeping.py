"""What a running house does by itself: signs heads now and then, and resumes when the storage is well again."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from pitboss.house.live import HouseSuspended, LiveHouse

SECONDS_A_HEAD = 60


@asynccontextmanager
async def keep(house: LiveHouse, resumed: Callable[[], None]) -> AsyncIterator[None]:
    """Looks after the house for as long as it runs; `resumed` hears when it goes on after a failure."""
    task = asyncio.create_task(_look_after(house, resumed))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        house.close()


async def _look_after(house: LiveHouse, resumed: Callable[[], None]) -> None:
    seconds = 0
    while True:
        await asyncio.sleep(1)
        seconds += 1
        with suppress(HouseSuspended):
            if house.suspended:
                house.resume()
                resumed()
            elif seconds % SECONDS_A_HEAD == 0:
                house.sign_head()
