"""The register: every clause of a regulation, how it is met, and where."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pitboss.rules.clause import Clause
from pitboss.rules.editions import find_edition
from pitboss.rules.load import load_edition, load_regulation
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.rules_file import FOLDER, name_of, parse_rules_text, read_rules_text, refuse_at
from pitboss.rules.schema import Path as KeyPath
from pitboss.rules.schema import TomlPlace, shape, show_path

_CLAUSE = re.compile(r"""^\s*\[?\s*["'0-9]""", re.MULTILINE)
_RULING = re.compile(r"^\s*\[\[\s*rulings\s*\]\]", re.MULTILINE)


class ClauseEntry(Record):
    """One clause: the gist in our words, and how the software meets it."""

    status: Literal["enforced", "procedure", "layout", "definition", "physical"]
    gist: str
    reason: str = ""
    """Why there is nothing to run; only for `physical`."""


def clause_entries(regulation_id: str) -> Mapping[str, ClauseEntry]:
    """Every clause of the regulation by its address, in the document's order."""
    edition = find_edition(regulation_id)
    return read_clauses(edition.folder, edition.id)


@cache
def read_clauses(folder: Path, regulation_id: str) -> Mapping[str, ClauseEntry]:
    """Every clause in the folder of a regulation, by its address."""
    path = folder / "clauses.toml"
    text, file = read_rules_text(path), name_of(path)
    return parse_clauses(text, TomlPlace(file, regulation_id, reporter=refuse_at(file, text)))


@cache
def surrounding_entries() -> Mapping[str, ClauseEntry]:
    """The clauses of Maryland's law around the documents that pitboss cites, by their ids: `COMAR 36.05.03.02 A`."""
    path = Path(__file__).with_name("comar.toml")
    text, file = read_rules_text(path), path.name
    place = TomlPlace(file, "COMAR", reporter=refuse_at(file, text))
    entries: Mapping[str, ClauseEntry] = shape(Mapping[str, ClauseEntry], parse_rules_text(text, file), place)
    return {f"COMAR {address}": entry for address, entry in entries.items()}


def parse_clauses(text: str, place: TomlPlace) -> Mapping[str, ClauseEntry]:
    """Every clause in a text by its address; faults go to the reporter of the place."""
    entries: Mapping[str, ClauseEntry] = shape(Mapping[str, ClauseEntry], parse_rules_text(text, place.file), place)
    for address, entry in entries.items():
        shape(Clause, address, place.at(address))
        if (entry.status == "physical") != bool(entry.reason):
            place.at(address).fault("bad-clause", "a reason is given for physical clauses, and only for them")
    return entries


def count_clauses(regulation_id: str) -> int:
    """The number of clauses, without parsing them: each has a line of its own."""
    return len(_CLAUSE.findall(read_rules_text(find_edition(regulation_id).folder / "clauses.toml")))


def count_rulings(regulation_id: str) -> int:
    """The number of rulings, without parsing them."""
    return len(_RULING.findall(load_regulation(regulation_id).text.rulings))


def rows_citing(regulation_id: str) -> Mapping[str, tuple[str, ...]]:
    """For each clause address, the rows of rules.toml that cite it, by their key paths."""
    return _rows_citing(find_edition(regulation_id).folder)


@cache
def _rows_citing(folder: Path) -> Mapping[str, tuple[str, ...]]:
    return rows_of_clauses(load_edition(folder))


def rows_of_clauses(regulation: Regulation) -> Mapping[str, tuple[str, ...]]:
    """For each clause address, the rows of a regulation that cite it, by their key paths."""
    found: dict[str, list[str]] = {}
    for row, _, clause in cites(regulation):
        where = found.setdefault(clause.address, [])
        if row not in where:
            where.append(row)
    return {address: tuple(rows) for address, rows in found.items()}


def cites(regulation: Regulation) -> Iterator[tuple[str, KeyPath, Clause]]:
    """Every clause that a row of the regulation cites, with the row's path for people and its path in the file."""
    for shown, path, value in values_within(regulation.given() | {"rulings": {}}):
        if isinstance(value, Clause):
            # In a list of clauses, the list is the row; a key for clauses belongs to the row around it.
            row = len(path) - isinstance(path[-1], int)
            row -= path[row - 1] in ("cite", "cites", "also")
            yield show_path(shown[:row]), path[:row], value


@cache
def clause_tests(regulation_id: str) -> Mapping[str, tuple[str, ...]]:
    """For each clause address, the tests that prove it."""
    from pitboss.rules.clause_tests import find_clause_tests  # noqa: PLC0415 - only the register's readers pay for it

    tests = find_clause_tests(FOLDER)
    prefix = f"{regulation_id.partition('@')[0]} "
    return {clause.removeprefix(prefix): tuple(names) for clause, names in tests.items() if clause.startswith(prefix)}


def values_within(value: object, shown: KeyPath = (), path: KeyPath = ()) -> Iterator[tuple[KeyPath, KeyPath, object]]:
    """Everything under a value, with its path for people and its path in the file."""
    for name, key, item in _inside(value):
        yield (*shown, name), (*path, key), item
        yield from values_within(item, (*shown, name), (*path, key))


def _inside(value: object) -> Iterator[tuple[Any, Any, Any]]:
    """The parts of a value: the name for people, the key, and the part itself."""
    if isinstance(value, Record):
        yield from ((key, key, item) for key, item in value.given().items())
    elif isinstance(value, Mapping):
        yield from ((key, key, item) for key, item in value.items())
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        yield from ((key, key, item) for key, item in value._asdict().items())
    elif isinstance(value, tuple):
        # A row of a paytable is better known by its pattern than by its number.
        yield from ((getattr(item, "pattern", index), index, item) for index, item in enumerate(value))
