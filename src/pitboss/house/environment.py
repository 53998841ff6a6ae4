"""World: what comes into the house from outside."""

import os
import time
from collections.abc import Callable
from typing import NamedTuple


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class ClockAndEntropy(NamedTuple):
    """The time in milliseconds, and bytes that nobody can foresee."""

    clock: Callable[[], int] = wall_clock
    entropy: Callable[[int], bytes] = os.urandom
