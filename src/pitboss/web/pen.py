"""Pen: writes JSON, and each part that several messages share once."""

from functools import lru_cache
from json import JSONEncoder
from typing import Any

_ENCODE = JSONEncoder(separators=(",", ":")).encode
_OPENED = frozenset({"view", "round", "last", "boxes"})
"""Parts of a message that differ from person to person, made of parts that do not."""
_key = lru_cache(maxsize=1024)(_ENCODE)


def written(**message: Any) -> str:
    """A message as it is sent."""
    return _ENCODE(message)


class Pen:
    """Writes messages of which many parts are the same objects. Nobody changes a part while the pen is in use."""

    def __init__(self) -> None:
        # Each part is kept beside its text: while it is, no other object has its identity.
        self._known: dict[int, tuple[object, str]] = {}

    def write(self, message: dict[str, Any]) -> str:
        """The text that `json.dumps` writes without spaces."""
        parts = [f"{_key(key)}:{self._part(key, part)}" for key, part in message.items()]
        return "{" + ",".join(parts) + "}"

    def _part(self, key: str, part: object) -> str:
        kind = type(part)
        if kind is int or part is None:
            return "null" if part is None else str(part)
        if kind is not dict and kind is not list:
            return _ENCODE(part)
        known = self._known.get(id(part))
        if known is None:
            known = self._known[id(part)] = part, self._whole(key, part)
        return known[1]

    def _whole(self, key: str, part: object) -> str:
        if key in _OPENED and isinstance(part, dict):
            return self.write(part)
        if key == "events" and isinstance(part, list):
            return "[" + ",".join([self._part("", event) for event in part]) + "]"
        return _ENCODE(part)
