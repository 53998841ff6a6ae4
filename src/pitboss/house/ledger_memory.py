"""LedgerMemory: what a house knows of its ledger by itself, so that it goes on with no ledger that contradicts it.

It remembers the entries that this process has stored or followed since the last head, and the newest head that it
signed. The head is also in a file beside the signing key, so that it is known to the next start. A ledger that was cut
short, rewritten or put back from an old copy lacks that head or those entries.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock

from pitboss.errors import LedgerBroken
from pitboss.evidence.heads import Head, PublicKey, check_head
from pitboss.evidence.tiles import WrongTiles, stored_tree
from pitboss.ledger.entry import Entry, leaf_hash
from pitboss.ledger.store import Store, StoreFailed

MOST = 100_000
"""Entries that are remembered at once; a head is signed every minute, and replaces those before it."""
_HOW = "restore the newest copy of the ledger"


class LedgerMemory:
    """The memory of one process. `file` keeps the newest head; empty keeps it only while the process runs."""

    def __init__(self, key: PublicKey, file: str = "") -> None:
        self._key, self._file = key, file
        self._entries: dict[int, bytes] = {}
        self._lock = Lock()
        self._head = self._read()

    def _read(self) -> Head | None:
        """The head in the file. LedgerBroken if it is not one that this house signed."""
        if not self._file or not Path(self._file).exists():
            return None
        try:
            return check_head(Path(self._file).read_text(encoding="utf-8"), self._key)
        except (OSError, ValueError) as error:
            raise LedgerBroken(f"{self._file} holds no head of this house ({error}): remove it") from None

    def learn(self, entries: Iterable[Entry]) -> None:
        """Remembers entries that are stored."""
        with self._lock:
            self._entries |= {entry.position: entry.hash for entry in entries}
            while len(self._entries) > MOST:
                del self._entries[next(iter(self._entries))]

    def follow(self, entry: Entry, known: bytes | None) -> None:
        """Remembers an entry of another process. LedgerBroken unless it follows the entry that is known."""
        if leaf_hash(entry.body) != entry.hash:
            raise entry.broken("its hash is not the hash of its body")
        if known is not None and entry.content.get("prev") != known.hex():
            raise entry.broken("it does not follow the entry that this house knows")
        self.learn([entry])

    def check(self, store: Store, *, all_entries: bool = True) -> None:
        """StoreFailed if the ledger lacks an entry or a head that this house knows, or has another in its place.

        Without `all_entries` only the newest ones are compared, which takes two short queries.
        """
        with self._lock:
            known = dict(self._entries)
        wanted = sorted(known) if all_entries else [max(known)] if known else []
        for start, stop in _ranges(wanted):
            found = store.hashes(start, stop)
            for position, hash_ in zip(range(start, stop), [*found, *[b""] * (stop - start)], strict=False):
                if hash_ != known[position]:
                    what = "another entry" if hash_ else "no entry"
                    raise StoreFailed(f"the ledger has {what} at position {position}, which this house stored: {_HOW}")
        if self._head is not None:
            self._check_head(store, self._head, all_entries=all_entries)

    def _check_head(self, store: Store, head: Head, *, all_entries: bool) -> None:
        size = store.size()
        if size < head.size:
            known = f"this house signed a head over {head.size} entries, and the ledger has {size}"
            raise StoreFailed(f"{known}: {_HOW}{self._or_remove()}")
        if all_entries and not _has_root(store, head):
            raise StoreFailed(
                f"the first {head.size} entries are not those whose head this house signed: {_HOW}{self._or_remove()}"
            )

    def _or_remove(self) -> str:
        return f", or remove {self._file} if what is missing is given up" if self._file else ""

    def check_hashes(self, start: int, hashes: Iterable[bytes]) -> None:
        """StoreFailed if one of the hashes that are about to be signed is not that of the entry which is known."""
        for position, hash_ in enumerate(hashes, start):
            if self._entries.get(position, hash_) != hash_:
                raise StoreFailed(f"the entry at position {position} was changed after this house stored it: {_HOW}")

    def keep(self, head: Head, text: str) -> None:
        """Remembers a head that was signed, in place of the entries that it covers."""
        if self._head is not None and head.size <= self._head.size:
            return
        with self._lock:
            self._head = head
            self._entries = {place: hash_ for place, hash_ in self._entries.items() if place >= head.size - 1}
        if self._file:
            _write(self._file, text)


def _has_root(store: Store, head: Head) -> bool:
    for again in (False, True):
        with suppress(WrongTiles):
            if stored_tree(store, head.size, again=again).root(head.size) == head.root:
                return True
    return False


def _ranges(positions: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Neighbouring positions together."""
    start = stop = -1
    for position in positions:
        if position != stop or stop - start >= 4_096:
            if stop > start:
                yield start, stop
            start = position
        stop = position + 1
    if stop > start >= 0:
        yield start, stop


def _write(file: str, text: str) -> None:
    """Replaces the file as a whole, so that a power cut leaves the old head or the new one."""
    new = f"{file}.{os.getpid()}"
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(new, file)
    except OSError as error:
        raise StoreFailed(f"the newest head cannot be kept in {file}: {error.strerror}") from None
