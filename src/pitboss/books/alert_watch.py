"""AlertWatch: the alerts of a ledger, from the beginning of the gaming day on, and then from new entries alone."""

from collections.abc import Iterator

from pitboss.books.alerts import Alert, DayOf, TableAlerts
from pitboss.books.report import tables_of
from pitboss.books.round_index import RoundIndex
from pitboss.books.round_rows import read_start
from pitboss.evidence.snapshots import records_before
from pitboss.ledger.fold import Rulesets, fold_table, table_stream
from pitboss.ledger.store import Store

_AT_ONCE = 2_000


class AlertWatch:
    """The alerts of a ledger. Not for several threads at once."""

    def __init__(self, store: Store, day_of: DayOf, table: str = "") -> None:
        self._store, self._day_of, self._only = store, day_of, table
        self._rulesets, self._index = Rulesets(store), RoundIndex(store)
        self._tables: dict[str, TableAlerts] = {}
        self._since = 0

    def follow(self, now: int) -> Iterator[Alert]:
        """The alerts since the last call; the first time, those of the gaming day so far."""
        if not self._tables:
            self._since = self._day_of(now).start
            # An index that is behind names an earlier place, from which more is read.
            self._index.catch_up(most=_AT_ONCE)
        for name in tables_of(self._store):
            if self._only in ("", name):
                yield from self._of(name, now)

    def _of(self, name: str, now: int) -> Iterator[Alert]:
        if name not in self._tables:
            self._tables[name] = self._begun(name)
        alerts = self._tables[name]
        yield from alerts.follow()
        yield from alerts.at(now)

    def _begun(self, name: str) -> TableAlerts:
        """A table as it was when the day began, from the last snapshot before."""
        place = self._index.waypoint(table_stream(name), self._since)
        start = read_start(place.state)
        record = next(records_before(self._store, self._rulesets, name, start.rounds + 1))
        for folded in fold_table(self._store, self._rulesets, name, record):
            if folded.content["at"] >= self._since:
                break
            record = folded.after
        return TableAlerts(self._store, self._rulesets, name, record, self._day_of)
