"""Let It Ride's three bets under optimal play, for any paytable.

A bet rides if its expected win is above zero. Until the fifth card nothing matters but the ranks and whether all cards
are of one suit. So hands are grouped by position, and everything is a sum of integers.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

from pitboss.cards import ACE
from pitboss.odds.positions import Position, positions
from pitboss.odds.shapes import BIT, RANKS, STEP, STRAIGHTS, first_row
from pitboss.rules.paytable import PaytableLine

FifthCards = Sequence[tuple[int, int]]
"""Numbers of fifth cards, each with what a bet of 1 wins if one of them comes."""
Win = Callable[..., int]
"""What a bet of 1 wins with a kind of hand that a rank leads, of one suit or not."""


class FourCards(NamedTuple):
    """A class of hands of four cards: how many there are, and sums over the 48 fifth cards."""

    number: int
    win: int
    """The net win of a bet of 1."""
    square: int
    """The square of the net win."""
    paid: int
    """The win of a bet of 1, without its losses."""

    @classmethod
    def of(cls, number: int, fifth_cards: FifthCards) -> "FourCards":
        win = square = paid = 0
        for count, net in fifth_cards:
            won = count * net
            win += won
            square += won * net
            if net > 0:
                paid += won
        return cls(number, win, square, paid)


class ThreeBets(NamedTuple):
    """The three bets under optimal play, per one bet."""

    expected: Fraction
    variance: Fraction
    rides_first: Fraction
    """The share of deals in which the first bet rides."""
    rides_second: Fraction
    first_bet: Fraction
    """The expected net win of the first bet."""

    @property
    def average_stake(self) -> Fraction:
        return 1 + self.rides_first + self.rides_second


def solve(lines: Sequence[PaytableLine]) -> ThreeBets:
    """The game for a paytable of odds; a hand that no row pays loses the bet."""
    values = RideValues(lines)
    total = comb(52, 3) * 49 * 48
    win = square = first_rides = second_rides = first_wins = 0
    for number, sum_of_wins, sum_of_squares, _ in values.fours():
        # Any of the four cards may be the community card: number counts hands of four, total hands of three and one.
        rides = sum_of_wins > 0
        win += 4 * number * sum_of_wins * (1 + rides)
        square += 4 * number * sum_of_squares * (1 + rides) ** 2
        second_rides += 4 * number * 48 * rides
    for three, number in positions(3):
        first = values.of_three(three)
        if first > 0:
            first_wins += number * first
            first_rides += number * 49 * 48
            # With one bet more than one or two, the square grows by 4 - 1 or 9 - 4 times.
            after = values.after(three)
            square += number * sum(count * four.square * (5 if four.win > 0 else 3) for count, four in after)
    win += first_wins
    expected = Fraction(win, total)
    return ThreeBets(
        expected,
        Fraction(square, total) - expected**2,
        Fraction(first_rides, total),
        Fraction(second_rides, total),
        Fraction(first_wins, total),
    )


class RideValues:
    """The sums of what a bet of 1 wins by riding under a paytable, from three or four known cards."""

    def __init__(self, lines: Sequence[PaytableLine]) -> None:
        wins, row = (*(line.payout.number for line in lines), -1), first_row([line.pattern for line in lines])
        self._mixed: dict[int, FourCards] = {}
        self._suited: dict[int, FourCards] = {}

        def win(kind: str, lead: int, suited: bool = False) -> int:
            return wins[row(kind, lead, suited)]

        self._add_paired(win)
        self._add_unpaired(win)

    def fours(self) -> Iterable[FourCards]:
        """Every class of four cards."""
        return chain(self._mixed.values(), self._suited.values())

    def of_four(self, four: Position) -> FourCards:
        """The sums over the 48 fifth cards."""
        return (self._suited if four.suited else self._mixed)[four.code]

    def of_three(self, three: Position) -> int:
        """The sum of what a bet of 1 wins over the 49 x 48 ordered pairs of further cards."""
        return sum([count * four.win for count, four in self.after(three)])

    def expected(self, position: Position) -> Fraction:
        """The expected net win of a bet of 1 that rides, from three or four cards."""
        if sum(position.counts) == 3:
            return Fraction(self.of_three(position), 49 * 48)
        return Fraction(self.of_four(position).win, 48)

    def rides(self, position: Position) -> bool:
        """Whether a bet is expected to win by riding, from three or four cards."""
        return (self.of_three(position) if sum(position.counts) == 3 else self.of_four(position).win) > 0

    def after(self, three: Position) -> list[tuple[int, FourCards]]:
        """The classes that a fourth card leads to, each with the number of cards that lead to it."""
        code, counts, suited = three
        free = 4 - suited
        found = [(4 - n if n else free, self._mixed[code + step]) for step, n in zip(STEP, counts, strict=True)]
        if suited:
            found += [(1, self._suited[code + step]) for step, n in zip(STEP, counts, strict=True) if not n]
        return found

    def _add_paired(self, win: Win) -> None:
        """Every four cards with two or more of a rank, and what the fifth card makes of them."""
        mixed = self._mixed
        for one in RANKS:
            quads, full, trips, pair = [win(kind, one) for kind in ("quads", "full", "trips", "pair")]
            two_pair = [win("two pair", max(one, other, 1)) for other in RANKS]
            others = [rank for rank in RANKS if rank != one]
            mixed[4 * STEP[one]] = FourCards.of(1, [(48, quads)])
            three = FourCards.of(4 * 4, [(1, quads), (3, full), (44, trips)])
            for other in others:
                mixed[3 * STEP[one] + STEP[other]] = three
            for other in RANKS[:one]:
                ends = [(2, full), (2, win("full", other)), (44, two_pair[other])]
                mixed[2 * STEP[one] + 2 * STEP[other]] = FourCards.of(6 * 6, ends)
            for low, high in combinations(others, 2):
                ends = [(2, trips), (3, two_pair[low]), (3, two_pair[high]), (40, pair)]
                mixed[2 * STEP[one] + STEP[low] + STEP[high]] = FourCards.of(6 * 4 * 4, ends)

    def _add_unpaired(self, win: Win) -> None:
        """Every four cards of different ranks, in mixed suits and in one, and what the fifth card makes of them."""
        pairs = [(3, win("pair", rank)) for rank in RANKS]
        high, flush = win("high", ACE), win("high", ACE, True)
        tops: dict[int, list[int]] = {}
        for straight, top in STRAIGHTS.items():
            for bit in BIT:
                if straight & bit:
                    tops.setdefault(straight ^ bit, []).append(top)
        for ranks in combinations(RANKS, 4):
            code, mixed = sum([STEP[rank] for rank in ranks]), [pairs[rank] for rank in ranks]
            suited, left = mixed.copy(), 9
            for top in tops.get(sum([BIT[rank] for rank in ranks]), ()):
                mixed.append((4, win("straight", top)))
                suited += (3, win("straight", top)), (1, win("straight", top, True))
                left -= 1
            mixed.append((4 * left, high))
            suited += (3 * left, high), (left, flush)
            self._mixed[code], self._suited[code] = FourCards.of(4**4 - 4, mixed), FourCards.of(4, suited)


def known_expected(lines: Sequence[PaytableLine], known: str) -> Fraction:
    """The expected net win per one bet of a player who sees community cards before the first decision.

    `first` and `second` are the card that is turned first or last, `both` is both of them.
    """
    fours = list(RideValues(lines).fours())
    plain = sum(four.number * four.win for four in fours)
    riding = sum(four.number * max(four.win, 0) for four in fours)
    paying = sum(four.number * four.paid for four in fours)
    early = {"first": 2 * riding, "second": riding + paying, "both": 2 * paying}[known]
    return Fraction(plain + early, comb(52, 4) * 48)
