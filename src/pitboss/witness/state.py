"""WitnessState: for each log the newest checkpoint that this witness cosigned, on disk before it is given away.

Each log has a file: the checkpoint with its signatures, as monitors are given it. The file is replaced in one step, so
a crash leaves the old one or the new one. Only one process may use a folder.
"""

import os
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

from pitboss.disk import sync
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.checkpoint import read_checkpoint, signers
from pitboss.evidence.merkle import EMPTY
from pitboss.evidence.signed_note import MOST_BYTES, NoteKey, read_note

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows
    HAS_LOCKS = False
else:
    HAS_LOCKS = True
_FILE = "checkpoint"
_LOCK = "lock"


class LatestHead(NamedTuple):
    """What the witness last cosigned of a log, and when, in seconds."""

    size: int = 0
    root: bytes = EMPTY
    at: int = 0


def origin_hash(origin: str) -> str:
    """The name of a log in addresses and folders."""
    return sha256(origin.encode()).hexdigest()


class WitnessState:
    """The folder of a witness."""

    def __init__(self, folder: str, own: NoteKey, origins: tuple[str, ...]) -> None:
        """Reads what was cosigned of these logs. InputError if a file was changed, or the folder is in use."""
        self._folder = Path(folder)
        self._lock = self._locked()
        try:
            self._latest = {origin: found for origin in origins if (found := self._read(origin, own))}
        except InputError:
            self._lock.close()
            raise

    def _locked(self) -> IO[bytes]:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            stream = (self._folder / _LOCK).open("ab")
        except OSError as error:
            raise InputError(f"the witness cannot use this folder: {error.strerror}", str(self._folder)) from None
        try:
            if HAS_LOCKS:
                flock(stream, LOCK_EX | LOCK_NB)
        except OSError:
            stream.close()
            raise InputError("another witness uses this folder", str(self._folder)) from None
        return stream

    def _read(self, origin: str, own: NoteKey) -> LatestHead | None:
        file = self.file(origin)
        try:
            text = file.read_bytes()[: MOST_BYTES + 1].decode()
            note = read_note(text)
            head, cosigned = read_checkpoint(note.text), signers(note, (own,))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise InputError(f"it cannot be read: {error.strerror}", str(file)) from None
        except (LedgerBroken, UnicodeDecodeError) as error:
            raise InputError(f"this is not what the witness wrote: {error}", str(file)) from None
        if head.origin != origin or not cosigned:
            raise InputError("this is not what the witness wrote: it is not signed by its key", str(file))
        return LatestHead(head.size, head.root, cosigned[0].at or 0)

    @property
    def seen(self) -> int:
        """How many logs have been cosigned."""
        return len(self._latest)

    def file(self, origin: str) -> Path:
        return self._folder / origin_hash(origin) / _FILE

    def latest(self, origin: str) -> LatestHead:
        return self._latest.get(origin, LatestHead())

    def save(self, origin: str, latest: LatestHead, note: str) -> None:
        """Stores a cosigned checkpoint; it is on disk when this returns. OSError if it cannot be."""
        file = self.file(origin)
        is_new = not file.parent.exists()
        file.parent.mkdir(mode=0o700, exist_ok=True)
        if is_new:
            sync(self._folder)
        fresh = file.with_suffix(".new")
        with fresh.open("wb") as stream:
            stream.write(note.encode())
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(file)
        sync(file.parent)
        self._latest[origin] = latest

    def keep_contradiction(self, origin: str, note: str) -> None:
        """Keeps the first signed checkpoint that contradicts the one that was cosigned: it proves what the log did."""
        file = self.file(origin).with_name("contradiction")
        if not file.exists():
            file.write_text(note, encoding="utf-8")

    def close(self) -> None:
        self._lock.close()
