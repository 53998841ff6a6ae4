"""Which change of one or two rows of a paytable brings the house edge closest to a wanted one.

A payout adds to the expected win in proportion to how often its row is paid, so for a wager that no decision concerns
the candidates are found by arithmetic; the best are then priced again from the changed rules. Where players decide,
their best strategy follows the payouts: one row is changed at a time, and the edge is searched, for it only falls as a
payout rises.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from pitboss.errors import InputError
from pitboss.odds.catalog import odds
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import decision_wager, paytable_group
from pitboss.rules.other_payouts import with_payouts
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation

SHOWN = 6
"""The number of changes that are answered."""
_MOST = 1_000
"""A row pays no more than this, or ten times what it paid."""
_CENTS = 100


class RowsChange(NamedTuple):
    """A change of rows, and the odds that it gives."""

    pays: Mapping[str, Payout]
    edge: Fraction
    is_lawful: bool
    """Whether a submission may make it: the printed payouts are minimums, and no row pays less."""

    def to_json(self, target: Fraction) -> dict[str, Any]:
        return {
            "pays": {pattern: str(payout) for pattern, payout in self.pays.items()},
            "expected": str(-self.edge), "house_edge": float(self.edge), "away": str(abs(self.edge - target)),
            "lawful": self.is_lawful,
        }  # fmt: skip


class TargetEdge:
    """A paytable, the circumstances that it is priced in, and the house edge that is wanted."""

    def __init__(self, regulation: Regulation, record: Odds, query: OddsQuery, target: Fraction) -> None:
        self._regulation, self._record, self._query, self._target = regulation, record, query, target
        self._group = paytable_group(regulation, record.wager)
        if record.expected is None:
            raise InputError("--target-edge: say what the meters show, --meter NAME=AMOUNT, for the edge to be known")
        if not self._group:
            raise InputError(f"--target-edge: only the showdown pays {record.wager}: it has no rows to change")
        if len(self.table.by_boxes or self.table.by_stake) > 1:
            raise InputError("--target-edge: this table has several columns; ask --pays for one change of them")
        self._payouts = {row.pattern: row.payouts[0] for row in self.table.pays}
        self._patterns = [pattern for pattern, payout in self._payouts.items() if payout.form != "share"]

    @property
    def table(self) -> Paytable:
        return self._regulation.paytables[self._group][self._record.paytable]

    @property
    def printed(self) -> list[Odds]:
        """The paytables that the regulation prints for the wager, nearest first."""
        known = [one for one in odds(self._regulation, self._query, self._record.wager) if one.house_edge is not None]
        return sorted(known, key=lambda one: abs((one.house_edge or 0) - self._target))

    def changes(self) -> list[RowsChange]:
        """The changes that come closest, nearest first; lawful ones alone, where the table may be changed at all."""
        decided = self._record.wager == decision_wager(self._regulation)
        found = self._decided() if decided else self._counted()
        return sorted(found, key=lambda one: (abs(one.edge - self._target), len(one.pays)))[:SHOWN]

    def _may_be(self, pattern: str, number: int) -> bool:
        return not self.table.least or number >= self._payouts[pattern].number

    def _step(self, pattern: str) -> int:
        """Prizes are whole dollars."""
        return _CENTS if self._payouts[pattern].form == "prize" else 1

    def _range(self, pattern: str, changed: Mapping[str, int]) -> range:
        """What a row can pay, so that a better hand is never paid less than a worse one."""
        numbers = {**{name: self._payouts[name].number for name in self._patterns}, **changed}
        at, step = self._patterns.index(pattern), self._step(pattern)
        least = max((numbers[name] for name in self._patterns[at + 1 :]), default=step)
        above = [numbers[name] for name in self._patterns[:at]]
        most = min(above) if above else max(_MOST * step, 10 * numbers[pattern])
        if self.table.least:
            least = max(least, self._payouts[pattern].number)
        return range(max(least, step), most + 1, step)

    # Wagers that no decision concerns

    def _counted(self) -> Iterator[RowsChange]:
        best = sorted(self._candidates(), key=lambda one: (one[0], len(one[1])))
        for _, numbers in best[: 2 * SHOWN]:
            yield self._priced(numbers)

    def _candidates(self) -> Iterator[tuple[Fraction, dict[str, int]]]:
        for pattern in self._patterns:
            yield from self._nearest(pattern, {})
        for one, other in combinations(self._patterns, 2):
            for number in self._range(one, {other: self._payouts[other].number}):
                if number != self._payouts[one].number:
                    yield from self._nearest(other, {one: number})

    def _nearest(self, pattern: str, changed: dict[str, int]) -> Iterator[tuple[Fraction, dict[str, int]]]:
        """The two numbers of a row around the one that would hit the target, with other rows changed already."""
        assert self._record.expected is not None
        expected = self._record.expected + sum(
            (number - self._payouts[name].number) * self._slope(name) for name, number in changed.items()
        )
        slope, allowed = self._slope(pattern), self._range(pattern, changed)
        if not slope or not allowed:
            return
        missing = (-self._target - expected) / slope
        step = self._step(pattern)
        wanted = self._payouts[pattern].number + (missing // step) * step
        for number in {min(max(wanted + more, allowed[0]), allowed[-1]) for more in (0, step)}:
            if number != self._payouts[pattern].number:
                edge = -expected - (number - self._payouts[pattern].number) * slope
                yield abs(edge - self._target), {**changed, pattern: int(number)}

    def _slope(self, pattern: str) -> Fraction:
        """What one more of a payout's number adds to the expected win."""
        count = next(row.count for row in self._record.rows if row.pattern == pattern)
        unit = Fraction(1, self._record.stake) if self._payouts[pattern].form == "prize" else Fraction(1)
        return Fraction(count, self._record.total) * unit

    # Wagers that players decide about

    def _decided(self) -> Iterator[RowsChange]:
        for pattern in self._patterns:
            allowed = self._range(pattern, {})
            low, high = 0, len(allowed) - 1
            tried: dict[int, RowsChange] = {}
            while low <= high:
                middle = (low + high) // 2
                found = tried[middle] = self._priced({pattern: allowed[middle]})
                low, high = (middle + 1, high) if found.edge > self._target else (low, middle - 1)
            other = (one for one in tried.values() if one.pays[pattern] != self._payouts[pattern])
            yield from sorted(other, key=lambda one: abs(one.edge - self._target))[:2]

    def _priced(self, numbers: Mapping[str, int]) -> RowsChange:
        pays = {pattern: self._payouts[pattern]._replace(number=number) for pattern, number in numbers.items()}
        columns = {pattern: (payout,) for pattern, payout in pays.items()}
        changed = with_payouts(self._regulation, self._group, self._record.paytable, columns)
        query = self._query._replace(stake=self._query.stake or self._record.stake)
        (record,) = odds(changed, query, self._record.wager, self._record.paytable)
        assert record.expected is not None
        lawful = self.table.least and all(self._may_be(pattern, one.number) for pattern, one in pays.items())
        return RowsChange(pays, -record.expected, lawful)


def nearest_changes(regulation: Regulation, records: Sequence[Odds], query: OddsQuery, target: Fraction) -> TargetEdge:
    """What comes closest to an edge; InputError unless exactly one paytable is meant."""
    if len(records) != 1:
        raise InputError("--target-edge: name one wager and one paytable, such as MD-TCP pair_plus A")
    return TargetEdge(regulation, records[0], query, target)
