"""The text of a recorded round: JSON without repeated keys and with ordinary numbers."""

import json
from typing import Any, NoReturn

from pitboss.errors import InputError
from pitboss.play.json_values import Path
from pitboss.recorded.json_positions import places

_MOST_DIGITS = 1000


def parse_document(data: bytes) -> object:
    """The document in a text. Raises InputError with the reason and, if one is at fault, the line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"expected UTF-8, found the byte 0x{data[error.start]:02x}", line=line) from None
    if not text.strip():
        raise InputError("expected a round, found nothing", line=1)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except _Unclear:
        raise _unclear(text) from None
    except json.JSONDecodeError as error:
        reason = f"expected JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise InputError(reason, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InputError("expected a round, found hundreds of nested arrays or objects", line=1) from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits.
        raise _unclear(text) from None


class _Unclear(Exception):
    """Python reads the text as JSON, but other programs would not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Unclear
    return found


def _constant(_: str) -> NoReturn:
    raise _Unclear


def _unclear(text: str) -> InputError:
    """Raises InputError for a repeated key or an unusual number, with its line."""
    keys = set[Path]()
    for place in places(text):
        if place.is_key and place.path in keys:
            return InputError(f"the key {str(place.path[-1])[:40]!r} appears twice in one object", line=place.line)
        if place.is_key:
            keys.add(place.path)
        elif place.word in ("NaN", "Infinity", "-Infinity"):
            return InputError(f"expected a number, found {place.word}", line=place.line)
        elif place.word[-1].isdigit() and len(place.word) > _MOST_DIGITS:
            return InputError("expected whole cents, found a number of thousands of digits", line=place.line)
    return InputError("expected JSON: a number is not written as JSON writes it", line=1)
