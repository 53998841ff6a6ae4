"""Backups: what a ledger has gained is added to its copy and verified there, and a moment is found in a copy."""

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.bookmark import Known, verify_on
from pitboss.evidence.verify import Cores, LedgerVerification, Progress
from pitboss.ledger.store import Store
from pitboss.text import plural

if TYPE_CHECKING:
    from pitboss.ledger.sqlite import SqliteStore


class BackupUpdate(NamedTuple):
    """A backup that has everything that the ledger had."""

    found: LedgerVerification
    added: int
    """How many entries are new in it."""


def update(store: Store, copy: "SqliteStore", known: Known | None, progress: Progress | None = None) -> BackupUpdate:
    """Adds to a copy of a ledger what it lacks, and verifies it: all or nothing.

    `known` is what was verified of the copy before, and is not read again. LedgerBroken if the copy is not of this
    ledger, or either of them is not whole; InputError if the copy cannot be continued.
    """
    before = copy.size()
    _check_same(store, copy, before)
    copy.keep_no_log()
    with copy.taking_in(store.rows_above(copy.last_keys())):
        found = verify_on(copy, None, known, progress=progress, cores=Cores("", 1))
    return BackupUpdate(found, found.size - before)


def _check_same(store: Store, copy: "SqliteStore", size: int) -> None:
    if store.schema() != copy.schema():
        raise InputError(
            f"this backup is in form {copy.schema()}, the ledger in form {store.schema()}: make a new backup", copy.path
        )
    if store.size() < size:
        raise LedgerBroken(
            f"the backup has {plural(size, 'entry', 'entries')}, the ledger only {store.size():,}: it was put back to "
            "an older copy, or is another one. Keep both as they are"
        )
    archived = store.archived()
    if archived and archived[-1].stop > size:
        raise InputError("entries that this backup lacks are archived: make a new backup", copy.path)
    if store.hashes(size - 1, size) != copy.hashes(size - 1, size):
        raise LedgerBroken(f"{copy.path} is the backup of another ledger, or its last entry was changed since")


def entries_before(store: Store, moment: int) -> int:
    """How many entries a ledger had at a moment, in milliseconds; the entries of one command stay together.

    If the clock was ever put back, the moment came more than once; this finds one of the times.
    """

    def at(position: int) -> int:
        found = content(position).get("at")
        return found if type(found) is int else 0

    def content(position: int) -> dict[str, object]:
        return next(store.entries(position, position + 1)).content

    size = store.size()
    stop = bisect_left(range(size), moment, key=at)
    while 0 < stop < size and (command := content(stop).get("id")) and content(stop - 1).get("id") == command:
        stop -= 1
    return stop
