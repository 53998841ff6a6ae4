"""What both stores share: the tables, the statements, and the one way of appending entries."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import chain, islice
from threading import Lock, RLock
from typing import Any, TypeVar

from pitboss.errors import InputError
from pitboss.ledger.batch import Batch, Commands, Tips, streams_of
from pitboss.ledger.entry import NOTHING, Draft, Entry
from pitboss.ledger.store import Conflict, HeadRow, Person, Session, SnapshotRow

Value = TypeVar("Value")
Rows = list[tuple[Any, ...]]
Question = tuple[Any, ...]
"""A statement and its values."""
TABLES = {
    "entries": ("position", "stream", "seq", "command", "body", "hash"),
    "heads": ("size", "text"),
    "snapshots": ("stream", "seq", "text"),
    "people": ("name", "role", "tables", "password"),
    "sessions": ("digest", "person", "since", "until"),
}
"""The tables of a ledger and their columns, the same in every database."""
_ENTRY = "SELECT position, stream, seq, body, hash FROM entries"
_BY_COMMAND = f"{_ENTRY} WHERE command = ?"
_SIZE = "SELECT coalesce(max(position) + 1, 0) FROM entries"
_TIP = "SELECT seq, hash FROM entries WHERE stream = ? ORDER BY seq DESC LIMIT 1"
_NEW = "place, stream, seq, body, hash, command"
"""The columns of a new entry; `place` is its distance from the ledger's last entry."""
_INSERT = (
    "INSERT INTO entries (position, stream, seq, body, hash, command) "
    "SELECT (SELECT coalesce(max(position), -1) FROM entries) + place, stream, seq, body, hash, command FROM new"
)
_PERSON = "SELECT name, role, tables, password FROM people"
_SIGNED_IN = (
    "SELECT digest, person, since, until, name, role, tables, password FROM sessions LEFT JOIN people ON name = person"
)
_SAVE_PERSON = (
    "INSERT INTO people (name, role, tables, password) VALUES (?, ?, ?, ?) ON CONFLICT (name) "
    "DO UPDATE SET role = excluded.role, tables = excluded.tables, password = excluded.password"
)
_SAVE_SESSION = (
    "INSERT INTO sessions (digest, person, since, until) VALUES (?, ?, ?, ?) ON CONFLICT (digest) "
    "DO UPDATE SET until = excluded.until"
)
_PAGE = 500
"""Entries in one page: a reader of the whole ledger keeps no more in memory, and holds no lock between pages."""


def check_text(values: Iterable[Any]) -> None:
    """Raises InputError for a text that some database would not keep unchanged."""
    for value in values:
        if isinstance(value, str) and ("\0" in value or not _encodes(value)):
            raise InputError(f"{value[:40]!r} has a character that a ledger cannot store; leave it out")


