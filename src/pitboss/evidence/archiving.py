"""Archiving: closed periods leave the database for segments, and the ledger goes on answering for all of it.

Rows are deleted last, in one transaction, and only after the segment was written, synced, read back and compared with
them. Whatever fails before leaves the ledger as it was, and the same command goes on from there.
"""

from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.segment_making import (
    MOST,
    BesideEntries,
    Progress,
    SegmentBeginning,
    check_segment,
    identity,
    in_full,
    write_segment,
)
from pitboss.ledger.segments.archive import ends_after
from pitboss.ledger.segments.manifest import read_manifest
from pitboss.ledger.segments.segment import Segment, SegmentPlace
from pitboss.ledger.store import Store, StoreFailed


class ArchiveResult(NamedTuple):
    """What was archived."""

    segments: tuple[SegmentPlace, ...]
    reached: bool
    """False if entries before the date remain, because no signed head covers them yet."""


class _Closed(NamedTuple):
    """The entries that may leave: those before a moment, at positions before `limit`."""

    before: int
    limit: int


def archive(store: Store, folder: Path, before: int, progress: Progress | None = None) -> ArchiveResult:
    """Moves the entries before the first one of a moment into segments in a folder.

    InputError if another process has the ledger open, or the folder cannot be used. Nothing leaves that no signed head
    covers; the last entry of a ledger stays.
    """
    with store.alone():
        closed = _Closed(before, _limit(store))
    segments: list[SegmentPlace] = []
    beginning = SegmentBeginning(identity(store), store.archived()[-1] if store.archived() else None)
    while beginning.start < closed.limit:
        place = _left(folder, beginning, closed) or _written(store, folder, beginning, closed, progress)
        if place is None:
            break
        check_segment(store, place, progress)
        segments.append(place)
        beginning = beginning._replace(last=place)
    reached = beginning.start < closed.limit or not _is_before(store, beginning.start, before)
    with store.alone():
        if segments:
            store.move_out(segments, _ends(store, segments))
        # Also what an earlier run could not give back any more.
        try:
            store.give_back()
        except StoreFailed as failed:
            raise InputError(
                f"everything was archived, but the database keeps its size: {failed}. Make room and try again"
            ) from None
    return ArchiveResult(tuple(segments), reached)


def _limit(store: Store) -> int:
    """How many entries a signed head covers, without those of the ledger's last command."""
    head = store.head()
    limit = min(head.size if head else 0, store.size() - 1)
    if limit <= 0:
        raise InputError("no signed head covers any entry: open the house once, so that it signs one")
    command = _command(store, limit)
    while limit and command and _command(store, limit - 1) == command:
        limit -= 1
    return limit


def _command(store: Store, position: int) -> object:
    return next(store.entries(position, position + 1)).content.get("id")


def _is_before(store: Store, position: int, before: int) -> bool:
    found = next(in_full(store, position, position + 1), None)
    return found is not None and found.at < before


def _left(folder: Path, beginning: SegmentBeginning, closed: _Closed) -> SegmentPlace | None:
    """The segment that a run wrote before it was stopped, if it fits."""
    for there in sorted(folder.glob(f"{beginning.start:012d}-*")):
        manifest, digest = read_manifest(there)
        if (manifest.ledger, manifest.before) != (beginning.ledger, beginning.before):
            raise InputError("the segment of another ledger is here: give another folder", str(there))
        if manifest.stop > closed.limit or (manifest.until or 0) >= closed.before:
            raise InputError("this segment was written for a later date: move it away, or give that date", str(there))
        return SegmentPlace(manifest.start, manifest.stop, str(there.resolve()), digest)
    return None


def _written(
    store: Store, folder: Path, beginning: SegmentBeginning, closed: _Closed, progress: Progress | None
) -> SegmentPlace | None:
    """Writes the next segment; None if no entry may leave any more."""
    stop, head = min(closed.limit, beginning.start + MOST), store.head()
    entries = takewhile(lambda one: one.at < closed.before, in_full(store, beginning.start, stop))
    return write_segment(
        folder,
        beginning,
        entries,
        lambda _: BesideEntries(head.text if head else ""),
        lambda done: progress(done, stop) if progress else None,
    )


def _ends(store: Store, segments: list[SegmentPlace]) -> dict[str, tuple[int, bytes]]:
    opened = [Segment(one) for one in segments]
    try:
        return ends_after(store.archived_ends(), opened)
    finally:
        for one in opened:
            one.close()


def moved(store: Store, folder: Path) -> tuple[SegmentPlace, ...]:
    """The archived segments whose folders are now in this one. InputError if there are none, or one is another's."""
    found: list[SegmentPlace] = []
    for one in store.archived():
        here = folder.joinpath(Path(one.place).name)
        if here.is_dir():
            segment = Segment(one._replace(place=str(here.resolve())))
            try:
                segment.check()
            except LedgerBroken as broken:
                raise InputError(f"this is not the segment that left the ledger: {broken}", str(here)) from None
            finally:
                segment.close()
            found.append(segment.recorded)
    if not found:
        raise InputError("no archived segment of this ledger is here", str(folder))
    return tuple(found)
