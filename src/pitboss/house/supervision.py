"""How many tables a floorperson supervises: at most six, or twelve if all are dealer controlled electronic tables.

The limit is Maryland's (COMAR 36.05.03.01 C(1), D) and counts the tables of its regulations. A floorperson without
tables named supervises every table of the house.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pitboss.errors import CommandRefused
from pitboss.ledger.fold import HOUSE, Rulesets
from pitboss.ledger.store import Person, Store
from pitboss.rules.pit_law import pit_law
from pitboss.rules.ruleset import Ruleset
from pitboss.text import plural


class Supervised(NamedTuple):
    """The tables of one floorperson, those of them that count, and how many may."""

    name: str
    tables: tuple[str, ...]
    counted: tuple[str, ...]
    most: int
    clause: str

    @property
    def is_within(self) -> bool:
        return len(self.counted) <= self.most


class Supervision(NamedTuple):
    """Who supervises which tables."""

    floorpersons: tuple[Supervised, ...]
    unsupervised: tuple[str, ...]
    """The tables that no floorperson supervises."""

    @property
    def is_as_ordered(self) -> bool:
        return not self.unsupervised and all(one.is_within for one in self.floorpersons)


def tables_in_force(store: Store) -> Mapping[str, Ruleset]:
    """The rules of the tables in the newest house file of a ledger; empty before the first."""
    last = store.last(HOUSE)
    return Rulesets(store).house(last).tables if last else {}


def supervised(name: str, assigned: Sequence[str], tables: Mapping[str, Ruleset]) -> Supervised:
    """What a floorperson supervises who is assigned to these tables, or to every table if none is named."""
    own = tuple(table for table in assigned if table in tables) if assigned else tuple(tables)
    rule = pit_law().supervision
    counted = tuple(table for table in own if tables[table].regulation.jurisdiction == rule.jurisdiction)
    if counted and all(_is_electronic(tables[table]) for table in counted):
        return Supervised(name, own, counted, rule.electronic_tables, rule.electronic_law)
    return Supervised(name, own, counted, rule.tables, rule.law)


def check_supervised(name: str, assigned: Sequence[str], tables: Mapping[str, Ruleset]) -> None:
    """CommandRefused if a floorperson would supervise more tables than the law lets one person supervise."""
    found = supervised(name, assigned, tables)
    if not found.is_within:
        told = (
            f"{name} would supervise {plural(len(found.counted), 'table')} ({', '.join(found.counted)}); "
            f"a floorperson supervises at most {found.most}: name the tables of each floorperson"
        )
        raise CommandRefused("too-many-tables", found.clause, told)


def supervision(people: Iterable[Person], tables: Mapping[str, Ruleset]) -> Supervision:
    """Who supervises the tables of a house."""
    found = tuple(supervised(one.name, one.tables, tables) for one in people if one.role == "floorperson")
    covered = {table for one in found for table in one.tables}
    return Supervision(found, tuple(table for table in tables if table not in covered))


def _is_electronic(rules: Ruleset) -> bool:
    return rules.submission.device == "electronic"
