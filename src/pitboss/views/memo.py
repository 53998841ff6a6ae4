"""Views that need not be made again: parts that never change, and a memo of what was made from the same arguments."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar, TypeVarTuple, Unpack

Made = TypeVar("Made")
Item = TypeVar("Item")
Arguments = TypeVarTuple("Arguments")
View = dict[str, Any]
_MOST = 1000
"""Purposes that are remembered at a time; people come and go."""


class Part(View):
    """A part of a view that is never changed, so that only the differences between two of them need be sent."""

    __slots__ = ()


class ViewMemo:
    """Remembers the last value of a function by its arguments, so that a view is made again only if they have changed.

    The function receives exactly what its key holds. If the new value equals the old one, the old object is returned,
    so callers can compare by identity.
    """

    def __init__(self) -> None:
        self._values: dict[Hashable, tuple[tuple[object, ...], Any]] = {}

    def __call__(
        self, function: Callable[[Unpack[Arguments]], Made], *arguments: *Arguments, slot: Hashable = None
    ) -> Made:
        """The value of `function(*arguments)`.

        Each `slot` of a function remembers one value. A slot decides only how many values are remembered: a value is
        returned for equal arguments alone.
        """
        key = function, slot
        known = self._values.get(key)
        # Comparing tuples compares the identity of their items first.
        if known is not None and known[0] == arguments:
            return known[1]  # type: ignore[no-any-return]
        value = function(*arguments)
        if known is not None and known[1] == value:
            value = known[1]
        elif len(self._values) > _MOST:
            self._values.clear()
        self._values[key] = arguments, value
        return value

    def each(
        self,
        function: Callable[[Unpack[Arguments], Item], Any],
        around: tuple[*Arguments],
        items: Mapping[str, Item],
    ) -> Part:
        """`function(*around, item)` for each item, by its key; the same part as before if no value differs."""
        (known_around, known), before = self._values.get((function, "each"), _EMPTY)
        is_same = known_around == around
        part, is_whole = Part(), len(before) == len(items)
        for key, item in items.items():
            value = before.get(key)
            if value is None or not is_same or not (known[key] is item or known[key] == item):
                new = function(*around, item)
                if new != value:
                    value, is_whole = new, False
            part[key] = value
        if is_whole:
            part = before
        self._values[function, "each"] = (around, items), part
        return part


_EMPTY: tuple[tuple[tuple[object, ...], Mapping[str, Any]], Part] = (((), {}), Part())


def overlaid(under: View, over: View) -> View:
    """The view `under` with the parts of `over` put in their place or beside them."""
    return {
        **under,
        **{key: overlaid(under[key], part) if _are_both(under.get(key), part) else part for key, part in over.items()},
    }


def _are_both(under: object, over: object) -> bool:
    return isinstance(under, dict) and isinstance(over, dict)
