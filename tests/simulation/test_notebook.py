"""The example notebook: well formed, without outputs, and its cells run in order."""

import ast
import json
from pathlib import Path
from typing import Any

from pitboss.simulation.drawing import Drawing

NOTEBOOK = Path(__file__).parents[2] / "examples/simulation.ipynb"


def test_it_is_a_notebook_without_outputs() -> None:
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    for cell in book["cells"]:
        assert cell["cell_type"] in ("markdown", "code")
        assert cell["cell_type"] == "markdown" or (cell["outputs"], cell["execution_count"]) == ([], None)


def test_its_cells_run_in_order(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    shown = [run(source.replace("mkdtemp()", repr(str(tmp_path))), names) for source in sources]
    drawn = [each for each in shown if isinstance(each, Drawing)]
    assert [drawing.name for drawing in drawn] == ["wagers", "fan"]
    costs, rides, rows = (each.fetchall() for each in shown[-3:])
    assert {strategy: hands for strategy, hands, _ in costs} == {"optimal": 24_000, "basic": 4_800, "never": 4_800}
    assert [cost for *_, cost in costs] == sorted((cost for *_, cost in costs), reverse=True)
    assert ("never", "ride") not in {(strategy, choice) for strategy, choice, *_ in rides}
    assert sum(number for _, number, *_ in rows) == 48_000 * 5


def run(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell; what its last line comes to, as a notebook would show it."""
    *body, last = ast.parse(source).body
    exec(compile(ast.Module(body, []), NOTEBOOK.name, "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)
    return exec(compile(ast.Module([last], []), NOTEBOOK.name, "exec"), names)
