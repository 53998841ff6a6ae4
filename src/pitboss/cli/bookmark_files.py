"""Where `pitboss verify` remembers how far it came: beside the ledger's key, or among the files of this user."""

import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pitboss.errors import InputError, LedgerBroken, PitbossError
from pitboss.evidence.bookmark import HouseSeal, Known, OwnSeal, Seal, read_bookmark, write_bookmark
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.verify import LedgerVerification
from pitboss.house.key_file import key_file
from pitboss.ledger.store import Store

_MOST = 10_000_000
_SEED = 32


class Bookmark:
    """The bookmark of one ledger in a file. That it cannot be read or written is said, and hinders nothing."""

    def __init__(self, file: Path, seal: Seal | None) -> None:
        self._file, self._seal = file, seal

    def read(self, store: Store) -> Known | None:
        """What was verified before; None if nothing was, or the file is not to be trusted."""
        if self._seal is None or not self._file.is_file():
            return None
        try:
            with self._file.open(encoding="utf-8") as stream:
                return read_bookmark(store, stream.read(_MOST), self._seal)
        except (LedgerBroken, OSError, ValueError) as error:
            reason = error.reason if isinstance(error, LedgerBroken) else "it cannot be read"
            print(f"{self._file}: {reason}; everything is read", file=sys.stderr)
            return None

    def write(self, store: Store, found: LedgerVerification, at: int) -> None:
        """Remembers a verification; an interruption leaves the file as it was."""
        if self._seal is None or not found.size:
            return
        new = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(write_bookmark(store, Known(found, at), self._seal), encoding="utf-8")
            new.replace(self._file)
        except OSError as error:
            with suppress(OSError):
                new.unlink()
            print(f"{self._file}: what was verified cannot be remembered ({error.strerror})", file=sys.stderr)


def bookmark_of(address: str, file: str | None) -> Bookmark:
    """The bookmark of a ledger: in the given file, beside the ledger's key, or in the user's state directory."""
    path = Path(key_file(address))
    if path.is_file():
        with suppress(PitbossError):
            return Bookmark(
                Path(file) if file else path.with_suffix(".verified"), HouseSeal(SigningKey.load(str(path)))
            )
    return Bookmark(Path(file) if file else _state() / f"{_name(address)}.verified", _own_seal())


def _state() -> Path:
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "pitboss"


def _name(address: str) -> str:
    """A short name for the place of a ledger."""
    place = address if "://" in address else str(Path(address.removeprefix("sqlite:")).resolve())
    return sha256(place.encode()).hexdigest()[:16]


def _own_seal() -> OwnSeal | None:
    """The seal by a key of this user, made when it is first needed; None if it can neither be read nor made."""
    file = _state() / "verify.key"
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with (
            suppress(FileExistsError),
            os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream,
        ):
            stream.write(os.urandom(_SEED))
        key = file.read_bytes()
        if len(key) < _SEED:
            raise InputError("this key is cut short: delete it", str(file))
        return OwnSeal(key)
    return None
