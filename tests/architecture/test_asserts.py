"""Nothing that guards money or evidence is an `assert`: Python leaves those out under -O. They only tell types."""

import ast
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).parents[2] / "src/pitboss"
GUARDED = ("books", "evidence", "house", "ledger", "play", "table", "web")
ALLOWED = {"ledger/snapshot.py"}
"""A snapshot is never evidence; the assertion is about our own types."""


def guards(source: str) -> Iterator[int]:
    """The lines of assertions that compare or compute: those that only tell a type are none."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert) and not _tells_a_type(node.test):
            yield node.lineno


def _tells_a_type(test: ast.expr) -> bool:
    match test:
        case ast.Name() | ast.Attribute():
            return True
        case ast.Compare(ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
        case ast.Call(func=ast.Name(id="isinstance")):
            return True
    return False


def test_no_assertion_guards_money_or_evidence() -> None:
    found = [
        f"{path.relative_to(SRC)}:{line}"
        for part in GUARDED
        for path in sorted((SRC / part).rglob("*.py"))
        if path.relative_to(SRC).as_posix() not in ALLOWED
        for line in guards(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_an_assertion_that_guards_is_found() -> None:
    assert [*guards("assert sum(x) == 0\nassert a\nassert a.b is not None\nassert isinstance(a, B)\nassert not a")] == [
        1,
        5,
    ]
