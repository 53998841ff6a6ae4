"""The register: every clause of a regulation with how it is met, and every ruling on what is unclear."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pitboss.errors import RulesError
from pitboss.money import parse_money
from pitboss.rules.clause import Clause
from pitboss.rules.load import FOLDER, folders, load_regulation, name_of, read_toml
from pitboss.rules.record import Record
from pitboss.rules.schema import TomlPlace, shape, show_path


class ClauseEntry(Record):
    """One clause: the gist in our words, and how the software meets it."""

    status: Literal["enforced", "procedure", "layout", "definition", "physical"]
    gist: str
    reason: str = ""
    """Why there is nothing to run; only for `physical`."""


class Ruling(Record):
    """How an unclear place is read, what else it could mean, and whether the operator may choose that."""

    id: str
    clauses: tuple[Clause, ...]
    """Where the doubt arises, the clause that a wrong choice is refused by first."""
    doubt: str
    reading: str
    alternatives: tuple[str, ...] = ()
    option: str = ""
    values: tuple[str, ...] = ()
    """What the option may be set to, the reading in force first; `cents` for any amount."""
    default: int = 0
    """The amount in force, if the option is an amount."""

    @property
    def is_amount(self) -> bool:
        return self.values == ("cents",)

    @property
    def in_force(self) -> str | int:
        """The option's value if a submission does not choose one."""
        return self.default if self.is_amount else self.values[0]

    def chosen(self, value: str | int) -> str | int:
        """What an option is set to: a known word, or an amount as cents or `"$1"`. Else a ValueError."""
        if not self.is_amount:
            if value not in self.values:
                raise ValueError(f"{value!r} is not a reading of {self.id}: choose {' or '.join(self.values)}")
            return value
        cents = parse_money(value) if isinstance(value, str) else value
        if cents <= 0:
            raise ValueError(f"{value!r} is not a stake: more than 0 cents")
        return cents


class _Rulings(Record):
    rulings: tuple[Ruling, ...]


@cache
def clause_entries(regulation_id: str) -> Mapping[str, ClauseEntry]:
    """Every clause of the regulation by its address, in the document's order."""
    return read_clauses(folders()[regulation_id], regulation_id)


def read_clauses(folder: Path, regulation_id: str) -> Mapping[str, ClauseEntry]:
    """Every clause in the folder of a regulation, by its address."""
    document, place = _read(folder, regulation_id, "clauses.toml")
    entries: Mapping[str, ClauseEntry] = shape(Mapping[str, ClauseEntry], document, place)
    for address, entry in entries.items():
        shape(Clause, address, place.at(address))
        if (entry.status == "physical") != bool(entry.reason):
            place.at(address).fault("bad-clause", "a reason is given for physical clauses, and only for them")
    return entries


def count_clauses(regulation_id: str) -> int:
    """How many clauses there are, without reading them: each stands on a line of its own."""
    return (folders()[regulation_id] / "clauses.toml").read_text(encoding="utf-8").count('\n"')


def count_rulings(regulation_id: str) -> int:
    """How many rulings there are, without reading them."""
    return (folders()[regulation_id] / "rulings.toml").read_text(encoding="utf-8").count("[[rulings]]\n")


@cache
def rulings(regulation_id: str) -> Mapping[str, Ruling]:
    """Every ruling on the regulation by its id."""
    return read_rulings(folders()[regulation_id], regulation_id)


def read_rulings(folder: Path, regulation_id: str) -> Mapping[str, Ruling]:
    """Every ruling in the folder of a regulation, by its id."""
    document, place = _read(folder, regulation_id, "rulings.toml")
    shaped: _Rulings = shape(_Rulings, document, place)
    found: dict[str, Ruling] = {}
    for ruling in shaped.rulings:
        if ruling.id in found:
            raise RulesError(f"{place.file}: two rulings are called {ruling.id!r}")
        found[ruling.id] = ruling
    return found


@cache
def options(regulation_id: str) -> Mapping[str, Ruling]:
    """The rulings that a submission may choose, by the option's key."""
    return {ruling.option: ruling for ruling in rulings(regulation_id).values() if ruling.option}


@cache
def rows_citing(regulation_id: str) -> Mapping[str, tuple[str, ...]]:
    """For each clause address, the rows of rules.toml that cite it, by their key paths."""
    found: dict[str, list[str]] = {}
    for path, clause in _cites(load_regulation(regulation_id), ()):
        where = found.setdefault(clause.address, [])
        if path not in where:
            where.append(path)
    return {address: tuple(paths) for address, paths in found.items()}


@cache
def clause_tests(regulation_id: str) -> Mapping[str, tuple[str, ...]]:
    """For each clause address, the tests that show it to hold."""
    from pitboss.rules.clause_tests import find_clause_tests  # noqa: PLC0415 - only the register's readers pay for it

    tests = find_clause_tests(FOLDER)
    prefix = f"{regulation_id} "
    return {clause.removeprefix(prefix): tuple(names) for clause, names in tests.items() if clause.startswith(prefix)}


def _read(folder: Path, regulation_id: str, name: str) -> tuple[dict[str, object], TomlPlace]:
    return read_toml(folder / name), TomlPlace(name_of(folder / name), regulation_id)


def _cites(value: object, path: tuple[str | int, ...]) -> Iterator[tuple[str, Clause]]:
    """Every clause under a value, with the path of the row that holds it."""
    for key, item in _inside(value):
        row = path if key in ("cite", "cites", "also") else (*path, key)
        if isinstance(item, Clause):
            yield show_path(row), item
        elif isinstance(item, tuple) and item and isinstance(item[0], Clause):
            yield from ((show_path(row), clause) for clause in item)
        else:
            yield from _cites(item, row)


def _inside(value: object) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, Record):
        yield from value.given().items()
    elif isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        yield from value._asdict().items()
    elif isinstance(value, tuple):
        # A row of a paytable is better known by its pattern than by its number.
        yield from ((getattr(item, "pattern", index), item) for index, item in enumerate(value))
