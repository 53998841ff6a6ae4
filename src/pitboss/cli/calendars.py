"""The gaming days of a command, by the options for the beginning of a day and the time zone."""

import argparse
import re
from datetime import time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from pitboss.errors import InputError
from pitboss.house.gaming_calendar import GamingCalendar

_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_OFFSET = re.compile(r"([+-])([01]\d|2[0-3]):([0-5]\d)", re.ASCII)


def calendar_of(options: argparse.Namespace) -> GamingCalendar:
    """The calendar that the options name."""
    return GamingCalendar(_starts(options.day_starts), _zone(options.zone))


def _starts(text: str) -> time:
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise InputError(f"--day-starts: expected a time such as 06:00, found {text!r}")
    return time(int(match[1]), int(match[2]))


def _zone(text: str | None) -> tzinfo | None:
    if not text:
        return None
    if match := _OFFSET.fullmatch(text):
        offset = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-offset if match[1] == "-" else offset)
    try:
        return ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        raise InputError(f"--zone: expected -05:00 or a name such as America/New_York, found {text!r}") from None
