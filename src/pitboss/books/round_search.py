"""Finding rounds by the index: by table, time, player, dealer, amount, irregularity, jackpot or void, a page at a time.

Every page begins where the one before ended, so the last costs what the first one costs. A round that is found is read
from its own entries, and must be what the index says.
"""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice
from typing import Any, NamedTuple

from pitboss.books.round_index import Rebuilding, RoundIndex
from pitboss.books.round_rows import ROUND_COLUMNS, ROUNDS, IndexedRound
from pitboss.books.rounds import Progress, RoundFilter, RoundSummary, check_table_name
from pitboss.books.table_scan import round_of
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.receipt import parse_round
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store

_PAGE = 200
_COLUMNS = ", ".join(f"r.{name}" for name in ROUND_COLUMNS)
_EVERY = "derived_rounds r WHERE r.position"
# In this order: the rows of a tag are walked, and each is looked up.
_TAGGED = (
    "derived_tagged_rounds t CROSS JOIN derived_rounds r WHERE r.position = t.position AND t.tag = ? AND t.position"
)
_HAS = "EXISTS (SELECT 1 FROM derived_tagged_rounds o WHERE o.tag = ? AND o.position = r.position)"
_LARGEST = 2**62
MOST_COUNTED = 100_000
"""Rounds that are counted one by one, if no sum of them is kept."""


class _Misfit(Exception):
    """The index does not fit the entries, or was built again meanwhile."""


class RoundQuery(NamedTuple):
    """Rounds in the index: those of the tags `drivers` that meet the conditions."""

    drivers: tuple[int, ...]
    """Empty for all rounds."""
    conditions: str
    values: tuple[int, ...]
    low: int
    high: int
    """From the position `low` to before `high`."""
    known: int | None
    """How many rounds they are, if that is known without counting."""

    def select(self, columns: str, order: str) -> str:
        walked = f"{_TAGGED if self.drivers else _EVERY}"
        place = "t.position" if self.drivers else "r.position"
        return (
            f"SELECT {columns} FROM {walked} >= ? AND {place} < ?{self.conditions} "  # noqa: S608 - our own names
            f"ORDER BY {place} {order} LIMIT ?"
        )

    def ask(self, columns: str, order: str, low: int, high: int, most: int) -> Iterator[tuple[Any, ...]]:
        """The statement and its values, for each driver."""
        statement = self.select(columns, order)
        if not self.drivers:
            yield (statement, low, high, *self.values, most)
        for tag in self.drivers:
            yield (statement, tag, low, high, *self.values, most)


def query_of(index: RoundIndex, wanted: RoundFilter) -> RoundQuery | None:
    """The rounds that are wanted, as far as they are in the index; None if there are none."""
    found = [[tag for name in names if (tag := index.tag(name))] for names in _tags(wanted)]
    amounts = [tag for bits in _bits(wanted.amount) if (tag := index.tag(f"amount {bits}"))]
    if not all(found) or (wanted.amount > 0 and not amounts):
        return None
    found.sort(key=_number)
    if amounts and (not found or _number(amounts) < _number(found[0])):
        drivers, rest = amounts, found
    else:
        drivers, rest = (found[0], found[1:]) if found else ([], [])
    conditions, values = _conditions(wanted, rest)
    known = None
    if not values:
        known = _number(drivers) if drivers else index.state.rounds - len(index.pending)
    return RoundQuery(tuple(tag for tag, _ in drivers), conditions, values, *_within(index, wanted), known)


def _tags(wanted: RoundFilter) -> Iterator[list[str]]:
    """The tags that a round must have, one of each list."""
    if wanted.table:
        yield [f"table {wanted.table}"]
    if wanted.tables:
        yield [f"table {name}" for name in dict.fromkeys(wanted.tables)]
    for name in {wanted.player, wanted.also_player} - {""}:
        yield [f"player {name}"]
    if wanted.dealer:
        yield [f"dealer {wanted.dealer}"]
    if wanted.irregularity is not None:
        yield [f"irregular {wanted.irregularity}".strip()]
    yield from [["jackpot"]] * wanted.jackpots + [["void"]] * wanted.void


def _bits(amount: int) -> range:
    """The lengths in bits of this amount and larger ones."""
    return range(amount.bit_length(), 64) if amount > 0 else range(0)


def _number(tags: Sequence[tuple[int, int]]) -> int:
    return sum(rounds for _, rounds in tags)


