"""Every field that a rules file, a ruling or a house file may have is read by the product."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pitboss.rules.record import Record
from pitboss.rules.register import ClauseEntry
from pitboss.rules.regulation import Regulation
from pitboss.rules.rulings import Ruling
from pitboss.rules.submission import HouseSubmission

SRC = Path(__file__).parents[2] / "src/pitboss"
ROOTS = (Regulation, Ruling, ClauseEntry, HouseSubmission)
_ABOUT_ROWS = {"row_key", "record_defaults"}
"""What a class says about its rows; no file has such a key."""


def schema(kind: Any, seen: dict[type, dict[str, Any]]) -> dict[type, dict[str, Any]]:
    """The fields of a class of rows, and of every class that they hold."""
    for part in get_args(kind):
        schema(part, seen)
    if isinstance(kind, type) and kind not in seen and (issubclass(kind, Record) or hasattr(kind, "_fields")):
        seen[kind] = get_type_hints(kind, include_extras=True)
        for hint in seen[kind].values():
            schema(hint, seen)
    return seen


def names_read(source: str) -> Iterator[str]:
    """The names of attributes that a source reads, those of class patterns included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.MatchClass):
            yield from node.kwd_attrs


def test_every_field_of_a_row_is_read() -> None:
    found: dict[type, dict[str, Any]] = {}
    for root in ROOTS:
        schema(root, found)
    assert len(found) > 35
    read = {name for path in SRC.rglob("*.py") for name in names_read(path.read_text(encoding="utf-8"))}
    unread = [f"{kind.__name__}.{field}" for kind, fields in found.items() for field in fields if field not in read]
    assert [name for name in unread if name.partition(".")[2] not in _ABOUT_ROWS] == []


def test_what_is_only_written_is_not_read() -> None:
    assert set(names_read("row.cite = 1\nrow.also\nmatch row:\n    case Row(wager=x): ...")) == {"also", "wager"}
