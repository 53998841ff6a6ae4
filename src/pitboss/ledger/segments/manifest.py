"""SegmentManifest: what a segment holds, and the size and SHA-256 of each of its files.

The ledger records the SHA-256 of the manifest, so every byte of a segment hangs on 32 bytes in the database.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.ledger.entry import canonical

FORM = "pitboss segment 1"
MANIFEST, ENTRIES, STREAMS, COMMANDS = "manifest.json", "entries.parquet", "streams.bin", "commands.bin"
_AT_ONCE = 2**20
_MOST = 2**26
"""The longest manifest, in bytes: some hundred thousand streams."""
Told = Callable[[int], None]
"""Is told the number of bytes read."""


class StreamRange(NamedTuple):
    """The entries of one stream in a segment: the first number, how many, and the hash of the last one."""

    first: int
    number: int
    hash: bytes

    @property
    def last(self) -> int:
        return self.first + self.number - 1


class FileDigest(NamedTuple):
    """The size and the SHA-256 of a file."""

    bytes: int
    sha256: str


class SegmentManifest(NamedTuple):
    """What a segment holds: the entries at positions from `start` to before `stop`."""

    ledger: str
    """The hash of the ledger's first body, which tells ledgers apart."""
    start: int
    stop: int
    since: int | None
    """The earliest moment that an entry names, in milliseconds; None if no entry names one."""
    until: int | None
    """The latest one."""
    before: str
    """The SHA-256 of the manifest of the segment before; empty for the first one."""
    frontier: tuple[str, ...]
    """The right edge of the Merkle tree over the first `stop` entries of the ledger."""
    root: str
    """The root of that tree."""
    head: str
    """The newest signed head over these entries or more; empty if there is no such head."""
    streams: Mapping[str, StreamRange]
    files: Mapping[str, FileDigest]

    def written(self) -> bytes:
        """The content of `manifest.json`."""
        return canonical({
            "form": FORM, **self._asdict(), "frontier": list(self.frontier),
            "streams": {name: [*one[:2], one.hash.hex()] for name, one in self.streams.items()},
            "files": {name: list(one) for name, one in self.files.items()},
        }) + b"\n"  # fmt: skip


def read_manifest(folder: Path) -> tuple[SegmentManifest, str]:
    """The manifest of a folder, and its SHA-256. InputError if it is missing, LedgerBroken if it is no manifest."""
    file = folder.joinpath(MANIFEST)
    try:
        with file.open("rb") as stream:
            data = stream.read(_MOST)
    except FileNotFoundError:
        raise InputError("a segment of the ledger is missing here", str(folder)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}", str(file)) from None
    try:
        manifest = _read(json.loads(data.decode()))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise LedgerBroken(f"{file} is not the manifest of a segment, or it was changed") from None
    return manifest, sha256(data).hexdigest()


def _read(found: Mapping[str, Any]) -> SegmentManifest:
    if found["form"] != FORM:
        raise ValueError(found["form"])
    streams = {
        name: StreamRange(first, count, bytes.fromhex(hash_))
        for name, (first, count, hash_) in found["streams"].items()
    }
    files = {name: FileDigest(*one) for name, one in found["files"].items()}
    rest = {name: found[name] for name in SegmentManifest._fields}
    manifest = SegmentManifest(**{**rest, "frontier": tuple(rest["frontier"]), "streams": streams, "files": files})
    numbers = [manifest.start, manifest.stop, *(number for one in streams.values() for number in one[:2])]
    if any(type(number) is not int or number < 0 for number in numbers) or any("/" in name for name in files):
        raise ValueError(numbers)
    if sum(one.number for one in streams.values()) != manifest.stop - manifest.start:
        raise ValueError(numbers)
    return manifest


def file_digest(file: Path, told: Told | None = None) -> FileDigest:
    """The size and the SHA-256 of a file as it is."""
    size, digest = 0, sha256()
    with file.open("rb") as stream:
        while data := stream.read(_AT_ONCE):
            size += len(data)
            digest.update(data)
            if told:
                told(len(data))
    return FileDigest(size, digest.hexdigest())
