"""What a client knows of a table from the frames that came."""

from typing import Any


class Known:
    """A table as a client has been told of it."""

    def __init__(self) -> None:
        self._shared: dict[str, Any] = {}
        self._own: dict[str, Any] = {}
        self._beside: dict[str, Any] = {}

    def hear(self, frame: dict[str, Any]) -> None:
        """Takes in a snapshot or an entry."""
        self._shared = changed(self._shared, frame["shared"])
        self._own = changed(self._own, frame.get("own", {}))
        self._beside = frame.get("beside", {})

    @property
    def view(self) -> dict[str, Any]:
        return {**laid_over(self._shared, self._own), **self._beside}


def changed(part: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A part after changes, each by the way to it; the old part stays as it is."""
    for way, value in changes.items():
        part = put(part, way.split("/"), value) if way else value
    return part


def put(part: dict[str, Any], way: list[str], value: Any) -> dict[str, Any]:
    key, *rest = way
    return {**part, key: put(part[key], rest, value) if rest else value}


def laid_over(under: Any, over: Any) -> Any:
    """A view with what lies over it."""
    if not isinstance(under, dict) or not isinstance(over, dict):
        return over
    return {**under, **{key: laid_over(under.get(key), part) for key, part in over.items()}}
