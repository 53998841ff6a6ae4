"""Making segments from the entries of a ledger, and comparing them with it afterwards."""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.errors import LedgerBroken
from pitboss.evidence.merkle import Frontier
from pitboss.ledger.entry import Entry
from pitboss.ledger.segments.segment import Segment, SegmentPlace
from pitboss.ledger.segments.segment_writer import SegmentFacts, SegmentWriter
from pitboss.ledger.store import Store

MOST = 2**24
"""Entries of one segment: a longer period becomes several, each written in a few hundred megabytes of memory."""
_PAGE = 512
Progress = Callable[[int, int], None]


class EntryInFull(NamedTuple):
    """An entry, what its body says, and the id of its command if it is the first one of it."""

    entry: Entry
    content: dict[str, Any]
    command: str

    @property
    def at(self) -> int:
        """When, in milliseconds; 0 if the entry does not say it."""
        at = self.content.get("at")
        return at if type(at) is int else 0


class SegmentBeginning(NamedTuple):
    """Where a segment begins: of which ledger, and after which segment."""

    ledger: str
    last: SegmentPlace | None

    @property
    def start(self) -> int:
        return self.last.stop if self.last else 0

    @property
    def before(self) -> str:
        """The digest of the segment before; empty if there is none."""
        return self.last.digest if self.last else ""

    def frontier(self) -> Frontier:
        """The right edge of the tree over the entries before."""
        if self.last is None:
            return Frontier()
        found = Segment(self.last)
        try:
            return Frontier.restored(found.stop, found.manifest.frontier)
        except ValueError:
            raise LedgerBroken(f"the manifest of the segment {found.folder} was changed") from None
        finally:
            found.close()


class BesideEntries(NamedTuple):
    """What a segment holds besides entries: the newest signed head, and further files."""

    head: str
    files: Mapping[str, bytes] = {}


def identity(store: Store) -> str:
    """What tells ledgers apart: the hash of the first entry's body."""
    first = next(store.entries(0, 1), None)
    return sha256(first.body).hexdigest() if first else ""


def in_full(store: Store, start: int, stop: int) -> Iterator[EntryInFull]:
    """The entries from a position on, with the ids of commands that they are the first of."""
    for first in range(start, stop, _PAGE):
        end = min(stop, first + _PAGE)
        page, commands = store.page(first, end), store.commands(first, end)
        if len(page) != end - first:
            raise LedgerBroken("entries are missing: verify the ledger", first)
        for entry in page:
            yield EntryInFull(entry, entry.content, commands.get(entry.position, ""))


def write_segment(
    folder: Path,
    beginning: SegmentBeginning,
    entries: Iterator[EntryInFull],
    beside: Callable[[int], BesideEntries],
    told: Callable[[int], None] = lambda _: None,
) -> SegmentPlace | None:
    """Writes entries as a segment of a folder; None, and nothing is written, if there are none.

    `beside` is asked with the number of entries that the ledger has up to the end of the segment.
    """
    first = next(entries, None)
    if first is None:
        return None
    frontier, writer = beginning.frontier(), SegmentWriter(folder, beginning.start)
    try:
        writer.add(*first)
        frontier.append(first.entry.hash)
        for one in entries:
            writer.add(*one)
            frontier.append(one.entry.hash)
            if writer.stop % _PAGE == 0:
                told(writer.stop)
        head, files = beside(writer.stop)
        facts = SegmentFacts(
            beginning.ledger, beginning.before, tuple(frontier.written()), frontier.root().hex(), head, files
        )
        return writer.finish(facts)
    except BaseException:
        writer.abandon()
        raise


def check_segment(store: Store, place: SegmentPlace, progress: Progress | None = None) -> None:
    """Reads a segment from the disk, and compares each entry, hash and command with those of the ledger."""
    segment = Segment(place)
    try:
        segment.check()
        for first in range(place.start, place.stop, _PAGE):
            end = min(place.stop, first + _PAGE)
            whole = [*segment.entries(first, end)] == store.page(first, end)
            whole = whole and segment.commands(first, end) == store.commands(first, end)
            whole = whole and [*segment.hashes(first, end)] == store.hashes(first, end)
            if not whole or not segment.leads_to(first, end):
                raise LedgerBroken(
                    f"the segment {place.place} does not hold what the ledger has: move it away and try again", first
                )
            if progress:
                progress(end, place.stop)
    finally:
        segment.close()
