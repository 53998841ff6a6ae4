"""GamingCalendar: dates as gaming days, by the hour at which a day begins and the time zone of the house."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from pitboss.books.gaming_day import Day


class GamingCalendar(NamedTuple):
    """Turns dates into moments, by the hour at which a gaming day begins and the time zone."""

    starts: time = time(6)
    zone: tzinfo | None = None
    """None means the time zone of this machine."""

    def moment(self, day: date) -> int:
        """When a gaming day begins, in milliseconds since 1970."""
        return int(self._here(datetime.combine(day, self.starts)).timestamp()) * 1000

    def gaming_day(self, day: date) -> Day:
        month, year = day.replace(day=1), day.replace(month=1, day=1)
        last_month, last_year = ((first - timedelta(days=1)).replace(day=1) for first in (month, year))
        periods = (month, year, last_month, last_year.replace(month=1))
        return Day(day.isoformat(), self.moment(day), self.moment(day + timedelta(days=1)), *map(self.moment, periods))

    def today(self) -> date:
        """The current gaming day."""
        return self._date(datetime.now(UTC))

    def date_of(self, at: int) -> date:
        """The gaming day of a moment in milliseconds since 1970."""
        return self._date(datetime.fromtimestamp(at // 1000, UTC))

    def _date(self, moment: datetime) -> date:
        here = moment.astimezone(self.zone)
        return here.date() - timedelta(days=here.time() < self.starts)

    def show(self, at: int) -> str:
        """A moment, in seconds and with the offset that holds there."""
        return datetime.fromtimestamp(at // 1000, UTC).astimezone(self.zone).isoformat(sep=" ")

    def _here(self, moment: datetime) -> datetime:
        return moment.replace(tzinfo=self.zone) if self.zone else moment.astimezone()
