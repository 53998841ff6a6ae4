"""Let It Ride's three bets, played as well as they can be, for any paytable.

A bet rides when what it is expected to win is above nothing. Until the fifth card only the ranks matter, and whether
all cards are of one suit; so hands are gathered by that, and everything is a sum of integers.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from pitboss.odds.shapes import BIT, RANKS, STEP, Rows, five_card_rows, multisets
from pitboss.rules.paytable import Line


class Position(NamedTuple):
    """Three cards before the first decision, or four before the second: the ranks, and whether all are of one suit."""

    code: int
    counts: tuple[int, ...]
    suited: bool


class Prospect(NamedTuple):
    """Sums over all ways to be dealt the rest: what a bet of 1 wins, and the square of that."""

    win: int
    square: int


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
        fourth = [(count, ahead.of_four(four)) for four, count in dealt(three)]
        first = sum(count * prospect.win for count, prospect in fourth)
        rides_first = first > 0
        for count, prospect in fourth:
            rides_second = prospect.win > 0
            bets = 1 + rides_first + rides_second
            win += number * count * bets * prospect.win
            square += number * count * bets * bets * prospect.square
            second_rides += number * count * 48 * rides_second
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
        self.rows: Rows = five_card_rows([line.pattern for line in lines])
        self.wins = (*(line.payout.number for line in lines), -1)
        self._four: dict[tuple[int, bool], Prospect] = {}

    def of_four(self, four: Position) -> Prospect:
        """Over the 48 fifth cards."""
        key = (four.code, four.suited)
        if key not in self._four:
            self._four[key] = self._sum(four)
        return self._four[key]

    def of_three(self, three: Position) -> int:
        """Over the 49 x 48 ordered pairs of further cards."""
        return sum(count * self.of_four(four).win for four, count in dealt(three))

    def winning(self, four: Position) -> int:
        """Over the 48 fifth cards, only what is won."""
        return sum(count * win for win, count in self._fifth(four) if win > 0)

    def _sum(self, four: Position) -> Prospect:
        ends = list(self._fifth(four))
        return Prospect(sum(count * win for win, count in ends), sum(count * win * win for win, count in ends))

    def _fifth(self, four: Position) -> Iterator[tuple[int, int]]:
        """What a bet of 1 wins with each fifth card, and how many cards do that."""
        mixed, wins = self.rows.mixed, self.wins
        mask = sum(bit for bit, count in zip(BIT, four.counts, strict=True) if count)
        for rank in RANKS:
            left = 4 - four.counts[rank]
            if four.suited and left == 4:
                yield wins[self.rows.suited[mask | BIT[rank]]], 1
                left = 3
            if left:
                yield wins[mixed[four.code + STEP[rank]]], left


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
        for four, count in dealt(three):
            prospect = ahead.of_four(four)
            plain += number * count * prospect.win
            riding += number * count * max(prospect.win, 0)
            paying += number * count * ahead.winning(four)
    early = {"first": 2 * riding, "second": riding + paying, "both": 2 * paying}[known]
    return Fraction(plain + early, comb(52, 3) * 49 * 48)
