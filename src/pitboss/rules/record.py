"""Record: a frozen table of named fields, declared like a dataclass.

Three dozen record types are defined whenever a command starts. A dataclass compiles methods for each of them, which
takes about 40 ms; records share their methods and take 1 ms.
"""

import copyreg
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, dataclass_transform

MISSING: Any = object()


def _read_only(table: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(table)


# Records hold their tables read-only, and Python has no pickle for those.
copyreg.pickle(MappingProxyType, lambda proxy: (_read_only, (dict(proxy),)))


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """Declares fields by annotations, with or without defaults. Two records are equal if type and fields are equal."""

    record_fields: ClassVar[Mapping[str, Any]] = {}
    """Each field's type, inherited fields first."""
    record_defaults: ClassVar[Mapping[str, Any]] = {}
    row_key: ClassVar[tuple[str, ...]] = ()
    """The fields that distinguish a row of this type from others; empty means its first field."""

    def __init_subclass__(cls) -> None:
        own = cls.__annotations__
        cls.record_fields = {**cls.record_fields, **own}
        cls.record_defaults = {
            **cls.record_defaults,
            **{name: cls.__dict__[name] for name in own if name in cls.__dict__},
        }

    def __init__(self, **values: Any) -> None:
        for name in self.record_fields:
            value = values.pop(name, MISSING)
            if value is MISSING:
                value = self.record_defaults.get(name, MISSING)
            if value is MISSING:
                raise TypeError(f"{type(self).__name__} needs {name!r}")
            self.__dict__[name] = value
        if values:
            raise TypeError(f"{type(self).__name__} has no {', '.join(map(repr, values))}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name!r} cannot be deleted")

    def given(self) -> dict[str, Any]:
        """The fields, without anything that was derived from them."""
        return {name: self.__dict__[name] for name in self.record_fields}

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Record) and type(other) is type(self) and self.given() == other.given()

    def __hash__(self) -> int:
        return hash((type(self), *(value for value in self.given().values() if not isinstance(value, Mapping))))

    def __repr__(self) -> str:
        shown = (
            f"{name}={value!r}"
            for name, value in self.given().items()
            if value != self.record_defaults.get(name, MISSING)
        )
        return f"{type(self).__name__}({', '.join(shown)})"
