"""Day reports: the gaming days of a request, and a cache of reports for days that are over."""

from collections.abc import Sequence
from datetime import date, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pitboss.books.day_report import ChipFlow
from pitboss.books.drop_count import uncounted_since
from pitboss.books.gaming_day import Day
from pitboss.books.report import day_reports, tables_of
from pitboss.errors import InputError
from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.ledger.store import Store
from pitboss.views.day_reports import page_report

MOST_DAYS = 62
_TELL_THE_DROP: frozenset[ChipFlow] = frozenset({"bought", "cashed", "emptied"})
"""The win is what players bought less what they cashed, so either one gives the drop away."""
Document = dict[str, Any]


class ReportDays(NamedTuple):
    """Gaming days by their dates, the hour at which a day begins, and the zone. An empty zone is this machine's."""

    first: str = ""
    last: str = ""
    starts: str = "06:00"
    zone: str = ""
    exact: bool = False
    """Whether probabilities are computed, which takes up to a minute a table the first time."""

    @property
    def calendar(self) -> GamingCalendar:
        try:
            return GamingCalendar(time.fromisoformat(self.starts), ZoneInfo(self.zone) if self.zone else None)
        except (KeyError, ValueError, OSError):
            raise InputError(
                f"expected a time such as 06:00 and a zone such as America/New_York, found {self.starts[:20]!r} and "
                f"{self.zone[:40]!r}"
            ) from None

    def days(self) -> list[Day]:
        """From the first to the last; the day under way if none is named."""
        calendar = self.calendar
        first = _date("from", self.first) if self.first else calendar.today()
        last = _date("to", self.last) if self.last else first
        number = (last - first).days + 1
        if not 1 <= number <= MOST_DAYS:
            raise InputError(f"from {first} to {last}: expected 1 to {MOST_DAYS} days, the first one first")
        try:
            return [calendar.gaming_day(first + timedelta(days=offset)) for offset in range(number)]
        except (OverflowError, ValueError, OSError):
            raise InputError(f"{first}: this date is outside the calendar") from None


def reports(store: Store, asked: ReportDays, table: str, now: int, *, may_count: bool) -> list[Document]:
    """The reports as `pitboss report --json` writes them, day by day; none if the ledger has no tables.

    Someone who `may_count` a drop is not told what it is before it was counted.
    """
    days = asked.days()
    if not tables_of(store):
        return []
    past = [day for day in days if day.end <= now]
    found = _cached(_Ledger(store), tuple(past), table, asked.calendar, asked.exact) if past else []
    found = [*found, *_reports(store, days[len(past) :], table, asked.calendar, asked.exact)]
    since = {name: uncounted_since(store, name, days[0].start) for name in {report["table"] for report in found}}
    return [_as_counted(report, since[report["table"]], may_count=may_count) for report in found]


def _as_counted(report: Document, since: int | None, *, may_count: bool) -> Document:
    """A report that says whether its drop was counted; without what gives the drop away, if the person may count."""
    counted = since is None or report["to"] <= since
    shown = {**report, "counted": counted}
    if may_count and not counted:
        shown["chips"] = {way: total for way, total in report["chips"].items() if way not in _TELL_THE_DROP}
        # The change of the rack and the revenue are known by the win, so either one gives the drop away too.
        shown["revenue"] = shown["explanation"] = None
        shown["shifts"] = [{**part, "drop": None} for part in report["shifts"]]
        shown["to_date"] = {
            period: {**sums, "drop": None, "win_to_drop": None} for period, sums in report["to_date"].items()
        }
    return shown


class _Ledger:
    """A ledger, identified by its first entry, so that reports of its past can be cached."""

    def __init__(self, store: Store) -> None:
        self.store = store
        first = next(store.entries(0, 1), None)
        self._first = first.hash if first else b""

    def __hash__(self) -> int:
        return hash(self._first)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Ledger) and other._first == self._first


@lru_cache(maxsize=64)
def _cached(
    ledger: _Ledger, days: tuple[Day, ...], table: str, calendar: GamingCalendar, exact: bool
) -> list[Document]:
    return _reports(ledger.store, days, table, calendar, exact)


def _reports(store: Store, days: Sequence[Day], table: str, calendar: GamingCalendar, exact: bool) -> list[Document]:
    if not days:
        return []
    return [page_report(report, calendar.show) for report in day_reports(store, days, table, exact=exact)]


def _date(name: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(f"{name}: expected a date such as 2026-11-15, found {text[:40]!r}") from None
