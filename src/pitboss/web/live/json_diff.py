"""Pen: writes JSON, and of a view that changed what has changed.

Each change is written with the way to it: `{"phase": "playing", "round/boxes/3/left": true}`. The way to the whole is
empty.
"""

import json

import orjson

from pitboss.views.memo import Part


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
    if before.keys() != after.keys():
        return whole(after)
    found: dict[str, object] = {}
    _compare("", before, after, found)
    return written(found)


def _compare(way: str, before: Part, after: Part, found: dict[str, object]) -> None:
    for key, part in after.items():
        was = before[key]
        if was is part:
            continue
        if type(part) is Part and type(was) is Part and was.keys() == part.keys():
            _compare(f"{way}{key}/", was, part, found)
        elif was != part:
            found[way + key] = part
