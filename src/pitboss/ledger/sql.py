"""What both stores share: the tables, the statements, and the one way of appending entries."""

import json
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import chain, islice
from threading import Lock, RLock
from typing import Any, TypeVar

from pitboss.ledger.archived_rows import ARCHIVE_TABLES, ArchivedRows
from pitboss.ledger.batch import Batch, Commands, Tips, streams_of
from pitboss.ledger.derived import DerivedRows
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.entry_rows import PAGE, Question
from pitboss.ledger.head_rows import HeadRows
from pitboss.ledger.packed_rows import PackedRows
from pitboss.ledger.repacking import copy_packed
from pitboss.ledger.row_form import PACKED, NewEntry, PlainRows, RowForm, Rows
from pitboss.ledger.store import ARCHIVED, Conflict, Person, Progress, Session

Value = TypeVar("Value")
_OTHER_TABLES = {
    "heads": ("size", "text"),
    "snapshots": ("stream", "seq", "text"),
    "people": ("name", "role", "tables", "password"),
    "sessions": ("digest", "person", "since", "until"),
}
"""The tables beside those of the entries, and their columns, the same in every database and form."""
_SIZE = "SELECT coalesce(max(position) + 1, 0) FROM entries"
_TIP = "SELECT seq, hash FROM entries WHERE stream = ? ORDER BY seq DESC LIMIT 1"
_NEW = "place, stream, seq, body, hash, command"
"""The columns of a new entry; `place` is its distance from the ledger's last entry."""
_INSERT = (
    "INSERT INTO entries (position, stream, seq, body, hash, command) "
    "SELECT (SELECT coalesce(max(position), -1) FROM entries) + place, stream, seq, body, hash, {command} FROM new"
)
_FROM_NEW = "FROM new"
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


def row_form(schema: int) -> type[PlainRows] | type[PackedRows]:
    """How a ledger of this form holds its entries."""
    return PackedRows if schema % ARCHIVED >= PACKED else PlainRows


def tables_of(schema: int) -> dict[str, tuple[str, ...]]:
    """The tables of a ledger and their columns."""
    return {**row_form(schema).tables, **_OTHER_TABLES, **(ARCHIVE_TABLES if schema >= ARCHIVED else {})}