def _encodes(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


class SqlStore(ABC):
    """A store on an SQL database, over one connection that threads use in turn.

    Statements are written with `?` for a value. A StoreFailed closes the store, unless another writer only delayed it.
    What was stored is known after it is opened again.
    """

    _notes_errors = False
    """Whether the storage logs failed statements where others can read them."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._watching = Lock()
        self._seen = 0
        self._tips: Tips = {}
        """The last known entry of streams. The ledger is append-only: it can be stale, never wrong."""
        self._reached: Tips = self._tips

    @abstractmethod
    def _run(self, statement: str, *values: Any) -> Rows:
        """Runs one statement. Raises Conflict if a row breaks uniqueness, and StoreFailed if the storage fails."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[None]:
        """A transaction that overlaps with no other writer, durable when it ends without an error."""

    @abstractmethod
    def _pause(self, seconds: int) -> None:
        """Returns when something may have been appended, or when the time limit is reached."""

    def _ask(self, *questions: Question) -> list[Rows]:
        """The results of several statements, in one round trip if that is faster."""
        return [self._run(*question) for question in questions]

    @abstractmethod
    def _write(self, question: Question) -> Rows:
        """The result of a statement that is its own transaction, durable when it returns."""

    def _send(self, statement: str, *values: Any) -> None:
        """Runs a statement of a transaction without waiting for its result; it may fail as late as the commit."""
        self._run(statement, *values)

    # Entries

    def append(
        self, drafts: Sequence[Draft], command: str = "", rows: Sequence[Person | Session] = ()
    ) -> tuple[Entry, ...]:
        appended = None if rows else self._append_unasked([(drafts, command)])
        if appended:
            return appended[0]
        with self._appending():
            return self._append(drafts, command, rows)

    def append_all(self, commands: Commands) -> list[tuple[Entry, ...]]:
        appended = self._append_unasked(commands)
        if appended:
            return appended
        known = f"SELECT 1 FROM entries WHERE command IN ({_marks(commands)})"  # noqa: S608 - marks only
        with self._appending():
            found, size = self._ask_ends(commands, (known, *(command for _, command in commands)))
            if found:
                raise Conflict("one of these commands is already stored")
            return self._insert(commands, size)

    def append_decided(self, decide: Callable[[], Sequence[Draft]], command: str = "") -> tuple[Entry, ...]:
        with self._appending():
            known = self.by_command(command) if command else None
            return (known,) if known else self._append(decide(), command)

    @contextmanager
    def _appending(self) -> Iterator[None]:
        """A transaction that may append; the new ends of streams are remembered once it is committed."""
        with self._lock:
            self._reached = self._tips
            with self._writing():
                yield
            self._tips = self._reached

    def _append_unasked(self, commands: Commands) -> list[tuple[Entry, ...]] | None:
        """Appends after the known ends of the streams; None if the end of a stream is unknown or has changed.

        If another writer has continued a stream since, the statement writes nothing, and the caller asks for the end.
        """
        streams = streams_of(commands)
        with self._lock, suppress(Conflict):
            if streams and self._tips.keys() >= set(streams):
                batch = Batch(commands, self._tips)
                rows = list(batch.rows())
                if len(rows) > _PAGE:
                    return None
                question = _inserting(rows)
                if self._notes_errors:
                    following = [(stream, self._tips[stream][0] + 1) for stream in streams]
                    question = _unless_taken(question, following, [command for _, command in commands if command])
                if written := self._write(question):
                    self._tips = batch.tips
                    return batch.entries(min(row[0] for row in written))
        return None

    def _append(
        self, drafts: Sequence[Draft], command: str, rows: Sequence[Person | Session] = ()
    ) -> tuple[Entry, ...]:
        commands = [(drafts, command)]
        found, size = self._ask_ends(commands, (_BY_COMMAND, command))
        if command and found:
            return (_entry(found[0]),)
        return self._insert(commands, size, rows)[0]

    def _ask_ends(self, commands: Commands, question: Question) -> tuple[Rows, int]:
        """The result of a query and the ledger's size; afterwards the ends of these commands' streams are known."""
        streams = streams_of(commands)
        answer, ((size,),), *found = self._ask(question, (_SIZE,), *((_TIP, stream) for stream in streams))
        tips = {
            stream: (int(rows[0][0]), bytes(rows[0][1])) if rows else (0, NOTHING)
            for stream, rows in zip(streams, found, strict=True)
        }
        self._reached = {**self._reached, **tips}
        return answer, size

    def _insert(self, commands: Commands, size: int, rows: Sequence[Person | Session] = ()) -> list[tuple[Entry, ...]]:
        """Writes the entries of commands into a ledger of this size, and the rows that belong to them."""
        batch = Batch(commands, self._reached)
        for question in (*map(_inserting, _pages(batch.rows())), *map(_saving, rows)):
            self._send(*question)
        self._reached = batch.tips
        return batch.entries(size)

    def by_command(self, command: str) -> Entry | None:
        found = self._entries(_BY_COMMAND, command)
        return found[0] if found else None

    def stream(self, name: str, after: int = 0) -> Iterator[Entry]:
        while page := self._entries(f"{_ENTRY} WHERE stream = ? AND seq > ? ORDER BY seq LIMIT {_PAGE}", name, after):
            yield from page
            after = page[-1].seq

    def streams(self) -> tuple[str, ...]:
        # One index lookup for each stream, however long the streams are.
        rows = self._run(
            "WITH RECURSIVE names(name) AS (SELECT min(stream) FROM entries UNION ALL SELECT "
            "(SELECT min(stream) FROM entries WHERE stream > names.name) FROM names WHERE names.name IS NOT NULL) "
            "SELECT name FROM names WHERE name IS NOT NULL"
        )
        return tuple(sorted(row[0] for row in rows))

    def last(self, stream: str) -> int:
        return int(self._run("SELECT coalesce(max(seq), 0) FROM entries WHERE stream = ?", stream)[0][0])

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        end = self.size() if stop is None else stop
        within = f"{_ENTRY} WHERE position >= ? AND position < ? ORDER BY position LIMIT {_PAGE}"
        while start < end and (page := self._entries(within, start, end)):
            yield from page
            start = page[-1].position + 1

    def size(self) -> int:
        return int(self._run(_SIZE)[0][0])

    def _entries(self, statement: str, *values: Any) -> list[Entry]:
        return [_entry(row) for row in self._run(statement, *values)]

    def wait(self, seconds: int) -> bool:
        # What was appended since the last wait counts too, so that nothing is missed between two waits.
        with self._watching:
            if self.size() == self._seen:
                self._pause(seconds)
            before, self._seen = self._seen, self.size()
            return self._seen != before

    # Heads and snapshots

    def add_head(self, head: HeadRow) -> None:
        with self._lock, self._writing():
            self._send("INSERT INTO heads (size, text) VALUES (?, ?) ON CONFLICT DO NOTHING", *head)

    def heads(self) -> tuple[HeadRow, ...]:
        return tuple(HeadRow(*row) for row in self._run("SELECT size, text FROM heads ORDER BY size"))

    def save_snapshot(self, snapshot: SnapshotRow) -> None:
        with self._lock, self._writing():
            self._send(
                "INSERT INTO snapshots (stream, seq, text) VALUES (?, ?, ?) ON CONFLICT (stream) "
                "DO UPDATE SET seq = excluded.seq, text = excluded.text WHERE excluded.seq > snapshots.seq",
                *snapshot,
            )

    def snapshot(self, stream: str) -> SnapshotRow | None:
        rows = self._run("SELECT stream, seq, text FROM snapshots WHERE stream = ?", stream)
        return SnapshotRow(*rows[0]) if rows else None

    # People

    def save_person(self, person: Person) -> None:
        with self._lock, self._writing():
            self._send(*_saving(person))

    def person(self, name: str) -> Person | None:
        rows = self._run(f"{_PERSON} WHERE name = ?", name)
        return _person(rows[0]) if rows else None

    def people(self) -> tuple[Person, ...]:
        return tuple(_person(row) for row in self._run(f"{_PERSON} ORDER BY name"))

    def save_session(self, session: Session) -> None:
        with self._lock, self._writing():
            self._send(*_saving(session))

    def prolong(self, session: Session, until: int) -> bool:
        # Only if it is unchanged since it was read: a session that another process ended meanwhile stays ended.
        statement = "UPDATE sessions SET until = ? WHERE digest = ? AND until = ? RETURNING digest"
        with self._lock, self._writing():
            return bool(self._run(statement, until, session.digest, session.until))

    def session(self, digest: str) -> Session | None:
        rows = self._run("SELECT digest, person, since, until FROM sessions WHERE digest = ?", digest)
        return Session(*rows[0]) if rows else None

    def signed_in(self, digests: Collection[str]) -> dict[str, tuple[Session, Person | None]]:
        found: dict[str, tuple[Session, Person | None]] = {}
        for page in _pages(digests):
            for row in self._run(f"{_SIGNED_IN} WHERE digest IN ({_marks(page)})", *page):
                found[row[0]] = Session(*row[:4]), _person(row[4:]) if row[4] is not None else None
        return found

    def sessions(self) -> tuple[Session, ...]:
        rows = self._run("SELECT digest, person, since, until FROM sessions ORDER BY person, since, digest")
        return tuple(Session(*row) for row in rows)

    def end_sessions(self, person: str = "", before: int = 0) -> int:
        with self._lock, self._writing():
            ended = self._run("DELETE FROM sessions WHERE person = ? OR until < ? RETURNING digest", person, before)
        return len(ended)


def _entry(row: tuple[Any, ...]) -> Entry:
    position, stream, seq, body, digest = row
    return Entry(position, stream, seq, bytes(body), bytes(digest))


def _person(row: tuple[Any, ...]) -> Person:
    name, role, tables, password = row
    return Person(name, role, tuple(json.loads(tables)), password)


def _saving(row: Person | Session) -> Question:
    """The statement that adds or replaces a row."""
    if isinstance(row, Session):
        return (_SAVE_SESSION, *row.as_tuple())
    return (_SAVE_PERSON, row.name, row.role, json.dumps(row.tables), row.password)


def _inserting(rows: Sequence[tuple[object, ...]]) -> Question:
    """The statement that writes entries and returns their positions."""
    values = chain.from_iterable((place, *row) for place, row in enumerate(rows, 1))
    marks = ", ".join([f"({_marks(range(1 + len(rows[0])))})"] * len(rows))
    return (f"WITH new ({_NEW}) AS (VALUES {marks}) {_INSERT} RETURNING position", *values)


def _unless_taken(inserting: Question, following: Sequence[tuple[str, int]], ids: Sequence[str]) -> Question:
    """The same statement; writes nothing if another writer has continued these streams or stored these commands."""
    taken = " OR ".join(["stream = ? AND seq = ?"] * len(following))
    known = f" OR command IN ({_marks(ids)})" if ids else ""
    where = f"WHERE NOT EXISTS (SELECT 1 FROM entries WHERE {taken}{known})"  # noqa: S608 - marks only
    statement = inserting[0].replace(_INSERT, f"{_INSERT} {where}")
    return (statement, *inserting[1:], *chain.from_iterable(following), *ids)


def _marks(values: Sequence[object]) -> str:
    """A placeholder for each value in a statement."""
    return ", ".join("?" * len(values))


def _pages(values: Iterable[Value]) -> Iterator[list[Value]]:
    """Groups of as many values as one statement takes."""
    left = iter(values)
    while page := list(islice(left, _PAGE)):
        yield page
