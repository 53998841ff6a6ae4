"""The entries that are rows of the database, as both databases read them."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.ledger.entry import Entry
from pitboss.ledger.proof_rows import ProofRows
from pitboss.ledger.row_form import Ends, RowForm, Rows

Question = tuple[Any, ...]
"""A statement and its values."""
PAGE = 500
"""Entries in one page: a reader of the whole ledger keeps no more in memory, and holds no lock between pages."""
ENTRY = "SELECT position, stream, seq, body, hash FROM entries"
_BETWEEN = f"{ENTRY} WHERE position >= ? AND position < ?"


class EntryRows(ProofRows):
    """The part of a store that reads entries from rows. What is archived has no row."""

    _form: RowForm

    @abstractmethod
    def _run(self, statement: str, *values: Any) -> Rows: ...

    @abstractmethod
    def size(self) -> int: ...

    def _of_commands(self, ids: Sequence[str]) -> Question:
        """The query for the rows with the keys of commands, oldest first."""
        where = f"WHERE command IN ({', '.join('?' * len(ids))}) ORDER BY position"
        return (f"{ENTRY} {where}", *map(self._form.command_key, ids))

    def by_command(self, command: str) -> Entry | None:
        return self._form.carrying(self._run(*self._of_commands([command])), [command])

    def commands(self, start: int, stop: int) -> dict[int, str]:
        rows = self._run(
            "SELECT position, stream, seq, body, hash, command FROM entries WHERE position >= ? AND position < ? "
            "AND command IS NOT NULL ORDER BY position",
            start,
            stop,
        )
        return self._form.command_ids(rows)

    def stream(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        end, key, ends = 2**62 if until is None else until, self._form.stream_key(name), Ends()
        within = f"{ENTRY} WHERE stream = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT {PAGE}"
        while after < end and (page := self._run(within, key, after, end)):
            yield from self._form.read(page, ends)
            after = page[-1][2]

    def streams(self) -> tuple[str, ...]:
        return self._form.stream_names()

    def last(self, stream: str) -> int:
        key = self._form.stream_key(stream)
        return int(self._run("SELECT coalesce(max(seq), 0) FROM entries WHERE stream = ?", key)[0][0])

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        end, ends = self.size() if stop is None else stop, Ends()
        while start < end and (page := self._run(f"{_BETWEEN} ORDER BY position LIMIT {PAGE}", start, end)):
            yield from self._form.read(page, ends)
            start = page[-1][0] + 1

    def page(self, start: int, stop: int) -> list[Entry]:
        return list(self._form.read(self._run(f"{_BETWEEN} ORDER BY position", start, stop), Ends()))
