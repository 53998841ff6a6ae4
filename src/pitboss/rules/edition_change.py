"""The tables of a house file that change their edition, and the day of the change."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.errors import InputError
from pitboss.rules.editions import REVISIONS, editions, find_edition, first_day_after
from pitboss.rules.submission import HouseSubmission


class EditionChange(NamedTuple):
    """A day from which tables run by another edition."""

    day: str
    tables: Mapping[str, tuple[str, str]]
    """The edition before and from that day on, `MD-TCP@1.4` and `MD-TCP@1.5`. Empty if none is in force."""


def next_change(house: HouseSubmission, on: str) -> EditionChange | None:
    """The next change after a day; None if none is known. A table that names its edition never changes it by itself."""
    days = [first_day_after(find_edition(name, on)) for name in _names(house) if edition_on(name, on)]
    day = min(filter(None, days), default="")
    return EditionChange(day, changed_tables(house, on, day)) if day else None


def changed_tables(house: HouseSubmission, before: str, day: str) -> Mapping[str, tuple[str, str]]:
    """The tables that run by different editions on two days, with both editions."""
    found = {name: (edition_on(name, before), edition_on(name, day)) for name in _names(house)}
    named = {table: name for table, one in house.tables.items() if (name := one.regulation.upper()) in found}
    return {table: found[name] for table, name in named.items() if found[name][0] != found[name][1]}


def had_other_rules(house: HouseSubmission, day: str) -> bool:
    """Whether a table of a house file ran by other rules before a day: another edition, or an earlier revision of one.

    A file that today's rules refuse may then have been approved by those.
    """
    names = {table.regulation.upper() for table in house.tables.values()}
    known = [find_edition(name, day) for name in names if edition_on(name, day)]
    if any(edition.folder.joinpath(REVISIONS).is_dir() for edition in known):
        return True
    first = {name: older[0].key for name in _names(house) if (older := editions().get(name))}
    return any(edition_on(name, day) != key for name, key in first.items())


def pinned_otherwise(house: HouseSubmission, day: str) -> Mapping[str, tuple[str, str]]:
    """The tables that name an edition which is not in force on a day: that edition, and the one in force."""
    named = {table: one.regulation.upper() for table, one in house.tables.items() if is_pinned(one.regulation)}
    found = {table: (edition_on(name, day), edition_on(name.partition("@")[0], day)) for table, name in named.items()}
    return {table: both for table, both in found.items() if both[0] and both[0] != both[1]}


def edition_on(name: str, day: str) -> str:
    """The edition that a name means on a day, as `MD-TCP@1.4`; empty if there is no such regulation then."""
    try:
        return find_edition(name, day).key
    except InputError:
        return ""


def is_pinned(name: str) -> bool:
    """Whether a house file names the edition too: then it stays, whatever day it is."""
    return "@" in name


def _names(house: HouseSubmission) -> list[str]:
    """The names that the tables have for their regulations, without those that name an edition."""
    return sorted({table.regulation.upper() for table in house.tables.values() if not is_pinned(table.regulation)})
