"""The embedded store: one SQLite file in WAL mode, every commit synced, one writer at a time."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any

import apsw

from pitboss.errors import InputError, PitbossError
from pitboss.ledger.archived_rows import COLUMNS
from pitboss.ledger.entry_rows import Question
from pitboss.ledger.row_form import PACKED, Rows, check_text
from pitboss.ledger.sql import SqlStore, row_form, tables_of
from pitboss.ledger.store import ARCHIVED, SCHEMA, Conflict, ReadOnly, StoreFailed, check_schema

APPLICATION = 0x70697462
"""`pitb`: marks the file as a ledger of ours."""
LEAST = (3, 51, 3)
"""The first SQLite whose WAL survives two checkpoints at once."""
_WAIT_FOR_LOCK = 10_000
_TRIES = 160
_TAKEN = (apsw.SQLITE_CONSTRAINT_PRIMARYKEY, apsw.SQLITE_CONSTRAINT_UNIQUE)
_LOOK = 2**-4
"""How often a waiting store checks whether another process has written, in seconds: SQLite sends no notice."""
_PLAIN_ENTRIES = """
CREATE TABLE entries (
    position INTEGER PRIMARY KEY, stream TEXT NOT NULL, seq INTEGER NOT NULL, command TEXT UNIQUE,
    body BLOB NOT NULL, hash BLOB NOT NULL, UNIQUE (stream, seq)) STRICT;
"""
_NAMES = """
CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TRIGGER names_stay BEFORE UPDATE ON names BEGIN SELECT raise(ABORT, 'names are never changed'); END;
CREATE TRIGGER names_kept BEFORE DELETE ON names BEGIN SELECT raise(ABORT, 'names are never deleted'); END;
"""
_PACKED_ENTRIES = """
CREATE TABLE entries (
    position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, seq INTEGER NOT NULL, command INTEGER,
    body BLOB NOT NULL, hash BLOB NOT NULL, UNIQUE (stream, seq)) STRICT;
