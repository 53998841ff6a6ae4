"""Segment: an immutable folder with a contiguous range of a ledger's entries, read in place.

`entries.parquet` holds the canonical line of each entry as it was hashed, so other tools read it too. Each group of
rows is compressed by itself: one entry, or a round, is found by the indexes and costs one or two groups.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.ledger.entry import Entry
from pitboss.ledger.segments.index_files import CommandIndex, StreamIndex
from pitboss.ledger.segments.manifest import (
    COMMANDS,
    ENTRIES,
    STREAMS,
    SegmentManifest,
    Told,
    file_digest,
    read_manifest,
)

GROUP = 4096
"""Entries that are compressed together."""
_KEPT = 4
"""Groups that are kept in memory, uncompressed."""
_AT_ONCE = 512
_ROW = ["position", "stream", "seq", "body", "hash"]
_FIND = "put it back, or say where it is now with pitboss archive --at DIR"


class SegmentPlace(NamedTuple):
    """What a ledger records of a segment: its range, its folder, and the SHA-256 of its manifest."""

    start: int
    stop: int
    place: str
    digest: str


class Segment:
    """A segment, opened when something of it is first read. Threads use it in turn.

    InputError if the folder or a file of it is missing; LedgerBroken if it is not what was recorded.
    """

    def __init__(self, recorded: SegmentPlace) -> None:
        self.recorded, self.folder = recorded, Path(recorded.place)
        self._lock = RLock()
        self._manifest: SegmentManifest | None = None
        self._parquet: Any = None
        self._streams: StreamIndex | None = None
        self._commands: CommandIndex | None = None
        self._groups: OrderedDict[tuple[int, bool], Any] = OrderedDict()

    @property
    def start(self) -> int:
        return self.recorded.start

    @property
    def stop(self) -> int:
        return self.recorded.stop

    @property
    def manifest(self) -> SegmentManifest:
        """What the segment holds, once it is certain that it is the recorded one and that no file is cut short."""
        with self._lock:
            if self._manifest is None:
                self._manifest = self._checked()
            return self._manifest

    def _checked(self) -> SegmentManifest:
        try:
            manifest, digest = read_manifest(self.folder)
        except InputError as error:
            raise InputError(f"{error.reason}: {_FIND}", error.file) from None
        if digest != self.recorded.digest:
            raise LedgerBroken(f"the manifest of the segment {self.folder} is not the recorded one: it was changed")
        if (manifest.start, manifest.stop) != (self.start, self.stop):
            raise LedgerBroken(f"the segment {self.folder} does not hold the entries {self.start} to {self.stop - 1}")
        for name, wanted in manifest.files.items():
            if (size := self._size(name)) != wanted.bytes:
                raise self._changed(name, f"it has {size} of {wanted.bytes} bytes")
        return manifest

    def _size(self, name: str) -> int:
        try:
            return self.folder.joinpath(name).stat().st_size
        except OSError:
            raise InputError(f"a file of this segment is missing: {_FIND}", str(self.folder.joinpath(name))) from None

    def _changed(self, name: str, how: str) -> LedgerBroken:
        return LedgerBroken(f"the file {self.folder.joinpath(name)} was changed: {how}", self.start)

    def check(self, told: Told | None = None) -> None:
        """Reads every file. LedgerBroken names the first that is not what the manifest says."""
        with self._lock:
            self._manifest = None
        for name, wanted in sorted(self.manifest.files.items()):
            with self._reading(name):
                if file_digest(self.folder.joinpath(name), told) != wanted:
                    raise self._changed(name, "its SHA-256 is another")

    # Entries

    def entries(self, start: int, stop: int) -> Iterator[Entry]:
        """The entries at positions of the segment, from start to before stop."""
        while start < stop:
            group, at = divmod(start - self.start, GROUP)
            end = min(stop, start + _AT_ONCE, self.start + (group + 1) * GROUP)
            yield from self._entries(self._group(group).slice(at, end - start))
            start = end

    def hashes(self, start: int, stop: int) -> Iterator[bytes]:
        while start < stop:
            group, at = divmod(start - self.start, GROUP)
            end = min(stop, self.start + (group + 1) * GROUP)
            yield from self._group(group, hashes=True).slice(at, end - start).column("hash").to_pylist()
            start = end

    def commands(self, start: int, stop: int) -> dict[int, str]:
        """The ids of the commands whose first entries are at these positions."""
        found = dict[int, str]()
        while start < stop:
            group, at = divmod(start - self.start, GROUP)
            end = min(stop, self.start + (group + 1) * GROUP)
            ids = self._group(group).slice(at, end - start).column("command").to_pylist()
            found |= {position: id_ for position, id_ in enumerate(ids, start) if id_ is not None}
            start = end
        return found

    def stream(self, name: str, first: int, last: int) -> Iterator[Entry]:
        """The entries of a stream in the segment, from one number to another; those that it has of them."""
        here = self.manifest.streams.get(name)
        if here is None:
            return
        first, last = max(first, here.first), min(last, here.last)
        while first <= last:
            end = min(last, first + _AT_ONCE - 1)
            yield from self._at(self._stream_index().places(name, first, end))
            first = end + 1

    def by_command(self, command: str) -> Entry | None:
        """The first entry of a command id."""
        for place in self._command_index().places(command):
            group, at = divmod(place, GROUP)
            rows = self._group(group).slice(at, 1)
            if rows.column("command").to_pylist() == [command]:
                return next(self._entries(rows))
        return None

    def leads_to(self, start: int, stop: int) -> bool:
        """Whether both indexes lead to each of these entries."""
        index, commands, streams = self._stream_index(), self._command_index(), self.manifest.streams
        for place, entry in enumerate(self.entries(start, stop), start - self.start):
            here = streams.get(entry.stream)
            if here is None or not here.first <= entry.seq <= here.last:
                return False
            if index.places(entry.stream, entry.seq, entry.seq) != [place]:
                return False
            if entry.seq == here.last and entry.hash != here.hash:
                return False
        ids = self.commands(start, stop).items()
        return all(position - self.start in commands.places(id_) for position, id_ in ids)

    def close(self) -> None:
        with self._lock:
            for opened in (self._streams, self._commands, self._parquet):
                if opened is not None:
                    opened.close()
            self._streams = self._commands = self._parquet = self._manifest = None
            self._groups.clear()

    # Files

    def _stream_index(self) -> StreamIndex:
        with self._lock, self._reading(STREAMS):
            if self._streams is None:
                self._streams = StreamIndex(self._known(STREAMS), self.manifest.streams)
            return self._streams

    def _command_index(self) -> CommandIndex:
        with self._lock, self._reading(COMMANDS):
            if self._commands is None:
                self._commands = CommandIndex(self._known(COMMANDS))
            return self._commands

    def _group(self, number: int, *, hashes: bool = False) -> Any:
        """The rows of a group, as a table of Arrow; with all columns, or with the hashes alone."""
        with self._lock, self._reading(ENTRIES):
            if (number, hashes) not in self._groups:
                columns = ["hash"] if hashes else [*_ROW, "command"]
                rows = self._file().read_row_group(number, columns=columns, use_threads=False)
                if not hashes:
                    rows = rows.set_column(_ROW.index("body"), "body", rows.column("body").cast("binary"))
                self._groups[number, hashes] = rows
                if len(self._groups) > _KEPT:
                    self._groups.popitem(last=False)
            self._groups.move_to_end((number, hashes))
            return self._groups[number, hashes]

    def _file(self) -> Any:
        if self._parquet is None:
            from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra

            self._parquet = parquet.ParquetFile(self._known(ENTRIES), page_checksum_verification=True)
        return self._parquet

    def _known(self, name: str) -> Path:
        """A file that the manifest names, in the size that it has there."""
        if name not in self.manifest.files:
            raise LookupError("the manifest does not name it")
        return self.folder.joinpath(name)

    def _at(self, places: Sequence[int]) -> Iterator[Entry]:
        """The entries at ascending places in the segment."""
        for group, those in groupby(places, lambda place: divmod(place, GROUP)[0]):
            yield from self._entries(self._group(group), [place % GROUP for place in those])

    def _entries(self, rows: Any, those: Sequence[int] | None = None) -> Iterator[Entry]:
        with self._reading(ENTRIES):
            taken = rows if those is None else rows.take(those)
            columns = [taken.column(name).to_pylist() for name in _ROW]
        for position, stream, seq, body, hash_ in zip(*columns, strict=True):
            yield Entry(position, stream, seq, body, hash_)

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        """Turns what a changed file leads to into a sentence."""
        try:
            yield
        except FileNotFoundError:
            raise InputError(f"a file of this segment is missing: {_FIND}", str(self.folder.joinpath(name))) from None
        except (OSError, ValueError, TypeError, LookupError, OverflowError) as error:
            raise self._changed(name, " ".join(str(error).split())[:200]) from None
