"""Strict shaping: a parsed TOML tree becomes frozen types, and every fault is reported with its place.

The types are the schema. A Record is a table, a NamedTuple is an array of fixed length, a Literal is a closed
vocabulary, `Annotated[T, parser]` is a text that the parser reads. Unknown keys and words are faults; nothing is
guessed, converted or left out. A fault raises RulesError at once, unless a reporter collects faults: then the value is
left blank, and reading goes on, so that all faults are found.
"""

import re
import types
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pitboss.errors import RulesError
from pitboss.rules.clause import Clause
from pitboss.rules.record import Record

ONE_OR_MANY = "one or many"
"""`Annotated[tuple[X, ...], ONE_OR_MANY]` takes `x` for `[x]`: most rows have one column, some have several."""

Path = tuple[str | int, ...]
Reporter = Callable[[str, str, Path], None]
"""A callback with a fault's code, reason and path."""

_PATH = re.compile(r"([^.\[\]]+)|\[([0-9]+)\]")
_SAID = {str: "text in quotes", int: "a whole number", bool: "true or false"}
_BLANKS: dict[object, object] = {str: "", int: 0, bool: False, Fraction: Fraction(0)}


class TomlPlace:
    """A place in a file, the cite that short addresses such as `(a)` continue, and the reporter of faults."""

    __slots__ = ("cite", "file", "path", "regulation", "reporter")

    def __init__(
        self, file: str, regulation: str, path: Path = (), cite: str | None = "", reporter: Reporter | None = None
    ) -> None:
        self.file, self.regulation, self.path, self.cite, self.reporter = file, regulation, path, cite, reporter

    def at(self, key: str | int) -> "TomlPlace":
        return TomlPlace(self.file, self.regulation, (*self.path, key), self.cite, self.reporter)

    def under(self, cite: Clause | None) -> "TomlPlace":
        """Inside a table with this cite; None if the cite could not be read."""
        address = None if cite is None else cite.address
        return TomlPlace(self.file, self.regulation, self.path, address, self.reporter)

    def fault(self, code: str, reason: str, blank: Any = None) -> Any:
        """Reports a fault and returns a blank, or raises RulesError if there is no reporter."""
        if self.reporter is None:
            raise RulesError(f"{show_path(self.path) or 'top'}: {reason}", self.file)
        self.reporter(code, reason, self.path)
        return blank


