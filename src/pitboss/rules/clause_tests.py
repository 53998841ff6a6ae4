"""The tests that prove each clause.

A checkout answers from the source of its tests. A wheel has no tests, so its build stores the same answer in
`regulations/tests.json` (hatch_build.py); the file exists nowhere else and cannot go stale.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

STORED = "tests.json"
_ROUND_REGULATION = re.compile(r"[A-Z]+-[A-Z0-9]+")


def find_clause_tests(regulations: Path) -> Mapping[str, Sequence[str]]:
    """Returns the tests of each clause, for the package whose regulations are in this folder."""
    stored = regulations.joinpath(STORED)
    if stored.exists():
        tests: dict[str, list[str]] = json.loads(stored.read_text(encoding="utf-8"))
        return tests
    return collect_clause_tests(regulations.parents[2])


def collect_clause_tests(root: Path) -> dict[str, list[str]]:
    """Returns each clause id with the tests under `root/tests` that are marked with it, both sorted.

    A mark has its ids written out: `@clause("MD-TCP 6.D(1)", "MD-LIR 6.D(1)")`. Anything else raises ValueError.
    A golden round names its clauses at the end of its first line, after a gap: `# …   MD-TCP 5.F 5.G`.
    """
    found: dict[str, list[str]] = {}
    tests = root.joinpath("tests")
    for path in sorted(tests.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "@clause(" not in source:
            continue
        name = path.relative_to(root).as_posix()
        for test, ids in _marked(ast.parse(source), name):
            for clause in ids:
                found.setdefault(clause, []).append(test)
    for path in sorted(tests.joinpath("rounds").glob("*.round")):
        for clause in _round_clauses(path.read_text(encoding="utf-8").partition("\n")[0]):
            found.setdefault(clause, []).append(path.relative_to(root).as_posix())
    return {clause: sorted(set(names)) for clause, names in sorted(found.items())}


def _round_clauses(first_line: str) -> Iterator[str]:
    """The clauses that the first line of a golden round names."""
    regulation = ""
    for word in first_line.rpartition("   ")[2].split():
        if _ROUND_REGULATION.fullmatch(word):
            regulation = word
        else:
            yield f"{regulation} {word}"


def _marked(node: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, list[str]]]:
    """The tests of a module or class with the ids that mark them; a mark on a class is a mark on each of its tests."""
    around = _ids(node, name) if isinstance(node, ast.ClassDef) else []
    for child in node.body:
        if isinstance(child, ast.ClassDef) and child.name.startswith("Test"):
            for test, ids in _marked(child, f"{name}::{child.name}"):
                yield test, [*around, *ids]
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and child.name.startswith("test_"):
            yield f"{name}::{child.name}", [*around, *_ids(child, name)]


def _ids(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, name: str) -> list[str]:
    ids: list[str] = []
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "clause":
            for argument in mark.args:
                if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                    raise ValueError(f"{name}:{mark.lineno}: write the ids of a clause mark out")
                ids.append(argument.value)
    return ids
