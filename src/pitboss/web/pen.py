"""Pen: writes JSON, and of a view that changed what has changed.

Each change is written with the way to it: `{"phase": "playing", "round/boxes/3/left": true}`. The way to the whole is
empty.
"""

from collections.abc import Iterator
from functools import lru_cache
from json import JSONEncoder

from pitboss.views.kept import Part

_ENCODE = JSONEncoder(separators=(",", ":")).encode
_word = lru_cache(maxsize=4096)(_ENCODE)


def written(message: object) -> str:
    """A message as it is sent: what `json.dumps` writes, without spaces."""
    kind = type(message)
    if kind is str:
        return _word(message)
    if kind is int:
        return str(message)
    return _ENCODE(message)


def whole(part: Part) -> str:
    """A part for somebody who knows nothing of it."""
    return f'{{"":{_ENCODE(part)}}}'


def changes(before: Part, after: Part) -> str:
    """What makes one part the other."""
    return f"{{{','.join(_changed('', before, after))}}}" if before.keys() == after.keys() else whole(after)


def _changed(way: str, before: Part, after: Part) -> Iterator[str]:
    for key, part in after.items():
        was = before[key]
        if was is part:
            continue
        if type(part) is Part and type(was) is Part and was.keys() == part.keys():
            yield from _changed(f"{way}{key}/", was, part)
        elif was != part:
            yield f"{_word(way + key)}:{written(part)}"
