"""What need not be made again: parts of views that never change, and what was made of things that are the same."""

from collections.abc import Callable, Hashable, Mapping
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
        self._made: dict[Hashable, tuple[Any, Any]] = {}

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

    def each(self, purpose: Hashable, around: object, seen: Mapping[str, object], make: Callable[[str], Any]) -> Part:
        """What was made for each key of what is seen there, and of what is around; the same part where nothing differs.

        It says the same as a purpose for each key, with less ado: most keys of a table are as they were.
        """
        (before, known), parts = self._made.get(purpose, _NOTHING)
        is_same = before is around or before == around
        made, is_whole = Part(), len(parts) == len(seen)
        for key, one in seen.items():
            part = parts.get(key)
            if part is None or not is_same or not (known[key] is one or known[key] == one):
                new = make(key)
                if new != part:
                    part, is_whole = new, False
            made[key] = part
        if is_whole:
            made = parts
        self._made[purpose] = (around, seen), made
        return made


_NOTHING: tuple[tuple[object, Mapping[str, object]], Part] = ((None, {}), Part())


def overlaid(under: View, over: View) -> View:
    """A view with what somebody sees instead of parts of it, or beside them."""
    return {
        **under,
        **{key: overlaid(under[key], part) if _are_both(under.get(key), part) else part for key, part in over.items()},
    }


def _are_both(under: object, over: object) -> bool:
    return isinstance(under, dict) and isinstance(over, dict)
