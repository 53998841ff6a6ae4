"""Distribution: the probability of each net win of a round, per unit first staked."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from pitboss.rules.record import Record


class Distribution(Record):
    """Net wins per unit first staked with their probabilities, the greatest loss first."""

    chances: Mapping[Fraction, Fraction]

    @classmethod
    def counted(cls, wins: Iterable[tuple[Fraction, int]]) -> "Distribution":
        """The distribution of net wins that are given with the number of deals that lead to each."""
        numbers: dict[Fraction, int] = {}
        for win, number in wins:
            if number:
                numbers[win] = numbers.get(win, 0) + number
        total = sum(numbers.values())
        return cls(chances={win: Fraction(numbers[win], total) for win in sorted(numbers)})

    @cached_property
    def expected(self) -> Fraction:
        return sum((win * chance for win, chance in self.chances.items()), Fraction())

    @cached_property
    def variance(self) -> Fraction:
        return sum((win**2 * chance for win, chance in self.chances.items()), Fraction()) - self.expected**2
