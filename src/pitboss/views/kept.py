"""What need not be made again: parts of views that never change, and what was made of things that are the same."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Made = TypeVar("Made")
View = dict[str, Any]
_MOST = 1000
"""Purposes that are remembered at a time; people come and go."""


class Part(View):
    """A part of a view that nobody changes any more: what differs between two of them can be told alone."""

    __slots__ = ()


class Kept:
    """Remembers for each purpose what was last made, and of what; it is made again when that has changed."""

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, Any]] = {}

    def of(self, purpose: Hashable, seen: object, make: Callable[[], Made]) -> Made:
        """What was made for a purpose of what is seen, and of nothing else."""
        found = self._made.get(purpose)
        if found is None or found[0] != seen:
            if len(self._made) > _MOST:
                self._made.clear()
            found = self._made[purpose] = seen, make()
        made: Made = found[1]
        return made


def overlaid(under: View, over: View) -> View:
    """A view with what somebody sees instead of parts of it, or beside them."""
    return {
        **under,
        **{key: overlaid(under[key], part) if _are_both(under.get(key), part) else part for key, part in over.items()},
    }


def _are_both(under: object, over: object) -> bool:
    return isinstance(under, dict) and isinstance(over, dict)
