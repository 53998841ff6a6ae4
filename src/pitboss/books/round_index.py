"""RoundIndex: which rounds there are, kept in derived tables so that finding some does not mean reading the ledger.

The index says where a round is; what the round was is read from its own entries. A process that needs the index first
takes in the entries that came since; the last few it keeps in memory. A mark or row that does not fit the entries means
that the index is damaged or of another ledger: it is dropped and built again.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

from pitboss.books.day_report import ToDate
from pitboss.books.minute_sums import MINUTE, MinuteSum, minute_sum
from pitboss.books.round_rows import (
    ROUND_COLUMNS,
    ROUNDS,
    CorrectedRound,
    EndedRound,
    IndexedRound,
    Waypoint,
    players_in,
    read_start,
    tags_of,
    write_start,
)
from pitboss.books.rounds import STEP, TABLE, Progress, RoundSummary
from pitboss.books.table_scan import TableScan
from pitboss.ledger.derived import DerivedMark, Statement, Value, insertions
from pitboss.ledger.entry import NOTHING, Entry, canonical
from pitboss.ledger.fold import REFUSALS, table_stream
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Conflict, NoRoom, ReadOnly, Store

BATCH, LARGE_BATCH = 1_000, 5_000
"""Entries that are taken in at once: writers wait meanwhile. Fewer are answered from memory."""
_FAR_BEHIND = 50_000
_MOST_VALUES = 500
"""Values in one question."""
WAYPOINT = 1_000
"""Entries of a stream between two places from which it can be read on without what was before."""


MORE = "ON CONFLICT (stream, minute) DO UPDATE SET " + ", ".join(
    f"{name} = derived_sums.{name} + excluded.{name}" for name in MinuteSum._fields[2:]
)

Rebuilding = Callable[[str], None]
"""Told why the index is built again."""


class IndexedEntry(NamedTuple):
    """What the index keeps of an entry."""

    over: RoundSummary | None = None
    """The round that it ends."""
    waypoint: Waypoint | None = None
    """The waypoint that is due after it."""
    corrected: Collection[int] = ()
    """The rounds that its corrections name."""
    added: MinuteSum | None = None


class IndexState:
    """What is known after some entries of a ledger: open rounds, seats, and how much of what there is."""

    def __init__(self) -> None:
        self.scans: dict[str, TableScan] = {}
        self.last: dict[str, int] = {}
        """The last entry of each table's stream."""
        self.refused = Waypoint(REFUSALS, 0, 0)
        self.waypoints: Counter[str] = Counter()
        """The last waypoint of each stream."""
        self.rounds = self.tags = self.latest = self.most_lag = 0

    def take(self, entry: Entry, content: Mapping[str, Any]) -> IndexedEntry:
        """What the index keeps of an entry."""
        if entry.stream == REFUSALS:
            with entry.being_read():
                self.refused = self.refused._replace(seq=entry.seq, at=max(self.refused.at, content["at"]))
            return IndexedEntry(waypoint=self._due(self.refused))
        if not entry.stream.startswith(TABLE):
            return IndexedEntry()
        name = entry.stream[len(TABLE) :]
        scan = self.scans.get(name) or self.scans.setdefault(name, TableScan(name))
        self.last[name] = entry.seq
        over = scan.take(entry, content)
        with entry.being_read():
            found = IndexedEntry(over, None, scan.corrected, minute_sum(entry.stream, content, over))
        if scan.open or entry.seq - self.waypoints[entry.stream] < WAYPOINT:
            return found
        start = scan.start
        return found._replace(waypoint=self._due(Waypoint(entry.stream, start.at, start.seq, write_start(start))))

    def _due(self, waypoint: Waypoint) -> Waypoint | None:
        if waypoint.seq - self.waypoints[waypoint.stream] < WAYPOINT:
            return None
        self.waypoints[waypoint.stream] = waypoint.seq
        return waypoint

    def lag(self, start: int) -> int:
        """Counts a round that is over, and returns its lag."""
        self.rounds += 1
        self.latest = max(self.latest, start)
        self.most_lag = max(self.most_lag, self.latest - start)
        return self.latest - start

    def write(self) -> str:
        """The state as text, after its checksum."""
        text = canonical({
            "tables": [[name, self.last[name], write_start(scan.start)] for name, scan in self.scans.items()],
            "refused": [self.refused.at, self.refused.seq], "waypoints": dict(self.waypoints),
            "sums": [self.rounds, self.tags, self.latest, self.most_lag],
        })  # fmt: skip
        return f"{_checksum(text)} {text.decode()}"

    @classmethod
    def read(cls, text: str, store: Store) -> "IndexState | None":
        """The state that was written; None if the text is damaged."""
        state, (checksum, _, document) = cls(), text.partition(" ")
        if checksum != _checksum(document.encode()):
            return None
        found: dict[str, Any] = json.loads(document)
        for name, last, start in found["tables"]:
            state.last[name], scan = last, TableScan(name, read_start(start))
            state.scans[name] = scan
            for entry in store.stream(table_stream(name), scan.start.seq, last):
                scan.take(entry, entry.content)
        at, seq = found["refused"]
        state.refused, state.waypoints = Waypoint(REFUSALS, at, seq), Counter(found["waypoints"])
        state.rounds, state.tags, state.latest, state.most_lag = found["sums"]
        return state


