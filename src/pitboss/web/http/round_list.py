"""RoundList: the rounds of a ledger for people who leaf through them, newest first."""

from collections import deque
from collections.abc import Callable
from heapq import nlargest
from threading import Lock
from typing import NamedTuple

from pitboss.books.rounds import RoundFilter, RoundSummary, TableScan, find_rounds
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store

KEPT = 20_000
"""The number of rounds in memory; a page of older ones is read from the ledger."""
_TABLE = table_stream("")
Seen = Callable[[RoundSummary], bool]


class Page(NamedTuple):
    """Some rounds, newest first, and the place to go on from; None where there are no more."""

    rounds: tuple[RoundSummary, ...]
    before: int | None
    total: int | None
    """How many there are in all; None where that would take reading everything."""


class RoundList:
    """Reads a ledger once, and then only what it has grown by. Safe for several threads."""

    def __init__(self, kept: int = KEPT) -> None:
        self._lock = Lock()
        self._over: deque[RoundSummary] = deque(maxlen=kept)
        self._begin()

    def _begin(self) -> None:
        self._scans: dict[str, TableScan] = {}
        self._next = self._number = 0
        self._over.clear()

    def page(self, store: Store, wanted: RoundFilter, seen: Seen, most: int, before: int | None = None) -> Page:
        """Up to `most` matching rounds visible to this person, ending before `before`."""
        found, whole = self._known(store)

        def counts(one: RoundSummary) -> bool:
            return wanted.holds(one) and seen(one)

        matching = [one for one in found if counts(one)]
        rounds = [one for one in matching if before is None or _place(one) < before][: most + 1]
        if len(rounds) <= most and not whole:
            older = (one for one in find_rounds(store, wanted) if counts(one))
            rounds = nlargest(most + 1, (one for one in older if before is None or _place(one) < before), key=_place)
        more = _place(rounds[most - 1]) if len(rounds) > most else None
        return Page(tuple(rounds[:most]), more, len(matching) if whole else None)

    def find(self, store: Store, table: str, number: int) -> RoundSummary | None:
        """One round, over or under way."""
        found, whole = self._known(store)
        round_id = f"{table}/{number}"
        known = next((one for one in found if one.id == round_id), None)
        if known or whole or not store.last(table_stream(table)):
            return known
        return next((one for one in find_rounds(store, RoundFilter(table)) if one.id == round_id), None)

    def _known(self, store: Store) -> tuple[list[RoundSummary], bool]:
        """What is in memory, newest first, and whether that is everything."""
        with self._lock:
            self._read_on(store)
            open_now = [found for scan in self._scans.values() if (found := scan.under_way())]
            newest = sorted([*self._over, *open_now], key=_place, reverse=True)
            return newest, self._number == len(self._over)

    def _read_on(self, store: Store) -> None:
        size = store.size()
        if size < self._next:
            self._begin()
        for entry in store.entries(self._next, size):
            if entry.stream.startswith(_TABLE):
                name = entry.stream.removeprefix(_TABLE)
                over = self._scans.setdefault(name, TableScan(name)).take(entry, entry.content)
                if over:
                    self._over.append(over)
                    self._number += 1
            self._next = entry.position + 1


def _place(one: RoundSummary) -> int:
    return one.last.position
