"""`pitboss report`: each table and gaming day, actual against theory, as text or for programs."""

import argparse
import json
import re
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pitboss.books.day_report import DayReport, WagerDay
from pitboss.books.gaming_day import Day
from pitboss.books.report import day_reports
from pitboss.cli.report_lines import Deviation, report_text
from pitboss.errors import InputError
from pitboss.ledger.open_store import DEFAULT, open_store
from pitboss.ledger.store import StoreFailed

_MOST_DAYS = 400
_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_OFFSET = re.compile(r"([+-])([01]\d|2[0-3]):([0-5]\d)", re.ASCII)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db", metavar="URL", default=DEFAULT, help=f"the ledger: a file or postgresql://... ({DEFAULT})"
    )
    parser.add_argument("--table", metavar="T", default="", help="one table; all of them if not given")
    parser.add_argument("--day", metavar="DATE", help="a gaming day such as 2026-11-15; the one under way if not given")
    parser.add_argument("--from", dest="first", metavar="DATE", help="the first of several gaming days")
    parser.add_argument("--to", dest="last", metavar="DATE", help="the last of them; the one under way if not given")
    parser.add_argument("--day-starts", metavar="HH:MM", default="06:00", help="when a gaming day begins (06:00)")
    parser.add_argument(
        "--zone", metavar="ZONE", help="--zone=-05:00 or a name such as America/New_York; this machine's if not given"
    )
    parser.set_defaults(run=run)


class Calendar(NamedTuple):
    """How dates become moments: when a gaming day begins, and where."""

    starts: time
    zone: tzinfo | None
    """None is the zone of this machine."""

    def moment(self, day: date) -> int:
        """When a gaming day begins, in milliseconds since 1970."""
        return int(self._here(datetime.combine(day, self.starts)).timestamp()) * 1000

    def gaming_day(self, day: date) -> Day:
        return Day(day.isoformat(), self.moment(day), self.moment(day + timedelta(days=1)))

    def today(self) -> date:
        """The gaming day under way."""
        now = datetime.now(UTC).astimezone(self.zone)
        return now.date() - timedelta(days=now.time() < self.starts)

    def show(self, at: int) -> str:
        """A moment, in seconds and with the offset that holds there."""
        return datetime.fromtimestamp(at // 1000, UTC).astimezone(self.zone).isoformat(sep=" ")

    def _here(self, moment: datetime) -> datetime:
        return moment.replace(tzinfo=self.zone) if self.zone else moment.astimezone()


def run(options: argparse.Namespace) -> int:
    calendar = Calendar(_starts(options.day_starts), _zone(options.zone))
    days = _days(options, calendar)
    try:
        with closing(open_store(options.db)) as store:
            reports = list(day_reports(store, days, options.table))
    except StoreFailed as failed:
        raise InputError(f"the ledger cannot be read: {failed}") from None
    if options.json:
        print(json.dumps([report_json(report, calendar) for report in reports], indent=2))
    else:
        print(report_text(reports, calendar.show))
    return 0


# What is given


def _days(options: argparse.Namespace, calendar: Calendar) -> list[Day]:
    if options.day and (options.first or options.last):
        raise InputError("give --day for one gaming day, or --from and --to for several")
    if options.last and not options.first:
        raise InputError("--to says where --from ends: say where it begins")
    first = _date("--day" if options.day else "--from", options.day or options.first) or calendar.today()
    last = _date("--to", options.last) or (calendar.today() if options.first else first)
    number = (last - first).days + 1
    if not 1 <= number <= _MOST_DAYS:
        raise InputError(f"from {first} to {last}: expected 1 to {_MOST_DAYS} days, the first one first")
    try:
        days = [calendar.gaming_day(first + timedelta(days=place)) for place in range(number)]
        calendar.show(days[0].start)
    except (OverflowError, ValueError, OSError):
        raise InputError(f"{first}: no calendar that we know goes so far") from None
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


# For programs


def report_json(report: DayReport, calendar: Calendar) -> Mapping[str, Any]:
    whole = report.whole
    deviation = Deviation.of(whole, report.most_variance)
    return {
        "table": report.table,
        "regulation": report.regulation or None,
        "day": report.day.name,
        "from": report.day.start,
        "to": report.day.end,
        "from_text": calendar.show(report.day.start),
        "rounds": {"completed": report.completed, "void": report.void},
        "total": {
            **_wager(whole),
            "variance_at_most": str(report.most_variance),
            "deviations": deviation.usual if deviation else None,
            "deviations_at_least": deviation.least if deviation else None,
        },
        "wagers": [{"wager": one.wager, **_wager(one)} for one in report.wagers],
        "chips": {way: total._asdict() for way, total in report.chips.items()},
        "jackpots": [_placed(report, jackpot) for jackpot in report.jackpots],
        "irregularities": [_placed(report, found) for found in report.irregular],
        "corrections": [correction._asdict() for correction in report.corrections],
        "meters": [{"link": link, "meter": meter, **sums} for (link, meter), sums in report.meters.items()],
        "refused": dict(report.refused),
    }


def _wager(one: WagerDay) -> dict[str, Any]:
    """Cents; fractions as texts in lowest terms, floats only for reading."""
    return {
        "settled": one.number,
        "handle": one.handle,
        "stakes": dict(one.stakes),
        "withdrawn": one.withdrawn,
        "returned": one.returned,
        "paid": one.paid,
        "on_coupons": one.on_coupons,
        "from_meters": one.from_meters,
        "to_meters": one.to_meters,
        "win": one.win,
        "hold": _text(one.hold),
        "hold_float": _float(one.hold),
        "expected": str(one.expected),
        "expected_float": float(one.expected),
        "expected_hold": _text(one.expected_hold),
        "expected_hold_float": _float(one.expected_hold),
        "variance": str(one.theory.variance),
        "standard_deviation": sqrt(one.theory.variance),
    }


def _placed(report: DayReport, found: Any) -> dict[str, Any]:
    """With the round as other commands name it; null between rounds."""
    document: dict[str, Any] = found._asdict()
    return {**document, "round": f"{report.table}/{found.round}" if found.round else None}


def _text(share: Fraction | None) -> str | None:
    return None if share is None else str(share)


def _float(share: Fraction | None) -> float | None:
    return None if share is None else float(share)
