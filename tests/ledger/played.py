"""A house that was played at random once, and its entries as they are appended to other ledgers."""

from functools import cache
from itertools import groupby
from typing import Any

from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.store import Store
from tests.ledger.busy_house import BusyHouse


@cache
def played(steps: int = 1_200) -> tuple[Entry, ...]:
    """The entries of some hours at four tables."""
    return tuple(BusyHouse(3).play(steps).store.entries())


def append_entries(store: Store, entries: tuple[Entry, ...]) -> None:
    """Appends entries that follow those in a ledger; they get the same hashes there."""
    made = [one.hash for appended in store.append_all(commands_of(entries)) for one in appended]
    assert made == [one.hash for one in entries]


def commands_of(entries: tuple[Entry, ...]) -> list[tuple[list[Draft], str]]:
    """What each command appended, and its id."""
    commands: list[tuple[list[Draft], str]] = []
    for id_, those in groupby(entries, key=lambda one: one.content.get("id", "")):
        drafts = [Draft(one.stream, None, _drafted(one)) for one in those]
        commands += [(drafts, id_)] if id_ else [([draft], "") for draft in drafts]
    return commands


def _drafted(entry: Entry) -> dict[str, Any]:
    return {key: value for key, value in entry.content.items() if key not in ("v", "stream", "seq", "prev")}
