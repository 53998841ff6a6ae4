"""A disk that notes every operation, can fail at any of them, and knows what would be left after a crash.

`FaultyDisk` is a VFS of SQLite over the operating system's own. `Disk` plays its operations again, and tells what a
process finds that was killed after so many of them, or what is there after the power was lost.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import apsw

SECTOR = 512
"""What a disk writes whole or not at all."""


class Write(NamedTuple):
    file: str
    at: int
    data: bytes


class Truncate(NamedTuple):
    file: str
    size: int


class Delete(NamedTuple):
    file: str
    synced: bool
    """The directory is synced after it."""


class Sync(NamedTuple):
    file: str


Operation = Write | Truncate | Delete | Sync
Fault = Callable[[Operation], apsw.Error | None]
"""The error that an operation ends in, if any."""


class FaultyDisk(apsw.VFS):
    """Files of the operating system, each operation noted. It must outlive the stores that are opened by its name."""

    def __init__(self, name: str) -> None:
        self.name, self.operations, self.attempts = name, list[Operation](), 0
        self.fault: Fault | None = None
        super().__init__(name, base="")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        if name is None:
            return apsw.VFSFile("", None, flags)
        return _File(self, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        self.note(Delete(Path(name).name, sync))
        super().xDelete(name, sync)

    def note(self, operation: Operation) -> None:
        """Notes an operation that goes well; raises for one that does not."""
        self.attempts += 1
        if self.fault and (error := self.fault(operation)):
            raise error
        self.operations.append(operation)


class _File(apsw.VFSFile):
    def __init__(self, disk: FaultyDisk, name: str | apsw.URIFilename, flags: list[int]) -> None:
        self._disk = disk
        self._name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name).name
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        operation = Write(self._name, offset, bytes(data))
        try:
            self._disk.note(operation)
        except apsw.Error:
            # A write that fails has often begun.
            half = operation.data[: len(operation.data) // 2]
            self._disk.operations.append(Write(self._name, offset, half))
            super().xWrite(half, offset)
            raise
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.note(Truncate(self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.note(Sync(self._name))
        super().xSync(flags)


Files = Mapping[str, bytes | bytearray]


class Disk:
    """Files as operations leave them: what is written, what of it is synced, and what lies between."""

    def __init__(self) -> None:
        self.written: dict[str, bytearray] = {}
        self.pending: list[Operation] = []
        """In order, since the last sync of their file."""
        self._synced: dict[str, bytearray] = {}
        self._entered: set[str] = set()
        """The files that are in the directory for good."""

    def perform(self, operation: Operation) -> None:
        if isinstance(operation, Sync):
            self._sync(operation.file)
            return
        _change(self.written, operation)
        self.pending.append(operation)
        if isinstance(operation, Delete) and operation.synced:
            self._sync_directory()

    def copy(self) -> "Disk":
        return deepcopy(self)

    def _sync(self, file: str) -> None:
        if file not in self._entered:
            # SQLite syncs the directory with the first sync of a file that it has made there.
            self._sync_directory()
            self._entered.add(file)
        self._settle(lambda operation: operation.file == file)

    def _sync_directory(self) -> None:
        deleted = {operation.file for operation in self.pending if isinstance(operation, Delete)}
        for file in deleted:
            last = max(at for at, one in enumerate(self.pending) if isinstance(one, Delete) and one.file == file)
            self.pending = [one for index, one in enumerate(self.pending) if index > last or one.file != file]
            self._synced.pop(file, None)
            self._entered.discard(file)

    def _settle(self, done: Callable[[Operation], bool]) -> None:
        for operation in filter(done, self.pending):
            _change(self._synced, operation)
        self.pending = [operation for operation in self.pending if not done(operation)]

    def after_power_loss(self, chance: Random | None = None) -> Files:
        """What was synced, and an arbitrary part of what was not: none of it, or any sectors of any operations."""
        files = {name: bytearray(data) for name, data in self._synced.items()}
        if chance is None:
            return files
        share = chance.choice((0.1, 0.5, 0.9))
        lost: set[str] = set()
        for operation in self.pending:
            if operation.file in lost:
                continue
            for part in _sectors(operation):
                if chance.random() < share:
                    _change(files, part)
                elif isinstance(part, Delete):
                    # The old file is back in the directory; what was written to its successor is nowhere.
                    lost.add(part.file)
        return files


def _sectors(operation: Operation) -> Iterable[Operation]:
    """An operation in parts that a disk does whole or not at all."""
    if not isinstance(operation, Write):
        return (operation,)
    file, start, data = operation
    cuts = [start, *range(start - start % SECTOR + SECTOR, start + len(data), SECTOR), start + len(data)]
    return [Write(file, a, data[a - start : b - start]) for a, b in pairwise(cuts)]


def _change(files: dict[str, bytearray], operation: Operation) -> None:
    match operation:
        case Write(file, at, data):
            content = files.setdefault(file, bytearray())
            content.extend(bytes(max(0, at - len(content))))
            content[at : at + len(data)] = data
        case Truncate(file, size):
            content = files.setdefault(file, bytearray())
            del content[size:]
            content.extend(bytes(size - len(content)))
        case Delete(file):
            files.pop(file, None)


def lay_out(files: Files, folder: Path) -> None:
    """Makes a folder hold these files and no others."""
    for file in folder.iterdir():
        if file.name not in files:
            file.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
