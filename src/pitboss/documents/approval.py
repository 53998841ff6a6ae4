"""The answer to a house file, as `pitboss check` and the page that checks one give it."""

from collections.abc import Mapping
from typing import Any

from pitboss.errors import SubmissionRejected
from pitboss.rules.ruleset import House
from pitboss.text import listed


def rejection_json(rejected: SubmissionRejected) -> dict[str, Any]:
    """Every violation, with its place and clause."""
    return {"approved": False, "violations": [violation._asdict() for violation in rejected.violations]}


def approval_json(house: House) -> dict[str, Any]:
    """The digest of an approved house; callers add what they know of its tables."""
    return {"approved": True, "violations": [], "digest": house.digest}


def edition_lines(changed: Mapping[str, tuple[str, str]]) -> list[str]:
    """The tables that run by another edition, one line for each change of edition."""
    tables: dict[tuple[str, str], list[str]] = {}
    for table, editions in changed.items():
        tables.setdefault(editions, []).append(table)
    return [
        f"{listed(names)} {'run' if len(names) > 1 else 'runs'} by {after} instead of {before}"
        if after
        else f"no edition is in force for {listed(names)}, and {before} has ended"
        for (before, after), names in tables.items()
    ]
