"""The register tells the truth: twins have one status, procedures are recorded, and what is enforced is driven."""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from pitboss.rules.register import ClauseEntry, clause_entries
from tests.clauses.recorded import below, cited
from tests.clauses.test_register import ALL, TESTS, every_regulation, rejecting

TWINS = Path(__file__).with_name("twins.txt").read_text(encoding="utf-8").splitlines()
"""Clauses with the same or nearly the same wording, a line for each sentence: `MD-LIR 5.G, MD-TCP 5.G, MD-TFP 5.E`."""
_DATA_ALONE = re.compile(r"tests/clauses/test_\w+_rules\.py::")
"""Tests that hold the rows against the text and drive nothing."""


def split_twins(statuses: Mapping[str, str], twins: Collection[str]) -> Iterator[str]:
    """Sentences whose clauses have more than one status."""
    for line in twins:
        found = {clause: statuses[clause] for clause in line.split(", ")}
        if len(set(found.values())) > 1:
            yield ", ".join(f"{clause} is {status}" for clause, status in found.items())


def unrecorded(entries: Mapping[str, ClauseEntry], known: Collection[str]) -> list[str]:
    """Procedures that nothing records."""
    return [address for address, entry in entries.items() if entry.status == "procedure" and address not in known]


def undriven(entries: Mapping[str, ClauseEntry], driven: Collection[str]) -> list[str]:
    """Enforced clauses that no test drives: neither they nor, if they are headings, all enforced ones below them."""

    def met(address: str) -> bool:
        inside = [one for one in below(address, entries) if entries[one].status == "enforced"]
        return address in driven or (bool(inside) and all(met(one) for one in inside))

    return [address for address, entry in entries.items() if entry.status == "enforced" and not met(address)]


def driven_in(regulation_id: str) -> set[str]:
    """Clauses that something is refused, done or paid by, or that a test names which does more than read rows."""
    marked = {
        clause.partition(" ")[2]
        for clause, tests in TESTS.items()
        if clause.startswith(f"{regulation_id} ") and not all(_DATA_ALONE.match(test) for test in tests)
    }
    rejected = {clause.partition(" ")[2] for clause in rejecting() if clause.startswith(f"{regulation_id} ")}
    return marked | rejected | cited(regulation_id)


def test_the_same_sentence_has_the_same_status_in_all_regulations() -> None:
    statuses = {f"{name} {address}": entry.status for name in ALL for address, entry in clause_entries(name).items()}
    assert len(TWINS) > 150
    assert list(split_twins(statuses, TWINS)) == []


@every_regulation
def test_a_procedure_is_what_an_event_or_a_refusal_of_a_golden_round_records(regulation_id: str) -> None:
    assert unrecorded(clause_entries(regulation_id), cited(regulation_id)) == []


@every_regulation
def test_an_enforced_clause_is_driven_and_not_only_read(regulation_id: str) -> None:
    assert undriven(clause_entries(regulation_id), driven_in(regulation_id)) == []


# Untrue registers are found

UNTRUE = {
    "1.A": ClauseEntry(status="procedure", gist=""),
    "1.A(1)": ClauseEntry(status="procedure", gist=""),
    "1.A(2)": ClauseEntry(status="enforced", gist=""),
    "1.B": ClauseEntry(status="enforced", gist=""),
    "1.B(1)": ClauseEntry(status="enforced", gist=""),
    "1.B(2)": ClauseEntry(status="physical", gist="", reason="furniture"),
}


@pytest.mark.parametrize(
    ("known", "missing"),
    [([], ["1.A", "1.A(1)"]), (["1.A(1)"], ["1.A"]), (["1.A"], ["1.A(1)"]), (["1.A", "1.A(1)"], [])],
    ids=["nothing", "below", "heading alone", "both"],
)
def test_a_procedure_that_nothing_records_is_found(known: list[str], missing: list[str]) -> None:
    assert unrecorded(UNTRUE, known) == missing


@pytest.mark.parametrize(
    ("driven", "missing"),
    [([], ["1.A(2)", "1.B", "1.B(1)"]), (["1.A(2)", "1.B(1)"], []), (["1.A(2)", "1.B"], ["1.B(1)"])],
    ids=["nothing", "below", "heading alone"],
)
def test_an_enforced_clause_that_nothing_drives_is_found(driven: list[str], missing: list[str]) -> None:
    assert undriven(UNTRUE, driven) == missing


def test_twins_of_two_statuses_are_found() -> None:
    statuses = {"MD-LIR 5.G": "enforced", "MD-TCP 5.G": "procedure", "MD-TFP 5.E": "enforced"}
    assert list(split_twins(statuses, ["MD-LIR 5.G, MD-TFP 5.E"])) == []
    assert list(split_twins(statuses, ["MD-LIR 5.G, MD-TCP 5.G"])) == [
        "MD-LIR 5.G is enforced, MD-TCP 5.G is procedure"
    ]
