"""RowForm: how the entries of a ledger stand in the columns of its database. The entries are the same in every form.

Forms 0 and 1 hold every entry as it is. Form 2 holds it packed: `packed_rows.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pitboss.errors import InputError
from pitboss.ledger.entry import Entry

Rows = list[tuple[Any, ...]]
Run = Callable[..., Rows]
"""Runs one statement with its values."""
PACKED = 2
"""The first form whose entries are packed."""


Ends = dict[Any, tuple[int, bytes]]
"""The last row read of each stream, by its key: number and hash."""


class NewEntry(NamedTuple):
    """An entry that is about to be written. Its position is its distance from the others."""

    entry: Entry
    prev: bytes
    command: str
    """The id of its command, if it is the first entry of one."""
    told: bool
    """Whether the body says so too."""


class RowForm(Protocol):
    """Turns entries into the columns `stream, seq, body, hash, command`, and back."""

    tables: Mapping[str, tuple[str, ...]]
    """The tables that hold entries, and their columns."""
    ends: Mapping[str, tuple[int, bytes]]
    """The number and the hash of the last archived entry of each stream, which has no row."""
    command_column: str
    """How a new entry's `command` is read, which is NULL in most rows, and then has no type in every database."""

    def stream_key(self, name: str, /) -> Any:
        """The value of the column `stream`; one that no entry has if the stream does not exist."""

    def command_key(self, command: str, /) -> str | int:
        """The value of the column `command`. Entries of other commands may have it too."""

    def unknown(self, new: Iterable[NewEntry], /) -> list[str]:
        """The names that `add` must add before these entries are written."""

    def add(self, names: Sequence[str], /) -> None:
        """Adds names, in the transaction that writes the first entries with them."""

    def forget(self) -> None:
        """Names are looked up again: a transaction has failed, so what it added is not there, or verifying begins."""

    def row(self, new: NewEntry, /) -> tuple[Any, ...]:
        """The columns of a new entry."""

    def command_ids(self, rows: Rows, /) -> dict[int, str]:
        """The ids of the commands whose keys these rows have, by position; each row ends with the key."""

    def read(self, rows: Rows, ends: Ends, /) -> Iterator[Entry]:
        """The entries of rows. `ends` is kept from page to page of one reader: the last row read of each stream."""

    def carrying(self, rows: Rows, commands: Sequence[str], /) -> Entry | None:
        """The first entry among rows with the keys of these commands that is one of theirs."""

    def stream_names(self) -> tuple[str, ...]:
        """The names of all streams that have entries."""


def check_text(values: Iterable[Any]) -> None:
    """Raises InputError for a text that some database would not keep unchanged."""
    for value in values:
        if isinstance(value, str) and ("\0" in value or not (value.isascii() or _encodes(value))):
            raise InputError(f"{value[:40]!r} has a character that a ledger cannot store; leave it out")


def _encodes(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


class PlainRows:
    """Forms 0 and 1: every column holds what it is named for."""

    tables: Mapping[str, tuple[str, ...]] = {"entries": ("position", "stream", "seq", "command", "body", "hash")}
    ends: Mapping[str, tuple[int, bytes]] = {}
    command_column = "command"

    def __init__(self, run: Run) -> None:
        self._run = run

    def stream_key(self, name: str) -> str:
        return name

    def command_key(self, command: str) -> str:
        return command

    def unknown(self, _: Iterable[NewEntry]) -> list[str]:
        return []

    def add(self, _: Sequence[str]) -> None:
        pass

    def forget(self) -> None:
        pass

    def row(self, new: NewEntry) -> tuple[Any, ...]:
        return (*new.entry[1:], new.command or None)

    def read(self, rows: Rows, _: Ends) -> Iterator[Entry]:
        for position, stream, seq, body, digest in rows:
            yield Entry(position, stream, seq, bytes(body), bytes(digest))

    def carrying(self, rows: Rows, _: Sequence[str]) -> Entry | None:
        return next(self.read(rows, {}), None)

    def command_ids(self, rows: Rows) -> dict[int, str]:
        return {row[0]: row[5] for row in rows}

    def stream_names(self) -> tuple[str, ...]:
        # One index lookup for each stream, however long the streams are.
        rows = self._run(
            "WITH RECURSIVE names(name) AS (SELECT min(stream) FROM entries UNION ALL SELECT "
            "(SELECT min(stream) FROM entries WHERE stream > names.name) FROM names WHERE names.name IS NOT NULL) "
            "SELECT name FROM names WHERE name IS NOT NULL"
        )
        return tuple(sorted(row[0] for row in rows))
