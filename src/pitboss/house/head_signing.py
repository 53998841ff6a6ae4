"""LedgerSigner: signed heads, which let others check that the ledger only grows, and signed snapshots of tables."""

from collections.abc import Callable
from contextlib import suppress

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head, SigningKey, read_head
from pitboss.evidence.merkle import Frontier
from pitboss.evidence.snapshots import check_snapshot, keep_snapshot, sign_snapshot
from pitboss.evidence.tiles import keep_tiles
from pitboss.house.ledger_memory import LedgerMemory
from pitboss.ledger.fold import LinkRecord, Rulesets, TableRecord, link_stream, table_stream
from pitboss.ledger.snapshot import read_link, read_record, write_link, write_record
from pitboss.ledger.store import HeadRow, NoRoom, SnapshotRow, Store

ROUNDS_A_SNAPSHOT = 50
_AT_ONCE = 4_096
_FRONTIER = "the tree"
"""The name under which the frontier of the Merkle tree is stored among the snapshots."""


def signed_snapshot(store: Store, key: SigningKey, record: TableRecord) -> SnapshotRow:
    """The signed snapshot of a table."""
    stream = table_stream(record.table.ruleset.table)
    entry = next(store.stream(stream, record.seq - 1, record.seq))
    return SnapshotRow(stream, record.seq, sign_snapshot(key, stream, write_record(record, entry.hash)))


class LedgerSigner:
    """Signs heads of the ledger, and snapshots that make it quick to read."""

    def __init__(
        self, store: Store, key: SigningKey, facility: str, clock: Callable[[], int], memory: LedgerMemory | None = None
    ) -> None:
        self._store, self._key, self._clock = store, key, clock
        self.origin = key.public.origin(facility)
        """The name of the ledger in heads."""
        self.ml_dsa = False
        """Whether heads are signed with ML-DSA-44 too."""
        self._memory = memory or LedgerMemory(key.public)
        self._frontier: Frontier | None = None

    def check_key(self, public: str) -> None:
        """InputError if another key signs this ledger."""
        if public != str(self._key.public):
            raise InputError(f"this ledger is signed by the key {public}; the key given is {self._key.public}")
        row = self._store.head()
        try:
            if row is not None:
                read_head(row.text)
        except LedgerBroken as broken:
            size = row.size if row else 0
            raise LedgerBroken(f"the head over {size} entries: {broken.reason}: run pitboss verify") from None

    def sign_head(self) -> str:
        """Signs and stores a head over the whole ledger; the newest head if nothing was appended since.

        StoreFailed if the ledger contradicts what this house knows: nothing else is signed.
        """
        frontier = self._frontier or self._stored_frontier() or Frontier()
        before = frontier.size
        while new := self._store.hashes(frontier.size, frontier.size + _AT_ONCE):
            self._memory.check_hashes(frontier.size, new)
            for hash_ in new:
                frontier.append(hash_)
        self._frontier = frontier
        newest = self._store.head()
        if newest and newest.size == frontier.size:
            return newest.text
        head = Head(self.origin, frontier.size, frontier.root(), self._clock())
        text = self._key.sign(head, ml_dsa=self.ml_dsa)
        self._store.add_head(HeadRow(frontier.size, text))
        self._memory.keep(head, text)
        with suppress(NoRoom):
            # A proof adds the tiles that are missing.
            keep_tiles(self._store, frontier.size)
        if frontier.size - before:
            written = "\n".join([str(frontier.size), *frontier.written()])
            self._store.save_snapshot(
                SnapshotRow(_FRONTIER, frontier.size, sign_snapshot(self._key, _FRONTIER, written))
            )
        return text

    def _stored_frontier(self) -> Frontier | None:
        row = self._store.snapshot(_FRONTIER)
        text = check_snapshot(self._key.public, _FRONTIER, row.text) if row else None
        if text is None:
            return None
        size, *written = text.split("\n")
        frontier = Frontier.restored(int(size), written)
        # A head of this ledger with the same root shows that the frontier is not another ledger's with the same key.
        return frontier if frontier.root() == self._root(frontier.size) else None

    def _root(self, size: int) -> bytes | None:
        """The root of the head over `size` entries; a row that is not a head is left to `verify`."""
        row = self._store.head(size)
        with suppress(LedgerBroken):
            return read_head(row.text).root if row else None
        return None

    # Snapshots

    def save_snapshot_if_due(self, record: TableRecord) -> bool:
        """Stores a snapshot of a table every `ROUNDS_A_SNAPSHOT` rounds; returns whether it did."""
        due = record.table.rounds % ROUNDS_A_SNAPSHOT == 0
        if due:
            self.save_snapshot(record)
        return due

    def save_snapshot(self, record: TableRecord) -> None:
        row = signed_snapshot(self._store, self._key, record)
        self._store.save_snapshot(row)
        if record.table.round is None:
            with suppress(NoRoom):
                keep_snapshot(self._store, row, record.table.rounds)

    def save_link(self, name: str, record: LinkRecord) -> None:
        """Stores a snapshot of a link's meters."""
        stream = link_stream(name)
        entry = next(self._store.stream(stream, record.seq - 1, record.seq))
        text = sign_snapshot(self._key, stream, write_link(record, entry.hash))
        self._store.save_snapshot(SnapshotRow(stream, record.seq, text))

    def link(self, name: str) -> LinkRecord | None:
        """The newest record of a link that our key signed and that matches its stream; None if there is none."""
        found = self._signed_snapshot(link_stream(name))
        return found and read_link(*found)

    def snapshot(self, name: str, rulesets: Rulesets) -> TableRecord | None:
        """The newest record of a table that our key signed and that matches its stream; None if there is none."""
        found = self._signed_snapshot(table_stream(name))
        return found and read_record(found[0], name, found[1], rulesets)

    def _signed_snapshot(self, stream: str) -> tuple[str, bytes] | None:
        """The newest snapshot of a stream that our key signed, and the hash of the entry that it stands at."""
        row = self._store.snapshot(stream)
        text = check_snapshot(self._key.public, stream, row.text) if row else None
        if row is None or text is None:
            return None
        entry = next(self._store.stream(stream, row.seq - 1, row.seq), None)
        return (text, entry.hash) if entry and entry.seq == row.seq else None
