"""Verifying: reads the whole ledger once and names the first entry or signed head that does not hold.

Only the chain of its stream protects an entry after the newest head. Until the next head is signed, someone who can
write to the storage can rewrite that tail. They can also remove entries together with the heads over them, unless
someone keeps a head elsewhere.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import NamedTuple

from pitboss.errors import LedgerBroken
from pitboss.evidence.entry_check import (
    UNREADABLE,
    asked,
    check_body,
    check_chain,
    check_command,
    check_key,
    check_place,
    read_entries,
    recorded_key,
)
from pitboss.evidence.heads import Head, PublicKey, check_head, read_head
from pitboss.evidence.merkle import EMPTY, Frontier
from pitboss.evidence.page_check import PAGE, Reader, StreamTip, check_page, follows
from pitboss.evidence.verify_ahead import RANGE, RangeFound, ranges_ahead
from pitboss.ledger.entry import NOTHING, leaf_hash
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.store import Store

_OUTSIDE = "the head kept elsewhere"
_STEP = 500
_BY_STREAM = "the entries by stream"
_NO_TIP = StreamTip(0, NOTHING)
Progress = Callable[[int, int], None]
"""Called now and then with the number of entries verified and of all entries."""


class LedgerVerification(NamedTuple):
    """What was verified, and where a later verification can continue."""

    size: int
    root: bytes
    heads: int
    """How many signed heads hold, including one kept elsewhere."""
    streams: Mapping[str, StreamTip]
    key: PublicKey | None
    """None if no key is recorded or given: then the ledger has no heads."""
    newest: Head | None
    frontier: tuple[str, ...]
    command: str
    """The id of the command that made the last entries."""


class Cores(NamedTuple):
    """Verify with several processes the ledger at an address, which each of them opens for itself."""

    address: str
    jobs: int


_NOTHING_YET = LedgerVerification(0, EMPTY, 0, {}, None, None, (), "")
_ONE = Cores("", 1)


def verify_store(  # noqa: PLR0913 - each is a question of its own
    store: Store,
    key: PublicKey | None = None,
    *,
    older_head: str = "",
    since: LedgerVerification | None = None,
    progress: Progress | None = None,
    cores: Cores = _ONE,
    reader: Reader | None = None,
) -> LedgerVerification:
    """Verifies every entry, chain and signed head of a store. LedgerBroken names the first that does not hold.

    `key` must be the key that the ledger records. `older_head` was kept elsewhere, and the ledger must continue it.
    `since` is an earlier result of the same store, which is trusted; only what came after it is verified, and that the
    ledger still has the entries that it ended with.
    """
    store.read_afresh()
    # The newest head is read before the size: others may append meanwhile, but no head is signed before its entries.
    newest, size = asked(store.head, "the signed heads"), store.size()
    start = since or _NOTHING_YET
    if size < start.size:
        raise LedgerBroken(f"it is missing, but was there when {start.size} entries were verified", size)
    if since is None:
        store.check_archive()
    _check_known(store, start.streams)
    signing = key if key is not None else _recorded(store)
    heads = _Heads(store, older_head, signing, start, newest.size if newest else 0)
    reading = _Reading(store, key, heads, start, reader)
    reading.read_to(size, progress, cores)
    if key and reading.tips and HOUSE not in reading.tips:
        raise LedgerBroken(f"no entry of the stream {HOUSE!r} records the public key {key}")
    if not reading.by_stream:
        asked(lambda: _check_streams(store, start, reading.tips, size), _BY_STREAM)
    asked(lambda: _check_ends(store, start.streams, reading.tips, size), _BY_STREAM)
    return reading.result(signing)


class _Reading:
    """What has been verified so far, from the beginning or from an earlier verification on."""

    def __init__(
        self, store: Store, key: PublicKey | None, heads: "_Heads", since: LedgerVerification, reader: Reader | None
    ) -> None:
        self._store, self._key, self._heads, self._reader = store, key, heads, reader
        self.tips, self._frontier = dict(since.streams), Frontier.restored(since.size, since.frontier)
        self._command = since.command
        self.by_stream = True
        """Whether every entry was certainly found again by its stream and its command."""

    def read_to(self, size: int, progress: Progress | None, cores: Cores) -> None:
        """Verifies the entries and heads up to this number of entries."""
        done, told = self._frontier, self._frontier.size // _STEP

        def tell() -> None:
            nonlocal told
            if progress and (done.size // _STEP > told or done.size == size):
                told = done.size // _STEP
                progress(done.size, size)

        while done.size < size:
            if cores.jobs > 1 and done.size and done.size % RANGE == 0 and size - done.size >= 2 * RANGE:
                kept, reading = self._heads.kept, self._reader is not None
                for found in ranges_ahead(cores.address, cores.jobs, done.size, size, kept, reading=reading):
                    if found is None or not self._take(found):
                        break
                    tell()
                cores = _ONE
            # The first entry, with the key, is read by itself; after it pages end where a range may begin.
            stop = min(size, done.size - done.size % PAGE + PAGE) if done.size else 1
            if self._read_page(stop):
                tell()
            else:
                self._read_one_by_one(stop, size, tell)
        self._heads.end(done)

    def _read_page(self, stop: int) -> bool:
        """Reads the entries to a place at once; False, and nothing is changed, if one may be bad."""
        start, done = self._frontier.size, self._frontier
        found = check_page(self._store, start, stop, self._command, self._reader)
        if found is None or not follows(found.firsts, self.tips, _NO_TIP):
            return False
        while (size := self._heads.next) is not None and size <= stop:
            done.extend(found.leaves[done.size - start : size - start])
            self._heads.check(done)
        done.extend(found.leaves[done.size - start :])
        self.tips |= found.tips
        self._command = found.command
        return True

    def _take(self, found: RangeFound) -> bool:
        """Takes over a range that another process has read; False if it does not follow."""
        if not follows(found.firsts, self.tips, _NO_TIP):
            return False
        stop = self._frontier.size + found.frontier.size
        while (size := self._heads.next) is not None and size <= stop:
            if size not in found.at:
                return False
            at = self._frontier.copy()
            at.join(found.at[size])
            self._heads.check(at)
        self._frontier.join(found.frontier)
        self.tips |= found.tips
        self._command = found.command
        if self._reader:
            found.hand_over(self._reader)
        return True

    def _read_one_by_one(self, stop: int, size: int, tell: Callable[[], None]) -> None:
        """Reads the entries to a place, and names the first that is bad."""
        store, done = self._store, self._frontier
        try:
            self.by_stream = self.by_stream and store.leads_to(done.size, stop)
        except UNREADABLE:
            self.by_stream = False
        for entry in read_entries(store, done.size, size):
            check_place(entry, done.size)
            sealed = check_body(entry)
            check_chain(entry, sealed, self.tips.get(entry.stream, _NO_TIP))
            self._command = check_command(store, entry, sealed.content.get("id"), self._command)
            if entry.stream == HOUSE and entry.seq == 1:
                check_key(entry, self._key)
            self.tips[entry.stream] = StreamTip(entry.seq, entry.hash)
            done.append(entry.hash)
            self._heads.check(done)
            if self._reader:
                self._reader(entry, sealed.content)
            tell()
            if done.size == stop:
                return
        raise LedgerBroken("it is missing", done.size)

    def result(self, key: PublicKey | None) -> LedgerVerification:
        done, heads = self._frontier, self._heads
        written = tuple(done.written())
        return LedgerVerification(
            done.size, done.root(), heads.held, self.tips, key, heads.newest, written, self._command
        )


# By stream


def _check_known(store: Store, streams: Mapping[str, StreamTip]) -> None:
    """Checks that streams still have the entries that an earlier verification ended with."""
    for name, tip in sorted(streams.items()):
        entry = asked(lambda name=name, tip=tip: next(store.stream(name, tip.seq - 1), None), _BY_STREAM)  # type: ignore[misc]
        if entry is None or (entry.seq, entry.hash, leaf_hash(entry.body)) != (tip.seq, tip.hash, tip.hash):
            raise LedgerBroken(f"entry {tip.seq} of the stream {name!r} is not the one that was verified earlier")


def _check_streams(store: Store, since: LedgerVerification, tips: Mapping[str, StreamTip], size: int) -> None:
    """Checks that reading by stream, as tables are read, finds the entries of the ledger.

    A database keeps an index by stream beside the entries, and a file can be changed in the index alone.
    """
    read = dict[str, bytes]()
    for entry in read_entries(store, since.size, size):
        read[entry.stream] = _rolled(read.get(entry.stream), entry.hash)
    for name, expected in sorted(read.items()):
        rolled, seq = None, since.streams[name].seq if name in since.streams else 0
        for entry in store.stream(name, seq):
            if seq == tips[name].seq:
                break
            seq += 1
            if (entry.stream, entry.seq) != (name, seq) or leaf_hash(entry.body) != entry.hash:
                raise LedgerBroken("found by its stream, it is not the entry in the ledger", entry.position, name, seq)
            rolled = _rolled(rolled, entry.hash)
        if rolled != expected:
            raise LedgerBroken(f"the stream {name!r}, read by itself, differs from the ledger")


def _rolled(before: bytes | None, hash_: bytes) -> bytes:
    """One hash over the hashes of a stream."""
    return sha256((before or b"") + hash_).digest()


def _check_ends(store: Store, since: Mapping[str, StreamTip], tips: Mapping[str, StreamTip], size: int) -> None:
    """Checks that no stream has more entries than the ledger."""
    found = {name: store.last(name) for name in store.streams()}
    new = {name: tip.seq - since.get(name, _NO_TIP).seq for name, tip in tips.items()}
    counted = {name: store.count_entries(name, tips[name].seq - number) for name, number in new.items() if number}
    if store.size() != size:
        # Other processes are appending, so the streams have grown.
        return
    for name in sorted(found.keys() | tips.keys()):
        seq = tips[name].seq if name in tips else 0
        if found.get(name, 0) != seq:
            raise LedgerBroken(f"the store ends the stream {name!r} at {found.get(name, 0)}, the ledger at {seq}")
        if counted.get(name, new[name]) != new[name]:
            raise LedgerBroken(f"the stream {name!r}, read by itself, differs from the ledger")


def _recorded(store: Store) -> PublicKey | None:
    """The key in the first entry of the house, not yet verified; None if it cannot be read."""
    try:
        first = next(store.stream(HOUSE), None)
        return recorded_key(first) if first else None
    except (LedgerBroken, *UNREADABLE):
        return None


# Heads


class _Heads:
    """The signed heads, each checked when as many entries have been read as it covers."""

    def __init__(self, store: Store, older: str, key: PublicKey | None, since: LedgerVerification, most: int) -> None:
        self._store, self._key, self._most = store, key, most
        self.kept = _size_of(older, since) if older else 0
        """The size of the head kept elsewhere; 0 if there is none."""
        self._older = [(self.kept, _OUTSIDE, older)] if older else []
        self._due: list[tuple[int, str, str]] = []
        self._read: int | None = since.size or None
        self._after = since.newest.size if since.newest else 0
        self.held, self.newest = since.heads, since.newest
        self._read_on()

    @property
    def next(self) -> int | None:
        """The size of the next head to check."""
        return self._due[-1][0] if self._due else None

    def _read_on(self) -> None:
        """Reads the next heads, and puts the head kept elsewhere in its place among them."""
        rows = asked(lambda: self._store.heads(self._read, PAGE), "the signed heads")
        rows = tuple(row for row in rows if row.size <= self._most)
        due = [(row.size, f"the signed head of {row.size} entries", row.text) for row in rows]
        if self._older and (not rows or self.kept <= rows[-1].size):
            due += self._older
            self._older = []
        self._read = rows[-1].size if rows else self._read
        self._due = sorted(due, reverse=True)

    def check(self, frontier: Frontier) -> None:
        """Checks the heads that cover as many entries as have been read."""
        while self._due and self._due[-1][0] <= frontier.size:
            size, name, text = self._due.pop()
            root = EMPTY if size == 0 else frontier.root()
            self._check(size, name, text, root)
            if not self._due:
                self._read_on()

    def end(self, frontier: Frontier) -> None:
        """Checks that no head covers more entries than there are."""
        self.check(frontier)
        for size, name, text in reversed(self._due):
            self._signed(size, name, text)
            left = f"entries {frontier.size} to {size - 1} are" if size - frontier.size > 1 else "it is"
            raise LedgerBroken(f"{left} missing: {name} was signed for {size} entries", frontier.size)

    def _check(self, size: int, name: str, text: str, root: bytes) -> None:
        head = self._signed(size, name, text)
        if head.root != root:
            raise LedgerBroken(
                f"{name}: the entries do not have the root that was signed. One of the entries {self._after} to "
                f"{size - 1} was changed, moved, added or left out, and the hashes after it were made to fit"
            )
        self._after, self.held, self.newest = size, self.held + 1, head

    def _signed(self, size: int, name: str, text: str) -> Head:
        if self._key is None:
            raise LedgerBroken(f"{name}: the ledger does not record the key that signed it")
        try:
            # A damaged file can hold NULL instead of a text.
            head = check_head(str(text), self._key)
        except LedgerBroken as error:
            raise LedgerBroken(f"{name}: {error.reason}") from None
        if head.size != size:
            raise LedgerBroken(f"{name}: it was signed for {head.size} entries")
        return head


def _size_of(older: str, since: LedgerVerification) -> int:
    try:
        size = read_head(older).size
    except LedgerBroken as error:
        raise LedgerBroken(f"{_OUTSIDE}: {error.reason}") from None
    if since.size and size <= since.size:
        raise ValueError(f"a head of {size} entries is not checked by a verification that begins at {since.size}")
    return size