class SqlStore(DerivedRows, HeadRows, ArchivedRows):
    """A store on an SQL database, over one connection that threads use in turn.

    Statements are written with `?` for a value. A StoreFailed closes the store, unless another writer only delayed it.
    What was stored is known after it is opened again.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._watching = Lock()
        self._seen = 0
        self._tips: Tips = {}
        """The last known entry of streams. The ledger is append-only: it can be stale, never wrong."""
        self._reached: Tips = self._tips
        self.on_append: Callable[[Iterable[Entry]], object] = list
        self._form: RowForm = PlainRows(self._run)

    _set_aside: str
    """The statements that rename the table `entries` to `entries_before`, and create the tables of packed entries."""

    def _is_packed(self) -> bool:
        return isinstance(self._form, PackedRows)

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
        if command and (known := self._archive.by_command(command)):
            return (known,)
        appended = None if rows else self._append_unasked([(drafts, command)])
        if not appended:
            with self._appending():
                appended = [self._append(drafts, command, rows)]
        return self._stored(appended)[0]

    def append_all(self, commands: Commands) -> list[tuple[Entry, ...]]:
        ids = [command for _, command in commands]
        if any(map(self._archive.by_command, ids)):
            raise Conflict("one of these commands is already stored, and archived")
        appended = self._append_unasked(commands)
        if not appended:
            with self._appending():
                found, size = self._ask_ends(commands, self._of_commands(ids))
                if self._form.carrying(found, ids):
                    raise Conflict("one of these commands is already stored")
                appended = self._insert(commands, size)
        return self._stored(appended)

    def append_decided(self, decide: Callable[[], Sequence[Draft]], command: str = "") -> tuple[Entry, ...]:
        with self._appending():
            known = self.by_command(command) if command else None
            appended = (known,) if known else self._append(decide(), command)
        return self._stored([appended])[0]

    def _stored(self, appended: list[tuple[Entry, ...]]) -> list[tuple[Entry, ...]]:
        """Tells who asked for it that entries are durable."""
        for entries in appended:
            self.on_append(entries)
        return appended

    @contextmanager
    def _appending(self) -> Iterator[None]:
        """A transaction that may append; the new ends of streams are remembered once it is committed."""
        with self._lock:
            self._reached = self._tips
            try:
                with self._writing():
                    yield
            except BaseException:
                self._form.forget()
                raise
            self._tips = self._reached

    def _append_unasked(self, commands: Commands) -> list[tuple[Entry, ...]] | None:
        """Appends after the known ends of the streams; None if the end of a stream is unknown or has changed.

        If another writer has continued a stream since, the statement writes nothing, and the caller asks for the end.
        """
        streams = streams_of(commands)
        with self._lock, suppress(Conflict):
            if streams and self._tips.keys() >= set(streams):
                batch, form = Batch(commands, self._tips), self._form
                if len(batch.new) > PAGE or form.unknown(batch.new):
                    return None
                following = [(form.stream_key(stream), self._tips[stream][0] + 1) for stream in streams]
                keys = [form.command_key(command) for _, command in commands if command]
                if written := self._write(_unless_taken(self._inserting(batch.new), following, keys)):
                    self._tips = batch.tips
                    return batch.entries(min(row[0] for row in written))
        return None

    def _append(
        self, drafts: Sequence[Draft], command: str, rows: Sequence[Person | Session] = ()
    ) -> tuple[Entry, ...]:
        commands = [(drafts, command)]
        found, size = self._ask_ends(commands, self._of_commands([command]))
        if command and (known := self._form.carrying(found, [command])):
            return (known,)
        return self._insert(commands, size, rows)[0]

    def _ask_ends(self, commands: Commands, question: Question) -> tuple[Rows, int]:
        """The result of a query and the ledger's size; afterwards the ends of these commands' streams are known."""
        streams = streams_of(commands)
        answer, ((size,),), *found = self._ask(
            question, (_SIZE,), *((_TIP, self._form.stream_key(stream)) for stream in streams)
        )
        tips = {
            stream: (int(rows[0][0]), bytes(rows[0][1])) if rows else self._archive.end(stream)
            for stream, rows in zip(streams, found, strict=True)
        }
        self._reached = {**self._reached, **tips}
        return answer, size

    def _insert(self, commands: Commands, size: int, rows: Sequence[Person | Session] = ()) -> list[tuple[Entry, ...]]:
        """Writes the entries of commands into a ledger of this size, and the rows that belong to them."""
        batch = Batch(commands, self._reached)
        self._form.add(self._form.unknown(batch.new))
        for question in (*map(self._inserting, _pages(batch.new)), *map(_saving, rows)):
            self._send(*question)
        self._reached = batch.tips
        return batch.entries(size)

    def pack(self, progress: Progress | None = None) -> None:
        with self._lock:
            old = self._form
            try:
                with self._writing():
                    size = self.size()
                    self._run(self._set_aside)
                    self._make_room(0, size)
                    self._form = PackedRows(self._run)
                    self._form.ends = old.ends
                    copy_packed(self._run, self._form, progress)
                    self._run("DROP TABLE entries_before")
                    self.set_schema(PACKED)
            except BaseException:
                self._form = old
                raise
            self.give_back()

    def _make_room(self, start: int, size: int) -> None:
        """Nothing: this database keeps all entries in one table."""

    def give_back(self) -> None:
        """Nothing: this database uses the space again."""

    @property
    def _new_marks(self) -> str:
        """The places of the values of a new entry."""
        return "?, ?, ?, ?, ?, ?"

    def _inserting(self, new: Sequence[NewEntry]) -> Question:
        """The statement that writes entries and returns their positions."""
        values = chain.from_iterable((place, *self._form.row(one)) for place, one in enumerate(new, 1))
        marks = ", ".join([f"({self._new_marks})"] * len(new))
        insert = _INSERT.format(command=self._form.command_column)
        return (f"WITH new ({_NEW}) AS (VALUES {marks}) {insert} RETURNING position", *values)

    def read_afresh(self) -> None:
        with self._lock:
            self._form.forget()

    def size(self) -> int:
        return int(self._run(_SIZE)[0][0])

    def check_place(self) -> None:
        """Nothing: a server is found again by its address."""

    def connection(self) -> int | None:
        return None

    def wait(self, seconds: int) -> bool:
        # What was appended since the last wait counts too, so that nothing is missed between two waits.
        with self._watching:
            if self.size() == self._seen:
                self._pause(seconds)
            before, self._seen = self._seen, self.size()
            return self._seen != before

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


def _person(row: tuple[Any, ...]) -> Person:
    name, role, tables, password = row
    return Person(name, role, tuple(json.loads(tables)), password)


def _saving(row: Person | Session) -> Question:
    """The statement that adds or replaces a row."""
    if isinstance(row, Session):
        return (_SAVE_SESSION, *row.as_tuple())
    return (_SAVE_PERSON, row.name, row.role, json.dumps(row.tables), row.password)


def _unless_taken(inserting: Question, following: Sequence[tuple[Any, int]], keys: Sequence[Any]) -> Question:
    """The same statement; writes nothing if another writer has continued these streams or stored these commands.

    A statement that fails would be logged by a server, with the order of the cards in it.
    """
    taken = " OR ".join(["stream = ? AND seq = ?"] * len(following))
    known = f" OR command IN ({_marks(keys)})" if keys else ""
    where = f"WHERE NOT EXISTS (SELECT 1 FROM entries WHERE {taken}{known})"  # noqa: S608 - marks only
    statement = inserting[0].replace(_FROM_NEW, f"{_FROM_NEW} {where}")
    return (statement, *inserting[1:], *chain.from_iterable(following), *keys)


def _marks(values: Sequence[object]) -> str:
    """A placeholder for each value in a statement."""
    return ", ".join("?" * len(values))


def _pages(values: Iterable[Value]) -> Iterator[list[Value]]:
    """Groups of as many values as one statement takes."""
    left = iter(values)
    while page := list(islice(left, PAGE)):
        yield page
