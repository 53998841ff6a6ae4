"""ClockAndEntropy: the time, the gaming day and the random bytes, which only the house reads."""

import os
import time
from collections.abc import Callable
from typing import NamedTuple

from pitboss.house.gaming_calendar import GamingCalendar


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class ClockAndEntropy(NamedTuple):
    """The time in milliseconds, random bytes that nobody can predict, and when a gaming day begins."""

    clock: Callable[[], int] = wall_clock
    entropy: Callable[[int], bytes] = os.urandom
    calendar: GamingCalendar = GamingCalendar()
