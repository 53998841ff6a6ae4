"""Line and column of every key and item of a TOML text. The values themselves come from tomllib."""

import re
import tomllib
from collections.abc import Iterator

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from pitboss.errors import InputError
from pitboss.rules.schema import Path

Spot = tuple[int, int]
_UNQUOTED = re.compile(r"""(?:(?<=[=,[])|(?<=[=,[] ))[^\s"'[\]{}#,=\d+-][^"'[\]{}#,=]*(?=[\]},#]|$)""")
"""A value that begins like a word."""
_MARKS = re.compile(
    r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"'
    r"|'''.*?'''|'[^'\n]*'|#[^\n]*|[\[\]{}.,=\n]",
    re.DOTALL,
)
"""A bracket, a dot or what ends a key; or a string or comment, in which none of them counts."""
_DEEPEST = 50
"""Deeper than any house file; Python's own limit differs from one process to the next."""
_MOST_PARTS = 20
"""The most parts of a dotted key: memory grows with the square of their number."""
_MOST_BYTES = 4_000_000
"""The largest house file or rules file; the largest of ours has 60 kB."""
_TOO_DEEP = "arrays or tables are nested too deeply to read"
_TOO_MANY_PARTS = f"a key has at most {_MOST_PARTS} parts with dots between them"


def read_toml_text(file: str, data: bytes) -> dict[str, object]:
    """The document. Raises InputError with file, line and column, and no other error."""
    if len(data) > _MOST_BYTES:
        raise InputError(f"the file has {len(data):,} bytes: at most {_MOST_BYTES:,} are read", file)
    try:
        # Some editors begin a text with a byte-order mark.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("this is not a text file: a byte is not UTF-8", file, line) from None
    _refuse_what_grows(file, text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, line, column = _located(str(error), text)
        raise InputError(reason, file, line, column) from None
    except ValueError:
        # If a number is too long for Python to convert, tomllib lets Python's own error through.
        line = next((number for number, row in enumerate(text.split("\n"), 1) if len(row) > 4000), 1)
        raise InputError("a number here is too long to read", file, line) from None
    except RecursionError:
        raise InputError(_TOO_DEEP, file, 1) from None


def _refuse_what_grows(file: str, text: str) -> None:
    """Refuses nesting and keys that would take far more memory than the text: they are counted before it is read."""
    depth, dots = 0, 0
    for match in _MARKS.finditer(text):
        mark = match[0]
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
        if mark == ".":
            dots += 1
        elif mark[0] not in "\"'":
            dots = 0
        if depth > _DEEPEST or dots >= _MOST_PARTS:
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            raise InputError(_TOO_DEEP if depth > _DEEPEST else _TOO_MANY_PARTS, file, line, column)


def _located(message: str, text: str) -> tuple[str, int, int]:
    """tomllib's message in plainer words, and the place that it names in words."""
    reason, _, place = message.removesuffix(")").rpartition(" (at ")
    numbers = [int(word) for word in place.replace(",", "").split() if word.isdecimal()]
    line, column = numbers if len(numbers) == 2 else (text.count("\n") + 1, len(text) - text.rfind("\n"))
    row = text.split("\n")[line - 1].rstrip("\r")
    for unquoted in () if row.lstrip().startswith("[") else _UNQUOTED.finditer(row):
        if unquoted.start() <= column - 1 <= unquoted.end():
            word = unquoted[0].rstrip()[:40]
            text_ = word.strip("\u2018\u2019\u201c\u201d")
            return f'{word} is not a value: write a text in straight quotes, "{text_}"', line, unquoted.start() + 1
    reason = reason or message
    return f"this is not TOML: {reason[:1].lower()}{reason[1:]}", line, column


class Places:
    """The position of each key path of a valid TOML text; a missing path has the position of its nearest parent."""

    def __init__(self, text: str) -> None:
        self._text = text.encode()
        self._lines = self._text.split(b"\n")
        self._spots: dict[Path, Spot] = {}
        """The line of each path, counted from 0, and the byte in it."""
        self._values: dict[Path, tuple[int, int]] = {}
        """The first byte of each value and the one after its last."""
        self._arrays: dict[Path, int] = {}
        root = Parser(Language(tree_sitter_toml.language())).parse(self._text).root_node
        for node in root.named_children:
            if node.type == "pair":
                self._pair((), node)
            elif node.type in ("table", "table_array_element"):
                self._section(node)

    def __getitem__(self, path: Path) -> Spot:
        while path:
            if path in self._spots:
                row, column = self._spots[path]
                return row + 1, len(self._lines[row][:column].decode(errors="replace")) + 1
            path = path[:-1]
        return 1, 1

    def __contains__(self, path: Path) -> bool:
        return path in self._spots

    def with_value(self, path: Path, value: str) -> str:
        """The text with another value for a key that it has."""
        start, end = self._values[path]
        return (self._text[:start] + value.encode() + self._text[end:]).decode()

    def _mark(self, path: Path, node: Node) -> None:
        row, column = node.start_point
        self._spots.setdefault(path, (row, column))

    def _section(self, node: Node) -> None:
        header, *pairs = node.named_children
        path: Path = ()
        keys = list(_keys(header))
        for index, (key, key_node) in enumerate(keys):
            path = (*path, key)
            self._mark(path, key_node)
            if index == len(keys) - 1 and node.type == "table_array_element":
                self._arrays[path] = self._arrays.get(path, -1) + 1
            if path in self._arrays:
                path = (*path, self._arrays[path])
                self._mark(path, key_node)
        for pair in pairs:
            if pair.type == "pair":
                self._pair(path, pair)

    def _pair(self, path: Path, pair: Node) -> None:
        key_node, *values = pair.named_children
        for key, node in _keys(key_node):
            path = (*path, key)
            self._mark(path, node)
        for value in values:
            self._values[path] = value.start_byte, value.end_byte
            self._value(path, value)

    def _value(self, path: Path, value: Node) -> None:
        if value.type == "inline_table":
            for pair in value.named_children:
                if pair.type == "pair":
                    self._pair(path, pair)
        elif value.type == "array":
            items = [item for item in value.named_children if item.type != "comment"]
            for index, item in enumerate(items):
                self._mark((*path, index), item)
                self._value((*path, index), item)


def _keys(node: Node) -> Iterator[tuple[str, Node]]:
    """The parts of a dotted key."""
    parts: list[Node] = []
    while node.type == "dotted_key":  # nested to the left, as deep as the key has dots
        node, *rest = node.named_children
        parts.extend(reversed(rest))
    for part in (node, *reversed(parts)):
        text = (part.text or b"").decode()
        yield (next(iter(tomllib.loads(f"{text} = 0"))) if part.type == "quoted_key" else text), part
