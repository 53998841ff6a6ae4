"""Totals: the sums over all chunks, in their order, and the meters that grow from one round to the next.

Chunks are played anywhere and in any order. Each returns its counts, what each hour won, and the few rounds in which a
meter paid. The meter itself runs here, over all rounds of all chunks, from one hit to the next.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.play.settlement_input import SettledLine
from pitboss.simulation.chunks import Job
from pitboss.simulation.setup import Setup
from pitboss.simulation.tables import Counts, Longs


class MeterHit(NamedTuple):
    """A payment by a meter at a place of the grid."""

    wager: str
    meter: str
    percent: int
    amount: int
    """What the engine paid with the meter at its reset amount."""
    net: int
    """What the wager won with that payment."""


_AT_ONCE = 16
"""The number of chunks whose shifts are counted together."""
_PLAIN = ("level", "rounds", "last", "hits", "paid", "highest")


class RunningMeter:
    """A meter under way. Its level is exact, in parts of a cent: `parts` of them are one cent. It pays whole cents."""

    def __init__(self, start: int, reset: int, each_round: Fraction) -> None:
        self.parts, self.each_round = each_round.denominator, each_round.numerator
        self.level, self.reset = start * self.parts, reset * self.parts
        self.rounds = self.last = 0
        self.hits = self.paid = self.highest = 0
        self.between: Counter[int] = Counter()
        """The rounds from one hit of the whole meter to the next, to two figures."""
        self.shown: Counter[int] = Counter()
        """What the meter showed at each hit, in cents to two figures."""

    def pay(self, number: int, percent: int) -> int:
        """What the meter pays in a round, after the contributions of that round."""
        self.level += self.each_round * (number + 1 - self.rounds)
        self.rounds = number + 1
        amount = self.level // self.parts * percent // 100
        self.level -= amount * self.parts
        self.paid += amount
        if percent == 100:
            self.level += self.reset
            self.hits += 1
            self.between[rounded(number + 1 - self.last)] += 1
            self.shown[rounded(amount)] += 1
            self.highest, self.last = max(self.highest, amount), number + 1
        return amount

    def shows(self, rounds: int) -> int:
        """What the meter shows after a number of rounds, in cents."""
        return (self.level + self.each_round * (rounds - self.rounds)) // self.parts

    def to_json(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in _PLAIN}
        return {**plain, "between": _pairs(self.between), "shown": _pairs(self.shown)}

    def restore(self, kept: Mapping[str, Any]) -> None:
        for name in _PLAIN:
            setattr(self, name, kept[name])
        self.between, self.shown = Counter(dict(kept["between"])), Counter(dict(kept["shown"]))


def rounded(number: int) -> int:
    """A number rounded down to its first two figures."""
    unit = int("1" + "0" * max(0, len(str(number)) - 2))
    return number // unit * unit


class Totals:
    """The sums over all chunks so far."""

    def __init__(self, setup: Setup, job: Job) -> None:
        self.setup, self.job = setup, job
        self.grid, tables = setup.grid_and_tables
        self.chunks = 0
        self.places = np.zeros((tables.boxes, self.grid.size), np.int64)
        self.highest: Longs = np.zeros(0, np.int64)
        self.width = max(100, sum(setup.stakes.values()) // 10)
        """The width of the bins that count results of shifts, in cents."""
        self._bins = [Counter[int]() for _ in range(job.shift + 2)]
        """Bins of what the house won in a shift, where box 1 stood after each hour of it, and how far box 1 fell."""
        self._uncounted: list[Longs] = []
        """Shifts that are still to be counted, a row each."""
        self.more: Counter[str] = Counter()
        """What meters paid beyond the amounts in the cells, by wager."""
        self.squares: Counter[str] = Counter()
        """The change of the sum of squared wins, by wager."""
        self.meters = {
            name: RunningMeter(choice.seed, choice.resets_to, choice.rate * setup.stakes[wager] * setup.boxes)
            for wager, choices in setup.meters.items()
            for name, choice in choices.items()
        }
        self._hits = dict[int, tuple[MeterHit, ...]]()
        self._waiting = dict[int, tuple[range, Counts]]()

    @property
    def house(self) -> Counter[int]:
        """What the house won in a shift, by bin, with the number of shifts."""
        return self._counted()[0]

    @property
    def fan(self) -> list[Counter[int]]:
        """For each hour of a shift, where box 1 stood, by bin, with the number of shifts."""
        return self._counted()[1:-1]

    @property
    def lows(self) -> Counter[int]:
        """How far box 1 fell in a shift, by bin, with the number of shifts."""
        return self._counted()[-1]

    @property
    def rounds(self) -> int:
        return min(self.chunks * self.job.size, self.job.rounds)

    def add(self, chunks: range, counts: Counts) -> None:
        """Adds the counts of some chunks; chunks that arrive early wait for those before them."""
        self._waiting[chunks.start] = chunks, counts
        while (ready := self._waiting.pop(self.chunks, None)) is not None:
            self._add(ready[1])
            self.chunks = ready[0].stop

    def _add(self, counts: Counts) -> None:
        self.places += counts.places
        if len(self.highest) < len(counts.highest):
            self.highest = np.zeros(len(counts.highest), np.int64)
        self.highest += counts.highest
        hours, begin = counts.hours.copy(), self.chunks * self.job.size
        for number, box, place in sorted(counts.hits.tolist(), key=lambda hit: (hit[0], -hit[1])):
            for hit in self._at(place):
                extra = self.meters[hit.meter].pay(number, hit.percent) - hit.amount
                self.more[hit.wager] += extra
                self.squares[hit.wager] += (hit.net + extra) ** 2 - hit.net**2
                hour = (number - begin) // self.job.hour
                if hour < len(hours):
                    hours[hour, 0] -= extra
                    hours[hour, 1] += extra * (box == 0)
        shifts = len(hours) // self.job.shift
        by_shift = hours[: shifts * self.job.shift].reshape(shifts, self.job.shift, 2)
        won, stands = by_shift[:, :, 0].sum(axis=1), by_shift[:, :, 1].cumsum(axis=1)
        self._uncounted.append(np.column_stack((won, stands, counts.lows)) // self.width)
        if len(self._uncounted) >= _AT_ONCE:
            self._counted()

    def _counted(self) -> list[Counter[int]]:
        """The bins with all shifts so far. Many shifts fall into the same bin, so counting many at once is faster."""
        if self._uncounted:
            for counter, column in zip(self._bins, np.concatenate(self._uncounted).T, strict=True):
                bins, numbers = np.unique(column, return_counts=True)
                counter.update(dict(zip(bins.tolist(), numbers.tolist(), strict=True)))
            self._uncounted.clear()
        return self._bins

    def _at(self, place: int) -> tuple[MeterHit, ...]:
        """The meters that pay at a place of the grid."""
        if place not in self._hits:
            self._hits[place] = tuple(self._found(place))
        return self._hits[place]

    def _found(self, place: int) -> Iterator[MeterHit]:
        where = np.unravel_index(place, self.grid.shape)
        for part in self.grid.parts:
            shape = [self.grid.shape[axis] for axis in part.axes]
            cell = part.cells[int(np.ravel_multi_index([where[axis] for axis in part.axes], shape))]
            for line in cell.hits:
                yield MeterHit(line.item, line.meter, self._percent(line), line.amount, line.net)

    def _percent(self, line: SettledLine) -> int:
        rows = self.setup.terms.paying(line.item).rows
        return next(row.payout.number for row in rows if row.pattern == line.pattern)

    # Kept between runs

    def to_json(self) -> dict[str, Any]:
        """The exact totals as JSON, for `restore`."""
        return {
            "chunks": self.chunks,
            "places": self.places.tolist(),
            "highest": self.highest.tolist(),
            "house": _pairs(self.house),
            "fan": [_pairs(hour) for hour in self.fan],
            "lows": _pairs(self.lows),
            "more": dict(self.more),
            "squares": dict(self.squares),
            "meters": {name: meter.to_json() for name, meter in self.meters.items()},
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        self.chunks = kept["chunks"]
        self.places, self.highest = np.array(kept["places"], np.int64), np.array(kept["highest"], np.int64)
        self._bins = [Counter(dict(pairs)) for pairs in (kept["house"], *kept["fan"], kept["lows"])]
        self._uncounted.clear()
        self.more, self.squares = Counter(kept["more"]), Counter(kept["squares"])
        for name, meter in kept["meters"].items():
            self.meters[name].restore(meter)


def _pairs(counted: Counter[int]) -> list[tuple[int, int]]:
    return sorted(counted.items())
