"""The house's signing key: kept in a file beside the ledger, made when there is none."""

import os
from pathlib import Path

from pitboss.evidence.heads import SigningKey


def key_file(database: str) -> str:
    """Where the key of a ledger is kept unless said: beside an SQLite file, else in the working directory."""
    path = database.removeprefix("sqlite:")
    return "pitboss.key" if "://" in path else str(Path(path).with_suffix(".key"))


def load_or_make_key(file: str) -> SigningKey:
    """The key in a file; a new one, saved there, where there is no file."""
    if not Path(file).exists():
        SigningKey(os.urandom(32)).save(file)
    return SigningKey.load(file)
