"""SteadyClock: a time that never jumps, and how far the system's clock has been set meanwhile."""

import time
from collections.abc import Callable

from pitboss.house.environment import wall_clock

NOTICED = 2_000
"""Milliseconds by which the system's clock must be off before it counts as set."""
_START = wall_clock() - time.monotonic_ns() // 1_000_000


def steady_clock() -> int:
    """Milliseconds since 1970 as this process counts them: the time at its start and what has passed since."""
    return _START + time.monotonic_ns() // 1_000_000


class ClockWatch:
    """Compares the system's clock with the time that has passed."""

    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], int] = steady_clock) -> None:
        self._wall, self._steady = wall, steady
        self._off = wall() - steady()

    def jumped(self) -> int:
        """By how many milliseconds the clock was set since the last look; negative if it was set back, 0 if not set."""
        off = self._wall() - self._steady()
        jump, self._off = off - self._off, off
        return jump if abs(jump) > NOTICED else 0
