"""Archive: the segments of a ledger, one after the other from its first entry on, as one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import NOTHING, Entry
from pitboss.ledger.segments.manifest import Told
from pitboss.ledger.segments.segment import Segment, SegmentPlace

StreamEnd = tuple[int, bytes]
"""The number and the hash of the last archived entry of a stream."""


class Archive:
    """What has left the database. Empty in most ledgers; it does not change while a store is open."""

    def __init__(self, places: Sequence[SegmentPlace] = (), ends: Mapping[str, StreamEnd] | None = None) -> None:
        self.segments = tuple(map(Segment, places))
        self.ends = ends or {}
        self.stop = 0
        for one in self.segments:
            if one.start != self.stop or one.stop <= one.start:
                raise LedgerBroken(f"the archived segment {one.folder} does not begin at entry {self.stop}")
            self.stop = one.stop

    def end(self, stream: str) -> StreamEnd:
        """The last archived entry of a stream."""
        return self.ends.get(stream, (0, NOTHING))

    def entries(self, start: int, stop: int) -> Iterator[Entry]:
        for one, first, last in self._within(start, stop):
            yield from one.entries(first, last)

    def hashes(self, start: int, stop: int) -> Iterator[bytes]:
        for one, first, last in self._within(start, stop):
            yield from one.hashes(first, last)

    def commands(self, start: int, stop: int) -> dict[int, str]:
        """The ids of the commands whose first entries are at these positions."""
        found = dict[int, str]()
        for one, first, last in self._within(start, stop):
            found |= one.commands(first, last)
        return found

    def leads_to(self, start: int, stop: int) -> bool:
        return all(one.leads_to(first, last) for one, first, last in self._within(start, stop))

    def stream(self, name: str, after: int, until: int) -> Iterator[Entry]:
        """The archived entries of a stream after a number, in order, up to the number `until`."""
        for one in self.segments:
            yield from one.stream(name, after + 1, until)

    def by_command(self, command: str) -> Entry | None:
        """The archived first entry of a command id."""
        for one in reversed(self.segments):
            if found := one.by_command(command):
                return found
        return None

    def check(self, told: Told | None = None) -> None:
        """Reads every file. LedgerBroken names the first that is not what was recorded."""
        ends, before = dict[str, StreamEnd](), ""
        for one in self.segments:
            one.check(told)
            if one.manifest.before != before:
                raise LedgerBroken(f"the segment {one.folder} does not follow the one before it")
            before = one.recorded.digest
            for name, here in one.manifest.streams.items():
                if here.first != ends.get(name, (0, NOTHING))[0] + 1:
                    raise LedgerBroken(f"the segment {one.folder} does not go on where the stream {name!r} ended")
                ends[name] = here.last, here.hash
        if ends != self.ends:
            raise LedgerBroken("the ledger does not record the ends of the archived streams as the segments have them")

    def bytes(self) -> int:
        """The size of all files that `check` reads."""
        return sum(file.bytes for one in self.segments for file in one.manifest.files.values())

    def close(self) -> None:
        for one in self.segments:
            one.close()

    def _within(self, start: int, stop: int) -> Iterator[tuple[Segment, int, int]]:
        """Each segment that has some of these positions, and which."""
        for one in self.segments:
            if start < one.stop and one.start < stop:
                yield one, max(start, one.start), min(stop, one.stop)


def ends_after(ends: Mapping[str, StreamEnd], segments: Iterable[Segment]) -> dict[str, StreamEnd]:
    """The last entries of streams once these segments are archived too."""
    after = dict(ends)
    for one in segments:
        after |= {name: (here.last, here.hash) for name, here in one.manifest.streams.items()}
    return after
