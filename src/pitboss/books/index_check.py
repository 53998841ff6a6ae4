"""Checking the index of rounds: every row against the entries, and no row besides."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, zip_longest
from typing import Any

from pitboss.books.round_index import IndexState, RoundIndex
from pitboss.books.round_rows import ROUND_COLUMNS, ROUNDS, EndedRound, IndexedRound, Waypoint, tags_of
from pitboss.books.rounds import STEP, Progress
from pitboss.errors import LedgerBroken
from pitboss.ledger.derived import DerivedMark
from pitboss.ledger.store import Store

_PAGE = 100
_COLUMNS = ", ".join(ROUND_COLUMNS)
_ROWS = f"SELECT {_COLUMNS} FROM derived_rounds WHERE position >= ? ORDER BY position LIMIT {_PAGE}"  # noqa: S608 - our own names
_WAYPOINTS = (
    "SELECT stream, at, seq, state FROM derived_waypoints WHERE (stream, at, seq) > (?, ?, ?) "
    "ORDER BY stream, at, seq LIMIT 100"
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
    mark = store.derived_mark(ROUNDS)
    if mark is None:
        return None
    check = _IndexCheck(store, mark)
    try:
        check.run(progress)
    except LedgerBroken:
        now = store.derived_mark(ROUNDS)
        if now is None or now.build != mark.build:
            return None
        raise
    return check.state.rounds


class _IndexCheck:
    def __init__(self, store: Store, mark: DerivedMark) -> None:
        self._store, self._mark = store, mark
        self._names = RoundIndex(store)
        self.state = IndexState()
        self._counts: Counter[str] = Counter()
        self._waypoints: list[Waypoint] = []

    def run(self, progress: Progress | None) -> None:
        ids = {name: (id_, number) for id_, name, number in self._tags()}
        self._check_rounds(ids, progress)
        self._check_tags(ids)
        expected = sorted(self._waypoints, key=lambda one: (one.stream.encode(), one.at, one.seq))
        for want, found in zip_longest(expected, self._stored_waypoints()):
            if want != found:
                one = want or found
                assert one
                raise _broken(f"the place {one.seq} of the stream {one.stream!r} is not as the entries say")
        self._check_mark(len(ids))

    # Rounds

    def _check_rounds(self, ids: dict[str, tuple[int, int]], progress: Progress | None) -> None:
        stored, waiting = self._stored_rows(), list[tuple[int, int]]()
        for ended in self._ended(progress):
            found, row = ended.found, next(stored, None)
            if row != ended.row:
                raise _broken(f"it does not have the round {found.id} as the entries say")
            tags = [*tags_of(found)]
            unknown = [tag for tag in tags if tag not in ids]
            if unknown:
                raise _broken(f"it does not know {unknown[0]!r}, which round {found.id} has")
            self._counts.update(tags)
            waiting += [(ids[tag][0], row.position) for tag in tags]
            if len(waiting) >= _PAGE:
                self._check_tagged(waiting)
                waiting = []
        self._check_tagged(waiting)
        if extra := next(stored, None):
            raise _broken(f"it has a round {extra.table}/{extra.number} that the entries do not end there")

    def _ended(self, progress: Progress | None) -> Iterator[EndedRound]:
        """The rounds that are over, from the entries that the index holds."""
        size, last = self._mark.size, None
        for entry in self._store.entries(0, size):
            if progress and entry.position % STEP == 0:
                progress(entry.position, size)
            over, waypoint = self.state.take(entry)
            self._waypoints += [waypoint] if waypoint else []
            if over:
                yield EndedRound(over, self.state.lag(over.start), entry.hash)
            last = entry
        if size and (last is None or last.position != size - 1 or last.hash != self._mark.hash):
            raise _broken("its mark does not name an entry of this ledger")

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

    def _check_tagged(self, expected: list[tuple[int, int]]) -> None:
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

    def _stored_waypoints(self) -> Iterator[Waypoint]:
        after = Waypoint("", -(2**62), 0)
        while rows := self._store.read_derived(_WAYPOINTS, *after[:3]):
            yield from (Waypoint(*row) for row in rows)
            after = Waypoint(*rows[-1])

    def _check_mark(self, tags: int) -> None:
        if self._mark.size == 0 and not self._mark.state:
            return
        written = IndexState.read(self._mark.state, self._store)
        if written is not None:
            # Numbers of tags may be left out if a write failed.
            self.state.tags = max(written.tags, tags)
        if written is None or self.state.write() != self._mark.state:
            raise _broken("it would not go on from where it ends")


def _pairs(
    expected: Iterator[Waypoint], found: Iterator[Waypoint]
) -> Iterator[tuple[Waypoint | None, Waypoint | None]]:
    while True:
        pair = next(expected, None), next(found, None)
        if pair == (None, None):
            return
        yield pair


def _broken(reason: str) -> LedgerBroken:
    return LedgerBroken(f"the index of rounds is wrong: {reason}. pitboss reindex builds the index again")
