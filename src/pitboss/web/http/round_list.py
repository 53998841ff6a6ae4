"""RoundList: the rounds of a ledger, newest first, in pages."""

from collections import deque
from collections.abc import Callable
from heapq import nlargest
from threading import Lock
from typing import NamedTuple

from pitboss.books.rounds import RoundFilter, RoundSummary, TableScan, find_rounds
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store

MOST_ROUNDS = 20_000
"""Rounds that stay in memory; older ones are read from the ledger."""
_TABLE = table_stream("")
Visible = Callable[[RoundSummary], bool]


class RoundsPage(NamedTuple):
    """Some rounds, newest first, and the position before which the next page begins; None if this is the last."""

    rounds: tuple[RoundSummary, ...]
    before: int | None
    total: int | None
    """How many rounds match; None if counting them would mean reading the whole ledger."""


class RoundList:
    """Reads a ledger once, and then only its new entries. Safe for several threads."""

    def __init__(self, most: int = MOST_ROUNDS) -> None:
        self._lock = Lock()
        self._over: deque[RoundSummary] = deque(maxlen=most)
        self._begin()

    def _begin(self) -> None:
        self._scans: dict[str, TableScan] = {}
        self._next = self._number = 0
        self._over.clear()

    def page(
        self, store: Store, filter_: RoundFilter, is_visible: Visible, most: int, before: int | None = None
    ) -> RoundsPage:
        """Up to `most` matching rounds visible to this person, ending before `before`."""
        found, whole = self._known(store)

        def matches(one: RoundSummary) -> bool:
            return filter_.holds(one) and is_visible(one)

        matching = [one for one in found if matches(one)]
        rounds = [one for one in matching if before is None or _position(one) < before][: most + 1]
        if len(rounds) <= most and not whole:
            older = (one for one in find_rounds(store, filter_) if matches(one))
            rounds = nlargest(
                most + 1, (one for one in older if before is None or _position(one) < before), key=_position
            )
        more = _position(rounds[most - 1]) if len(rounds) > most else None
        return RoundsPage(tuple(rounds[:most]), more, len(matching) if whole else None)

    def find(self, store: Store, table: str, number: int) -> RoundSummary | None:
        """One round, over or under way."""
        found, whole = self._known(store)
        round_id = f"{table}/{number}"
        known = next((one for one in found if one.id == round_id), None)
        if known or whole or not store.last(table_stream(table)):
            return known
        return next((one for one in find_rounds(store, RoundFilter(table)) if one.id == round_id), None)

    def _known(self, store: Store) -> tuple[list[RoundSummary], bool]:
        """The rounds in memory, newest first, and whether they are all."""
        with self._lock:
            self._read_on(store)
            open_now = [found for scan in self._scans.values() if (found := scan.under_way())]
            newest = sorted([*self._over, *open_now], key=_position, reverse=True)
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


def _position(one: RoundSummary) -> int:
    return one.last.position
