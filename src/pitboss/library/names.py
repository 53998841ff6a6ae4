"""Mappings whose keys are names that a person types."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

from pitboss.errors import InputError
from pitboss.rules.schema import suggestion

T = TypeVar("T")


class UnknownName(InputError, KeyError):
    """A name that a mapping does not have, with the name that was probably meant."""

    __str__ = InputError.__str__


class NamedMapping(Mapping[str, T]):
    """A read-only mapping that is loaded when it is first used; a wrong key says what was probably meant."""

    def __init__(self, what: str, load: Callable[[], Mapping[str, T]], others: Mapping[str, str] | None = None) -> None:
        """`what` completes the sentence "there is no ..."; `others` are further names of keys."""
        self._what, self._load, self._others = what, load, others or {}

    @cached_property
    def _loaded(self) -> Mapping[str, T]:
        return self._load()

    def __getitem__(self, name: str) -> T:
        try:
            return self._loaded[self._others.get(name, name)]
        except KeyError:
            known = (*self._loaded, *self._others)
            raise UnknownName(f"there is no {self._what} {str(name)[:40]!r}{suggestion(str(name), known)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)

    def __repr__(self) -> str:
        return f"<{self._what}: {', '.join(self)}>"