def show_path(path: Sequence[str | int]) -> str:
    """`("script", 1, "cite")` as `script[1].cite`."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


def read_path(text: str) -> Path:
    """`script[1].cite` as `("script", 1, "cite")`."""
    return tuple(int(number) if number else key for key, number in _PATH.findall(text))


def show_key(path: Sequence[str | int]) -> str:
    """The last key of a path, with its item: `stakes[0]`."""
    start = max((index for index, key in enumerate(path) if isinstance(key, str)), default=0)
    return show_path(path[start:])


def suggestion(word: str, known: Sequence[str], otherwise: str = "") -> str:
    """The end of an error: `; did you mean 'paytable'?`, or the choices, or `otherwise`."""
    from difflib import get_close_matches  # noqa: PLC0415 - only errors pay for it

    close = get_close_matches(word, known, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    listed = otherwise or (f"known: {', '.join(known)}" if known else "")
    return f"; {listed}" if listed else ""


def shape(kind: Any, value: object, place: TomlPlace) -> Any:
    """Returns `value` as a `kind`, checked completely."""
    if kind is str or kind is int or kind is bool:
        return _plain(kind, value, place)
    if kind is Clause:
        return _clause(value, place)
    origin = get_origin(kind)
    if origin is None:
        return _named(kind, value, place)
    if origin is Annotated:
        inner, parser = get_args(kind)
        if parser is ONE_OR_MANY:
            return shape(inner, value if isinstance(value, list) else [value], place)
        return _parsed(parser, parser.__name__.removeprefix("parse_"), value, place, _BLANKS[inner])
    if origin is Literal:
        return _word(get_args(kind), value, place)
    if origin is types.UnionType or origin is Union:
        return _either([arg for arg in get_args(kind) if arg is not type(None)], value, place)
    if origin is tuple:
        return _items(get_args(kind)[0], value, place)
    assert origin is Mapping, f"no way to shape {kind}"
    return _table(get_args(kind), value, place)


def _named(kind: Any, value: object, place: TomlPlace) -> object:
    if issubclass(kind, Record):
        return _record(kind, value, place)
    if hasattr(kind, "parse"):
        return _parsed(kind.parse, kind.__name__.lower(), value, place, None)
    return _row(kind, value, place)


def _plain(kind: type, value: object, place: TomlPlace) -> object:
    if type(value) is not kind or (kind is int and _too_large(value)):
        return place.fault("wrong-type", f"expected {_SAID[kind]}, found {_shown(value)}", _BLANKS[kind])
    return value


def _either(kinds: list[Any], value: object, place: TomlPlace) -> object:
    """One of several plain types, or one type that may be absent."""
    for kind in kinds[:-1]:
        if type(value) is kind:
            return value
    return shape(kinds[-1], value, place)


def _parsed(parser: Any, name: str, value: object, place: TomlPlace, blank: object) -> object:
    if isinstance(value, dict | list):
        return place.fault(f"not-{name}", f"expected one text in quotes, found {_shown(value)}", blank)
    try:
        if isinstance(value, str):
            return parser(value)
        parser(_shown(value))
    except ValueError as error:
        return place.fault(f"not-{name}", str(error), blank)
    return place.fault(f"not-{name}", f"{_shown(value)} belongs in quotes", blank)


def _word(words: tuple[str, ...], value: object, place: TomlPlace) -> object:
    if value not in words:
        key = str(place.path[-1]).replace("_", "-")
        known = suggestion(value if isinstance(value, str) else "", words)
        return place.fault(f"unknown-{key}", f"unknown word {_shown(value)}{known}", "")
    return value


def _clause(value: object, place: TomlPlace) -> Clause:
    if not isinstance(value, str):
        return place.fault("wrong-type", f"expected the address of a clause, found {_shown(value)}")  # type: ignore[no-any-return]
    if value.startswith("("):
        if place.cite is None:
            # The cite that it continues could not be read, which is already reported.
            return None  # type: ignore[return-value]
        value = place.cite + value
    try:
        return Clause(place.regulation, value)
    except ValueError as error:
        return place.fault("not-clause", str(error))  # type: ignore[no-any-return]


def _items(kind: Any, value: object, place: TomlPlace) -> Any:
    if not isinstance(value, list):
        return place.fault("wrong-type", f"expected an array, found {_shown(value)}", ())
    shaped = [shape(kind, item, place.at(index)) for index, item in enumerate(value)]
    # A row or a clause that could not be read is reported, and left out.
    return tuple([item for item in shaped if item is not None])


def _table(kinds: tuple[Any, ...], value: object, place: TomlPlace) -> Any:
    if not isinstance(value, dict):
        return place.fault("wrong-type", f"expected a table, found {_shown(value)}", {})
    key_kind, kind = kinds
    shaped = {}
    for key, item in value.items():
        shape(key_kind, key, place)
        shaped[key] = shape(kind, item, place.at(key))
    return types.MappingProxyType(shaped)


def _record(kind: type[Record], value: object, place: TomlPlace) -> Record:
    if not isinstance(value, dict):
        place.fault("wrong-type", f"expected a table, found {_shown(value)}")
        value = {}
        place = TomlPlace(place.file, place.regulation, place.path, place.cite, _nobody)
    known = kind.record_fields
    for key in value:
        if key not in known:
            place.at(key).fault("unknown-key", f"there is no such key{suggestion(key, tuple(known))}")
    shaped: dict[str, Any] = {}
    if "cite" in known and "cite" in value:
        # A table's own cite continues the cite around it; everything inside continues the table's own.
        shaped["cite"] = shape(Clause, value["cite"], place.at("cite"))
    inside = place.under(shaped.get("cite")) if "cite" in known else place
    for name, field in known.items():
        if name in shaped:
            continue
        if name in value:
            shaped[name] = shape(field, value[name], inside.at(name))
        elif name not in kind.record_defaults:
            place.at(name).fault("missing-key", "this key is missing")
            shaped[name] = _blank(field)
    return kind(**shaped)


def _row(kind: Any, value: object, place: TomlPlace) -> Any:
    hints: dict[str, Any] = kind.__annotations__
    if not isinstance(value, list) or len(value) != len(hints):
        return place.fault("wrong-type", f"expected [{', '.join(hints)}], found {_shown(value)}")
    pairs = zip(hints.items(), value, strict=True)
    return kind(*[shape(hint, item, place.at(name)) for (name, hint), item in pairs])


def _blank(kind: Any) -> Any:
    """A blank for a value that is missing from a file, so that the rest can be checked."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _blank(get_args(kind)[0])
    if origin is Literal:
        return ""
    if origin is tuple:
        return ()
    if kind is Clause:
        return None
    if origin is None and issubclass(kind, Record):
        return _record(kind, {}, TomlPlace("", "", reporter=_nobody))
    return _BLANKS.get(kind, types.MappingProxyType({}))


def _nobody(_code: str, _message: str, _path: Path) -> None:
    """Ignores faults that follow from one that was already reported."""


def _too_large(number: Any) -> bool:
    """Whether a number fits into 64 bits, as TOML requires; Python cannot even print a much longer one."""
    return not -(2**63) <= number < 2**63


def _shown(value: object) -> str:
    """A value as errors show it; a table or an array appears only as its kind, however deep it is."""
    match value:
        case dict():
            return "a table"
        case list():
            return "an array"
        case bool():
            text = str(value).lower()
        case int() if _too_large(value):
            return "a number beyond 64 bits"
        case str():
            text = repr(value)
        case _:
            text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
