"""The register of the law around the documents: every clause that is cited, none that does not exist, each tested."""

import json
import re
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.rules.clause_tests import collect_clause_tests
from pitboss.rules.register import surrounding_entries
from tests.clauses.test_register import gist_faults

ROOT = Path(__file__).parents[2]
IDS = Path(__file__).with_name("comar_ids.txt").read_text(encoding="utf-8").splitlines()
"""Every clause of COMAR 36.05.02 and 36.05.03, in their order."""
_ADDRESS = r"(?: [A-Z](?:\([0-9a-zA-Z]+\))*)?"
_CITED = re.compile(rf"COMAR (36\.05\.0[23]\.[0-9][0-9]{_ADDRESS})")
_SHORT = re.compile(r'"(\.[0-9][0-9] [A-Z](?:\([0-9a-zA-Z]+\))*)"')
"""How the house's own modules write a clause of 36.05.03."""


def cited() -> dict[str, set[str]]:
    """Each clause that code, data or pages cite, with the files."""
    found: dict[str, set[str]] = {}
    for path in sorted([*(ROOT / "src").rglob("*"), *(ROOT / "docs").rglob("*.md")]):
        if path.suffix not in (".py", ".toml", ".js", ".html", ".md") or path.name == "comar.toml":
            continue
        text = path.read_text(encoding="utf-8")
        named = [f"COMAR {one}" for one in _CITED.findall(text)]
        named += [f"COMAR 36.05.03{one}" for one in _SHORT.findall(text)]
        for one in named:
            found.setdefault(one, set()).add(path.relative_to(ROOT).as_posix())
    return found


def test_what_is_cited_stands_in_the_register() -> None:
    known = surrounding_entries()
    assert {clause: files for clause, files in cited().items() if clause not in known} == {}


def test_the_register_has_no_clause_that_the_law_does_not_have() -> None:
    places = [IDS.index(clause.removeprefix("COMAR ")) for clause in surrounding_entries()]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


def test_each_gist_is_one_sentence_of_ours() -> None:
    assert list(gist_faults(surrounding_entries())) == []


def test_what_is_enforced_has_a_test_and_every_test_a_clause() -> None:
    tests, known = collect_clause_tests(ROOT), surrounding_entries()
    assert [clause for clause, entry in known.items() if entry.status == "enforced" and clause not in tests] == []
    assert [clause for clause in tests if clause.startswith("COMAR") and clause not in known] == []


def test_the_register_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "COMAR", "36.05.03.03 F(3)", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in shown] == ["COMAR 36.05.03.03 F(3)(a)", "COMAR 36.05.03.03 F(3)(a)(iv)"]
    assert any("test_racks" in test for test in shown[1]["tests"])
    assert main(["clauses", "comar"]) == 0
    assert "36.05.03.02 A" in capsys.readouterr().out
    assert main(["clauses", "COMAR", "36.05.99"]) == 2
