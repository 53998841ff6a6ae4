"""The embedded store: one SQLite file in WAL mode, every commit synced, one writer at a time."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any

import apsw

from pitboss.errors import InputError, PitbossError
from pitboss.ledger.copies import GROWING, TableRows, cutting, insert_rows, new_copy, select_above
from pitboss.ledger.entry_rows import Question
from pitboss.ledger.row_form import Rows, check_text
from pitboss.ledger.sql import SqlStore, row_form, tables_of
from pitboss.ledger.sqlite_tables import (
    APPLICATION,
    ENTRIES_STAY,
    NAMES,
    PACKED_ENTRIES,
    PLAIN_ENTRIES,
    RENAME,
    create_ledger,
    create_table,
)
from pitboss.ledger.store import SCHEMA, Conflict, NoRoom, ReadOnly, StoreFailed, check_schema

LEAST = (3, 51, 3)
"""The first SQLite whose WAL survives two checkpoints at once."""
_WAIT_FOR_LOCK = 10_000
_TRIES = 160
_TAKEN = (apsw.SQLITE_CONSTRAINT_PRIMARYKEY, apsw.SQLITE_CONSTRAINT_UNIQUE)
_LOOK = 2**-4
"""How often a waiting store checks whether another process has written, in seconds: SQLite sends no notice."""


def sqlite_version() -> tuple[int, ...]:
    """The version of SQLite in apsw."""
    return tuple(map(int, apsw.sqlite_lib_version().split(".")))


class SqliteStore(SqlStore):
    """A ledger in one file."""

    _set_aside = f"{RENAME}{NAMES}{PACKED_ENTRIES}{ENTRIES_STAY}"
    _renew = f"{RENAME}{PLAIN_ENTRIES}{ENTRIES_STAY}", f"{RENAME}{PACKED_ENTRIES}{ENTRIES_STAY}"

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
            self._db = _on_read_only_mount(path) if vfs is None else None
            if self._db is None:
                self._db = apsw.Connection(path, vfs=vfs)
                self._prepare(self._db, create, schema)
            elif not self._is_ledger(self._db):
                raise InputError("there is no ledger here", path)
        except apsw.NotADBError:
            self.close()
            raise InputError("this is not a pitboss ledger", path) from None
        except apsw.Error as error:
            self.close()
            raise StoreFailed(f"{path} cannot be opened: {error}") from None
        except InputError:
            self.close()
            raise
        self._place = _file_id(path) if vfs is None else None
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
                db.execute(create_ledger(schema)).fetchall()
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
        return create_table(name, columns)

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
        if isinstance(error, apsw.FullError) and self._derives:
            return NoRoom(f"{self.path}: {error}")
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

    def rows_above(self, last: Mapping[str, int]) -> Iterator[TableRows]:
        with closing(apsw.Connection(self.path, vfs=self._vfs)) as source:
            source.set_busy_timeout(_WAIT_FOR_LOCK)
            source.execute("BEGIN")
            for table, columns in tables_of(self._mark()).items():
                question, values = select_above(table, columns, last)
                yield table, source.execute(question, values)

    def last_keys(self) -> dict[str, int]:
        """The largest key of each table that only grows; -1 if the table is empty."""
        growing = GROWING.keys() & tables_of(self._mark())
        question = "SELECT coalesce(max({}), -1) FROM {}"
        return {table: int(self._run(question.format(GROWING[table], table))[0][0]) for table in growing}

    @contextmanager
    def taking_in(self, tables: Iterable[TableRows]) -> Iterator[None]:
        """Takes in rows of the same ledger that this copy lacks. They stay if nothing is raised meanwhile."""
        if self._db is None:
            raise self._is_closed()
        with self._appending():
            try:
                insert_rows(self._db, tables_of(self._mark()), tables)
            except apsw.Error as error:
                raise self._failed(error) from None
            yield

    def cut(self, size: int) -> None:
        """Leaves the first entries in a copy, and the heads over them. Never call it for a ledger."""
        tables = [str(name) for (name,) in self._run("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        with self._lock, self._writing():
            for statement in cutting(tables, size):
                self._run(statement)

    def keep_no_log(self) -> None:
        """From now on there is no file beside this one, as befits a copy that is put away."""
        self._run("PRAGMA journal_mode = DELETE")

    def check_place(self) -> None:
        if self._place is not None and _file_id(self.path) != self._place:
            raise StoreFailed(f"{self.path} is not the file that was opened: it was moved away or replaced")

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


def _file_id(path: str) -> tuple[int, int] | None:
    """What tells a file from another one at the same path; None if there is none, or in memory."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _on_read_only_mount(path: str) -> apsw.Connection | None:
    """A connection that writes nothing, not even beside the file; None if its file system can be written."""
    if not hasattr(os, "statvfs") or not Path(path).is_file() or not os.statvfs(path).f_flag & os.ST_RDONLY:
        return None
    if (beside := Path(f"{path}-wal")).is_file() and beside.stat().st_size:
        raise InputError(f"its last entries are in {beside.name}: copy both files to where they can be written", path)
    return apsw.Connection(
        f"{Path(path).absolute().as_uri()}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    )


def _make_own(path: str) -> None:
    """Makes a file that only its owner can read, unless it exists: a ledger holds the order of decks in play.

    SQLite gives the files beside it the same rights, and reports why a file cannot be made.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
