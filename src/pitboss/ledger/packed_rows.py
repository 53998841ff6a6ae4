"""Form 2: the rows of a ledger in a fraction of the bytes.

Streams and people are numbers, by the table `names`. A body is packed, without what its row holds besides; the hash
before it is that of the entry before it in its stream. A command is 48 bits of the digest of its id. An entry of
another command can have them too, so a search for a command reads the ids in the bodies.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import Any

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import NOTHING, Entry
from pitboss.ledger.packing import pack, unpack
from pitboss.ledger.row_form import Ends, NewEntry, Rows, Run, check_text
from pitboss.ledger.shorthand import Place, person_of

_KNOWN = 2**16
"""Names that a process keeps in memory."""
_NOWHERE = -1
"""The number of a name that is not there."""
_APART = b"\xff"
"""Before a packed body whose command has another id than it says: then the length of that id, and the id."""


class PackedRows:
    """The rows of form 2."""

    tables: Mapping[str, tuple[str, ...]] = {
        "entries": ("position", "stream", "seq", "command", "body", "hash"),
        "names": ("id", "name"),
    }
    ends: Mapping[str, tuple[int, bytes]] = {}
    command_column = "CAST(command AS BIGINT)"

    def __init__(self, run: Run) -> None:
        self._run = run
        self._numbers: dict[str, int] = {}
        self._name = lru_cache(_KNOWN)(self._look_up)

    # Names

    def _number(self, name: str) -> int | None:
        """The number of a name; None if the ledger has none."""
        found = self._numbers.get(name)
        if found is None:
            rows = self._run("SELECT id FROM names WHERE name = ?", name)
            if not rows:
                return None
            if len(self._numbers) >= _KNOWN:
                self._numbers.clear()
            found = self._numbers[name] = int(rows[0][0])
        return found

    def _look_up(self, number: int) -> str:
        rows = self._run("SELECT name FROM names WHERE id = ?", number) if 0 <= number < 2**31 else []
        if not rows or not isinstance(rows[0][0], str):
            raise ValueError(f"nothing has the name with the number {number}")
        return rows[0][0]

    def unknown(self, new: Iterable[NewEntry]) -> list[str]:
        names = dict.fromkeys(one.entry.stream for one in new)
        names.update(dict.fromkeys(person for one in new if (person := person_of(one.entry.body))))
        return [name for name in names if self._number(name) is None]

    def add(self, names: Sequence[str]) -> None:
        for name in names:
            self._run(
                "INSERT INTO names (id, name) SELECT coalesce(max(id), 0) + 1, CAST(? AS TEXT) FROM names WHERE true "
                "ON CONFLICT DO NOTHING",
                name,
            )

    def forget(self) -> None:
        self._numbers.clear()
        self._name.cache_clear()

    def stream_names(self) -> tuple[str, ...]:
        # One index lookup for each stream, however long the streams are, and however many people have names.
        rows = self._run(
            "WITH RECURSIVE streams(id) AS (SELECT min(stream) FROM entries UNION ALL SELECT "
            "(SELECT min(stream) FROM entries WHERE stream > streams.id) FROM streams WHERE streams.id IS NOT NULL) "
            "SELECT name FROM streams JOIN names ON names.id = streams.id"
        )
        return tuple(sorted(row[0] for row in rows))

    # Columns

    def stream_key(self, name: str) -> int:
        check_text([name])
        number = self._number(name)
        return _NOWHERE if number is None else number

    def command_key(self, command: str) -> int:
        return _command_key(command)

    def row(self, new: NewEntry) -> tuple[Any, ...]:
        _, stream, seq, body, digest = new.entry
        person = person_of(body)
        packed = pack(body, Place(stream, seq, new.prev), self._number(person) if person else None, self._name)
        if new.command and not new.told:
            packed = _with_id(packed, new.command)
        return self.stream_key(stream), seq, packed, digest, self.command_key(new.command) if new.command else None

    def read(self, rows: Rows, ends: Ends) -> Iterator[Entry]:
        before = self._before(rows, ends)
        for row in rows:
            _, stream, seq, _, _ = row
            known, prev = ends.get(stream, (0, NOTHING))
            # If the entry before is missing, this one has no hash before it, and so not its own hash.
            entry = self._entry(row, prev if known == seq - 1 else before.get((stream, seq - 1), NOTHING))[0]
            ends[stream] = seq, entry.hash
            yield entry

    def carrying(self, rows: Rows, commands: Sequence[str]) -> Entry | None:
        before = self._before(rows, {})
        for row in rows:
            entry, command = self._entry(row, before.get((row[1], row[2] - 1), NOTHING))
            if command in commands or entry.content.get("id") in commands:
                return entry
        return None

    def command_ids(self, rows: Rows) -> dict[int, str]:
        before, found = self._before([row[:5] for row in rows], {}), dict[int, str]()
        for *row, _ in rows:
            entry, command = self._entry(tuple(row), before.get((row[1], row[2] - 1), NOTHING))
            found[entry.position] = command or str(entry.content.get("id", ""))
        return found

    def _entry(self, row: tuple[Any, ...], prev: bytes) -> tuple[Entry, str]:
        """The entry of a row, and the id of its command if the body does not say it."""
        position, stream, seq, packed, digest = row
        name = ""
        try:
            name = self._name(stream)
            packed, command = _without_id(bytes(packed))
            body = unpack(packed, Place(name, seq, prev), self._name)
        except (ValueError, TypeError) as error:
            raise LedgerBroken(f"its row cannot be read: {error}", position, name, seq) from None
        return Entry(position, name, seq, body, bytes(digest)), command

    def _before(self, rows: Rows, ends: Ends) -> dict[tuple[int, int], bytes]:
        """The hashes before those rows that do not follow another of them, or an end, by stream and number."""
        last, wanted = dict[int, int](), list[int]()
        for _, stream, seq, _, _ in rows:
            if seq > 1 and seq - 1 != (last.get(stream) or ends.get(stream, (0, NOTHING))[0]):
                wanted += (stream, seq - 1)
            last[stream] = seq
        if not wanted:
            return {}
        where = " OR ".join(["stream = ? AND seq = ?"] * (len(wanted) // 2))
        rows = self._run(f"SELECT stream, seq, hash FROM entries WHERE {where}", *wanted)  # noqa: S608 - marks only
        found = {(stream, seq): bytes(digest) for stream, seq, digest in rows}
        if self.ends and len(found) < len(wanted) // 2:
            found |= self._archived({*zip(wanted[::2], wanted[1::2], strict=True)} - found.keys())
        return found

    def _archived(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        """The hashes of those that are the last archived entries of their streams."""
        found = dict[tuple[int, int], bytes]()
        for stream, seq in wanted:
            with suppress(ValueError):
                last, digest = self.ends.get(self._name(stream), (0, NOTHING))
                if last == seq:
                    found[stream, seq] = digest
        return found


@lru_cache(64)
def _command_key(command: str) -> int:
    """It is asked for twice in a row: for the row of a new entry, and to see whether another has it."""
    if "\0" in command or not command.isascii():
        check_text([command])
    return int.from_bytes(sha256(command.encode()).digest()[:6], signed=True)


def _with_id(packed: bytes, command: str) -> bytes:
    written = command.encode()
    return _APART + len(written).to_bytes(4) + written + packed


def _without_id(packed: bytes) -> tuple[bytes, str]:
    if packed[:1] != _APART:
        return packed, ""
    end = 5 + int.from_bytes(packed[1:5])
    return packed[end:], packed[5:end].decode()
