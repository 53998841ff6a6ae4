"""LedgerSigner: signed heads, which let others check that the ledger only grows, and signed snapshots of tables."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head, SigningKey, read_head
from pitboss.evidence.merkle import Frontier
from pitboss.ledger.fold import Rulesets, TableRecord, table_stream
from pitboss.ledger.snapshot import read_record, write_record
from pitboss.ledger.store import HeadRow, SnapshotRow, Store

ROUNDS_A_SNAPSHOT = 50
_FRONTIER = "the tree"
"""The name under which the frontier of the Merkle tree is stored among the snapshots."""


class LedgerSigner:
    """Signs heads of the ledger, and snapshots that make it quick to read."""

    def __init__(self, store: Store, key: SigningKey, facility: str, clock: Callable[[], int]) -> None:
        self._store, self._key, self._facility, self._clock = store, key, facility, clock
        self._frontier: Frontier | None = None

    def check_key(self, public: str) -> None:
        """InputError if another key signs this ledger."""
        if public != str(self._key.public):
            raise InputError(f"this ledger is signed by the key {public}; the key given is {self._key.public}")
        for row in self._store.heads()[-1:]:
            try:
                read_head(row.text)
            except LedgerBroken as broken:
                raise LedgerBroken(f"the head over {row.size} entries: {broken.reason}: run pitboss verify") from None

    def sign_head(self) -> str:
        """Signs and stores a head over the whole ledger; the newest head if nothing was appended since."""
        frontier = self._frontier or self._stored_frontier() or Frontier()
        before = frontier.size
        for entry in self._store.entries(frontier.size):
            frontier.append(entry.hash)
        self._frontier = frontier
        heads = self._store.heads()
        if heads and heads[-1].size == frontier.size:
            return heads[-1].text
        text = self._key.sign(Head(f"pitboss {self._facility}", frontier.size, frontier.root(), self._clock()))
        self._store.add_head(HeadRow(frontier.size, text))
        if frontier.size - before:
            written = "\n".join([str(frontier.size), *frontier.written()])
            self._store.save_snapshot(SnapshotRow(_FRONTIER, frontier.size, self._signed(_FRONTIER, written)))
        return text

    def _stored_frontier(self) -> Frontier | None:
        row = self._store.snapshot(_FRONTIER)
        text = self._verified(_FRONTIER, row.text) if row else None
        if text is None:
            return None
        size, *written = text.split("\n")
        frontier = Frontier.restored(int(size), written)
        # A head of this ledger with the same root shows that the frontier is not another ledger's with the same key.
        return frontier if frontier.root() in self._roots(frontier.size) else None

    def _roots(self, size: int) -> list[bytes]:
        """The roots of the heads over `size` entries; a row that is not a head is left to `verify`."""
        found = []
        for row in self._store.heads():
            if row.size == size:
                with suppress(LedgerBroken):
                    found.append(read_head(row.text).root)
        return found

    # Snapshots

    def save_snapshot_if_due(self, record: TableRecord) -> None:
        """Stores a snapshot of a table every `ROUNDS_A_SNAPSHOT` rounds."""
        if record.table.rounds % ROUNDS_A_SNAPSHOT == 0:
            self.save_snapshot(record)

    def save_snapshot(self, record: TableRecord) -> None:
        stream = table_stream(record.table.ruleset.table)
        entry = next(self._store.stream(stream, record.seq - 1))
        self._store.save_snapshot(
            SnapshotRow(stream, record.seq, self._signed(stream, write_record(record, entry.hash)))
        )

    def snapshot(self, name: str, rulesets: Rulesets) -> TableRecord | None:
        """The newest record of a table that our key signed and that matches its stream; None if there is none."""
        stream = table_stream(name)
        row = self._store.snapshot(stream)
        text = self._verified(stream, row.text) if row else None
        if row is None or text is None:
            return None
        entry = next(self._store.stream(stream, row.seq - 1), None)
        return read_record(text, name, entry.hash, rulesets) if entry and entry.seq == row.seq else None

    def _signed(self, purpose: str, text: str) -> str:
        signature = self._key.signature(f"pitboss snapshot of {purpose}\n{text}")
        return f"{b64encode(signature).decode()}\n{text}"

    def _verified(self, purpose: str, signed: str) -> str | None:
        """The text that our key signed for this purpose; None if it did not."""
        signature, _, text = signed.partition("\n")
        try:
            raw = b64decode(signature, validate=True)
        except ValueError:
            return None
        return text if self._key.public.signed(raw, f"pitboss snapshot of {purpose}\n{text}") else None
