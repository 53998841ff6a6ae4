"""The whole ledger, wherever its entries are: what is archived is read from segments, the rest from rows.

This is the one place where both come together: each question is divided at the first entry that is a row.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from threading import RLock
from typing import Any

from pitboss.ledger.entry import Entry
from pitboss.ledger.entry_rows import EntryRows
from pitboss.ledger.segments.archive import Archive, StreamEnd
from pitboss.ledger.segments.segment import SegmentPlace
from pitboss.ledger.store import ARCHIVED, Progress

ARCHIVE_TABLES = {
    "archived_segments": ("start", "stop", "place", "digest"),
    "archived_ends": ("stream", "seq", "hash"),
}
"""The tables of a ledger that has archived entries, and their columns."""
COLUMNS = {
    "archived_segments": "start INTEGER PRIMARY KEY, stop INTEGER NOT NULL, place TEXT NOT NULL, digest TEXT NOT NULL",
    "archived_ends": "stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash BLOB NOT NULL",
}
"""These columns, as in CREATE TABLE."""
_KEEP = (
    "INSERT INTO entries (position, stream, seq, body, hash, command) "
    "SELECT position, stream, seq, body, hash, command FROM entries_before WHERE position >= ?"
)


class ArchivedRows(EntryRows):
    """The part of a store that reads the whole ledger, and that lets rows leave."""

    _lock: RLock
    _archive = Archive()
    _renew: tuple[str, str]
    """For plain and for packed rows: the statements that rename the table `entries` to `entries_before`, and create a
    new one."""

    @abstractmethod
    def _send(self, statement: str, *values: Any) -> None: ...

    @abstractmethod
    def _writing(self) -> AbstractContextManager[None]: ...

    @abstractmethod
    def _create_table(self, name: str, columns: str) -> str: ...

    @abstractmethod
    def _mark(self) -> int:
        """The number of the form as the database has it: with `ARCHIVED` added if entries are archived."""

    @abstractmethod
    def _set_mark(self, number: int) -> None: ...

    @abstractmethod
    def _is_packed(self) -> bool: ...

    # The form

    def schema(self) -> int:
        return self._mark() % ARCHIVED

    def set_schema(self, number: int) -> None:
        self._set_mark(number + (ARCHIVED if self._archive.segments else 0))

    # Reading

    def by_command(self, command: str) -> Entry | None:
        return super().by_command(command) or self._archive.by_command(command)

    def commands(self, start: int, stop: int) -> dict[int, str]:
        return self._archive.commands(start, stop) | super().commands(self._from(start), stop)

    def stream(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        last = self._archive.end(name)[0]
        if after < last:
            yield from self._archive.stream(name, after, last if until is None else min(until, last))
        yield from super().stream(name, max(after, last), until)

    def streams(self) -> tuple[str, ...]:
        return tuple(sorted({*super().streams(), *self._archive.ends}))

    def last(self, stream: str) -> int:
        return max(super().last(stream), self._archive.end(stream)[0])

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        end = self.size() if stop is None else stop
        yield from self._archive.entries(start, end)
        yield from super().entries(self._from(start), end)

    def page(self, start: int, stop: int) -> list[Entry]:
        return [*self._archive.entries(start, stop), *super().page(self._from(start), stop)]

    def hashes(self, start: int, stop: int) -> list[bytes]:
        return [*self._archive.hashes(start, stop), *super().hashes(self._from(start), stop)]

    def command_keys(self, start: int, stop: int) -> dict[int, str | int]:
        archived = {at: self.command_key(id_) for at, id_ in self._archive.commands(start, stop).items()}
        return archived | super().command_keys(self._from(start), stop)

    def leads_to(self, start: int, stop: int) -> bool:
        return self._archive.leads_to(start, stop) and super().leads_to(self._from(start), stop)

    def count_entries(self, stream: str, after: int = 0) -> int:
        last = self._archive.end(stream)[0]
        return max(last - after, 0) + super().count_entries(stream, max(after, last))

    def _from(self, start: int) -> int:
        return max(start, self._archive.stop)

    # Segments

    def archived(self) -> tuple[SegmentPlace, ...]:
        return tuple(one.recorded for one in self._archive.segments)

    def archived_ends(self) -> Mapping[str, StreamEnd]:
        return self._archive.ends

    def check_archive(self, progress: Progress | None = None) -> None:
        total, done = self._archive.bytes(), 0

        def told(read: int) -> None:
            nonlocal done
            done += read
            if progress:
                progress(done, total)

        self._archive.check(told)

    def move_out(self, segments: Sequence[SegmentPlace], ends: Mapping[str, StreamEnd]) -> None:
        stop, known = segments[-1].stop, bool(self._archive.segments)
        with self._lock:
            with self._writing():
                self._leave(stop)
                if not known:
                    for name, columns in COLUMNS.items():
                        self._run(self._create_table(name, columns))
                self._record(segments)
                for stream, (seq, hash_) in ends.items():
                    self._run(
                        "INSERT INTO archived_ends (stream, seq, hash) VALUES (?, ?, ?) ON CONFLICT (stream) "
                        "DO UPDATE SET seq = excluded.seq, hash = excluded.hash",
                        stream,
                        seq,
                        hash_,
                    )
                self._set_mark(self._mark() % ARCHIVED + ARCHIVED)
            self._open_archive()

    def _leave(self, stop: int) -> None:
        """Deletes the rows at positions before `stop`, in a transaction."""
        self._run(self._renew[self._is_packed()])
        self._run(_KEEP, stop)
        self._run("DROP TABLE entries_before")

    def move_archive(self, segments: Sequence[SegmentPlace]) -> None:
        with self._lock:
            with self._writing():
                self._record(segments)
            self._open_archive()

    def _record(self, segments: Iterable[SegmentPlace]) -> None:
        for one in segments:
            self._run(
                "INSERT INTO archived_segments (start, stop, place, digest) VALUES (?, ?, ?, ?) ON CONFLICT (start) "
                "DO UPDATE SET place = excluded.place",
                *one,
            )

    def _open_archive(self) -> None:
        """Knows what the database says is archived. No segment is opened before something of it is read."""
        self._archive.close()
        self._archive = Archive()
        if self._mark() >= ARCHIVED:
            places = self._run("SELECT start, stop, place, digest FROM archived_segments ORDER BY start")
            ends = self._run("SELECT stream, seq, hash FROM archived_ends")
            self._archive = Archive(
                [SegmentPlace(*row) for row in places], {row[0]: (row[1], bytes(row[2])) for row in ends}
            )
        self._form.ends = self._archive.ends
