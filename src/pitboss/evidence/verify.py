"""Verifying: reads the whole ledger once and names the first entry or signed head that does not hold.

Only the chain of its stream protects an entry after the newest head. Until the next head is signed, someone who can
write to the storage can rewrite that tail. They can also remove entries together with the heads over them, unless
someone keeps a head elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head, PublicKey, check_head, read_head
from pitboss.evidence.merkle import EMPTY, Frontier
from pitboss.ledger.entry import NOTHING, Entry, leaf_hash
from pitboss.ledger.entry_body import EntryBody, events_of, read_sealed
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.store import HeadRow, Store

_OUTSIDE = "the head kept elsewhere"
_STEP = 500
_UNREADABLE = (TypeError, ValueError, MemoryError)
"""What a store raises if its file was changed underneath it: invalid UTF-8, or an integer where bytes are expected."""
T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Called now and then with the number of entries verified and of all entries."""


class StreamTip(NamedTuple):
    """The last entry of a stream."""

    seq: int
    hash: bytes


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


_NOTHING_YET = LedgerVerification(0, EMPTY, 0, {}, None, None, (), "")


def verify_store(
    store: Store,
    key: PublicKey | None = None,
    *,
    older_head: str = "",
    since: LedgerVerification | None = None,
    progress: Progress | None = None,
) -> LedgerVerification:
    """Verifies every entry, chain and signed head of a store. LedgerBroken names the first that does not hold.

    `key` must be the key that the ledger records. `older_head` was kept elsewhere, and the ledger must continue it.
    `since` is an earlier result of the same store, which is trusted; only what came after it is verified.
    """
    # Heads are read before the size: other processes may append meanwhile, but no head is signed before its entries.
    rows, size = _asked(store.heads, "the signed heads"), store.size()
    signing = key if key is not None else _recorded(store)
    start = since or _NOTHING_YET
    if size < start.size:
        raise LedgerBroken(f"it is missing, but was there when {start.size} entries were verified", size)
    heads = _Heads(rows, older_head, signing, start)
    tips, frontier = dict(start.streams), Frontier.restored(start.size, start.frontier)
    command, read = start.command, dict[str, bytes]()
    for entry in _read(store, start.size, size):
        _check_place(entry, frontier.size)
        sealed = _check_body(entry)
        _check_chain(entry, sealed, tips.get(entry.stream, StreamTip(0, NOTHING)))
        command = _check_command(store, entry, sealed.content.get("id"), command)
        if entry.stream == HOUSE and entry.seq == 1:
            _check_key(entry, key)
        tips[entry.stream] = StreamTip(entry.seq, entry.hash)
        read[entry.stream] = _rolled(read.get(entry.stream), entry.hash)
        frontier.append(entry.hash)
        heads.check(frontier)
        if progress and (frontier.size % _STEP == 0 or frontier.size == size):
            progress(frontier.size, size)
    if frontier.size < size:
        raise LedgerBroken("it is missing", frontier.size)
    heads.end(frontier)
    if key and tips and HOUSE not in tips:
        raise LedgerBroken(f"no entry of the stream {HOUSE!r} records the public key {key}")
    _asked(lambda: _check_streams(store, start.streams, tips, read), "the entries by stream")
    _asked(lambda: _check_ends(store, tips, size), "the entries by stream")
    return LedgerVerification(
        size, frontier.root(), heads.held, tips, signing, heads.newest, tuple(frontier.written()), command
    )


# Entries


def _read(store: Store, start: int, stop: int) -> Iterator[Entry]:
    """The entries of a store. LedgerBroken names the first entry with an impossible value in a column."""
    try:
        for entry in store.entries(start, stop):
            yield entry
            start = entry.position + 1
    except _UNREADABLE:
        for position in range(start, stop):
            try:
                found = [*store.entries(position, position + 1)]
            except _UNREADABLE:
                raise LedgerBroken(
                    "it cannot be read: a column holds a value that pitboss never writes", position
                ) from None
            if not found:
                return
            yield from found


def _asked(ask: Callable[[], T], what: str) -> T:
    """What a store answers. LedgerBroken if it finds an impossible value."""
    try:
        return ask()
    except _UNREADABLE:
        raise LedgerBroken(f"{what} cannot be read: they hold a value that pitboss never writes") from None


def _check_place(entry: Entry, expected: int) -> None:
    if entry.position > expected:
        raise LedgerBroken(f"it is missing: entry {entry.position} is in its place", expected)
    if entry.position < expected:
        raise LedgerBroken("it is in the ledger twice", entry.position, entry.stream, entry.seq)


