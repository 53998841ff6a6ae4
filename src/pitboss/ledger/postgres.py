"""The PostgreSQL store: for a house on several machines. Every process writes for itself, without a leader."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from threading import Event
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.sql import SQL, Identifier

from pitboss.errors import InputError, PitbossError
from pitboss.ledger import postgres_partitions as partitions
from pitboss.ledger.copies import TableRows, select_above, write_copy
from pitboss.ledger.entry_rows import Question
from pitboss.ledger.packed_rows import PackedRows
from pitboss.ledger.postgres_tables import ENTRIES_STAY, NAMES, OTHERS, PACKED_ENTRIES, PLAIN_ENTRIES, RENAME
from pitboss.ledger.row_form import PACKED, Rows, check_text
from pitboss.ledger.sql import SqlStore, row_form, tables_of
from pitboss.ledger.store import SCHEMA, Conflict, NoRoom, ReadOnly, StoreFailed, check_schema

DEFAULT_SCHEMA = "pitboss"
"""Where the tables are unless the address says `?schema=NAME`: several ledgers may share a database."""
_PAGE = 500
_CONNECTION = {
    "application_name": "pitboss",
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "25000",
}
"""A server that is gone is noticed within half a minute. An address may set other times."""
_SESSION = """
SET client_encoding = 'UTF8'; SET synchronous_commit = on; SET search_path = {schema};
SET lock_timeout = '20s'; SET idle_in_transaction_session_timeout = '10s'
"""
"""A writer that stalls in its transaction loses its turn before the waiting writers give up."""
_NOTE = "pitboss ledger "
_TRIES, _LOOK = 32, 2**-4
"""How often, and after how many seconds each, a store asks again whether it is alone."""


class PostgresStore(SqlStore):
    """A ledger in one schema of a PostgreSQL database."""

    _set_aside = f"{RENAME}{NAMES}{PACKED_ENTRIES}{ENTRIES_STAY}".strip().rstrip(";")
    _renew = (
        f"{RENAME}{PLAIN_ENTRIES}{ENTRIES_STAY}".strip().rstrip(";"),
        f"{RENAME}{PACKED_ENTRIES}{ENTRIES_STAY}".strip().rstrip(";"),
    )

    def __init__(self, url: str, *, create: bool = True, schema: int = SCHEMA) -> None:
        super().__init__()
        self._conninfo, self._schema, self.address = _read_address(url)
        # Writers take turns by this lock number; another ledger in the same database has another number.
        self._turn, self._present = (
            int.from_bytes(sha256(f"pitboss {what} {self._schema}".encode()).digest()[:8], signed=True)
            for what in ("ledger", "open")
        )
        self._closed = Event()
        self._listener: psycopg.Connection | None = None
        self._db: psycopg.Connection | None = None
        self._unsent: tuple[Question, ...] = ()
        with self._failing("cannot be opened"):
            self._db = self._connect()
        try:
            self._prepare(create, schema)
        except BaseException:
            self.close()
            raise
        self._seen = self.size()
        try:
            # Held as long as this store is open; `alone` needs it for itself.
            self._run(f"SELECT pg_advisory_lock_shared({self._present})")
            check_schema(mark := self._mark(), self.address)
            self._form = row_form(mark)(self._run)
            self._open_archive()
            self._look_ahead()
        except PitbossError:
            self.close()
            raise

    def _mark(self) -> int:
        """The number is kept in the comment on the database's schema."""
        noted = "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = ?"
        note = str(self._run(noted, self._schema)[0][0] or "")
        return int(number) if (number := note.removeprefix(_NOTE)).isdecimal() else 0

    def _set_mark(self, number: int) -> None:
        self._run(self._schema_note(number))

    def _schema_note(self, number: int) -> str:
        return f"COMMENT ON SCHEMA \"{self._schema}\" IS '{_NOTE}{number:d}'"

    def _connect(self) -> psycopg.Connection:
        db = psycopg.connect(self._conninfo, autocommit=True, prepare_threshold=None)
        try:
            db.execute(SQL(_SESSION).format(schema=Identifier(self._schema)))
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, create: bool, schema: int) -> None:
        """Creates the tables if there are none; two processes that start at once create them once."""
        fsync, encoding = self._run("SELECT current_setting('fsync'), current_setting('server_encoding')")[0]
        if fsync != "on":
            raise InputError("this server does not sync what it writes (fsync is off): turn it on", self.address)
        if encoding != "UTF8":
            raise InputError(f"this database uses {encoding}, not UTF8: create one with ENCODING 'UTF8'", self.address)
        if self._is_ledger():
            return
        if not create:
            raise InputError(f"there is no ledger in the schema {self._schema}", self.address)
        with self._lock, self._writing():
            if not self._run("SELECT 1 FROM pg_namespace WHERE nspname = ?", self._schema):
                self._send(f'CREATE SCHEMA "{self._schema}"')
            if not self._is_ledger():
                entries = NAMES + PACKED_ENTRIES if schema >= PACKED else PLAIN_ENTRIES
                for statement in f"{OTHERS}{entries}{ENTRIES_STAY}".strip().split(";\n"):
                    self._send(statement)
                self._make_room(0, 0)
                self._send(self._schema_note(schema))

    def _is_ledger(self) -> bool:
        """False for an empty or missing schema. Refuses a schema that is neither empty nor a ledger."""
        found = self._run(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = ?", self._schema
        )
        tables = tables_of(PACKED if ("names", "id") in found else 0)
        if found and not {(table, column) for table, columns in tables.items() for column in columns} <= set(found):
            raise InputError(f"the schema {self._schema} exists, but it is not a pitboss ledger", self.address)
        return bool(found)

    @contextmanager
    def _failing(self, trouble: str = "has failed, open it again") -> Iterator[None]:
        """Turns a database error into a StoreFailed; closes the connection unless the database was only busy."""
        try:
            yield
        except psycopg.errors.LockNotAvailable:
            raise StoreFailed(f"{self.address}: another writer has not finished for too long; try again") from None
        except psycopg.errors.UniqueViolation as error:
            raise Conflict(str(error)) from None
        except (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.InsufficientPrivilege) as error:
            raise ReadOnly(f"{self.address} cannot be written: {' '.join(str(error).split())}") from None
        except psycopg.Error as error:
            if isinstance(error, psycopg.errors.DiskFull) and self._derives:
                raise NoRoom(f"{self.address} has no room: {' '.join(str(error).split())}") from None
            self.close()
            raise StoreFailed(f"{self.address} {trouble}: {' '.join(str(error).split())}") from None

    def _connection(self) -> psycopg.Connection:
        if self._db is None:
            raise StoreFailed(f"{self.address} is closed: open it again")
        return self._db

    def _run(self, statement: str, *values: Any) -> Rows:
        return self._ask((statement, *values))[0]

    def _ask(self, *questions: Question) -> list[Rows]:
        with self._lock, self._failing():
            together, self._unsent = (*self._unsent, *questions), ()
            check_text([value for question in together for value in question[1:]])
            if any(len(question) > 1 for question in together):
                answers = self._ask_with_values(together)
            else:
                cursor = self._connection().execute("; ".join(question[0] for question in together).encode())
                answers = [_fetched(answer) for answer in cursor.results()]
            return answers[-len(questions) :]

    def _ask_with_values(self, questions: Sequence[Question]) -> list[Rows]:
        """The results of statements whose values travel beside them, all in one turn.

        A value in the text of a statement would show in the server's view of what its sessions do, and in its log.
        """
        db = self._connection()
        with db.pipeline():
            cursors = [db.execute(text.replace("?", "%s").encode(), values or None) for text, *values in questions]
        return [_fetched(cursor) for cursor in cursors]

    def _send(self, statement: str, *values: Any) -> None:
        # It is sent with the next statement, so that an append needs only two round trips to the server.
        self._unsent += ((statement, *values),)

    def _write(self, question: Question) -> Rows:
        with self._lock, self._transaction():
            return self._ask(question, ("COMMIT",))[0]

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._transaction():
            yield
            self._run("COMMIT")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Begins with the next statement, when it is our turn; an error rolls it back."""
        # In READ COMMITTED every statement in our turn sees what the writer before us committed.
        self._unsent = (("BEGIN ISOLATION LEVEL READ COMMITTED",), (f"SELECT pg_advisory_xact_lock({self._turn})",))
        try:
            yield
        except BaseException:
            self._unsent = ()
            if self._db is not None and self._db.info.transaction_status != TransactionStatus.IDLE:
                self._run("ROLLBACK")
            raise

    @property
    def _new_marks(self) -> str:
        key = "BIGINT" if isinstance(self._form, PackedRows) else "TEXT"
        return ", ".join(f"CAST(? AS {kind})" for kind in ("BIGINT", key, "BIGINT", "BYTEA", "BYTEA", key))

    def _has_table(self, name: str) -> bool:
        return bool(self._run("SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = ?", self._schema, name))

    def _create_table(self, name: str, columns: str) -> str:
        types = {"INTEGER": "BIGINT", "BLOB": "BYTEA", "TEXT": 'TEXT COLLATE "C"'}
        return f"CREATE TABLE {name} ({re.sub('INTEGER|BLOB|TEXT', lambda found: types[found[0]], columns)})"

    def _look_ahead(self) -> None:
        """Makes the next partitions, if this user may. Otherwise the last one takes what comes."""
        if any(partitions.missing(self._run, self._seen, self._seen)):
            with suppress(ReadOnly), self._lock, self._writing():
                self._make_room(self._seen, self._seen)

    def _make_room(self, start: int, size: int) -> None:
        for statement in partitions.missing(self._run, start, size):
            self._run(statement)

    def _leave(self, stop: int) -> None:
        if partitions.of_entries(self._run):
            for statement in partitions.leaving(self._run, stop):
                self._run(statement)
        else:
            super()._leave(stop)

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._lock:
            # What this connection holds itself is not in its way. A server takes a moment to notice that one has gone.
            tries = (self._run(f"SELECT pg_try_advisory_lock({self._present})")[0][0] for _ in range(_TRIES))
            if not any(got or self._closed.wait(_LOOK) for got in tries):
                raise InputError("another process has this ledger open", self.address)
            try:
                yield
            finally:
                if self._db is not None:
                    self._run(f"SELECT pg_advisory_unlock({self._present})")

    def stored_bytes(self) -> int:
        tables = "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c JOIN pg_namespace n "
        return int(
            self._run(f"{tables} ON n.oid = relnamespace WHERE nspname = ? AND relkind = 'r'", self._schema)[0][0]
        )

    def wait(self, seconds: int) -> bool:
        try:
            return super().wait(seconds)
        finally:
            if self._closed.is_set():
                self._hang_up()

    def _pause(self, seconds: int) -> None:
        with self._failing():
            if self._listener is None:
                self._listener = self._connect()
                self._listener.execute(SQL("LISTEN {}").format(Identifier(self._schema)))
            for _ in self._listener.notifies(timeout=0):
                pass
            for _ in range(seconds):
                if self._closed.is_set() or self.size() != self._seen:
                    return
                for _ in self._listener.notifies(timeout=1, stop_after=1):
                    return

    def _hang_up(self) -> None:
        """Closes the listening connection, unless a thread is using it: that thread closes it afterwards."""
        if self._watching.acquire(blocking=False):
            try:
                if self._listener is not None:
                    self._listener.close()
            finally:
                self._watching.release()

    def backup(self, target: str) -> None:
        """Writes an SQLite ledger: a copy of one moment that opens anywhere, without a server."""
        write_copy(target, self._mark(), self.rows_above({}))

    def rows_above(self, last: Mapping[str, int]) -> Iterator[TableRows]:
        self._connection()
        with self._failing(), closing(self._connect()) as db:
            db.execute("SET idle_in_transaction_session_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            for table, columns in tables_of(self._mark()).items():
                yield table, _rows(db, table, *select_above(table, columns, last))

    def connection(self) -> int | None:
        db = self._db
        return None if db is None or db.closed else db.pgconn.socket

    def version(self) -> str:
        server = self._run("SELECT current_setting('server_version')")[0][0]
        return f"PostgreSQL {server} (psycopg {psycopg.__version__})"

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            self._archive.close()
            db, self._db = self._db, None
            if db is not None:
                db.close()
        self._hang_up()


def _rows(db: psycopg.Connection, table: str, question: str, values: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    with db.cursor(table) as cursor:
        cursor.itersize = _PAGE
        cursor.execute(question.replace("?", "%s").encode(), values)
        yield from cursor


def _fetched(cursor: "psycopg.Cursor[Any]") -> Rows:
    return cursor.fetchall() if cursor.rownumber is not None else []


def _read_address(url: str) -> tuple[str, str, str]:
    """The driver's parameters, the schema, and the address without its password, as it may be shown."""
    base, _, query = url.partition("?")
    options = [option for option in query.split("&") if option]
    schemas = [option.removeprefix("schema=") for option in options if option.startswith("schema=")]
    rest = "&".join(option for option in options if not option.startswith("schema="))
    try:
        given = conninfo_to_dict(f"{base}?{rest}")
    except psycopg.Error:
        given = {"port": "unreadable"}
    user, host, port, name = (str(given.get(key) or "") for key in ("user", "host", "port", "dbname"))
    if "@" in host or not re.fullmatch("[0-9,]*", port) or re.search("[@/]", name):
        # Quote neither the address nor the driver's message: either may contain part of a password.
        raise InputError(
            "this is not the address of a database: give postgresql://USER:PASSWORD@HOST:PORT/NAME "
            "and write @, /, : and ? in a password as %40, %2F, %3A and %3F"
        )
    schema = schemas[-1] if schemas else DEFAULT_SCHEMA
    if not re.fullmatch("[a-z_][a-z0-9_]{0,62}", schema):
        raise InputError(f"{schema!r} is not a schema name: use small letters, digits and underscores")
    shown = f"postgresql://{user and user + '@'}{host}{port and ':' + port}/{name}"
    return make_conninfo("", **{**_CONNECTION, **given}), schema, shown
