"""`pitboss report`: each table and gaming day, actual against theory, as text or for programs."""

import argparse
import json
from datetime import date, timedelta

from pitboss.books.gaming_day import Day
from pitboss.books.report import day_reports
from pitboss.cli.arguments import add_calendar, add_db, add_table
from pitboss.cli.calendars import calendar_of
from pitboss.cli.ledgers import opened, say_rebuilding
from pitboss.cli.report_text import GROUPS, report_text
from pitboss.errors import InputError
from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.views.day_reports import day_report_json

_MOST_DAYS = 400


def configure(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    add_table(parser, "one table (default: every table)")
    parser.add_argument("--day", metavar="DATE", help="a gaming day such as 2026-11-15 (default: the one under way)")
    parser.add_argument("--from", dest="first", metavar="DATE", help="the first of several gaming days")
    parser.add_argument("--to", dest="last", metavar="DATE", help="the last of them (default: the one under way)")
    parser.add_argument(
        "--exact",
        action="store_true",
        help="count how wagers and boxes depend on each other; takes up to a minute a table",
    )
    parser.add_argument(
        "--by",
        choices=GROUPS,
        metavar="WHAT",
        default="table",
        help="what the lines of the summary are for (default: table)",
    )
    add_calendar(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    calendar = calendar_of(options)
    days = _days(options, calendar)
    with opened(options.db) as store:
        reports = list(day_reports(store, days, options.table, say_rebuilding, exact=options.exact))
    if options.json:
        print(json.dumps([day_report_json(report, calendar.show) for report in reports], indent=2))
    else:
        print(report_text(reports, calendar.show, options.by))
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