def _check_body(entry: Entry) -> EntryBody:
    place = entry.position, entry.stream, entry.seq
    if leaf_hash(entry.body) != entry.hash:
        raise LedgerBroken("its hash is not the hash of its body: one of them was changed", *place)
    sealed = read_sealed(entry.body, *place)
    if (sealed.stream, sealed.seq) != (entry.stream, entry.seq):
        raise LedgerBroken(f"its body says that it is entry {sealed.seq} of the stream {sealed.stream!r}", *place)
    return sealed


def _check_chain(entry: Entry, sealed: EntryBody, tip: StreamTip) -> None:
    place = entry.position, entry.stream, entry.seq
    if entry.seq != tip.seq + 1:
        raise LedgerBroken(f"entry {tip.seq + 1} of its stream should come here", *place)
    if sealed.prev != tip.hash:
        raise LedgerBroken(f"it does not follow entry {tip.seq} of its stream as that one stands", *place)


def _check_command(store: Store, entry: Entry, command: object, before: str) -> str:
    """Checks that a command has one effect: its id leads to its first entry, and its other entries follow directly."""
    if not isinstance(command, str) or not command:
        return before
    if command != before:
        place = entry.position, entry.stream, entry.seq
        first = _asked(lambda: store.by_command(command), "the entries by command")
        if first is None:
            raise LedgerBroken(f"the store does not know its command {command[:60]!r}", *place)
        if first.position != entry.position:
            raise LedgerBroken(f"its command {command[:60]!r} already made entry {first.position}", *place)
    return command


def _check_streams(
    store: Store, since: Mapping[str, StreamTip], tips: Mapping[str, StreamTip], read: Mapping[str, bytes]
) -> None:
    """Checks that reading by stream, as tables are read, finds the entries of the ledger.

    A database keeps an index by stream beside the entries, and a file can be changed in the index alone.
    """
    for name, expected in sorted(read.items()):
        rolled, seq = None, since[name].seq if name in since else 0
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


def _check_ends(store: Store, tips: Mapping[str, StreamTip], size: int) -> None:
    """Checks that no stream has more entries than the ledger."""
    found = {name: store.last(name) for name in store.streams()}
    if store.size() != size:
        # Other processes are appending, so the streams have grown.
        return
    for name in sorted(found.keys() | tips.keys()):
        seq = tips[name].seq if name in tips else 0
        if found.get(name, 0) != seq:
            raise LedgerBroken(f"the store ends the stream {name!r} at {found.get(name, 0)}, the ledger at {seq}")


# The key


def _recorded(store: Store) -> PublicKey | None:
    """The key in the first entry of the house, not yet verified; None if it cannot be read."""
    try:
        first = next(store.stream(HOUSE), None)
        return recorded_key(first) if first else None
    except (LedgerBroken, *_UNREADABLE):
        return None


def recorded_key(entry: Entry) -> PublicKey:
    """The public key that the first entry of the house records."""
    place = entry.position, entry.stream, entry.seq
    for event in events_of(read_sealed(entry.body, *place).content):
        if event.get("event") == "HouseOpened":
            try:
                return PublicKey.parse(str(event.get("public_key")))
            except InputError as error:
                raise LedgerBroken(f"it records no public key: {error}", *place) from None
    raise LedgerBroken("it should record that the house opened, and its public key", *place)


def _check_key(entry: Entry, key: PublicKey | None) -> None:
    recorded = recorded_key(entry)
    if key is not None and recorded != key:
        reason = f"it records the public key {recorded}, not the {key} that was given"
        raise LedgerBroken(reason, entry.position, entry.stream, entry.seq)


# Heads


class _Heads:
    """The signed heads, each checked when as many entries have been read as it covers."""

    def __init__(self, rows: Sequence[HeadRow], older: str, key: PublicKey | None, since: LedgerVerification) -> None:
        self._key = key
        self._due = [(row.size, f"the signed head of {row.size} entries", row.text) for row in rows]
        if older:
            self._due.append((_size_of(older, since), _OUTSIDE, older))
        self._due = sorted((due for due in self._due if due[0] > since.size or not since.size), reverse=True)
        self._after = since.newest.size if since.newest else 0
        self.held, self.newest = since.heads, since.newest

    def check(self, frontier: Frontier) -> None:
        """Checks the heads that cover as many entries as have been read."""
        while self._due and self._due[-1][0] <= frontier.size:
            size, name, text = self._due.pop()
            root = EMPTY if size == 0 else frontier.root()
            self._check(size, name, text, root)

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
