"""The positions of values in a JSON text, read only if one of the values is wrong."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.play.json_values import Path

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class JsonPosition(NamedTuple):
    """A key, or a value, in a JSON text."""

    path: Path
    line: int
    word: str
    """The value as written; for an object or array, the bracket."""
    is_key: bool


def places(text: str) -> Iterator[JsonPosition]:
    """Every key and value of a JSON text, in order. A value without a key has its number in the array.

    If the text stops being JSON somewhere, nothing after that place is given.
    """
    path: list[str | int] = []
    line, read, key_next = 1, 0, False
    for found in _WORD.finditer(text):
        line, read = line + text.count("\n", read, found.start()), found.start()
        word = found[0]
        if (word in ",}]" and not path) or (key_next and word[0] not in '",}'):
            return
        if word == ",":
            if isinstance(path[-1], int):
                path[-1] += 1
            else:
                key_next = True
        elif word in "}]":
            path.pop()
            key_next = False
        elif word != ":":
            if key_next:
                path[-1] = json.loads(word)
            yield JsonPosition(tuple(path), line, word, key_next)
            key_next = word == "{"
            if word in "{[":
                path.append("" if key_next else 0)


def line_of(text: str, path: Path) -> int:
    """The line of a value, or of the object or array that should contain it."""
    lines: dict[Path, int] = {}
    for place in places(text):
        lines.setdefault(place.path, place.line)
    while path not in lines:
        path = path[:-1]
    return lines[path]
