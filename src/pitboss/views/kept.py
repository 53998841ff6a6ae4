"""What need not be made again: parts of views that never change, and what was made of things that are the same."""

from collections.abc import Callable, Hashable
from typing import Any, ParamSpec, TypeVar

Made = TypeVar("Made")
P = ParamSpec("P")
View = dict[str, Any]
_MOST = 1000
"""Purposes that are remembered at a time; people come and go."""


class Part(View):
    """A part of a view that nobody changes any more: what differs between two of them can be told alone."""

    __slots__ = ()


class Kept:
    """Remembers for each purpose what was last made, and of what; it is made again when that has changed.

    Where it then comes out the same, it is the same object: whoever compares need not look into it.
    """

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, Any]] = {}

    def of(self, purpose: Hashable, seen: object, make: Callable[P, Made], *given: P.args, **named: P.kwargs) -> Made:
        """What was made for a purpose of what is seen, and of nothing else; `make` gets what is given."""
        found = self._made.get(purpose)
        if found is None or not (found[0] is seen or found[0] == seen):
            if len(self._made) > _MOST:
                self._made.clear()
            made = make(*given, **named)
            found = self._made[purpose] = seen, found[1] if found and found[1] == made else made
        kept: Made = found[1]
        return kept


def overlaid(under: View, over: View) -> View:
    """A view with what somebody sees instead of parts of it, or beside them."""
    return {
        **under,
        **{key: overlaid(under[key], part) if _are_both(under.get(key), part) else part for key, part in over.items()},
    }


def _are_both(under: object, over: object) -> bool:
    return isinstance(under, dict) and isinstance(over, dict)