def _checksum(text: bytes) -> str:
    return sha256(text).hexdigest()[:16]


class RoundIndex:
    """The index of the rounds of one ledger. Not for several threads at once."""

    def __init__(self, store: Store, rebuilding: Rebuilding = lambda _: None) -> None:
        self.store, self.place = store, store
        """The ledger, and where the index is kept: in memory, if the ledger cannot be written."""
        self._rebuilding = rebuilding
        self.unwritten: ReadOnly | None = None
        """Why what is new is not in the written index; None if it is, or need not be yet."""
        self._begin(None, IndexState())

    def _begin(self, mark: DerivedMark | None, state: IndexState) -> None:
        self.mark, self.state = mark, state
        self.reached, self._hash = self.size, NOTHING
        self.pending: list[EndedRound] = []
        """The rounds that are over and not yet written, in order."""
        self._waypoints: list[Waypoint] = []
        self._corrected: list[CorrectedRound] = []
        self._sums: dict[tuple[str, int], MinuteSum] = {}
        self._ids: dict[str, int] = {}
        self._names: dict[int, str] = {}

    @property
    def size(self) -> int:
        """How many entries the written index holds."""
        return self.mark.size if self.mark else 0

    def catch_up(self, progress: Progress | None = None, most: int | None = None) -> bool:
        """Takes in the entries that came since, or `most` of them; returns whether those were all.

        Raises LedgerBroken at an entry that cannot be read.
        """
        self._join()
        size = self.store.size()
        end = size if most is None else min(size, self.reached + most)
        while self.reached < end:
            batch = LARGE_BATCH if end - self.reached > _FAR_BEHIND else BATCH
            for entry in self.store.entries(self.reached, min(end, self.reached + batch)):
                if progress and entry.position % STEP == 0:
                    progress(entry.position, size)
                self._take(entry)
            if self.mark and self.reached - self.size >= batch:
                self._write(self.mark)
        return self.reached >= size

    def rebuild(self, why: str = "") -> None:
        """Drops the index and begins anew."""
        if why:
            self._rebuilding(why)
        self._begin(self._created(self.mark or self.place.derived_mark(ROUNDS)), IndexState())

    def _join(self) -> None:
        """Goes on from the written index if it is another one, or further, than when it was last read."""
        mark, size = self.place.derived_mark(ROUNDS), self.store.size()
        if mark is None and size >= BATCH:
            with suppress(NoRoom):
                mark = self._created(None)
        if mark == self.mark and self.reached <= size:
            return
        state = self._state_at(mark) if mark else IndexState()
        self._begin(mark, state or IndexState())
        if state is None:
            self.rebuild("it does not fit the entries")

    def _state_at(self, mark: DerivedMark) -> IndexState | None:
        """The state after the entries of the written index; None if these are not the entries of this ledger."""
        if mark.size == 0:
            return IndexState()
        last = next(self.store.entries(mark.size - 1, mark.size), None)
        if last is None or last.hash != mark.hash:
            return None
        return IndexState.read(mark.state, self.store)

    def _created(self, instead_of: DerivedMark | None) -> DerivedMark:
        """The tables that are there afterwards; they are in memory if the ledger can never be written."""
        try:
            return self.place.create_derived(ROUNDS, instead_of)
        except NoRoom:
            raise
        except ReadOnly:
            self.place = open_store(":memory:", create=True)
            return self.place.create_derived(ROUNDS)

    def _take(self, entry: Entry) -> None:
        over, waypoint, corrected, added = self.state.take(entry, entry.content)
        if added:
            key = added[:2]
            self._sums[key] = self._sums[key].plus(added) if key in self._sums else added
        if over:
            self.pending.append(EndedRound(over, self.state.lag(over.start), entry.hash))
        if waypoint:
            self._waypoints.append(waypoint)
        self._corrected += [CorrectedRound(entry.stream, number, entry.seq) for number in sorted(corrected)]
        self.reached, self._hash = entry.position + 1, entry.hash

    # Reading

    def tag(self, name: str) -> tuple[int, int] | None:
        """The number of a tag, and how many rounds in the index have it; None if none has."""
        rows = self.place.read_derived("SELECT id, rounds FROM derived_round_tags WHERE name = ?", name)
        return (rows[0][0], rows[0][1]) if rows else None

    def read_rows(self, rows: Sequence[tuple[Any, ...]]) -> Iterator[IndexedRound | None]:
        """Rows with the names of tables and players; None for one whose names are not in the index."""
        numbers = dict.fromkeys(number for row in rows for number in (row[1], *players_in(row[8]).values()))
        found = self._ask_each("SELECT id, name FROM derived_round_tags WHERE id", numbers, self._names)
        self._names |= {id_: name.partition(" ")[2] for id_, name in found}
        for row in rows:
            try:
                boxes = {box: self._names[player] for box, player in players_in(row[8]).items()}
                yield IndexedRound._make((row[0], self._names[row[1]], *row[2:8], boxes, row[9]))
            except LookupError:
                yield None

    def waypoint(self, stream: str, before: int) -> Waypoint:
        """The last place of a stream whose entries so far are all from before a time, as far as the index knows."""
        known = [one for one in self._waypoints if one.stream == stream and one.at < before]
        if not known and self.mark:
            asked = (
                "SELECT stream, at, seq, state FROM derived_waypoints WHERE stream = ? AND at < ? "
                "ORDER BY at DESC, seq DESC LIMIT 1"
            )
            known = [Waypoint(*row) for row in self.place.read_derived(asked, stream, before)]
        return known[-1] if known else Waypoint(stream, 0, 0)

    def corrections(self, stream: str, number: int) -> list[int]:
        """The entries of a table whose corrections name a round."""
        asked = "SELECT seq FROM derived_corrections WHERE stream = ? AND number = ? ORDER BY seq"
        written = self.place.read_derived(asked, stream, number) if self.mark else []
        fresh = [one.seq for one in self._corrected if (one.stream, one.number) == (stream, number)]
        return [*(row[0] for row in written), *fresh]

    def sums(self, stream: str, start: int, end: int) -> ToDate:
        """Drop and win of a table between two moments on whole minutes."""
        first, last = start // MINUTE, end // MINUTE
        asked = (
            "SELECT coalesce(sum(rounds), 0), coalesce(sum(void), 0), coalesce(sum(taken), 0), coalesce(sum(won), 0) "
            "FROM derived_sums WHERE stream = ? AND minute >= ? AND minute < ?"
        )
        found = ToDate(*map(int, self.place.read_derived(asked, stream, first, last)[0])) if self.mark else ToDate()
        for one in self._sums.values():
            if one.stream == stream and first <= one.minute < last:
                found = found.plus(one.to_date)
        return found

    # Writing

    def _write(self, mark: DerivedMark) -> None:
        """Writes what was taken in. If another process was faster, goes on from there."""
        statements = [*self._statements()]
        to = DerivedMark(mark.build, self.reached, self._hash, self.state.write())
        new, self._ids = self._ids, {}
        try:
            written = self.place.write_derived(ROUNDS, mark, to, statements)
        except ReadOnly as error:
            # What is new stays in memory until there is room, or the process that keeps the index has written it.
            self.unwritten = error
            return
        except Conflict:
            self.rebuild("it has rows beyond its mark")
            return
        if written:
            self.unwritten = None
            self.mark, self._ids, self.pending, self._waypoints, self._corrected = to, new, [], [], []
            self._sums = {}
        else:
            self._join()

    def _statements(self) -> Iterator[Statement]:
        tagged = [(one.row, [*tags_of(one.found)]) for one in self.pending]
        counts = Counter(tag for _, tags in tagged for tag in tags)
        self._learn(counts)
        for tag in counts:
            if tag not in self._ids:
                self.state.tags += 1
                self._ids[tag] = self.state.tags
        yield from insertions(
            "derived_round_tags", ("id", "name", "rounds"), ((self._ids[tag], tag, n) for tag, n in counts.items()),
            "ON CONFLICT (id) DO UPDATE SET rounds = derived_round_tags.rounds + excluded.rounds",
        )  # fmt: skip
        yield from insertions("derived_rounds", ROUND_COLUMNS, (self._row(row) for row, _ in tagged))
        pairs = sorted((self._ids[tag], row.position) for row, tags in tagged for tag in tags)
        yield from insertions("derived_tagged_rounds", ("tag", "position"), pairs)
        yield from insertions("derived_waypoints", Waypoint._fields, self._waypoints)
        yield from insertions("derived_corrections", CorrectedRound._fields, self._corrected)
        yield from insertions("derived_sums", MinuteSum._fields, self._sums.values(), MORE)

    def _row(self, row: IndexedRound) -> tuple[Value, ...]:
        """The values of the columns, with numbers for names: the player of each box from the first to the last."""
        boxes = range(1, max(row.boxes, default=0) + 1)
        players = ",".join(str(self._ids[f"player {row.boxes[box]}"]) if box in row.boxes else "" for box in boxes)
        return (row.position, self._ids[f"table {row.table}"], *row[2:8], players, row.tie)

    def _learn(self, tags: Iterable[str]) -> None:
        """Learns the numbers of tags that are in the index."""
        for id_, tag in self._ask_each("SELECT id, name FROM derived_round_tags WHERE name", tags, self._ids):
            self._ids[tag] = id_

    def _ask_each(self, question: str, values: Iterable[Value], known: Container[Value]) -> Iterator[tuple[Any, ...]]:
        """The rows for those of the values that are not known yet."""
        unknown = iter([value for value in values if value not in known])
        while page := [*islice(unknown, _MOST_VALUES)]:
            yield from self.place.read_derived(f"{question} IN ({', '.join('?' * len(page))})", *page)
