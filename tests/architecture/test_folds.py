"""Folds are exhaustive: if one case of a fold is removed, the type checker fails.

A fold is a `match` that ends in `case _: assert_never(...)`. Each case of each fold is removed once, in a copy of its
function, and the type checker must complain about every copy.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from mypy import api

from pitboss.play import event_groups
from pitboss.play.events import Event

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src/pitboss"
FOLDS = [path for path in sorted(SRC.rglob("*.py")) if "assert_never(" in path.read_text(encoding="utf-8")]
FAST = SRC / "ledger/table_status.py"
"""Imports little, so that the type checker has little to read."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
NO_MEMBERS = {
    f"g.{name}()"
    for name, group in vars(event_groups).items()
    if isinstance(group, type) and not any(issubclass(kind, group) for kind in Event.__args__)
}
"""Groups that no kind of event belongs to: to remove one changes nothing."""


def is_fold(node: ast.AST) -> bool:
    if not isinstance(node, ast.Match):
        return False
    last = node.cases[-1]
    return isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and "assert_never" in ast.dump(last)


def folds_in(function: Function) -> list[ast.Match]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Match) and is_fold(node)]


def without_one_case(function: Function) -> Iterator[Function]:
    """Copies of a function, each without one case of a fold, or without one alternative of a case."""
    for number, fold in enumerate(folds_in(function)):
        for place, case in enumerate(fold.cases[:-1]):
            alternatives = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
            for other, alternative in enumerate(alternatives):
                if ast.unparse(alternative) in NO_MEMBERS:
                    continue
                copy = deepcopy(function)
                copy.name = f"{function.name}_{number}_{place}_{other}"
                kept = folds_in(copy)[number]
                pattern = kept.cases[place].pattern
                if isinstance(pattern, ast.MatchOr) and len(pattern.patterns) > 2:
                    del pattern.patterns[other]
                elif isinstance(pattern, ast.MatchOr):
                    kept.cases[place].pattern = pattern.patterns[1 - other]
                else:
                    del kept.cases[place]
                yield copy


def mutilated(path: Path) -> str:
    """A module with the incomplete copies beside its functions."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    for owner in [node for node in ast.walk(module) if isinstance(node, ast.Module | ast.ClassDef)]:
        owner.body[:] = [
            node
            for own in owner.body
            for node in ([own, *without_one_case(own)] if isinstance(own, Function) else [own])
        ]
    return ast.unparse(module) + "\n"


def undetected(paths: list[Path], folder: Path) -> list[str]:
    """The incomplete copies that the type checker accepts."""
    shadows: dict[Path, Path] = {}
    for number, path in enumerate(paths):
        shadows[path] = folder / f"{number}.py"
        shadows[path].write_text(mutilated(path), encoding="utf-8")
    options = [option for path, shadow in shadows.items() for option in ("--shadow-file", str(path), str(shadow))]
    config = [
        "--config-file",
        str(ROOT / "pyproject.toml"),
        "--cache-dir",
        str(ROOT / ".mypy_cache" / f"folds-{len(paths)}"),
    ]
    found, problems, _ = api.run([*config, *options, *map(str, paths)])
    assert not problems, problems
    faults = [line.split(":", 2) for line in found.splitlines() if "assert_never" in line]
    lines = {path: {int(line) for name, line, _ in faults if Path(name).resolve() == path} for path in paths}
    accepted = []
    for path, shadow in shadows.items():
        for node in ast.walk(ast.parse(shadow.read_text(encoding="utf-8"))):
            if isinstance(node, Function) and folds_in(node):
                complains = any(line in lines[path] for line in range(node.lineno, (node.end_lineno or 0) + 1))
                if complains != node.name[-1].isdigit():
                    accepted.append(f"{path.relative_to(SRC)}: {node.name}")
    return accepted


def test_the_folds_are_found() -> None:
    assert {str(path.relative_to(SRC)) for path in FOLDS} >= {
        "books/accounts.py", "books/gaming_day.py", "books/replay.py", "books/report.py", "books/resettlement.py",
        "documents/event_text.py", "house/people_registry.py", "ledger/fold.py", "ledger/table_status.py",
        "play/round.py", "table/chips.py", "table/meters.py", "table/state.py", "views/event_view.py",
    }  # fmt: skip
    for path in FOLDS:
        assert any(is_fold(node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))), path


def test_a_case_removed_from_the_status_of_a_table_is_found(tmp_path: Path) -> None:
    assert undetected([FAST], tmp_path) == []


@pytest.mark.slow
def test_a_case_removed_from_any_fold_is_found(tmp_path: Path) -> None:
    assert undetected(FOLDS, tmp_path) == []
