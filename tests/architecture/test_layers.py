"""The architecture, read from the source: who imports whom, where floats may not be, how large files are."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src/pitboss"
LAYERS = {
    **dict.fromkeys(("", "cards", "disk", "money", "text", "errors", "tabular"), 1),
    "rules": 2,
    "play": 3,
    "recorded": 4,
    "table": 4,
    "tree": 4,
    **dict.fromkeys(("odds", "simulation", "games", "ledger", "shuffle"), 5),
    **dict.fromkeys(("evidence", "documents"), 6),
    "books": 7,
    **dict.fromkeys(("views", "examination"), 8),
    **dict.fromkeys(("house", "witness"), 9),
    **dict.fromkeys(("web", "cli", "env", "library", "__main__"), 10),
}
"""The layer of each package or module directly under `pitboss`; "" is `pitboss` itself, which all may import for its
version. What it offers to programs it loads lazily, from any layer."""
FRONT_DOOR = "__init__.py"
IMPURE = {"random", "secrets", "time", "datetime", "sqlite3", "apsw", "psycopg", "socket"}
DATABASES = {"sqlite3", "apsw", "psycopg"}
EXACT = {"money", "rules", "play", "recorded", "table", "tree", "ledger", "evidence", "books"}
PATHS = {
    *("rules/editions.py", "rules/load.py", "rules/manifest.py", "rules/register.py", "rules/rules_file.py"),
    *("rules/rulings.py", "rules/sample_house.py", "rules/check_rules.py", "rules/edition_check.py"),
    "rules/new_edition.py",
}
"""Files that join paths with `/`."""
CALENDAR = ("rules/today.py", "time")
"""The one clock below the house: which edition of a regulation is in force today."""
MOST_LINES = 350

MODULES = {path.relative_to(SRC).as_posix(): path for path in sorted(SRC.rglob("*.py"))}


def part_of(module: str) -> str:
    """`rules/load.py` belongs to `rules`, `money.py` to `money`."""
    return module.split("/", maxsplit=1)[0].removesuffix(".py").removesuffix("__init__")


def imports(module: str, source: str) -> Iterator[str]:
    """The full names of everything that a module imports, at its top or inside functions."""
    package = ["pitboss", *module.removesuffix(".py").split("/")]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            around = package[: -node.level] if node.level else []
            base = ".".join([*around, *([node.module] if node.module else [])])
            # `from pitboss import money` imports a module, `from pitboss.money import parse_money` a name.
            yield from (f"{base}.{name.name}" for name in node.names) if base == "pitboss" else (base,)


def layer_faults(module: str, source: str) -> Iterator[str]:
    """Imports that do not point down, and impure imports below the house."""
    part = part_of(module)
    if part not in LAYERS:
        yield f"{module}: {part} has no layer"
        return
    for name in imports(module, source):
        root, _, rest = name.partition(".")
        target = rest.split(".")[0]
        if root == "pitboss" and target not in (*LAYERS, "__version__"):
            yield f"{module}: imports {name}, which is for programs outside"
        elif root == "pitboss" and LAYERS.get(target, 0) > LAYERS[part] and module != FRONT_DOOR:
            yield f"{module}: imports {name} from a layer above"
        is_permitted = (part == "ledger" and root in DATABASES) or (module, root) == CALENDAR
        if root in IMPURE and LAYERS[part] < LAYERS["house"] and not is_permitted:
            yield f"{module}: imports {root} below the house"


def float_faults(module: str, source: str) -> Iterator[str]:
    """Floats, or a division that makes one, where numbers are exact."""
    if part_of(module) not in EXACT:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield f"{module}:{node.lineno}: the float {node.value}"
        elif isinstance(node, ast.Name) and node.id == "float":
            yield f"{module}:{node.lineno}: float"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div) and module not in PATHS:
            yield f"{module}:{node.lineno}: true division"


def size_faults(module: str, source: str) -> Iterator[str]:
    lines = len(source.splitlines())
    if lines > MOST_LINES:
        yield f"{module}: {lines} lines"


def python_in_data(root: Path) -> list[str]:
    return [path.relative_to(root).as_posix() for path in sorted((root / "regulations").rglob("*.py*"))]


@pytest.mark.parametrize("check", [layer_faults, float_faults, size_faults])
def test_every_module_keeps_to_it(check: Callable[[str, str], Iterator[str]]) -> None:
    faults = [fault for module, path in MODULES.items() for fault in check(module, path.read_text(encoding="utf-8"))]
    assert faults == []


def test_the_regulations_are_data_only() -> None:
    assert python_in_data(SRC) == []


BAD_IMPORTS = {
    "up": ("rules/x.py", "from pitboss.play.round import Round"),
    "up, as a module": ("rules/x.py", "import pitboss.house"),
    "up, by the package": ("cards/x.py", "from pitboss import rules"),
    "up, relative": ("rules/x.py", "from ..house import House"),
    "up, in a function": ("rules/x.py", "def f():\n    from pitboss.cli.main import main"),
    "up, from the root": ("money.py", "from pitboss.rules.payout import Payout"),
    "play of games": ("play/x.py", "from pitboss.games import let_it_ride"),
    "the front door": ("cli/x.py", "from pitboss import regulation"),
    "web of nobody": ("ledger/x.py", "import pitboss.web"),
    "a new package": ("helpers/x.py", ""),
    "random": ("cards/x.py", "import random"),
    "a name of secrets": ("table/x.py", "from secrets import token_bytes"),
    "time in a function": ("play/x.py", "def f():\n    import time"),
    "datetime": ("views/x.py", "from datetime import datetime"),
    "a database outside the ledger": ("views/x.py", "import sqlite3"),
    "time in the rules": ("rules/x.py", "import time"),
    "another clock beside the calendar": ("rules/today.py", "import datetime"),
    "time in the ledger": ("ledger/x.py", "import time"),
    "a part of a database": ("rules/x.py", "import psycopg.rows"),
    "socket": ("odds/x.py", "import socket as s"),
}  # fmt: skip


@pytest.mark.parametrize(("module", "source"), BAD_IMPORTS.values(), ids=BAD_IMPORTS)
def test_a_bad_import_is_found(module: str, source: str) -> None:
    assert len(list(layer_faults(module, source))) == 1


GOOD_IMPORTS = {
    "down": ("play/x.py", "from pitboss.rules.load import load_regulation"),
    "within": ("rules/x.py", "from pitboss.rules.clause import Clause"),
    "within, relative": ("rules/x.py", "from .clause import Clause"),
    "beside": ("cards/x.py", "from pitboss.errors import InputError"),
    "the front door itself": ("__init__.py", "from pitboss.library.records import settle"),
    "the version": ("cli/x.py", "from pitboss import __version__"),
    "the calendar": ("rules/today.py", "from time import localtime"),
    "a database of the ledger": ("ledger/sqlite.py", "import apsw"),
    "entropy of the house": ("house.py", "import secrets, time"),
    "a name that only begins so": ("rules/x.py", "import timeit"),
}  # fmt: skip


@pytest.mark.parametrize(("module", "source"), GOOD_IMPORTS.values(), ids=GOOD_IMPORTS)
def test_a_good_import_is_not(module: str, source: str) -> None:
    assert list(layer_faults(module, source)) == []


@pytest.mark.parametrize("source", ["x = 1.0", "x = 1e3", "x = float(1)", "x: float", "x = y / 2", "x /= 2"])
def test_a_float_is_found(source: str) -> None:
    assert len(list(float_faults("money.py", source))) == 1
    assert len(list(float_faults("play/settle.py", source))) == 1
    assert list(float_faults("odds/x.py", source)) == []


@pytest.mark.parametrize("source", ["x = 1", "x = y // 2", "x = y % 2", 's = "1.0 / 2"', "x = Fraction(1, 2)"])
def test_whole_numbers_and_fractions_are_not(source: str) -> None:
    assert list(float_faults("money.py", source)) == []


def test_only_files_that_join_paths_may_divide() -> None:
    assert list(float_faults("rules/load.py", 'FOLDER / "x"')) == []
    assert list(float_faults("rules/load.py", "x = 0.5")) != []
    assert set(MODULES) >= PATHS


def test_a_long_file_is_found() -> None:
    assert list(size_faults("x.py", "\n" * MOST_LINES)) == []
    assert list(size_faults("x.py", "\n" * (MOST_LINES + 1))) == ["x.py: 351 lines"]


def test_python_among_data_is_found(tmp_path: Path) -> None:
    (tmp_path / "regulations/md").mkdir(parents=True)
    (tmp_path / "regulations/md/rules.toml").touch()
    (tmp_path / "regulations/md/game.py").touch()
    assert python_in_data(tmp_path) == ["regulations/md/game.py"]


def test_the_source_is_there_to_be_read() -> None:
    assert {"money.py", "rules/approve.py", "cards/card.py"} <= set(MODULES)
