"""Derived tables: answers computed from the entries, kept in the same database, and never evidence.

They are no part of a ledger's form. They are created when a process first writes them, a ledger without them is
complete, and they can be dropped and computed again at any time. A mark says how many entries they hold. Rows and mark
change together, and only from the mark that their writer read: two processes that catch up at once neither double nor
skip an entry.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import NOTHING
from pitboss.ledger.sql_rows import SqlRows

PREFIX = "derived_"
"""The names of derived tables begin with this, so that nothing else is ever dropped in their place."""
_NAME = re.compile(f"{PREFIX}[a-z_]+")
_AT_ONCE = 5_000
"""Values in one statement: every database takes as many."""
_MARKS = (
    "name TEXT PRIMARY KEY, form INTEGER NOT NULL, tables TEXT NOT NULL, build INTEGER NOT NULL, "
    "size INTEGER NOT NULL, hash BLOB NOT NULL, state TEXT NOT NULL"
)
_MARK = "SELECT build, size, hash, state FROM derived_marks WHERE name = ? AND form = ?"
_BEGIN = (
    "INSERT INTO derived_marks (name, form, tables, build, size, hash, state) VALUES (?, ?, ?, ?, 0, ?, '') "
    "ON CONFLICT (name) DO UPDATE SET form = excluded.form, tables = excluded.tables, build = excluded.build, "
    "size = 0, hash = excluded.hash, state = ''"
)
_MOVE = (
    "UPDATE derived_marks SET size = ?, hash = ?, state = ? "
    "WHERE name = ? AND form = ? AND build = ? AND size = ? AND hash = ? RETURNING size"
)
Value = str | int | bytes | None
Statement = tuple[Any, ...]
"""An SQL statement with `?` for each of the values that follow it."""


class DerivedTables(NamedTuple):
    """The definition of tables that belong together and are caught up together."""

    name: str
    form: int
    """Changes with the definition and its meaning: tables of another form are dropped and computed again."""
    tables: Mapping[str, str]
    """The columns of each table, as in CREATE TABLE, of the types INTEGER (64 bits), TEXT and BLOB.

    Names begin with `derived_`. A table with a PRIMARY KEY of several columns is stored in that order, without more."""
    indexes: Mapping[str, str] = {}
    """What each further index covers, as in `derived_rounds (number)`."""


class DerivedMark(NamedTuple):
    """How far derived tables reach."""

    build: int
    """Counts how often the tables were created. While it is unchanged, no row that was written has been dropped."""
    size: int = 0
    """The number of entries that the tables hold: those at the positions 0 to size - 1."""
    hash: bytes = NOTHING
    """The hash of the last of these entries."""
    state: str = ""
    """What their writer needs in order to go on from here."""


class DerivedRows(SqlRows):
    """The part of a store that keeps derived tables."""

    _derives = False
    """Whether a transaction of derived tables is under way: what fails in it loses no entry."""

    @abstractmethod
    def _has_table(self, name: str) -> bool: ...

    @abstractmethod
    def _create_table(self, name: str, columns: str) -> str:
        """The statement that creates a table, with the types of this database."""

    @contextmanager
    def _deriving(self) -> Iterator[None]:
        """A transaction of derived tables. Raises NoRoom if the disk is full; the store then stays open."""
        with self._lock:
            self._derives = True
            try:
                with self._writing():
                    yield
            finally:
                self._derives = False

    def derived_mark(self, tables: DerivedTables) -> DerivedMark | None:
        if not self._has_table("derived_marks"):
            return None
        rows = self._run(_MARK, tables.name, tables.form)
        return DerivedMark(rows[0][0], rows[0][1], bytes(rows[0][2]), rows[0][3]) if rows else None

    def read_derived(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        return self._run(statement, *values)

    def create_derived(self, tables: DerivedTables, instead_of: DerivedMark | None = None) -> DerivedMark:
        with self._deriving():
            there = self.derived_mark(tables)
            if there is not None and there.build != (instead_of.build if instead_of else 0):
                return there
            build = self._drop(tables) + 1
            for name, columns in tables.tables.items():
                self._send(self._create_table(name, columns))
            for name, covered in tables.indexes.items():
                self._send(f"CREATE INDEX {name} ON {covered}")
            self._send(_BEGIN, tables.name, tables.form, ",".join(tables.tables), build, NOTHING)
            return DerivedMark(build)

    def _drop(self, tables: DerivedTables) -> int:
        """Drops these tables as they are here, in whatever form; returns how often they were created."""
        if not self._has_table("derived_marks"):
            self._send(self._create_table("derived_marks", _MARKS))
        rows = self._run("SELECT tables, build FROM derived_marks WHERE name = ?", tables.name)
        older = str(rows[0][0]).split(",") if rows else []
        for name in dict.fromkeys((*older, *tables.tables)):
            if name == "derived_marks" or not _NAME.fullmatch(name):
                raise LedgerBroken(f"the mark of the derived tables {tables.name!r} names the table {name[:60]!r}")
            self._send(f"DROP TABLE IF EXISTS {name}")
        return int(rows[0][1]) if rows else 0

    def write_derived(
        self, tables: DerivedTables, since: DerivedMark, to: DerivedMark, statements: Iterable[Statement]
    ) -> bool:
        with self._deriving():
            since_key = (tables.name, tables.form, since.build, since.size, since.hash)
            if not self._run(_MOVE, to.size, to.hash, to.state, *since_key):
                return False
            for statement in statements:
                self._send(*statement)
            return True


def insertions(
    table: str, columns: Sequence[str], rows: Iterable[Sequence[Value]], otherwise: str = ""
) -> Iterator[Statement]:
    """The statements that add rows to a table.

    `otherwise` says what happens to a row that exists: `ON CONFLICT (id) DO UPDATE SET text = excluded.text`.
    """
    left, marks = iter(rows), f"({', '.join('?' * len(columns))})"
    while page := list(islice(left, _AT_ONCE // len(columns))):
        values = ", ".join([marks] * len(page))
        statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values} {otherwise}"  # noqa: S608 - our own names
        yield (statement, *(value for row in page for value in row))