def _conditions(wanted: RoundFilter, needed: Sequence[Sequence[tuple[int, int]]]) -> tuple[str, tuple[int, ...]]:
    """What a row must meet besides its driver, as SQL and its values."""
    compared = [("start >=", wanted.since), ("start <", wanted.until), ("largest >=", wanted.amount or None)]
    given = [(f"r.{name} ?", value) for name, value in compared if value is not None]
    had = [f"({' OR '.join([_HAS] * len(tags))})" for tags in needed]
    values = (*(value for _, value in given), *(tag for tags in needed for tag, _ in tags))
    return "".join(f" AND {text}" for text in (*(text for text, _ in given), *had)), values


def _within(index: RoundIndex, wanted: RoundFilter) -> tuple[int, int]:
    """The positions between which every wanted round ended.

    The latest beginning of all rounds that ended before a position never goes back, even if a clock did.
    """
    low = 0 if wanted.since is None else _first_after(index, wanted.since)
    high = index.size if wanted.until is None else _first_after(index, wanted.until + index.state.most_lag)
    return low, high


def _first_after(index: RoundIndex, moment: int) -> int:
    """The first position at which the latest beginning is this moment or later."""
    low, high = 0, index.size
    while low < high:
        middle = (low + high) // 2
        rows = index.place.read_derived(
            "SELECT position, start + lag FROM derived_rounds WHERE position >= ? ORDER BY position LIMIT 1", middle
        )
        if not rows or rows[0][1] >= moment:
            high = middle
        else:
            low = rows[0][0] + 1
    return low


