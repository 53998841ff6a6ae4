"""How likely a day's result is: the law of what was staked, and the probability of a result as far out on either side.

With one box in every round the law is exact. Boxes of one round share cards: beside each of eight groups of shared
cards they count as independent, and the law of the day is stretched to the exact variance of the whole. If a wager
has no exact covariances, Chebyshev's inequality bounds the probability by the largest variance that there can be.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from itertools import chain
from math import gcd, isqrt
from typing import Literal, NamedTuple

from pitboss.books.convolution import SCALE, Law, sum_of
from pitboss.books.round_variance import Composition, RoundVariance

_MOST_UNITS = 50_000
"""The widest law of a day, in units: beyond, results are put on a coarser grid."""
_SPREAD = 10
"""Standard deviations on both sides of the mean that a law holds besides the largest single result."""
OUTSIDE = Fraction(1, 20)
"""Results that are less probable lie outside the interval of 95 percent: COMAR 36.05.03.25 B(2)."""
Wins = Mapping[int, int]
"""What the house wins in a round, in cents, with weights of any sum."""


class Probability(NamedTuple):
    """The two-sided probability of a result: of one at least as far out, twice the smaller side."""

    value: Fraction
    how: Literal["exact", "approximate", "at most"]

    @property
    def is_outside(self) -> bool:
        """Whether the result lies outside the interval of 95 percent."""
        return self.value < OUTSIDE


class DayLaw(NamedTuple):
    """The law of what a table wins on a day."""

    law: Law
    unit: int
    """Of the law's results, in cents."""
    mean: Fraction
    is_exact: bool
    stretched: Fraction = Fraction(1)
    """By how much a result's distance from the mean is multiplied to have the exact variance."""

    def probability(self, won: int) -> Probability:
        at, slack = Fraction(won, self.unit), Fraction(0)
        if not self.is_exact:
            middle, _ = self.law.moments()
            at, slack = middle + Fraction(won - self.mean, self.unit) * self.stretched, Fraction(1, 2)
        side = min(self.law.up_to(at + slack), self.law.from_on(at - slack))
        value = min(Fraction(1), 2 * Fraction(side + self.law.missing, SCALE))
        return Probability(value, "exact" if self.is_exact else "approximate")


class ResultLaw:
    """The law of what a table wins, by its rules and what was staked in each round."""

    def __init__(self) -> None:
        self._rounds: dict[tuple[int, Composition], int] = {}
        self._rules: dict[int, RoundVariance] = {}

    def add(self, rules: RoundVariance, composition: Composition, times: int = 1) -> None:
        key = (id(rules), composition)
        self._rules[id(rules)] = rules
        self._rounds[key] = self._rounds.get(key, 0) + times

    def day(self, mean: Fraction, variance: Fraction) -> DayLaw:
        """The law of all rounds, given the exact mean and variance of their sum, in cents."""
        laws = [(self._rules[rules].law(composition), number) for (rules, composition), number in self._rounds.items()]
        unit, is_on_grid = _unit([wins for wins, _ in laws], variance)
        law = sum_of(Law.of(_on_grid(wins, unit)).power(number) for wins, number in laws)
        if not variance or (is_on_grid and all(len(composition) < 2 for _, composition in self._rounds)):
            return DayLaw(law, unit, mean, is_exact=True)
        return DayLaw(law, unit, mean, False, _root(Fraction(law.moments()[1] * unit * unit, variance)))


def at_most(surplus: Fraction, most_variance: Fraction) -> Probability:
    """Chebyshev's bound."""
    far = surplus * surplus
    return Probability(min(Fraction(1), Fraction(most_variance, far)) if far else Fraction(1), "at most")


def _unit(laws: list[Wins], variance: Fraction) -> tuple[int, bool]:
    """The grid in cents on which all results are put, and whether they lie on it."""
    results = list(chain.from_iterable(laws))
    finest = reduce(gcd, results, 0) or 1
    wide = max(results) - min(results) + 2 * _SPREAD * isqrt(variance.__ceil__())
    times = -(-wide // (finest * _MOST_UNITS))
    return finest * times, times == 1


def _on_grid(wins: Wins, unit: int) -> Wins:
    """Results in units. One between two places of the grid is divided among both, so that the mean stays."""
    found: dict[int, int] = {}
    for win, weight in wins.items():
        place, rest = divmod(win, unit)
        found[place] = found.get(place, 0) + weight * (unit - rest)
        if rest:
            found[place + 1] = found.get(place + 1, 0) + weight * rest
    return found


def _root(square: Fraction) -> Fraction:
    """A square root to nine places."""
    return Fraction(isqrt(square.numerator * 10**18 // square.denominator), 10**9)
