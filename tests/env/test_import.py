"""Gymnasium and PettingZoo are extras: nothing else imports them, and without them there is a sentence."""

import subprocess
import sys
from pathlib import Path

import pytest

EXTRAS = ("gymnasium", "pettingzoo", "numpy")
WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
try:
    import pitboss.env.{part}
except ModuleNotFoundError as error:
    print(error)
"""


def run(source: str) -> str:
    return subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True).stdout.strip()


def test_nothing_else_imports_them() -> None:
    """Not the package, nor the command, nor the croupier that the environments share with the house."""
    modules = "pitboss, pitboss.cli.main, pitboss.cli.play, pitboss.house.automatic_dealer"
    assert run(f"import sys, {modules}; print({EXTRAS!r} and [m for m in {EXTRAS!r} if m in sys.modules])") == "[]"


@pytest.mark.parametrize("module", EXTRAS[:2])
@pytest.mark.parametrize("part", ["seat", "tables"])
def test_without_them_a_sentence_says_what_to_do(module: str, part: str) -> None:
    said = run(WITHOUT.format(module=module, part=part))
    assert said == f"pitboss.env needs the package {module}: pip install 'pitboss-tables[env]'"


def test_another_missing_package_is_not_blamed_on_the_extra() -> None:
    assert run(WITHOUT.format(module="pitboss.env.seat", part="tables")) == "No module named 'pitboss.env.seat'"


def test_the_example_runs() -> None:
    example = Path(__file__).parents[2] / "examples/environment.py"
    done = subprocess.run([sys.executable, "-W", "error", example], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("by_a_coin: -0.")
    assert lines[1].startswith("by_exact_values: ")
    assert lines[-1].startswith("One round of seven boxes: {'box_1': ")