class RoundSearch:
    """Answers from an index that was caught up."""

    def __init__(self, index: RoundIndex) -> None:
        self._index, self._store = index, index.store

    def find(self, wanted: RoundFilter, *, newest_first: bool, before: int = _LARGEST) -> Iterator[RoundSummary]:
        """Rounds that are over and match, in the order in which they ended, or the other way round."""
        index, misfits = self._index, 0
        low, high = 0, before
        while True:
            try:
                for found in self._find(wanted, low, high, newest_first=newest_first):
                    yield found
                    low, high = (low, found.last.position) if newest_first else (found.last.position + 1, high)
                return
            except _Misfit as misfit:
                misfits += 1
                if misfits > 2:
                    raise LedgerBroken(f"the index of rounds does not fit the entries: {misfit}") from None
                if str(misfit):
                    index.rebuild(str(misfit))
                index.catch_up()

    def _find(self, wanted: RoundFilter, low: int, high: int, *, newest_first: bool) -> Iterator[RoundSummary]:
        written = self._written(wanted, low, high, newest_first=newest_first)
        pending = [one.found for one in self._index.pending if low <= one.found.last.position < high]
        fresh = [one for one in pending if wanted.holds(one)]
        if newest_first:
            yield from reversed(fresh)
            yield from written
        else:
            yield from written
            yield from fresh

    def _written(self, wanted: RoundFilter, low: int, high: int, *, newest_first: bool) -> Iterator[RoundSummary]:
        query = query_of(self._index, wanted) if self._index.mark else None
        if query is None:
            return
        low, high = max(low, query.low), min(high, query.high)
        streams = [
            self._rows(question, low, high, newest_first=newest_first)
            for question in query.ask(_COLUMNS, "DESC" if newest_first else "ASC", low, high, _PAGE)
        ]
        for row in merge(*streams, key=lambda one: one.position, reverse=newest_first):
            found = self._summary(row)
            if not wanted.holds(found):
                raise _Misfit(f"round {found.id} is found by what it does not have")
            yield found

    def _rows(self, question: tuple[Any, ...], low: int, high: int, *, newest_first: bool) -> Iterator[IndexedRound]:
        """The rows of one driver, page by page."""
        statement, *values = question
        place = 1 if "t.tag" in statement else 0
        while low < high:
            values[place : place + 2] = [low, high]
            rows = self._index.place.read_derived(statement, *values)
            for found in self._index.read_rows(rows):
                if found is None:
                    raise _Misfit("a row names what is not in the index")
                yield found
            self._check_build()
            if len(rows) < _PAGE:
                return
            low, high = (low, rows[-1][0]) if newest_first else (rows[-1][0] + 1, high)

    def _check_build(self) -> None:
        mark, known = self._index.place.derived_mark(ROUNDS), self._index.mark
        if mark is None or known is None or mark.build != known.build:
            raise _Misfit

    def _summary(self, row: IndexedRound) -> RoundSummary:
        """The round of a row, read from its own entries."""
        entries = [*self._store.stream(table_stream(row.table), row.first - 1, row.first + row.entries)]
        if not entries or entries[-1].position != row.position or row.tie != row.tied_to(entries[-1].hash):
            raise _Misfit(f"round {row.table}/{row.number} does not end where the index says")
        found = round_of(entries, row.table, row.number, row.boxes)
        if found is None or (found.last.position, found.start, found.largest) != (row.position, row.start, row.largest):
            raise _Misfit(f"round {row.table}/{row.number} is not as the index says")
        return found

    def count(self, wanted: RoundFilter) -> int | None:
        """How many rounds that are over match; None if they are more than are counted one by one."""
        number = sum(wanted.holds(one.found) for one in self._index.pending)
        query = query_of(self._index, wanted) if self._index.mark else None
        if query is None:
            return number
        if query.known is not None:
            return number + query.known
        for statement, *values in query.ask("1", "DESC", query.low, query.high, MOST_COUNTED + 1):
            counted = f"SELECT count(*) FROM ({statement}) AS found"  # noqa: S608 - our own statement
            number += self._index.place.read_derived(counted, *values)[0][0]
        return number if number <= MOST_COUNTED else None

    def all(self, wanted: RoundFilter) -> Iterator[RoundSummary]:
        """The rounds that match, in the order in which they ended; rounds that are not over come last."""
        yield from self.find(wanted, newest_first=False)
        yield from self.under_way(wanted)

    def total(self, wanted: RoundFilter) -> int | None:
        """How many rounds match, over or under way; None if they are more than are counted one by one."""
        over = self.count(wanted)
        return None if over is None else over + len(self.under_way(wanted))

    def under_way(self, wanted: RoundFilter) -> list[RoundSummary]:
        """The rounds that are not over and match, in the order in which their tables opened."""
        found = (scan.under_way() for scan in self._index.state.scans.values())
        return [one for one in found if one and wanted.holds(one)]

    def round(self, table: str, number: int) -> RoundSummary | None:
        """One round, over or under way."""
        scan = self._index.state.scans.get(table)
        open_now = scan and scan.under_way()
        fresh = [one.found for one in self._index.pending if (one.found.table, one.found.number) == (table, number)]
        if open_now and open_now.number == number:
            return open_now
        return fresh[0] if fresh else self._written_round(table, number)

    def _written_round(self, table: str, number: int) -> RoundSummary | None:
        tag = self._index.tag(f"table {table}") if self._index.mark else None
        if tag is None:
            return None
        where = "SELECT position FROM derived_rounds WHERE table_id = ? AND number = ?"
        rows = self._index.place.read_derived(where, tag[0], number)
        found = self.find(RoundFilter(table), newest_first=True, before=rows[0][0] + 1) if rows else iter(())
        return next((one for one in islice(found, 1) if one.number == number), None)

    def last_number(self, table: str) -> int:
        """The number of the last round of a table, over or under way; 0 if it has played none."""
        scan = self._index.state.scans.get(table)
        return scan.start.rounds + (scan.open is not None) if scan else 0


def search(
    store: Store, progress: Progress | None = None, table: str = "", rebuilding: Rebuilding = lambda _: None
) -> RoundSearch:
    """A search through the whole ledger as it is now. InputError if there is no table of this name."""
    if table:
        check_table_name(store, table)
    index = RoundIndex(store, rebuilding)
    index.catch_up(progress)
    return RoundSearch(index)


def find_rounds(
    store: Store, wanted: RoundFilter | None = None, progress: Progress | None = None
) -> Iterator[RoundSummary]:
    """The rounds that match, in the order in which they ended; rounds that are not over come last."""
    wanted = wanted or RoundFilter()
    yield from search(store, progress, wanted.table).all(wanted)


def no_such_round(store: Store, round_id: str) -> InputError:
    """The error for a round that does not exist; it names the rounds that do."""
    table, _ = parse_round(round_id)
    last = search(store, None, table).last_number(table)
    have = f"has the rounds {table}/1 to {table}/{last}" if last else "has played no round yet"
    return InputError(f"there is no round {round_id!r}: the table {have}")
