"""What verifying and proving ask besides the entries themselves, in statements of both databases."""

from abc import ABC, abstractmethod
from typing import Any

from pitboss.ledger.row_form import RowForm

_HASHES = "SELECT hash FROM entries WHERE position >= ? AND position < ? ORDER BY position"
_COMMANDS = "SELECT position, command FROM entries WHERE position >= ? AND position < ? AND command IS NOT NULL"
_LOST = (
    "SELECT one.position FROM entries AS one LEFT JOIN entries AS found ON found.stream = one.stream "
    "AND found.seq = one.seq LEFT JOIN entries AS first ON first.command = one.command "
    "WHERE one.position >= ? AND one.position < ? AND (found.position IS DISTINCT FROM one.position "
    "OR found.body IS DISTINCT FROM one.body OR found.hash IS DISTINCT FROM one.hash "
    "OR (one.command IS NOT NULL AND first.position IS DISTINCT FROM one.position)) LIMIT 1"
)
"""The entries that their stream and number, or their command id, do not lead to: an index that was changed alone."""


class ProofRows(ABC):
    """The part of a store that answers for many entries at once, without their bodies."""

    _form: RowForm

    @abstractmethod
    def _run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]: ...

    def hashes(self, start: int, stop: int) -> list[bytes]:
        rows = self._run(_HASHES, start, stop)
        return [bytes(row[0]) for row in rows]

    def command_keys(self, start: int, stop: int) -> dict[int, str | int]:
        return dict(self._run(_COMMANDS, start, stop))

    def command_key(self, command: str) -> str | int:
        return self._form.command_key(command)

    def leads_to(self, start: int, stop: int) -> bool:
        return not self._run(_LOST, start, stop)

    def count_entries(self, stream: str, after: int = 0) -> int:
        key = self._form.stream_key(stream)
        return int(self._run("SELECT count(*) FROM entries WHERE stream = ? AND seq > ?", key, after)[0][0])
