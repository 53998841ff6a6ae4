"""Which tests show which clause to hold, read from their source; `make register` writes it for the product."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
WRITTEN = ROOT / "src/pitboss/regulations/tests.json"


def clause_tests(root: Path) -> dict[str, list[str]]:
    """Each clause id with the tests under `root/tests` that are marked with it, both sorted.

    A mark has its ids written out: `@clause("MD-TCP 6.D(1)", "MD-LIR 6.D(1)")`. Anything else is a ValueError.
    A golden round names its clauses at the end of its first line, after a gap: `# …   MD-TCP 5.F 5.G`.
    """
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        for test, ids in _marked(ast.parse(path.read_text(encoding="utf-8")), name):
            for clause in ids:
                found.setdefault(clause, []).append(test)
    for path in sorted((root / "tests" / "rounds").glob("*.round")):
        for clause in round_clauses(path.read_text(encoding="utf-8").partition("\n")[0]):
            found.setdefault(clause, []).append(path.relative_to(root).as_posix())
    return {clause: sorted(set(tests)) for clause, tests in sorted(found.items())}


def round_clauses(first_line: str) -> Iterator[str]:
    """The clauses that the first line of a golden round names."""
    regulation = ""
    for word in first_line.rpartition("   ")[2].split():
        if re.fullmatch(r"[A-Z]{2}-[A-Z]{3}", word):
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


def written(tests: dict[str, list[str]]) -> str:
    """The text of the file."""
    return json.dumps(tests, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(written(clause_tests(ROOT)), encoding="utf-8")
