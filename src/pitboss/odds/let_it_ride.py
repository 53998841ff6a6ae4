"""Let It Ride's three bets, played as well as they can be, for any paytable.

A bet rides when what it is expected to win is above nothing. Until the fifth card only the ranks matter, and whether
all cards are of one suit; so hands are gathered by that, and everything is a sum of integers.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from pitboss.odds.shapes import BIT, RANKS, STEP, STRAIGHTS, first_row, multisets
from pitboss.rules.paytable import Line

Ends = Sequence[tuple[int, int]]
"""How many fifth cards there are of a sort, and what a bet of 1 then wins."""


class Position(NamedTuple):
    """Three cards before the first decision, or four before the second: the ranks, and whether all are of one suit."""

    code: int
    counts: tuple[int, ...]
    suited: bool


class Prospect(NamedTuple):
    """Sums over the 48 fifth cards: what a bet of 1 wins, the square of that, and the wins alone without the losses."""

    win: int
    square: int
    paid: int


class Game(NamedTuple):
    """The whole game under optimal play, per one bet."""

    expected: Fraction
    variance: Fraction
    rides_first: Fraction
    rides_second: Fraction
    first_bet: Fraction
    """What the first bet is worth."""

    @property
    def average_stake(self) -> Fraction:
        return 1 + self.rides_first + self.rides_second


def solve(lines: Sequence[Line]) -> Game:
    """The game for a paytable of odds; a hand that no row pays loses the bet."""
    ahead = Ahead(lines)
    total = comb(52, 3) * 49 * 48
    win = square = first_rides = second_rides = first_wins = 0
    for three, number in positions(3):
        fourth = ahead.after(three)
        first = sum([count * prospect.win for count, prospect in fourth])
        rides_first = first > 0
        bets = 1 + rides_first
        riding = [(count, prospect) for count, prospect in fourth if prospect.win > 0]
        win += number * (bets * first + sum([count * prospect.win for count, prospect in riding]))
        # Where the second bet rides too, the square is that of one bet more.
        square += number * bets**2 * sum([count * prospect.square for count, prospect in fourth])
        square += number * (2 * bets + 1) * sum([count * prospect.square for count, prospect in riding])
        second_rides += number * 48 * sum([count for count, _ in riding])
        first_wins += number * first * rides_first
        first_rides += number * 49 * 48 * rides_first
    expected = Fraction(win, total)
    return Game(
        expected,
        Fraction(square, total) - expected**2,
        Fraction(first_rides, total),
        Fraction(second_rides, total),
        Fraction(first_wins, total),
    )


def base_expected(lines: Sequence[Line]) -> Fraction:
    """The exact expected net win of the whole game per one bet, played optimally for this paytable."""
    return solve(lines).expected


class Ahead:
    """What a bet of 1 can expect under a paytable, from three or four known cards."""

    def __init__(self, lines: Sequence[Line]) -> None:
        wins, row = (*(line.payout.number for line in lines), -1), first_row([line.pattern for line in lines])
        # Kind, leading rank and suitedness are a hundred cases for the tens of thousands of fifth cards below.
        self._win = cache(lambda kind, lead, suited=False: wins[row(kind, lead, suited)])
        self._mixed = {code: _prospect(ends) for code, ends in (*self._paired(), *self._unpaired(False))}
        self._suited = {code: _prospect(ends) for code, ends in self._unpaired(True)}

    def of_four(self, four: Position) -> Prospect:
        """Over the 48 fifth cards."""
        return (self._suited if four.suited else self._mixed)[four.code]

    def of_three(self, three: Position) -> int:
        """What a bet of 1 wins over the 49 x 48 ordered pairs of further cards."""
        return sum([count * prospect.win for count, prospect in self.after(three)])

    def after(self, three: Position) -> list[tuple[int, Prospect]]:
        """What three cards become with a fourth, and by how many cards."""
        code, counts, suited = three
        found = [
            (4 - count - (suited and not count), self._mixed[code + step])
            for step, count in zip(STEP, counts, strict=True)
        ]
        if suited:
            found += [(1, self._suited[code + step]) for step, count in zip(STEP, counts, strict=True) if not count]
        return found

    def _paired(self) -> Iterator[tuple[int, Ends]]:
        """Every four cards with two or more of a rank, and what the fifth card makes of them."""
        win = self._win
        for one in RANKS:
            quads, full, trips, pair = (win(kind, one) for kind in ("quads", "full", "trips", "pair"))
            two_pair = [win("two pair", max(one, other)) for other in RANKS]
            others = [rank for rank in RANKS if rank != one]
            yield 4 * STEP[one], [(48, quads)]
            for other in others:
                yield 3 * STEP[one] + STEP[other], [(1, quads), (3, full), (44, trips)]
            for other in RANKS[:one]:
                ends = [(2, full), (2, win("full", other)), (44, two_pair[other])]
                yield 2 * STEP[one] + 2 * STEP[other], ends
            for low, high in combinations(others, 2):
                ends = [(2, trips), (3, two_pair[low]), (3, two_pair[high]), (40, pair)]
                yield 2 * STEP[one] + STEP[low] + STEP[high], ends

    def _unpaired(self, suited: bool) -> Iterator[tuple[int, Ends]]:
        """Every four cards of different ranks, of one suit or not, and what the fifth card makes of them."""
        win = self._win
        for ranks in combinations(RANKS, 4):
            mask = sum([BIT[rank] for rank in ranks])
            ends = [(3, win("pair", rank)) for rank in ranks]
            for rank in RANKS:
                if not mask & BIT[rank]:
                    top = STRAIGHTS.get(mask | BIT[rank])
                    made = ("high", max(ranks[3], rank)) if top is None else ("straight", top)
                    ends.append((4 - suited, win(*made)))
                    if suited:
                        ends.append((1, win(*made, True)))
            yield sum([STEP[rank] for rank in ranks]), ends


def _prospect(ends: Ends) -> Prospect:
    win = sum([count * end for count, end in ends])
    square = sum([count * end * end for count, end in ends])
    return Prospect(win, square, sum([count * end for count, end in ends if end > 0]))


def positions(size: int) -> Iterator[tuple[Position, int]]:
    """Every position of so many cards, and how many hands are in it."""
    for code, (counts, ways) in multisets(size).items():
        suited = 4 if max(counts) == 1 else 0
        yield Position(code, counts, False), ways - suited
        if suited:
            yield Position(code, counts, True), suited


def dealt(position: Position) -> Iterator[tuple[Position, int]]:
    """The positions that one more card can lead to, and by how many cards."""
    code, counts, suited = position
    for rank in RANKS:
        left = 4 - counts[rank]
        if not left:
            continue
        after = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
        if suited and left == 4:
            yield Position(code + STEP[rank], after, True), 1
            left = 3
        yield Position(code + STEP[rank], after, False), left


def position_of(ranks: Sequence[int], suits: Sequence[int]) -> Position:
    """The position of three or four given cards."""
    counts = tuple(list(ranks).count(rank) for rank in RANKS)
    return Position(sum(STEP[rank] for rank in ranks), counts, len(set(suits)) == 1)


def riding_values(lines: Sequence[Line], position: Position) -> Fraction:
    """What a bet of 1 is expected to win by riding, from three or four cards; withdrawing it wins nothing."""
    ahead = Ahead(lines)
    if sum(position.counts) == 3:
        return Fraction(ahead.of_three(position), 49 * 48)
    return Fraction(ahead.of_four(position).win, 48)


def known_expected(lines: Sequence[Line], known: str) -> Fraction:
    """The expected net win per one bet of a player who sees a community card too early.

    `first`, `second`: before the first decision, the card that is to be turned first, or last. `both`: both of them.
    """
    ahead = Ahead(lines)
    plain = riding = paying = 0
    for three, number in positions(3):
        for count, prospect in ahead.after(three):
            plain += number * count * prospect.win
            riding += number * count * max(prospect.win, 0)
            paying += number * count * prospect.paid
    early = {"first": 2 * riding, "second": riding + paying, "both": 2 * paying}[known]
    return Fraction(plain + early, comb(52, 3) * 49 * 48)
