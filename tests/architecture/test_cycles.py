"""No cycle between packages or modules, and few imports inside functions: each for start-up time, and saying so."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src/pitboss"
MODULES = {path.relative_to(SRC).as_posix(): path for path in sorted(SRC.rglob("*.py"))}
WEB_ROOMS = ("http", "live", "run")
FRONT_DOOR = "__init__.py"
LAZY_IMPORTS = 159
"""The imports inside functions, exactly; each has a comment with its reason. Lower this number when one goes."""

Graph = Mapping[str, set[str]]


def room_of(name: str) -> str:
    """The package of a module, such as `rules`; the rooms of `web` count each for itself."""
    parts = name.split(".")
    return ".".join(parts[:2]) if parts[0] == "web" and parts[1:2] and parts[1] in WEB_ROOMS else parts[0]


def name_of(module: str) -> str:
    """`rules/load.py` is `rules.load`, `odds/__init__.py` is `odds`."""
    return module.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def only_for_types(tree: ast.AST) -> set[ast.AST]:
    """Everything under `if TYPE_CHECKING:`."""
    return {
        node
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and isinstance(branch.test, ast.Name) and branch.test.id == "TYPE_CHECKING"
        for statement in branch.body
        for node in ast.walk(statement)
    }


@cache
def parsed(source: str) -> ast.Module:
    """The tree of a module's source, which several tests look at."""
    return ast.parse(source)


def imported(module: str, source: str, known: set[str]) -> Iterator[str]:
    """The modules of ours that a module imports when it runs, at its top or inside functions."""
    tree = parsed(source)
    skipped = only_for_types(tree)
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] != "pitboss":
                continue
            while len(parts) > 1 and ".".join(parts[1:]) not in known:
                parts.pop()
            if len(parts) > 1 and ".".join(parts[1:]) != name_of(module):
                yield ".".join(parts[1:])


def import_graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    known = {name_of(module) for module in sources}
    return {
        name_of(module): set(imported(module, source, known))
        for module, source in sources.items()
        if module != FRONT_DOOR
    }


def between_rooms(graph: Graph) -> dict[str, set[str]]:
    rooms: dict[str, set[str]] = {}
    for name, targets in graph.items():
        rooms.setdefault(room_of(name), set()).update(room_of(target) for target in targets)
    return {room: targets - {room} for room, targets in rooms.items()}


def in_cycles(graph: Graph) -> dict[str, set[str]]:
    """What remains when modules that import none of the others, or are imported by none, are taken away."""
    left = {name: set(targets) for name, targets in graph.items()}
    while True:
        reached = {target for targets in left.values() for target in targets}
        kept = {name: targets & left.keys() for name, targets in left.items()}
        kept = {name: targets for name, targets in kept.items() if targets and name in reached}
        if kept == left:
            return kept
        left = kept


def lazy_imports(source: str) -> Iterator[tuple[int, bool]]:
    """The line of each import inside a function, and whether it or the import just before it says why."""
    lines, tree = source.splitlines(), parsed(source)
    nodes = {
        node.lineno: node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    last, explained = 0, False
    for line, node in sorted(nodes.items()):
        end = node.end_lineno or line
        says = any("PLC0415 - " in text for text in lines[line - 1 : end])
        explained = says or (explained and line == last + 1)
        last = end
        yield line, explained


def read_sources() -> dict[str, str]:
    return {module: path.read_text(encoding="utf-8") for module, path in MODULES.items()}


def test_no_package_imports_itself_by_way_of_another() -> None:
    assert in_cycles(between_rooms(import_graph(read_sources()))) == {}


def test_no_module_imports_itself_by_way_of_another() -> None:
    assert in_cycles(import_graph(read_sources())) == {}


def test_every_import_inside_a_function_says_why() -> None:
    silent = [
        f"{module}:{line}"
        for module, source in read_sources().items()
        for line, says in lazy_imports(source)
        if not says
    ]
    assert silent == []


def test_imports_inside_functions_do_not_become_more() -> None:
    assert sum(1 for source in read_sources().values() for _ in lazy_imports(source)) == LAZY_IMPORTS


@pytest.mark.parametrize(
    "sources",
    [
        {"a/x.py": "from pitboss.b.y import f", "b/y.py": "import pitboss.a.x"},
        {"a/x.py": "from pitboss.b import y", "b/y.py": "def f():\n    from pitboss.a.z import g", "a/z.py": ""},
        {"web/http/x.py": "from pitboss.web.run import y", "web/run/y.py": "from pitboss.web.http.x import f"},
    ],
)
def test_a_cycle_between_packages_is_found(sources: Mapping[str, str]) -> None:
    assert len(in_cycles(between_rooms(import_graph(sources)))) == 2


def test_a_cycle_between_modules_is_found_unless_it_is_for_types_alone() -> None:
    there = {"a/x.py": "from pitboss.a.y import f", "a/y.py": "def f():\n    from pitboss.a.x import g"}
    assert set(in_cycles(import_graph(there))) == {"a.x", "a.y"}
    typed = there | {"a/y.py": "if TYPE_CHECKING:\n    from pitboss.a.x import g"}
    assert in_cycles(import_graph(typed)) == {}


def test_packages_that_import_downwards_have_no_cycle() -> None:
    sources = {"a/x.py": "from pitboss.b.y import f", "b/y.py": "from pitboss.c import z", "c/z.py": "import re"}
    assert in_cycles(between_rooms(import_graph(sources))) == {}


def test_an_import_inside_a_function_is_counted_and_must_say_why() -> None:
    source = "import re\ndef f():\n    import a  # noqa: PLC0415 - an extra\n    import b\n    g()\n    import c\n"
    assert list(lazy_imports(source)) == [(3, True), (4, True), (6, False)]
