"""Signed heads and the newest snapshots, as rows of both databases."""

from typing import Any

from pitboss.ledger.sql_rows import SqlRows
from pitboss.ledger.store import HeadRow, SnapshotRow

_HEAD = "SELECT size, text FROM heads"
_LEAST, _MOST = -(2**63), 2**63 - 1


class HeadRows(SqlRows):
    """The part of a store that keeps heads and snapshots. Each question reads only the rows that it answers with."""

    def add_head(self, head: HeadRow) -> None:
        with self._lock, self._writing():
            self._send("INSERT INTO heads (size, text) VALUES (?, ?) ON CONFLICT DO NOTHING", *head)

    def heads(self, after: int | None = None, limit: int | None = None) -> tuple[HeadRow, ...]:
        rows = self._run(
            f"{_HEAD} WHERE size > ? ORDER BY size LIMIT ?",
            _LEAST if after is None else after,
            _MOST if limit is None else limit,
        )
        return tuple(HeadRow(*row) for row in rows)

    def head(self, size: int | None = None) -> HeadRow | None:
        rows = self._run(f"{_HEAD} WHERE size = ?", size) if size is not None else self._newest_heads(1)
        return HeadRow(*rows[0]) if rows else None

    def newest_heads(self, limit: int) -> tuple[HeadRow, ...]:
        return tuple(HeadRow(*row) for row in self._newest_heads(limit))

    def _newest_heads(self, limit: int) -> list[tuple[Any, ...]]:
        return self._run(f"{_HEAD} ORDER BY size DESC LIMIT ?", limit)

    def count_heads(self) -> int:
        return int(self._run("SELECT count(*) FROM heads")[0][0])

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
