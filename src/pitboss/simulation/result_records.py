"""The records of a simulation's results: a wager, the shifts, a meter."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf, sqrt
from typing import Any, NamedTuple

from pitboss.rules.record import Record
from pitboss.simulation.totals import RunningMeter

QUANTILES = (1, 5, 25, 50, 75, 95, 99)
FAR = 4.5
"""A distance in standard errors that chance alone exceeds once in 150,000 times."""
FEW = 5
"""The number of times that each row must be expected before a mean is judged."""


class RowResult(NamedTuple):
    """How often a row paid, and how often it should."""

    row: str
    number: int
    exact: Fraction | None


class WagerResult(Record):
    """One wager, as odds name it, of all boxes with the same strategy."""

    wager: str
    paytable: str
    strategy: str
    stake: int
    hands: int
    handle: int
    """Everything that was staked and not withdrawn, in cents."""
    net: int
    square: int
    """The sum of the squares of what each hand won, in cents."""
    spread: float
    """The variance of what a round's hands win together, over the sum of their variances: hands share cards."""
    rows: tuple[RowResult, ...]
    exact: Fraction | None
    """The expected net win per unit first staked."""
    variance: Fraction | None = None
    """The exact variance of the net win, if it is known."""

    @property
    def mean(self) -> Fraction:
        """The net win per unit first staked."""
        return Fraction(self.net, self.hands * self.stake)

    @property
    def deviation(self) -> float:
        """The standard deviation of what one hand wins, per unit first staked."""
        return sqrt(max(Fraction(0), Fraction(self.square, self.hands * self.stake**2) - self.mean**2))

    @property
    def error(self) -> float:
        """The standard error of the mean. A prize that is due once in millions of hands may not have come up yet, so
        the exact variance is used if it is greater than the observed one."""
        return max(self.deviation, sqrt(self.variance or 0)) * sqrt(self.spread / self.hands)

    @property
    def off(self) -> float | None:
        """How many standard errors the mean lies from the exact value."""
        if self.exact is None or not self.error:
            return None
        return float(self.mean - self.exact) / self.error

    @property
    def is_thin(self) -> bool:
        """Whether some row comes up so seldom that the mean depends on whether it has come up yet."""
        numbers = (row.number if row.exact is None else float(row.exact * self.hands) for row in self.rows)
        return min(numbers, default=inf) < FEW

    def to_json(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "strategy": self.strategy,
            "stake": self.stake,
            "hands": self.hands,
            "handle": self.handle,
            "net": self.net,
            "mean": float(self.mean),
            "interval_95": [float(self.mean) - 1.96 * self.error, float(self.mean) + 1.96 * self.error],
            "standard_error": self.error,
            "standard_deviation": self.deviation,
            "expected": None if self.exact is None else str(self.exact),
            "expected_float": None if self.exact is None else float(self.exact),
            "standard_errors_off": self.off,
            "rows": [
                {
                    "row": row.row,
                    "number": row.number,
                    "frequency": row.number / self.hands,
                    "expected_frequency": None if row.exact is None else float(row.exact),
                }
                for row in self.rows
            ],
        }


class Shifts(Record):
    """Results by shift, as quantiles: bins of `width` cents, so that memory does not grow with rounds."""

    rounds_an_hour: int
    hours: int
    width: int
    house: Mapping[int, int]
    """What the house wins in a shift: cents, shifts."""
    fan: tuple[Mapping[int, int], ...]
    """Where box 1 stands after each hour: cents, shifts."""
    lows: Mapping[int, int]
    """The furthest that box 1 falls below its start: cents, shifts."""

    @property
    def number(self) -> int:
        return sum(self.house.values())

    @property
    def house_loses(self) -> float | None:
        """The share of shifts that the house loses."""
        return _share(self.house, lambda cents: cents < 0)

    def to_json(self) -> dict[str, Any]:
        return {
            "rounds_an_hour": self.rounds_an_hour,
            "hours": self.hours,
            "shifts": self.number,
            "bin": self.width,
            "house": quantiles(self.house),
            "house_loses": self.house_loses,
            "box_1": [quantiles(hour) for hour in self.fan],
            "box_1_ahead": _share(self.fan[-1], lambda cents: cents > 0),
            "box_1_lowest": quantiles(self.lows),
            "histogram_house": sorted(self.house.items()),
            "histogram_box_1": sorted(self.fan[-1].items()),
            "histogram_box_1_lowest": sorted(self.lows.items()),
        }

    def ruin(self, bankroll: int) -> float:
        """The share of shifts in which box 1 loses all of a bankroll in cents."""
        return _share(self.lows, lambda cents: cents <= -bankroll) or 0.0


class MeterResult(Record):
    """A progressive meter over all rounds."""

    name: str
    wager: str
    running: RunningMeter
    shows: int
    """After the last round, in cents."""

    def to_json(self) -> dict[str, Any]:
        run = self.running
        return {
            "meter": self.name,
            "wager": self.wager,
            "hits": run.hits,
            "paid": run.paid,
            "highest": run.highest,
            "shows": self.shows,
            "rounds_between_hits": quantiles(run.between),
            "at_hit": quantiles(run.shown),
            "histogram_rounds_between_hits": sorted(run.between.items()),
            "histogram_at_hit": sorted(run.shown.items()),
        }


def quantiles(histogram: Mapping[int, int]) -> dict[str, int]:
    """The quantiles of a histogram, by percent."""
    found, total, so_far = dict[str, int](), sum(histogram.values()), 0
    wanted = list(QUANTILES)
    for at, number in sorted(histogram.items()):
        so_far += number
        while wanted and 100 * so_far >= wanted[0] * total:
            found[str(wanted.pop(0))] = at
    return found


def _share(histogram: Mapping[int, int], holds: Callable[[int], bool]) -> float | None:
    total = sum(histogram.values())
    return sum(number for at, number in histogram.items() if holds(at)) / total if total else None
