"""RoundList: the rounds of a ledger, newest first, in pages, from an index that this server keeps caught up."""

from collections.abc import Callable
from heapq import merge
from itertools import islice
from threading import Lock
from typing import NamedTuple

from pitboss.books.round_index import RoundIndex
from pitboss.books.round_search import RoundSearch
from pitboss.books.rounds import RoundFilter, RoundSummary
from pitboss.ledger.store import Store
from pitboss.web.http.log import note

AT_ONCE = 20_000
"""Entries that one request takes in before it answers."""
Visible = Callable[[RoundSummary], bool]


class IndexBehind(Exception):
    """The index of rounds is being built: it holds `held` of `size` entries."""

    def __init__(self, held: int, size: int) -> None:
        super().__init__(f"the index of rounds is being built: {held:,} of {size:,} entries so far; try again soon")


class RoundsPage(NamedTuple):
    """Some rounds, newest first, and the position before which the next page begins; None if this is the last."""

    rounds: tuple[RoundSummary, ...]
    before: int | None
    total: int | None
    """How many rounds match; None if they are too many to be counted."""


class RoundList:
    """Reads a ledger once, and then only its new entries. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._index: RoundIndex | None = None

    def page(
        self, store: Store, filter_: RoundFilter, is_visible: Visible, most: int, before: int | None = None
    ) -> RoundsPage:
        """Up to `most` matching rounds visible to this person, ending before `before`. Raises IndexBehind.

        The filter should leave out what the person may not see: rounds left out by `is_visible` alone are read first.
        """
        with self._lock:
            found = RoundSearch(self._caught_up(store))
            under_way = [one for one in found.under_way(filter_) if is_visible(one)]
            earlier = [one for one in under_way if before is None or _position(one) < before]
            over = found.find(filter_, newest_first=True, **({} if before is None else {"before": before}))
            newest = merge(sorted(earlier, key=_position, reverse=True), over, key=_position, reverse=True)
            rounds = tuple(islice(filter(is_visible, newest), most + 1))
            count = found.count(filter_)
        more = _position(rounds[most - 1]) if len(rounds) > most else None
        return RoundsPage(rounds[:most], more, None if count is None else count + len(under_way))

    def find(self, store: Store, table: str, number: int) -> RoundSummary | None:
        """One round, over or under way. Raises IndexBehind."""
        with self._lock:
            return RoundSearch(self._caught_up(store)).round(table, number)

    def catch_up(self, store: Store, most: int) -> bool:
        """Takes in up to `most` of the new entries; returns whether those were all."""
        with self._lock:
            return self._of(store).catch_up(most=most)

    def _caught_up(self, store: Store) -> RoundIndex:
        index = self._of(store)
        if not index.catch_up(most=AT_ONCE):
            raise IndexBehind(index.reached, store.size())
        return index

    def _of(self, store: Store) -> RoundIndex:
        # A house that resumes opens its storage again.
        if self._index is None or self._index.store is not store:
            self._index = RoundIndex(
                store, lambda why: note("index", reason=f"the index of rounds is built again: {why}")
            )
        return self._index


def _position(one: RoundSummary) -> int:
    return one.last.position
