"""Pen: writes JSON, and of a view that changed what has changed.

Each change is written with the way to it: `{"phase": "playing", "round/boxes/3/left": true}`. The way to the whole is
empty.
"""

import json
from collections.abc import Iterator

import orjson

from pitboss.views.kept import Part


def written(message: object) -> str:
    """A message as it is sent, without spaces."""
    try:
        return orjson.dumps(message).decode()
    except TypeError:
        # A text that is none in Unicode, or a very large number: JSON has both.
        return json.dumps(message, separators=(",", ":"))


def whole(part: Part) -> str:
    """A part for somebody who knows nothing of it."""
    return f'{{"":{written(part)}}}'


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
            yield f"{written(way + key)}:{written(part)}"
