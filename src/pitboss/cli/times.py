"""Times as people write and read them: ISO 8601, in UTC unless a zone is named."""

import argparse
from datetime import UTC, datetime


def parse_when(text: str) -> int:
    """The milliseconds of `2026-03-01`, `2026-03-01T20:15` or `2026-03-01T20:15:00-05:00`."""
    try:
        when = datetime.fromisoformat(text)
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        return round((when - datetime.fromtimestamp(0, UTC)).total_seconds() * 1000)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(
            f"expected a time such as 2026-03-01 or 2026-03-01T20:15:00, found {text[:40]!r}"
        ) from None


def show_when(at: int, form: str = "%Y-%m-%d %H:%M:%S") -> str:
    """`2026-03-01 20:15:00`, in UTC."""
    try:
        return f"{datetime.fromtimestamp(at // 1000, UTC):{form}}"
    except (ValueError, OverflowError, OSError):
        return f"{at} ms"


def show_clock(at: int) -> str:
    """`20:15:00.250`, in UTC."""
    return f"{show_when(at, '%H:%M:%S')}.{at % 1000:03}"
