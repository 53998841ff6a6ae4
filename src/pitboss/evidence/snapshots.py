"""Snapshots of tables along their streams: from one of them a round is replayed without what was long before it.

A snapshot is a cache. The house signs it and ties it to the hash of its entry; it is checked with the key that the
ledger records. One that was changed, or does not fit, is ignored: then more entries are read, and nothing else differs.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator

from pitboss.errors import LedgerBroken
from pitboss.evidence.entry_check import recorded_key
from pitboss.evidence.heads import PublicKey, SigningKey
from pitboss.ledger.derived import DerivedTables, insertions
from pitboss.ledger.entry import Entry, leaf_hash
from pitboss.ledger.fold import HOUSE, Rulesets, TableRecord, table_stream
from pitboss.ledger.snapshot import FORM, read_record
from pitboss.ledger.store import SnapshotRow, Store

SNAPSHOTS = DerivedTables(
    "snapshots",
    1,
    {
        "derived_snapshots": (
            "stream TEXT NOT NULL, rounds INTEGER NOT NULL, seq INTEGER NOT NULL, text TEXT NOT NULL, "
            "PRIMARY KEY (stream, rounds, seq)"
        )
    },
)
_COSIGNED = "the cosigned head"
"""The name under which the newest cosigned head is stored among the snapshots."""
_COLUMNS = ("stream", "rounds", "seq", "text")
_ALL = "SELECT rounds, seq, text FROM derived_snapshots WHERE stream = ? ORDER BY rounds"
_REPLACE = "ON CONFLICT (stream, rounds, seq) DO UPDATE SET text = excluded.text"
_BEFORE = (
    "SELECT rounds, seq, text FROM derived_snapshots WHERE stream = ? AND rounds < ? "
    "ORDER BY rounds DESC, seq DESC LIMIT 1"
)


class ShuffledEarlier(Exception):
    """The deck of a round was shuffled before the place from which its table is read: begin further back."""


def sign_snapshot(key: SigningKey, purpose: str, text: str) -> str:
    """A text with the signature of the house over it and its purpose."""
    return f"{b64encode(key.signature(_signed(purpose, text))).decode()}\n{text}"


def check_snapshot(key: PublicKey, purpose: str, signed: str) -> str | None:
    """The text that the house signed for this purpose; None if it did not."""
    signature, _, text = signed.partition("\n")
    try:
        raw = b64decode(signature, validate=True)
    except ValueError:
        return None
    return text if key.signed(raw, _signed(purpose, text)) else None


def _signed(purpose: str, text: str) -> str:
    return f"pitboss snapshot of {purpose}\n{text}"


def keep_snapshot(store: Store, row: SnapshotRow, rounds: int) -> None:
    """Adds a signed snapshot to those of its stream, by the number of rounds that the table has opened."""
    mark = store.derived_mark(SNAPSHOTS) or store.create_derived(SNAPSHOTS)
    # It comes from its own signature, not from the entries up to a mark: the mark stays where it is.
    kept = insertions("derived_snapshots", _COLUMNS, [(row.stream, rounds, row.seq, row.text)], _REPLACE)
    store.write_derived(SNAPSHOTS, mark, mark, kept)


def kept_snapshots(store: Store, key: PublicKey, stream: str) -> set[int]:
    """The numbers of rounds after which a stream has a snapshot that this version can read."""
    found = set[int]()
    if store.derived_mark(SNAPSHOTS) is None:
        return found
    for rounds, seq, signed in store.read_derived(_ALL, stream):
        text, entry = check_snapshot(key, stream, signed), next(store.stream(stream, seq - 1, seq), None)
        if text and entry and (is_of := json.loads(text)).get("form") == FORM and is_of["hash"] == entry.hash.hex():
            found.add(rounds)
    return found


def records_before(store: Store, rulesets: Rulesets, name: str, number: int) -> Iterator[TableRecord | None]:
    """The table at some places between rounds before a round, each further back; None, the beginning, comes last."""
    for entry, text, _ in snapshots_before(store, name, number):
        record = read_record(text, name, entry.hash, rulesets)
        if record and record.seq == entry.seq and record.table.rounds < number and record.table.round is None:
            yield record
    yield None


def place_before(store: Store, name: str, number: int) -> int:
    """The number of an entry of the table before a round: that of a snapshot, or 0."""
    for entry, text, _ in snapshots_before(store, name, number):
        table = json.loads(text)["table"]
        if table["rounds"] < number and table["round"] is None:
            return entry.seq
    return 0


def snapshots_before(store: Store, name: str, number: int) -> Iterator[tuple[Entry, str, str]]:
    """Snapshots of a table before a round, newest first, in longer and longer steps: the entry, the text, both signed.

    The last part is the text as the house signed it.
    """
    key, stream, limit = _key(store), table_stream(name), number
    if key is None or store.derived_mark(SNAPSHOTS) is None:
        return
    while rows := store.read_derived(_BEFORE, stream, limit):
        rounds, seq, signed = rows[0]
        text = check_snapshot(key, stream, signed)
        entry = next(store.stream(stream, seq - 1, seq), None) if text else None
        limit = rounds
        if text and entry and entry.seq == seq and json.loads(text)["hash"] == leaf_hash(entry.body).hex():
            yield entry, text, signed
            limit = number - 2 * (number - rounds)


def _key(store: Store) -> PublicKey | None:
    """The public key that the ledger records."""
    first = next(store.stream(HOUSE, 0, 1), None)
    try:
        return recorded_key(first) if first else None
    except LedgerBroken:
        return None


def keep_cosigned(store: Store, size: int, note: str) -> None:
    """Stores the newest head that witnesses cosigned. It needs no signature of ours around it."""
    store.save_snapshot(SnapshotRow(_COSIGNED, size, note))


def cosigned_head(store: Store) -> str:
    """The newest head that enough witnesses cosigned, with their lines; empty if there is none."""
    row = store.snapshot(_COSIGNED)
    return row.text if row else ""
