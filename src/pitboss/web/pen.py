"""Pen: writes JSON, and each part that several messages share once."""

from functools import lru_cache
from json import JSONEncoder
from typing import Any

from pitboss.views.kept import Kept

_ENCODE = JSONEncoder(separators=(",", ":")).encode
_OPENED = frozenset({"round", "last", "boxes"})
"""Parts of a view that differ from person to person, made of parts that do not."""
_word = lru_cache(maxsize=4096)(_ENCODE)


def written(message: object) -> str:
    """A message as it is sent."""
    return _ENCODE(message)


class Pen:
    """Writes texts of which many parts are the same objects. Nobody changes a part while it is kept."""

    def __init__(self, kept: Kept | None = None) -> None:
        self._kept = kept or Kept()

    def layers(self, under: dict[str, Any], over: dict[str, Any]) -> str:
        """What `json.dumps` writes of `{**under, **over}`, without spaces, in an order of its own.

        What is seen of the lower layer is written once for all that hide the same of it.
        """
        hidden = tuple(key for key in over if key in under)
        seen = self._kept.of(
            under, hidden, lambda: self._parts({key: part for key, part in under.items() if key not in hidden})
        )
        own = self._parts(over)
        return f"{{{seen},{own}}}" if seen and own else f"{{{seen}{own}}}"

    def _parts(self, whole: dict[str, Any]) -> str:
        return ",".join([f"{_word(key)}:{self._part(key, part)}" for key, part in whole.items()])

    def _part(self, key: str, part: Any) -> str:
        kind = type(part)
        if kind is dict:
            return self._kept.of(part, "text", lambda: self._whole(key, part))
        if key == "may":
            return f"[{','.join(map(_word, part))}]"
        if kind is str:
            return _word(part)
        if kind is int:
            return str(part)
        return _ENCODE(part)

    def _whole(self, key: str, part: Any) -> str:
        return f"{{{self._parts(part)}}}" if key in _OPENED else _ENCODE(part)
