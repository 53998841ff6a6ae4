"""Sums of independent results: their law, by multiplication of whole numbers.

A law is a row of whole weights out of 10 ** 24. Written as the digits of one number each, two laws are multiplied as
numbers, which is their convolution. Each weight is rounded down, so what a law lacks of 10 ** 24 bounds its error.
"""

from collections.abc import Iterable, Mapping
from decimal import MAX_EMAX, Context, Decimal
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import accumulate
from typing import NamedTuple

_DIGITS = 24
SCALE: int = 10**_DIGITS
_SLOT = 2 * _DIGITS + 1
"""Digits for one weight of a product: the weights of a law add up to no more than 10 ** 24."""
_CUT = 10**6
"""Weights at both ends are left out as long as they add up to less: 10 ** -18 of the whole."""


class Law(NamedTuple):
    """The law of a result in whole units: the weights of `first`, `first + 1` and so on."""

    first: int
    weights: tuple[int, ...]

    @classmethod
    def of(cls, chances: Mapping[int, int]) -> "Law":
        """The law of results that are given with weights of any sum."""
        total, first = sum(chances.values()), min(chances)
        weights = [0] * (max(chances) - first + 1)
        for result, weight in chances.items():
            weights[result - first] = weight * SCALE // total
        return cls(first, tuple(weights))

    @property
    def missing(self) -> int:
        """The weight that was rounded away or left out."""
        return SCALE - sum(self.weights)

    def times(self, other: "Law") -> "Law":
        """The law of the sum of two independent results."""
        mine, others = self.number, other.number
        digits = _SLOT * (len(self.weights) + len(other.weights))
        text = str(Context(prec=digits, Emax=MAX_EMAX).multiply(mine, others)).zfill(digits)
        ends = range(digits, _SLOT, -_SLOT)
        return _cut(self.first + other.first, [int(text[end - _SLOT : end]) // SCALE for end in ends])

    @property
    def number(self) -> Decimal:
        """The weights as the digits of one number, the first weight last."""
        return Decimal("".join(f"{weight:0{_SLOT}d}" for weight in reversed(self.weights)))

    def power(self, number: int) -> "Law":
        """The law of the sum of several independent results of this law."""
        found, square = None, self
        while True:
            if number & 1:
                found = found.times(square) if found else square
            number >>= 1
            if not number:
                assert found
                return found
            square = square.times(square)

    def moments(self) -> tuple[Fraction, Fraction]:
        """Mean and variance, in units."""
        total = sum(self.weights)
        one = sum(place * weight for place, weight in enumerate(self.weights))
        two = sum(place * place * weight for place, weight in enumerate(self.weights))
        mean = Fraction(one, total)
        return mean + self.first, Fraction(two, total) - mean * mean

    def up_to(self, result: Fraction) -> int:
        """The weight of the results up to one."""
        return sum(self.weights[: max(0, result.__floor__() - self.first + 1)])

    def from_on(self, result: Fraction) -> int:
        """The weight of the results from one on."""
        return sum(self.weights[max(0, result.__ceil__() - self.first) :])


def _cut(first: int, weights: list[int]) -> Law:
    """A law without the ends that weigh next to nothing."""
    low, high = _light(weights), len(weights) - _light(weights[::-1])
    return Law(first + low, tuple(weights[low:high]))


def _light(weights: list[int]) -> int:
    """How many weights from the first on add up to next to nothing."""
    sums = accumulate(weights)
    return next((place for place, weight in enumerate(sums) if weight >= _CUT), 0)


def sum_of(laws: Iterable[Law]) -> Law:
    """The law of the sum of independent results: the shortest laws are multiplied first."""
    waiting = [(len(law.weights), place, law) for place, law in enumerate(laws)]
    heapify(waiting)
    place = len(waiting)
    while len(waiting) > 1:
        found = heappop(waiting)[2].times(heappop(waiting)[2])
        heappush(waiting, (len(found.weights), place, found))
        place += 1
    return waiting[0][2] if waiting else Law(0, (SCALE,))
