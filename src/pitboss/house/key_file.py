"""The house's signing key: a file beside the ledger, made if there is none."""

import os
from hashlib import sha256
from pathlib import Path

from pitboss.evidence.heads import SigningKey


def key_file(database: str) -> str:
    """The default file of a ledger's key: beside an SQLite file, else in the working directory."""
    path = database.removeprefix("sqlite:")
    return "pitboss.key" if "://" in path else str(Path(path).with_suffix(".key"))


def load_or_make_key(file: str) -> SigningKey:
    """The key in a file; a new key, saved there, if there is no file."""
    if not Path(file).exists():
        SigningKey(os.urandom(32)).save(file)
    return SigningKey.load(file)


def head_file(key: str, database: str) -> str:
    """The file of the newest head that the house signed of a ledger: beside its key, which may sign several ledgers."""
    path = database.removeprefix("sqlite:")
    place = database if "://" in path else str(Path(path).resolve())
    return str(Path(key).with_name(f"{Path(key).stem}-{sha256(place.encode()).hexdigest()[:8]}.head"))
