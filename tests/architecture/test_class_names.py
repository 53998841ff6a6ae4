"""Names and words, read from the source: a class name is used once, and retired names and riddles stay away."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pitboss.cli.main import COMMANDS, module_of

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src/pitboss"
MODULES = {path.relative_to(SRC).as_posix(): path for path in sorted(SRC.rglob("*.py"))}

RETIRED_MODULES = {
    *("asking", "aspects", "audience", "bars", "begun", "cells", "checking", "clerks", "columns", "completing"),
    *("deciding", "desk", "edges", "facts", "feed", "found", "keeping", "kept", "open_now", "opening", "outlook"),
    *("pace", "paying", "pen", "places", "plan", "prospect", "recipe", "reckoning", "roll", "sealed", "setting"),
    *("shape", "sitting", "spread", "standing", "telling", "told", "visitor", "watch", "wire", "words", "world"),
}
"""Module names that said nothing to a newcomer; each has a plain trade noun now."""
RETIRED_CLASSES = {"Accepted", "Ask", "Asked", "Desk", "Kept", "Shown", "Tried", "World"}
RIDDLES = {
    r"\b[Ww]hoever\b": "name the actor",
    r"\b[Ss]o many\b": "name the number",
    r"(?<!\b[Tt]here\s)\b(is|are|was|be) none\b": "say what is missing",
    r"\bis no port\b": "is not a port number",
    r"\bhalf are by\b": "half of them come from",
    r"\bthe empty way\b": "the empty path",
    r"\bnever alike\b": "never equal",
    r"\bother than it was\b": "say what changed",
    r"\b[Ss]omebody\b": "name the actor",
    r"\ball the same\b": "still",
    r"\bputs? right\b": "correct",
    r"\breckon(s|ed)?\b": "compute",
    r"\bpass(es|ed) over\b": "skip or ignore",
    r"\bthe own\b": "their own",
    r"\bstands? there\b": "appears",
    r"\bis (not )?foreseen\b": "no clause covers it",
    r"\bto blame\b": "at fault",
    r"\bin mid-": "during",
    r"\bhears? of\b": "is told",
    r"\bso (much|often|wide|deep)\b(?! (as|that)\b)": "name the amount",
    r"\bwhere (offered|empty|given|negative)\b": "if",
    r"(gist|reason|doubt|reading) = \"+Where\b": "if",
    r"\bis an? `?[A-Z]\w+(Error|Fault|Failed|Broken|Refused)\b": "raises",
}
"""Phrases that must be read twice, and what to write instead."""
READ_BY_PEOPLE = (
    *("src/pitboss/**/*.py", "src/pitboss/**/*.js", "src/pitboss/**/*.html", "src/pitboss/**/*.toml"),
    *("docs/**/*.md", "*.md"),
)


def class_names(sources: Mapping[str, str]) -> Mapping[str, list[str]]:
    """The modules that define each class."""
    found = defaultdict[str, list[str]](list)
    for module, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module)
    return found


def riddles(text: str) -> Iterator[tuple[int, str]]:
    """The lines with a phrase that must be read twice, and what to write instead; a phrase may span two lines."""
    for pattern, instead in RIDDLES.items():
        for match in re.finditer(pattern.replace(" ", r"[\s#*/]+"), text):
            yield text.count("\n", 0, match.start()) + 1, f"{match[0]!r}: {instead}"


def test_a_class_name_is_used_once() -> None:
    sources = {module: path.read_text(encoding="utf-8") for module, path in MODULES.items()}
    assert {name: modules for name, modules in class_names(sources).items() if len(modules) > 1} == {}


def test_a_class_name_that_is_used_twice_is_found() -> None:
    assert class_names({"a.py": "class X: ...", "b.py": "def f():\n    class X: ..."})["X"] == ["a.py", "b.py"]


def test_no_module_has_a_retired_name() -> None:
    # A command gives its module its name.
    named = {module_of(command).removeprefix("pitboss.").replace(".", "/") + ".py" for command in COMMANDS}
    assert [module for module in MODULES if Path(module).stem in RETIRED_MODULES and module not in named] == []


def test_no_class_has_a_retired_name() -> None:
    sources = {module: path.read_text(encoding="utf-8") for module, path in MODULES.items()}
    assert {name: modules for name, modules in class_names(sources).items() if name in RETIRED_CLASSES} == {}


def test_nothing_that_people_read_is_a_riddle() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {reason}"
        for pattern in READ_BY_PEOPLE
        for path in sorted(ROOT.glob(pattern))
        for line, reason in riddles(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        *("Whoever reads", "at most so many", "text that is none", "so\n  many", "# so\n# many"),
        *("somebody else", "all\n    the same", "at least so deep", 'gist = "Where it is offered, a box has an area."'),
        *("anything else is a ValueError", "any other text is a `ValueError`"),
    ],
)
def test_a_riddle_is_found(text: str) -> None:
    assert len(list(riddles(text))) == 1


@pytest.mark.parametrize(
    "text", ["who ever", "not many", "there is nobody", "if there is none", "None is returned", "so deep that"]
)
def test_plain_words_are_not(text: str) -> None:
    assert list(riddles(text)) == []
