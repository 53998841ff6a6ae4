"""Checks that results can be written, made before the work and not after it."""

import os
from pathlib import Path

from pitboss.errors import InputError


def writable(option: str, file: str) -> None:
    """An InputError if a file cannot be written; nothing is left behind."""
    target = Path(file)
    if target.is_dir():
        raise InputError(f"{option} {file}: is a folder; name a file")
    folder = target.parent
    if not folder.is_dir():
        raise InputError(f"{option} {file}: there is no folder {folder}")
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise InputError(f"{option} {file}: cannot be written: permission denied")


def writable_folder(option: str, folder: str) -> None:
    """An InputError if files cannot be written to a folder, which is created if it does not exist."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{option} {folder}: {(error.strerror or str(error)).lower()}") from None
    if not os.access(folder, os.W_OK):
        raise InputError(f"{option} {folder}: cannot be written: permission denied")
