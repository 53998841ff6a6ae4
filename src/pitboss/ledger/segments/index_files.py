"""The indexes of a segment: where the entries of each stream are, and which command an entry was the first of.

Both are arrays of little-endian numbers that are mapped into memory, so a lookup reads a few pages of a file of any
size. `streams.bin` has four bytes for each entry: its place in the segment, stream after stream. `commands.bin` has the
first 64 bits of the SHA-256 of each command id, sorted, and after all of them four bytes each: the place of its entry.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from hashlib import sha256
from mmap import ACCESS_READ, mmap
from pathlib import Path
from sys import byteorder

from pitboss.errors import PitbossError
from pitboss.ledger.segments.manifest import StreamRange

PLACE, KEY = 4, 8
_HIGH = 56
"""The bits of a key below its first byte."""


def key_of(command: str) -> int:
    """The number under which the id of a command is sorted."""
    return int.from_bytes(sha256(command.encode()).digest()[:KEY])


class MappedFile:
    """A file of numbers, mapped into memory."""

    def __init__(self, file: Path) -> None:
        if byteorder != "little":
            raise PitbossError("segments are read on little-endian machines only")
        with file.open("rb") as stream:
            # Nothing of an empty file can be mapped.
            self._map = mmap(stream.fileno(), 0, access=ACCESS_READ) if file.stat().st_size else None
        self.data = memoryview(self._map if self._map is not None else b"")

    def close(self) -> None:
        self.data.release()
        if self._map is not None:
            self._map.close()


class StreamIndex:
    """The places of the entries of each stream."""

    def __init__(self, file: Path, streams: Mapping[str, StreamRange]) -> None:
        self._file, self._first = MappedFile(file), dict[str, int]()
        place = 0
        for name, one in sorted(streams.items()):
            self._first[name] = place
            place += one.number
        self._places, self._streams = self._file.data.cast("I"), streams

    def places(self, name: str, first: int, last: int) -> list[int]:
        """The places of the entries of a stream that is in the segment, from one number to another."""
        before = self._first[name] - self._streams[name].first
        return self._places[before + first : before + last + 1].tolist()

    def close(self) -> None:
        self._places.release()
        self._file.close()


class CommandIndex:
    """The places of the first entries of commands."""

    def __init__(self, file: Path) -> None:
        self._file = MappedFile(file)
        keys = len(self._file.data) // (KEY + PLACE) * KEY
        self._keys, self._places = self._file.data[:keys].cast("Q"), self._file.data[keys:].cast("I")

    def places(self, command: str) -> Iterator[int]:
        """The places of entries that may be the first of this command: those with its key."""
        key = key_of(command)
        at = bisect_left(self._keys, key)
        while at < len(self._keys) and self._keys[at] == key:
            yield self._places[at]
            at += 1

    def close(self) -> None:
        for view in (self._keys, self._places):
            view.release()
        self._file.close()


class IndexWriter:
    """Collects both indexes, in twelve bytes for each command and four for each entry."""

    def __init__(self) -> None:
        self._streams: dict[str, array[int]] = {}
        # A bucket for each first byte, so that only one is sorted at a time.
        self._keys = [array("Q") for _ in range(256)]
        self._places = [array("I") for _ in range(256)]

    def add(self, place: int, stream: str, command: str) -> None:
        """Adds an entry, and the id of its command if it is the first one of it."""
        if stream not in self._streams:
            self._streams[stream] = array("I")
        self._streams[stream].append(place)
        if command:
            key = key_of(command)
            self._keys[key >> _HIGH].append(key)
            self._places[key >> _HIGH].append(place)

    def streams_data(self) -> Iterator[bytes]:
        """The parts of `streams.bin`."""
        for _, places in sorted(self._streams.items()):
            yield _little(places)

    def commands_data(self) -> Iterator[bytes]:
        """The parts of `commands.bin`."""
        ordered: list[array[int]] = []
        for keys, places in zip(self._keys, self._places, strict=True):
            together = sorted(zip(keys, places, strict=True))
            yield _little(array("Q", (key for key, _ in together)))
            ordered.append(array("I", (place for _, place in together)))
        yield from map(_little, ordered)


def _little(numbers: "array[int]") -> bytes:
    if byteorder != "little":
        numbers.byteswap()
    return numbers.tobytes()