CREATE INDEX entries_command ON entries (command) WHERE command IS NOT NULL;
"""
_ENTRIES_STAY = """
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT raise(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_kept BEFORE DELETE ON entries BEGIN SELECT raise(ABORT, 'entries are never deleted'); END;
"""
_OTHERS = """
CREATE TABLE heads (size INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE snapshots (stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE people (name TEXT PRIMARY KEY, role TEXT NOT NULL, tables TEXT NOT NULL, password TEXT NOT NULL) STRICT;
CREATE TABLE sessions (
    digest TEXT PRIMARY KEY, person TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL) STRICT;
CREATE TRIGGER heads_stay BEFORE UPDATE ON heads BEGIN SELECT raise(ABORT, 'heads are never changed'); END;
CREATE TRIGGER heads_kept BEFORE DELETE ON heads BEGIN SELECT raise(ABORT, 'heads are never deleted'); END;
"""
_RENAME = (
    "DROP TRIGGER IF EXISTS entries_stay; DROP TRIGGER IF EXISTS entries_kept; "
    "DROP INDEX IF EXISTS entries_command; ALTER TABLE entries RENAME TO entries_before; "
)


def sqlite_version() -> tuple[int, ...]:
    """The version of SQLite in apsw."""
    return tuple(map(int, apsw.sqlite_lib_version().split(".")))


def _create(schema: int) -> str:
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {schema:d}"
    archived = [f"{_table(name, columns)};" for name, columns in COLUMNS.items()] if schema >= ARCHIVED else []
    return f"{_entries(schema)}{_OTHERS}{' '.join(archived)}{marks}"


def _entries(schema: int) -> str:
    """The tables of entries in a form."""
    return (_NAMES + _PACKED_ENTRIES if schema % ARCHIVED >= PACKED else _PLAIN_ENTRIES) + _ENTRIES_STAY


def _table(name: str, columns: str) -> str:
    # Stored in the order of its key, such a table needs no index beside it.
    ordered = ", WITHOUT ROWID" if re.search(r"PRIMARY KEY \([^)]*,", columns) else ""
    return f"CREATE TABLE {name} ({columns}) STRICT{ordered}"


class SqliteStore(SqlStore):
    """A ledger in one file."""

    _set_aside = f"{_RENAME}{_NAMES}{_PACKED_ENTRIES}{_ENTRIES_STAY}"
    _renew = f"{_RENAME}{_PLAIN_ENTRIES}{_ENTRIES_STAY}", f"{_RENAME}{_PACKED_ENTRIES}{_ENTRIES_STAY}"

    def __init__(self, path: str, *, create: bool = True, vfs: str | None = None, schema: int = SCHEMA) -> None:
        super().__init__()
        self.path, self._vfs = path, vfs
        self._closed = Event()
        if not create and not Path(path).is_file():
            raise InputError("there is no ledger here", path)
        self._db: apsw.Connection | None = None
        try:
            if create and vfs is None and path != ":memory:":
                _make_own(path)
            self._db = apsw.Connection(path, vfs=vfs)
            self._prepare(self._db, create, schema)
        except apsw.NotADBError:
            self.close()
            raise InputError("this is not a pitboss ledger", path) from None
        except apsw.Error as error:
            self.close()
            raise StoreFailed(f"{path} cannot be opened: {error}") from None
        except InputError:
            self.close()
            raise
        self._seen = self.size()
        try:
            check_schema(mark := self._mark(), path)
            self._form = row_form(mark)(self._run)
            self._open_archive()
        except PitbossError:
            self.close()
            raise

    def _prepare(self, db: apsw.Connection, create: bool, schema: int) -> None:
        """Checks the file before it changes anything: a file that is not a ledger stays unchanged."""
        db.set_busy_timeout(_WAIT_FOR_LOCK)
        for pragma in ("synchronous = FULL", "trusted_schema = OFF", "mmap_size = 0"):
            db.execute(f"PRAGMA {pragma}").fetchall()
        if not self._is_ledger(db):
            if not create:
                raise InputError("there is no ledger here", self.path)
            db.execute("BEGIN IMMEDIATE")
            if not self._is_ledger(db):
                db.execute(_create(schema)).fetchall()
            db.execute("COMMIT")
        # Several processes may open a file at once. One that waited here would hold the lock that the others need.
        db.set_busy_timeout(0)
        if not self._insist(db, "PRAGMA journal_mode = WAL"):
            raise apsw.BusyError("other processes are using it")
        # A killed process may have left a commit that it did not sync. The commit is synced before anybody reads it,
        # by this process, or by the one that keeps it waiting.
        self._insist(db, "PRAGMA wal_checkpoint(FULL)")
        db.set_busy_timeout(_WAIT_FOR_LOCK)

    def _insist(self, db: apsw.Connection, pragma: str) -> bool:
        """Runs a pragma again while other processes block it, up to the lock timeout; False if they still block it."""
        for _ in range(_TRIES):
            with suppress(apsw.BusyError):
                # The first number of a checkpoint's answer says whether it was blocked.
                if db.execute(pragma).fetchall()[0][0] != 1:
                    return True
            self._closed.wait(_LOOK)
        return False

    def _is_ledger(self, db: apsw.Connection) -> bool:
        """False for an empty file. Refuses a file that is neither empty nor a ledger."""
        # The tables and the mark are created together: a process that creates them between the two checks sets both.
        tables = db.execute("SELECT 1 FROM sqlite_schema").fetchall()
        mark = db.execute("PRAGMA application_id").get
        if mark != APPLICATION and (mark or tables):
            raise InputError("this is a database, but not a pitboss ledger", self.path)
        return bool(mark)

    def _mark(self) -> int:
        return int(self._run("PRAGMA user_version")[0][0])

    def _set_mark(self, number: int) -> None:
        self._run(f"PRAGMA user_version = {number:d}")

    def _run(self, statement: str, *values: Any) -> Rows:
        check_text(values)
        with self._lock:
            if self._db is None:
                raise self._is_closed()
            try:
                return self._db.execute(statement, values).fetchall()
            except apsw.ConstraintError as error:
                if error.extendedresult in _TAKEN:  # type: ignore[attr-defined]  # the stubs leave it out
                    raise Conflict(str(error)) from None
                raise
            except apsw.Error as error:
                raise self._failed(error) from None

    def _write(self, question: Question) -> Rows:
        return self._run(*question)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            if self._db is not None and self._db.in_transaction:
                with suppress(apsw.Error):
                    self._db.execute("ROLLBACK")
            raise

    def _has_table(self, name: str) -> bool:
        return bool(self._run("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name))

    def _create_table(self, name: str, columns: str) -> str:
        return _table(name, columns)

    def give_back(self) -> None:
        unused, pages = (int(self._run(f"PRAGMA {what}")[0][0]) for what in ("freelist_count", "page_count"))
        if unused * 8 > pages:
            self._run("VACUUM")
        self._run("PRAGMA wal_checkpoint(TRUNCATE)")

    def stored_bytes(self) -> int:
        return int(self._run("PRAGMA page_count")[0][0]) * int(self._run("PRAGMA page_size")[0][0])

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._lock:
            if self._db is None:
                raise self._is_closed()
            # Only the last connection to a file can end its write-ahead log; what is then locked stays locked.
            self._db.set_busy_timeout(0)
            try:
                self._run("PRAGMA journal_mode = DELETE")
                self._run("PRAGMA locking_mode = EXCLUSIVE")
                self._run("BEGIN EXCLUSIVE")
                self._run("COMMIT")
            except StoreFailed as failed:
                self._together()
                if self._db is None:
                    raise
                raise InputError(f"another process has this ledger open: {failed}", self.path) from None
            try:
                yield
            finally:
                self._together()

    def _together(self) -> None:
        """Lets other processes in again."""
        with suppress(StoreFailed):
            self._run("PRAGMA locking_mode = NORMAL")
            self._run("PRAGMA journal_mode = WAL")
        if self._db is not None:
            self._db.set_busy_timeout(_WAIT_FOR_LOCK)

    def _is_closed(self) -> StoreFailed:
        return StoreFailed(f"{self.path} is closed: open it again")

    def _failed(self, error: apsw.Error) -> StoreFailed:
        """A failed sync cannot be repeated, so the connection is closed."""
        if isinstance(error, apsw.ReadOnlyError):
            return ReadOnly(f"{self.path}: {error}")
        if not isinstance(error, apsw.BusyError):
            self.close()
        return StoreFailed(f"{self.path}: {error}")

    def _pause(self, seconds: int) -> None:
        for _ in range(int(seconds // _LOOK)):
            if self._closed.wait(timeout=_LOOK) or self.size() != self._seen:
                return

    def backup(self, target: str) -> None:
        if self._db is None:
            raise self._is_closed()
        # A separate connection reads one moment of the ledger while this one goes on writing.
        with new_copy(target) as copy, closing(apsw.Connection(self.path, vfs=self._vfs)) as source:
            with copy.backup("main", source, "main") as backup:
                backup.step()
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()

    def version(self) -> str:
        return f"SQLite {apsw.sqlite_lib_version()} (apsw {apsw.apsw_version()})"

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            self._archive.close()
            db, self._db = self._db, None
            if db is not None:
                with suppress(apsw.Error):
                    db.close()


def _make_own(path: str) -> None:
    """Makes a file that only its owner can read, unless it exists: a ledger holds the order of decks in play.

    SQLite gives the files beside it the same rights, and reports why a file cannot be made.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


@contextmanager
def new_copy(target: str) -> Iterator[apsw.Connection]:
    """A new file for a copy of a ledger; it is removed if the copy fails."""
    if Path(target).exists():
        raise InputError("a file with this name exists", target)
    try:
        with closing(apsw.Connection(target)) as copy:
            yield copy
    except BaseException as error:
        Path(target).unlink(missing_ok=True)
        if isinstance(error, apsw.Error):
            raise StoreFailed(f"{target}: {error}") from None
        raise


def write_copy(target: str, schema: int, tables: Iterable[tuple[str, Iterable[tuple[Any, ...]]]]) -> None:
    """Writes a ledger with all rows of another database, in the form that it has there."""
    with new_copy(target) as copy:
        copy.execute(f"BEGIN; {_create(schema)}").fetchall()
        for table, rows in tables:
            names, marks = ", ".join(tables_of(schema)[table]), ", ".join("?" * len(tables_of(schema)[table]))
            copy.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608 - our own names
        copy.execute("COMMIT")
