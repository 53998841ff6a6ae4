"""Writing a segment: beside its name, synced file by file, and renamed once it is complete.

A crash at any moment leaves a folder that ends with `.partial`, which is removed when the segment is written again, or
a complete segment.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.disk import sync
from pitboss.errors import InputError
from pitboss.ledger.entry import Entry, leaf_hash
from pitboss.ledger.segments.index_files import IndexWriter
from pitboss.ledger.segments.manifest import (
    COMMANDS,
    ENTRIES,
    MANIFEST,
    STREAMS,
    FileDigest,
    SegmentManifest,
    StreamRange,
    file_digest,
)
from pitboss.ledger.segments.segment import GROUP, SegmentPlace

PARTIAL = ".partial"
_LEVEL = 9
"""Of Zstandard: a segment is written once and read for years."""


class SegmentFacts(NamedTuple):
    """What a writer is told about a segment besides its entries."""

    ledger: str
    before: str
    frontier: tuple[str, ...]
    root: str
    head: str
    more: Mapping[str, bytes] = {}
    """Further files, by their names."""


def folder_name(start: int, stop: int) -> str:
    """The name of a segment's folder, so that names sort as the segments follow each other."""
    return f"{start:012d}-{stop:012d}"


class SegmentWriter:
    """Writes one segment into a folder of segments. InputError if the disk refuses it."""

    def __init__(self, folder: Path, start: int) -> None:
        self._folder, self._start, self.stop = folder, start, start
        self._partial = folder.joinpath(f"{start:012d}{PARTIAL}")
        self._index = IndexWriter()
        self._ends: dict[str, StreamRange] = {}
        self._since: int | None = None
        self._until: int | None = None
        self._held: dict[str, list[Any]] = {}
        with self._writing():
            folder.mkdir(parents=True, exist_ok=True)
            if self._partial.is_dir():
                shutil.rmtree(self._partial)
            self._partial.mkdir(mode=0o700)
            self._parquet = _new_parquet(self._partial.joinpath(ENTRIES))
        self._forget()

    def add(self, entry: Entry, content: Mapping[str, Any], command: str) -> None:
        """Adds the next entry, what its body says, and the id of its command if it is the first one of it."""
        position, stream, seq, body, hash_ = entry
        if position != self.stop or leaf_hash(body) != hash_:
            raise entry.broken("it is not the next entry, or its hash is not the hash of its body")
        here = self._ends.get(stream, StreamRange(seq, 0, b""))
        if seq != here.last + 1:
            raise entry.broken(f"entry {here.last + 1} of its stream should come here")
        self._ends[stream] = StreamRange(here.first, here.number + 1, hash_)
        at, events = content.get("at"), content.get("events")
        at = at if type(at) is int and 0 <= at < 2**53 else None
        if at is not None:
            self._since = at if self._since is None else min(at, self._since)
            self._until = at if self._until is None else max(at, self._until)
        kind = events[0].get("event") if isinstance(events, list) and events and isinstance(events[0], dict) else None
        row = (
            position,
            stream,
            seq,
            at,
            command or None,
            kind if isinstance(kind, str) else None,
            body.decode(),
            hash_,
        )
        for column, value in zip(self._held.values(), row, strict=True):
            column.append(value)
        self._index.add(position - self._start, stream, command)
        self.stop += 1
        if (self.stop - self._start) % GROUP == 0:
            self._flush()

    def finish(self, facts: SegmentFacts) -> SegmentPlace:
        """Completes the segment and gives it its name."""
        with self._writing():
            if self._held["position"]:
                self._flush()
            self._parquet.close()
            _write(self._partial.joinpath(STREAMS), self._index.streams_data())
            _write(self._partial.joinpath(COMMANDS), self._index.commands_data())
            for name, data in facts.more.items():
                _write(self._partial.joinpath(name), [data])
            files = dict[str, FileDigest]()
            for name in (ENTRIES, STREAMS, COMMANDS, *facts.more):
                self._partial.joinpath(name).chmod(0o600)
                sync(self._partial.joinpath(name))
                files[name] = file_digest(self._partial.joinpath(name))
            manifest = SegmentManifest(
                facts.ledger, self._start, self.stop, self._since, self._until, facts.before, facts.frontier,
                facts.root, facts.head, self._ends, files,
            )  # fmt: skip
            _write(self._partial.joinpath(MANIFEST), [manifest.written()])
            sync(self._partial.joinpath(MANIFEST))
            sync(self._partial)
            place = self._folder.joinpath(folder_name(self._start, self.stop))
            self._partial.rename(place)
            sync(self._folder)
            digest = file_digest(place.joinpath(MANIFEST)).sha256
            return SegmentPlace(self._start, self.stop, str(place.resolve()), digest)

    def abandon(self) -> None:
        """Removes what was written, as far as the disk permits it."""
        with suppress(OSError):
            self._parquet.close()
        shutil.rmtree(self._partial, ignore_errors=True)

    def _flush(self) -> None:
        with self._writing():
            self._parquet.write(self._held)
        self._forget()

    def _forget(self) -> None:
        self._held = {name: [] for name in COLUMNS}

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"the segment cannot be written: {reason}", str(self._folder)) from None


# The files


COLUMNS = {
    "position": "int64", "stream": "string", "seq": "int64", "at": "timestamp", "command": "string", "kind": "string",
    "body": "string", "hash": "hash",
}  # fmt: skip
"""The columns of `entries.parquet`. `command` is the id of the command that an entry was the first of, `kind` the first
event that it records, and `body` the canonical line that `hash` is the hash of."""


class _Parquet:
    """A Parquet file that is written group by group."""

    def __init__(self, arrow: Any, file: Path) -> None:
        kinds = {
            "int64": arrow.int64(), "string": arrow.string(), "timestamp": arrow.timestamp("ms", tz="UTC"),
            "hash": arrow.binary(32),
        }  # fmt: skip
        self._arrow, self._schema = (
            arrow,
            arrow.schema([arrow.field(name, kinds[kind]) for name, kind in COLUMNS.items()]),
        )
        self._writer = arrow.parquet.ParquetWriter(
            file, self._schema, compression="zstd", compression_level=_LEVEL, use_dictionary=["stream", "kind"],
            write_statistics=["position", "stream", "seq", "at", "kind"], write_page_checksum=True,
        )  # fmt: skip

    def write(self, columns: Mapping[str, list[Any]]) -> None:
        self._writer.write_table(self._arrow.table(columns, schema=self._schema), row_group_size=GROUP)

    def close(self) -> None:
        self._writer.close()


def _new_parquet(file: Path) -> _Parquet:
    import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra

    return _Parquet(pyarrow, file)


def _write(file: Path, parts: Iterable[bytes]) -> None:
    with file.open("wb") as stream:
        stream.writelines(parts)
