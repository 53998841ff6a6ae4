"""What a power loss must not undo."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Makes sure that a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
