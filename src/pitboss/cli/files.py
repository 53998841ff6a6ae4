"""Files that commands read and write; every error is a sentence with the file's name."""

import sys
from pathlib import Path

from pitboss.errors import InputError


def read_bytes(file: str, most: int | None = None) -> bytes:
    """The bytes of a file, `-` for standard input; at most one more than `most`."""
    size = -1 if most is None else most + 1
    try:
        if file == "-":
            return sys.stdin.buffer.read(size)
        with open(file, "rb") as stream:
            return stream.read(size)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason(error)}", shown(file)) from None


def read_text(file: str, most: int | None = None) -> str:
    """The text of a file."""
    try:
        return read_bytes(file, most).decode()
    except UnicodeDecodeError:
        raise InputError("expected text in UTF-8, found other bytes", shown(file)) from None


def write(file: str, content: str | bytes) -> None:
    """Writes a whole file."""
    try:
        Path(file).write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {reason(error)}", file) from None


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be used, in the system's words."""
    text: str = getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]


def shown(file: str) -> str:
    """A file as errors name it."""
    return "standard input" if file == "-" else file
