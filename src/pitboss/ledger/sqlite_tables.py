"""The tables of a ledger in SQLite, as statements."""

import re

from pitboss.ledger.archived_rows import COLUMNS
from pitboss.ledger.row_form import PACKED
from pitboss.ledger.store import ARCHIVED

APPLICATION = 0x70697462
"""`pitb`: marks the file as a ledger of ours."""
PLAIN_ENTRIES = """
CREATE TABLE entries (
    position INTEGER PRIMARY KEY, stream TEXT NOT NULL, seq INTEGER NOT NULL, command TEXT UNIQUE,
    body BLOB NOT NULL, hash BLOB NOT NULL, UNIQUE (stream, seq)) STRICT;
"""
NAMES = """
CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TRIGGER names_stay BEFORE UPDATE ON names BEGIN SELECT raise(ABORT, 'names are never changed'); END;
CREATE TRIGGER names_kept BEFORE DELETE ON names BEGIN SELECT raise(ABORT, 'names are never deleted'); END;
"""
PACKED_ENTRIES = """
CREATE TABLE entries (
    position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, seq INTEGER NOT NULL, command INTEGER,
    body BLOB NOT NULL, hash BLOB NOT NULL, UNIQUE (stream, seq)) STRICT;
CREATE INDEX entries_command ON entries (command) WHERE command IS NOT NULL;
"""
ENTRIES_STAY = """
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT raise(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_kept BEFORE DELETE ON entries BEGIN SELECT raise(ABORT, 'entries are never deleted'); END;
"""
_OTHERS = """
CREATE TABLE heads (size INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE snapshots (stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE people (name TEXT PRIMARY KEY, role TEXT NOT NULL, tables TEXT NOT NULL, password TEXT NOT NULL) STRICT;
CREATE TABLE sessions (
    digest TEXT PRIMARY KEY, person TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL) STRICT;
"""
HEADS_STAY = """
CREATE TRIGGER heads_stay BEFORE UPDATE ON heads BEGIN SELECT raise(ABORT, 'heads are never changed'); END;
CREATE TRIGGER heads_kept BEFORE DELETE ON heads BEGIN SELECT raise(ABORT, 'heads are never deleted'); END;
"""
RENAME = (
    "DROP TRIGGER IF EXISTS entries_stay; DROP TRIGGER IF EXISTS entries_kept; "
    "DROP INDEX IF EXISTS entries_command; ALTER TABLE entries RENAME TO entries_before; "
)


def create_ledger(schema: int) -> str:
    """The statements that make an empty file a ledger."""
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {schema:d}"
    archived = [f"{create_table(name, columns)};" for name, columns in COLUMNS.items()] if schema >= ARCHIVED else []
    return f"{_entries(schema)}{_OTHERS}{HEADS_STAY}{' '.join(archived)}{marks}"


def _entries(schema: int) -> str:
    """The tables of entries in a form."""
    return (NAMES + PACKED_ENTRIES if schema % ARCHIVED >= PACKED else PLAIN_ENTRIES) + ENTRIES_STAY


def create_table(name: str, columns: str) -> str:
    """The statement that creates a table."""
    # Stored in the order of its key, such a table needs no index beside it.
    ordered = ", WITHOUT ROWID" if re.search(r"PRIMARY KEY \([^)]*,", columns) else ""
    return f"CREATE TABLE {name} ({columns}) STRICT{ordered}"
