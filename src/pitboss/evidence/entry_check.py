"""The exact checks of entries, one by one: each names what is wrong with an entry."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import PublicKey
from pitboss.evidence.page_check import StreamTip
from pitboss.ledger.entry import Entry, leaf_hash
from pitboss.ledger.entry_body import EntryBody, events_of, read_sealed
from pitboss.ledger.store import Store

UNREADABLE = (TypeError, ValueError, MemoryError)
"""What a store raises if its file was changed underneath it: invalid UTF-8, or an integer where bytes are expected."""
T = TypeVar("T")


def asked(ask: Callable[[], T], what: str) -> T:
    """What a store answers. LedgerBroken if it finds an impossible value."""
    try:
        return ask()
    except UNREADABLE:
        raise LedgerBroken(f"{what} cannot be read: they hold a value that pitboss never writes") from None


def read_entries(store: Store, start: int, stop: int) -> Iterator[Entry]:
    """The entries of a store. LedgerBroken names the first entry with an impossible value in a column."""
    try:
        for entry in store.entries(start, stop):
            yield entry
            start = entry.position + 1
    except UNREADABLE:
        for position in range(start, stop):
            try:
                found = [*store.entries(position, position + 1)]
            except UNREADABLE:
                raise LedgerBroken(
                    "it cannot be read: a column holds a value that pitboss never writes", position
                ) from None
            if not found:
                return
            yield from found


def check_place(entry: Entry, expected: int) -> None:
    if entry.position > expected:
        raise LedgerBroken(f"it is missing: entry {entry.position} is in its place", expected)
    if entry.position < expected:
        raise LedgerBroken("it is in the ledger twice", entry.position, entry.stream, entry.seq)


def check_body(entry: Entry) -> EntryBody:
    place = entry.position, entry.stream, entry.seq
    if leaf_hash(entry.body) != entry.hash:
        raise LedgerBroken("its hash is not the hash of its body: one of them was changed", *place)
    sealed = read_sealed(entry.body, *place)
    if (sealed.stream, sealed.seq) != (entry.stream, entry.seq):
        raise LedgerBroken(f"its body says that it is entry {sealed.seq} of the stream {sealed.stream!r}", *place)
    return sealed


def check_chain(entry: Entry, sealed: EntryBody, tip: StreamTip) -> None:
    place = entry.position, entry.stream, entry.seq
    if entry.seq != tip.seq + 1:
        raise LedgerBroken(f"entry {tip.seq + 1} of its stream should come here", *place)
    if sealed.prev != tip.hash:
        raise LedgerBroken(f"it does not follow entry {tip.seq} of its stream as that one stands", *place)


def check_command(store: Store, entry: Entry, command: object, before: str) -> str:
    """Checks that a command has one effect: its id leads to its first entry, and its other entries follow directly."""
    if not isinstance(command, str) or not command:
        return before
    if command != before:
        place = entry.position, entry.stream, entry.seq
        first = asked(lambda: store.by_command(command), "the entries by command")
        if first is None:
            raise LedgerBroken(f"the store does not know its command {command[:60]!r}", *place)
        if first.position != entry.position:
            raise LedgerBroken(f"its command {command[:60]!r} already made entry {first.position}", *place)
    return command


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


def check_key(entry: Entry, key: PublicKey | None) -> None:
    recorded = recorded_key(entry)
    if key is not None and recorded != key:
        reason = f"it records the public key {recorded}, not the {key} that was given"
        raise LedgerBroken(reason, entry.position, entry.stream, entry.seq)
