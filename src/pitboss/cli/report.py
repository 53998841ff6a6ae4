"""`pitboss report`: each table and gaming day, actual against theory, as text or for programs."""

import argparse
import json
import re
from datetime import date, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from pitboss.books.gaming_day import Day
from pitboss.books.report import day_reports
from pitboss.cli.arguments import add_db, add_table
from pitboss.cli.ledgers import opened
from pitboss.cli.report_text import report_text
from pitboss.errors import InputError
from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.views.day_reports import day_report_json

_MOST_DAYS = 400
_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_OFFSET = re.compile(r"([+-])([01]\d|2[0-3]):([0-5]\d)", re.ASCII)


def configure(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    add_table(parser, "one table (default: every table)")
    parser.add_argument("--day", metavar="DATE", help="a gaming day such as 2026-11-15 (default: the one under way)")
    parser.add_argument("--from", dest="first", metavar="DATE", help="the first of several gaming days")
    parser.add_argument("--to", dest="last", metavar="DATE", help="the last of them (default: the one under way)")
    parser.add_argument(
        "--day-starts", metavar="HH:MM", default="06:00", help="when a gaming day begins (default: 06:00)"
    )
    parser.add_argument(
        "--zone", metavar="ZONE", help="--zone=-05:00 or a name such as America/New_York (default: this machine's)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    calendar = GamingCalendar(_starts(options.day_starts), _zone(options.zone))
    days = _days(options, calendar)
    with opened(options.db) as store:
        reports = list(day_reports(store, days, options.table))
    if options.json:
        print(json.dumps([day_report_json(report, calendar.show) for report in reports], indent=2))
    else:
        print(report_text(reports, calendar.show))
    return 0


# What is given


def _days(options: argparse.Namespace, calendar: GamingCalendar) -> list[Day]:
    if options.day and (options.first or options.last):
        raise InputError("give --day for one gaming day, or --from and --to for several")
    if options.last and not options.first:
        raise InputError("--to is the last day: --from says which is the first")
    first = _date("--day" if options.day else "--from", options.day or options.first) or calendar.today()
    last = _date("--to", options.last) or (calendar.today() if options.first else first)
    number = (last - first).days + 1
    if not 1 <= number <= _MOST_DAYS:
        raise InputError(f"from {first} to {last}: expected 1 to {_MOST_DAYS} days, the first one first")
    try:
        days = [calendar.gaming_day(first + timedelta(days=place)) for place in range(number)]
        calendar.show(days[0].start)
    except (OverflowError, ValueError, OSError):
        raise InputError(f"{first}: this date is outside the calendar") from None
    return days


def _date(option: str, text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise InputError(f"{option}: expected a date such as 2026-11-15, found {text!r}") from None


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
