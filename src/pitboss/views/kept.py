"""Kept: what was made of things that never change, for as long as it is asked for."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Made = TypeVar("Made")


class Kept:
    """Remembers what was made of a thing, by the thing itself; what nobody asks for between two turns is forgotten."""

    def __init__(self) -> None:
        # Each thing is kept beside what was made of it: while it is, no other thing has its identity.
        self._now: dict[tuple[int, Hashable], tuple[object, Any]] = {}
        self._before: dict[tuple[int, Hashable], tuple[object, Any]] = {}

    def turn(self) -> None:
        """Begins anew: what was asked for since the last turn stays, until the next one."""
        self._now, self._before = {}, self._now

    def of(self, thing: object, way: Hashable, make: Callable[[], Made]) -> Made:
        """What was made of a thing in some way; it is made now where it was not."""
        place = id(thing), way
        found = self._now.get(place)
        if found is None:
            found = self._now[place] = self._before.get(place) or (thing, make())
        made: Made = found[1]
        return made
