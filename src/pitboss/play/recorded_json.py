"""The text of a recorded round: JSON in which everything is said once, and numbers are numbers."""

import json
from typing import Any, NoReturn

from pitboss.errors import InputError


def parse_document(data: bytes) -> object:
    """The document in a text. An InputError says what it is instead, with the line where one is to blame."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"expected UTF-8, found the byte 0x{data[error.start]:02x}", line=line) from None
    if not text.strip():
        raise InputError("expected a round, found nothing")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        reason = f"expected JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise InputError(reason, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InputError("expected a round, found arrays or objects many hundred deep") from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits.
        raise InputError("expected whole cents, found a number of thousands of digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in found if keys.count(key) > 1)
        raise InputError(f"the key {twice[:40]!r} stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise InputError(f"expected a number, found {name}")
