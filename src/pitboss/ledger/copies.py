"""Copies of a ledger in SQLite files: written whole, continued by what is new, and cut at a moment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw

from pitboss.errors import InputError
from pitboss.ledger.archived_rows import ARCHIVE_TABLES
from pitboss.ledger.derived import PREFIX
from pitboss.ledger.sql import tables_of
from pitboss.ledger.sqlite_tables import ENTRIES_STAY, HEADS_STAY, create_ledger
from pitboss.ledger.store import StoreFailed

TableRows = tuple[str, Iterable[tuple[Any, ...]]]
"""A table and some of its rows."""
GROWING = {"names": "id", "entries": "position", "heads": "size"}
"""The tables whose rows only ever increase, and the column by which they do."""


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


def write_copy(target: str, schema: int, tables: Iterable[TableRows]) -> None:
    """Writes a ledger with all rows of another database, in the form that it has there."""
    with new_copy(target) as copy:
        copy.execute(f"BEGIN; {create_ledger(schema)}").fetchall()
        for table, rows in tables:
            _insert(copy, table, tables_of(schema)[table], rows)
        copy.execute("COMMIT")


def select_above(table: str, columns: Sequence[str], last: Mapping[str, int]) -> tuple[str, tuple[int, ...]]:
    """The query for the rows of a table that a copy lacks; `last` has its largest keys in tables that grow."""
    after, values = (f"WHERE {GROWING[table]} > ?", (last[table],)) if table in last else ("", ())
    return f"SELECT {', '.join(columns)} FROM {table} {after} ORDER BY 1", values  # noqa: S608 - our own names


def insert_rows(copy: apsw.Connection, columns: Mapping[str, Sequence[str]], tables: Iterable[TableRows]) -> None:
    """Adds the rows that a copy lacks. What does not only grow is replaced; what it knows of its segments stays."""
    for table, rows in tables:
        if table not in columns or table in ARCHIVE_TABLES:
            continue
        if table not in GROWING:
            copy.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
        _insert(copy, table, columns[table], rows)


def _insert(copy: apsw.Connection, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    copy.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608 - our own names


def cutting(tables: Iterable[str], size: int) -> Iterator[str]:
    """The statements that leave the first entries, the heads over no more than them, and nothing derived from others.

    The triggers that keep entries are not there meanwhile.
    """
    for of in ("entries", "heads"):
        yield from (f"DROP TRIGGER IF EXISTS {of}_{what}" for what in ("stay", "kept"))
    yield from (f"DROP TABLE {name}" for name in tables if name.startswith(PREFIX))
    yield f"DELETE FROM entries WHERE position >= {size:d}"  # noqa: S608 - a number
    yield f"DELETE FROM heads WHERE size > {size:d}"  # noqa: S608 - a number
    yield "DELETE FROM snapshots"
    yield f"{ENTRIES_STAY}{HEADS_STAY}"
