"""Checking the index of rounds: every row against the entries, and no row besides."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, zip_longest
from typing import Any, TypeVar

from pitboss.books.minute_sums import MinuteSum
from pitboss.books.round_index import IndexState, RoundIndex
from pitboss.books.round_rows import (
    ROUND_COLUMNS,
    ROUNDS,
    CorrectedRound,
    EndedRound,
    IndexedRound,
    Waypoint,
    tags_of,
)
from pitboss.books.rounds import STEP, Progress
from pitboss.errors import LedgerBroken
from pitboss.ledger.derived import DerivedMark
from pitboss.ledger.entry import Entry
from pitboss.ledger.store import Store

Row = TypeVar("Row", Waypoint, CorrectedRound)
_PAGE = 100
_COLUMNS = ", ".join(ROUND_COLUMNS)
_ROWS = f"SELECT {_COLUMNS} FROM derived_rounds WHERE position >= ? ORDER BY position LIMIT {_PAGE}"  # noqa: S608 - our own names
_WAYPOINTS = (
    "SELECT stream, at, seq, state FROM derived_waypoints WHERE (stream, at, seq) > (?, ?, ?) "
    "ORDER BY stream, at, seq LIMIT 100"
)
_CORRECTED = (
    "SELECT stream, number, seq FROM derived_corrections WHERE (stream, number, seq) > (?, ?, ?) "
    "ORDER BY stream, number, seq LIMIT 100"
)
_SUMS = (
    "SELECT stream, minute, rounds, void, taken, won FROM derived_sums WHERE (stream, minute) > (?, ?) "
    "ORDER BY stream, minute LIMIT 1000"
)
_MISSING = (
    "SELECT e.tag, e.position FROM e WHERE NOT EXISTS "
    "(SELECT 1 FROM derived_tagged_rounds t WHERE t.tag = e.tag AND t.position = e.position) LIMIT 1"
)


def check_index(store: Store, progress: Progress | None = None) -> int | None:
    """Compares the whole index of rounds with the entries; returns its number of rounds, or None if there is none.

    LedgerBroken names the first thing that differs. An index that another process builds again meanwhile is not
    checked any further.
    """
    check = IndexCheck(store)
    for entry in store.entries(0, check.size):
        if progress and entry.position % STEP == 0:
            progress(entry.position, check.size)
        check.take(entry, entry.content)
    return check.result()


class IndexCheck:
    """The index of rounds beside the entries, which are given one after the other by the reader of all of them."""

    def __init__(self, store: Store) -> None:
        self._store, self._mark = store, store.derived_mark(ROUNDS)
        self.size = self._mark.size if self._mark else 0
        """How many entries the index holds."""
        self._names = RoundIndex(store)
        self._state = IndexState()
        self._counts: Counter[str] = Counter()
        self._waypoints: list[Waypoint] = []
        self._corrected: list[CorrectedRound] = []
        self._sums: dict[tuple[str, int], MinuteSum] = {}
        self._last: Entry | None = None
        self._broken: LedgerBroken | None = None
        self._ids: dict[str, tuple[int, int]] = {}
        self._stored: Iterator[IndexedRound] = iter(())
        self._waiting: list[tuple[int, int]] = []

    def take(self, entry: Entry, content: Mapping[str, Any]) -> None:
        """Compares what the index says of an entry; what differs is kept for the result. An entry may come again."""
        if entry.position >= self.size or self._broken or (self._last and entry.position <= self._last.position):
            return
        try:
            if self._last is None:
                self._begin()
            self._take(entry, content)
        except LedgerBroken as broken:
            self._broken = broken
        except (LookupError, TypeError, AttributeError):
            self._broken = entry.broken("its content is not that of its stream")
        self._last = entry

    def result(self) -> int | None:
        """The number of rounds in the index, None if there is none. LedgerBroken names the first thing that differs."""
        if self._mark is None:
            return None
        try:
            if self._broken:
                raise self._broken
            self._end()
        except LedgerBroken:
            now = self._store.derived_mark(ROUNDS)
            if now is None or now.build != self._mark.build:
                return None
            raise
        return self._state.rounds

    def _begin(self) -> None:
        self._ids = {name: (id_, number) for id_, name, number in self._tags()}
        self._stored = self._stored_rows()

    def _end(self) -> None:
        last, mark = self._last, self._mark
        assert mark
        if last is None:
            self._begin()
        if self.size and (last is None or last.position != self.size - 1 or last.hash != mark.hash):
            raise _broken("its mark does not name an entry of this ledger")
        self._check_tagged()
        if extra := next(self._stored, None):
            raise _broken(f"it has a round {extra.table}/{extra.number} that the entries do not end there")
        self._check_tags(self._ids)
        for one in _differing(self._waypoints, self._rows_after(Waypoint, _WAYPOINTS, ("", -(2**62), 0))):
            raise _broken(f"the place {one.seq} of the stream {one.stream!r} is not as the entries say")
        for this in _differing(self._corrected, self._rows_after(CorrectedRound, _CORRECTED, ("", -(2**62), 0))):
            raise _broken(f"the correction {this.seq} of the stream {this.stream!r} is not as the entries say")
        self._check_sums()
        self._check_mark(mark, len(self._ids))

    def _check_sums(self) -> None:
        after: tuple[Any, ...] = ("", -(2**62))
        while rows := self._store.read_derived(_SUMS, *after):
            for one in map(MinuteSum._make, rows):
                if self._sums.pop(one[:2], None) != one:
                    raise _broken(f"the sums of the minute {one.minute} of {one.stream!r} are not as the entries say")
            after = rows[-1][:2]
        for stream, minute in self._sums:
            raise _broken(f"it has no sums of the minute {minute} of {stream!r}")

    # Rounds

    def _take(self, entry: Entry, content: Mapping[str, Any]) -> None:
        over, waypoint, corrected, added = self._state.take(entry, content)
        if added:
            key = added[:2]
            self._sums[key] = self._sums[key].plus(added) if key in self._sums else added
        self._waypoints += [waypoint] if waypoint else []
        self._corrected += [CorrectedRound(entry.stream, number, entry.seq) for number in corrected]
        if over is None:
            return
        ended, row = EndedRound(over, self._state.lag(over.start), entry.hash), next(self._stored, None)
        if row != ended.row:
            raise _broken(f"it does not have the round {over.id} as the entries say")
        tags = [*tags_of(over)]
        unknown = [tag for tag in tags if tag not in self._ids]
        if unknown:
            raise _broken(f"it does not know {unknown[0]!r}, which round {over.id} has")
        self._counts.update(tags)
        self._waiting += [(self._ids[tag][0], row.position) for tag in tags]
        if len(self._waiting) >= _PAGE:
            self._check_tagged()

    def _stored_rows(self) -> Iterator[IndexedRound]:
        position = -(2**62)
        while rows := self._store.read_derived(_ROWS, position):
            for values, row in zip(rows, self._names.read_rows(rows), strict=True):
                if row is None:
                    raise _broken(f"its row at {values[0]} names what it does not know")
                yield row
            position = rows[-1][0] + 1

    # Tags and places

    def _tags(self) -> Iterator[tuple[int, str, int]]:
        after = -(2**62)
        asked = "SELECT id, name, rounds FROM derived_round_tags WHERE id > ? ORDER BY id LIMIT 1000"
        while rows := self._store.read_derived(asked, after):
            yield from rows
            after = rows[-1][0]

    def _check_tagged(self) -> None:
        expected, self._waiting = self._waiting, []
        if not expected:
            return
        marks = ", ".join(["(?, ?)"] * len(expected))
        statement = f"WITH e (tag, position) AS (VALUES {marks}) {_MISSING}"
        if missing := self._store.read_derived(statement, *chain.from_iterable(expected)):
            raise _broken(f"it does not find the round at {missing[0][1]} by everything that it has")

    def _check_tags(self, ids: dict[str, tuple[int, int]]) -> None:
        """As every expected row is there, numbers tell whether there are others."""
        counted: dict[Any, int] = dict(
            self._store.read_derived("SELECT tag, count(*) FROM derived_tagged_rounds GROUP BY tag")
        )
        for name, (id_, number) in ids.items():
            if not number == counted.pop(id_, 0) == self._counts[name]:
                raise _broken(f"it has other rounds of {name!r} than the {self._counts[name]} in the entries")
        if counted:
            raise _broken("it finds rounds by what it does not know")

    def _rows_after(self, kind: type[Row], asked: str, after: tuple[Any, ...]) -> Iterator[Row]:
        """The rows of a table after a key of three columns."""
        while rows := self._store.read_derived(asked, *after):
            yield from (kind(*row) for row in rows)
            after = rows[-1][:3]

    def _check_mark(self, mark: DerivedMark, tags: int) -> None:
        if mark.size == 0 and not mark.state:
            return
        written = IndexState.read(mark.state, self._store)
        if written is not None:
            # Numbers of tags may be left out if a write failed.
            self._state.tags = max(written.tags, tags)
        if written is None or self._state.write() != mark.state:
            raise _broken("it would not go on from where it ends")


def _differing(expected: list[Row], stored: Iterator[Row]) -> Iterator[Row]:
    """The rows that are on one side only or not the same on both."""
    in_order = sorted(expected, key=lambda one: (one.stream.encode(), *one[1:3]))
    for want, found in zip_longest(in_order, stored):
        if want != found and (one := want or found):
            yield one


def _broken(reason: str) -> LedgerBroken:
    return LedgerBroken(f"the index of rounds is wrong: {reason}. pitboss reindex builds the index again")
