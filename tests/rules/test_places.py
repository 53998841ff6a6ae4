"""Places: every key and item that tomllib reads has a line and a column, and there it stands."""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pitboss.errors import InputError
from pitboss.rules.toml_positions import Places, read_toml_text

KEY = re.compile(r'"(?:\\.|[^"\\])*"' + r"|'[^']*'|[A-Za-z0-9_-]+")

# Documents -----------------------------------------------------------------------------------------------------------

keys = st.one_of(st.sampled_from(["a", "b", "meters", "1", "x-y", "t_"]), st.text(max_size=4))
strings = st.one_of(
    st.text(max_size=12), st.sampled_from(["\na = 1\n", "[a]\n", "# no comment", "é\U0001f0a1", "'''", '"""', "\\"])
)
scalars = st.one_of(strings, st.integers(-99, 99), st.booleans(), st.floats(allow_nan=False), st.dates(), st.times())
documents = st.dictionaries(
    keys,
    st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(keys, inner, max_size=3),
            st.lists(st.dictionaries(keys, inner, max_size=3), min_size=1, max_size=3),
        ),
        max_leaves=12,
    ),
    max_size=4,
)


class Writer:
    """Writes a document as TOML, drawing each time one of the ways that TOML has for it."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def one_of(self, *ways: str) -> str:
        return self._draw(st.sampled_from(ways))

    def key(self, key: str) -> str:
        ways = ['"' + "".join(f"\\U{ord(letter):08X}" for letter in key) + '"', _basic(key)]
        if re.fullmatch(r"[A-Za-z0-9_-]+", key):
            ways += [key] * 3
        if re.fullmatch(r"[^'\x00-\x1f\x7f]*", key):
            ways.append(f"'{key}'")
        return self.one_of(*ways)

    def value(self, value: object) -> str:
        gap = self.one_of("", " ")
        match value:
            case bool():
                return str(value).lower()
            case str():
                return self.text(value)
            case list():
                end = self.one_of("", " ", "\n", " # a = [\n", "\n\n  ")
                items = [f"{gap}{self.value(item)}{end}" for item in value]
                return f"[{end}{','.join(items)}{',' + end if items and gap else ''}]"
            case dict():
                return "{" + gap + ", ".join(self.pair(key, item) for key, item in value.items()) + gap + "}"
            case int() | float():
                return repr(value)
            case _:
                return str(value)

    def text(self, text: str) -> str:
        ways = [_basic(text), f'"""{_basic(text)[1:-1]}"""', f'"""\n{_basic(text)[1:-1]}\\\n  """']
        if re.fullmatch(r"[^'\x00-\x1f\x7f]*", text):
            ways += [f"'{text}'", f"'''\n{text}'''"]
        if re.fullmatch(r"[^'\x00-\x09\x0b-\x1f\x7f]*", text):
            ways.append(f"'''\n{text}'''")
        return self.one_of(*ways)

    def pair(self, key: str, value: object, prefix: str = "") -> str:
        gap = self.one_of("", " ", "\t")
        return f"{prefix}{self.key(key)}{gap}={gap}{self.value(value)}"

    def lines(self, table: dict[str, Any], prefix: str = "") -> Iterator[str]:
        """The pairs of a table, some of its tables as dotted keys."""
        for key, value in table.items():
            dot = self.one_of(".", " . ", ". ")
            if isinstance(value, dict) and value and self.one_of("dotted", "inline") == "dotted":
                yield from self.lines(value, f"{prefix}{self.key(key)}{dot}")
            else:
                yield self.one_of("", "", "\n", "# b = 1\n", "  ") + self.pair(key, value, prefix)

    def section(self, table: dict[str, Any], header: tuple[str, ...] = ()) -> Iterator[str]:
        """The table, some of its tables and arrays of tables under headers of their own."""
        below = {
            key: value
            for key, value in table.items()
            if (isinstance(value, dict) or _tables(value)) and self.one_of("below", "within") == "below"
        }
        yield from self.lines({key: value for key, value in table.items() if key not in below})
        for key, value in below.items():
            path = (*header, key)
            dotted = self.one_of(".", " . ").join(self.key(part) for part in path)
            gap, comment = self.one_of("", " "), self.one_of("", " # [a]")
            for inner in value if isinstance(value, list) else ():
                yield f"[[{gap}{dotted}{gap}]]{comment}"
                yield from self.section(inner, path)
            if isinstance(value, dict):
                yield f"[{gap}{dotted}{gap}]{comment}"
                yield from self.section(value, path)


def _basic(text: str) -> str:
    escaped = json.dumps(text, ensure_ascii=False)
    return escaped.replace("\x7f", "\\u007F")


def _tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    document = draw(documents)
    writer = Writer(draw)
    return "\n".join(writer.section(document)) + draw(st.sampled_from(["", "\n"])), document


# Laws ----------------------------------------------------------------------------------------------------------------


def paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], object]]:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key), item
        yield from paths(item, (*path, key))


def stands_at(text: str, spot: tuple[int, int]) -> str:
    line, column = spot
    return text.split("\n")[line - 1][column - 1 :]


def named(rest: str) -> str:
    """The key that a text begins with."""
    match = KEY.match(rest)
    assert match, f"no key stands at {rest!r}"
    return next(iter(tomllib.loads(f"{match[0]} = 0")))


def begins(rest: str, item: object) -> bool:
    """Whether a text begins with this item of an array."""
    match item:
        case dict():
            return rest.startswith("{")
        case list():
            return rest.startswith("[")
        case str():
            return rest[:1] in ("'", '"')
        case bool():
            return rest.startswith(str(item).lower())
        case int() | float():
            return rest.startswith(repr(item))
        case _:
            return rest.startswith(str(item))


def check(text: str) -> None:
    places = Places(text)
    for path, item in paths(tomllib.loads(text)):
        assert path in places._spots, f"{path} has no place"
        rest = stands_at(text, places[path])
        key = path[-1]
        if isinstance(key, str):
            assert named(rest) == key
        else:
            in_header = isinstance(item, dict) and not rest.startswith("{")
            assert named(rest) == path[-2] if in_header else begins(rest, item)


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(texts())
def test_every_key_and_item_has_a_place_and_stands_there(written: tuple[str, dict[str, Any]]) -> None:
    text, document = written
    assert tomllib.loads(text) == document
    check(text)


@given(texts())
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_line_ends_of_windows_move_nothing(written: tuple[str, dict[str, Any]]) -> None:
    text, _ = written
    there, here = Places(text.replace("\n", "\r\n")), Places(text)
    for path, _item in paths(tomllib.loads(text)):
        assert there[path] == here[path]


PLACES: dict[str, dict[tuple[str | int, ...], tuple[int, int]]] = {
    'facility = "x"': {("facility",): (1, 1)},
    "  a = 1": {("a",): (1, 3)},
    "[tables.one]\nboxes = 7": {("tables",): (1, 2), ("tables", "one"): (1, 9), ("tables", "one", "boxes"): (2, 1)},
    "a.b.c = 1\na.b.d = 2": {("a",): (1, 1), ("a", "b"): (1, 3), ("a", "b", "c"): (1, 5), ("a", "b", "d"): (2, 5)},
    'w = { "é" = 1, b = 2 }': {("w", "é"): (1, 7), ("w", "b"): (1, 16)},
    "s = [\n  1, # one\n  2,\n]": {("s", 0): (2, 3), ("s", 1): (3, 3)},
    "[[t]]\na = 1\n[[t]]\na = 2": {("t", 0): (1, 3), ("t", 0, "a"): (2, 1), ("t", 1): (3, 3), ("t", 1, "a"): (4, 1)},
    "[[t]]\n[t.u]\na = 1\n[[t]]\n[t.u]\na = 2": {("t", 0, "u", "a"): (3, 1), ("t", 1, "u", "a"): (6, 1)},
    "[[t]]\n[[t.u]]\n[[t.u]]\na = 1": {("t", 0, "u", 1, "a"): (4, 1)},
    'x = """\n[a]\nb = 1\n"""\nb = 2': {("b",): (5, 1)},
}


@pytest.mark.parametrize("text", PLACES)
def test_where_things_stand(text: str) -> None:
    check(text)
    places = Places(text)
    assert {path: places[path] for path in PLACES[text]} == PLACES[text]


def test_what_is_not_there_answers_for_its_nearest_parent() -> None:
    places = Places("\n[tables.one]\nboxes = 7\nwagers = { ante = {} }")
    assert places["tables", "one", "device"] == places["tables", "one"] == (2, 9)
    assert places["tables", "one", "wagers", "ante", "minimum"] == (4, 12)
    assert places["tables", "two", "boxes"] == places["tables",] == (2, 2)
    assert places["facility",] == places[()] == (1, 1)


# What cannot be read -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "line", "column", "reason"),
    [
        (b"a = 1\nb = \n", 2, 5, "invalid value"),
        (b"a = 1\na = 2\n", 2, 6, "overwrite"),
        (b"a = 1\nb = 'open", 2, 10, "expected"),
        (b"a = 1\n[b", 2, 3, "expected"),
        (b"", 0, 0, ""),
        (b"a = 1\n\xff = 2\n", 2, 0, "utf-8"),
        (b"a = 1\nb = 1" + b"0" * 5000, 2, 0, "too long"),
        (b"a = " + b"[" * 5000, 1, 55, "nested"),
        (b"a = 1\nb = " + b"{c = [" * 40, 2, 5 + 6 * 25, "nested"),
        (b"\xef\xbb\xbfa = 1\nb = x", 2, 5, "x is not a value"),
        (b"a = 1\r\nb = 2\rc = 3", 2, 6, "expected newline"),
    ],
)
def test_an_unreadable_text_is_an_input_error_with_its_place(data: bytes, line: int, column: int, reason: str) -> None:
    if not line:
        assert read_toml_text("f", data) == {}
        return
    with pytest.raises(InputError) as raised:
        read_toml_text("f", data)
    error = raised.value
    assert (error.file, error.line, error.column) == ("f", line, column)
    assert reason in error.reason.lower()
    assert str(error).startswith(f"f:{line}:")


@given(st.text())
@example("a = 1 (at line 9, column 9)")
@settings(max_examples=200, deadline=None)
def test_the_place_of_an_error_is_within_the_text(text: str) -> None:
    try:
        read_toml_text("f", text.encode())
    except InputError as error:
        line, column = error.line, error.column
    else:
        return
    assert 1 <= line <= text.count("\n") + 1
    assert 0 <= column <= max(map(len, text.split("\n"))) + 1
