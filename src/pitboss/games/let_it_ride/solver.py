"""Let It Ride's three bets, played as well as they can be, for any paytable.

A bet rides when what it is expected to win is above nothing. Until the fifth card only the ranks matter, and whether
all cards are of one suit; so hands are gathered by that, and everything is a sum of integers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

from pitboss.cards import ACE
from pitboss.odds.shapes import BIT, RANKS, STEP, STRAIGHTS, first_row, multisets
from pitboss.rules.paytable import Line

Ends = Sequence[tuple[int, int]]
"""How many fifth cards there are of a sort, and what a bet of 1 then wins."""
Win = Callable[..., int]
"""What a bet of 1 wins with a kind of hand that a rank leads, of one suit or not."""


class Position(NamedTuple):
    """Three cards before the first decision, or four before the second: the ranks, and whether all are of one suit."""

    code: int
    counts: tuple[int, ...]
    suited: bool


class Prospect(NamedTuple):
    """A class of four cards: how many there are, and sums over the 48 fifth cards."""

    number: int
    win: int
    """What a bet of 1 wins, losses included."""
    square: int
    paid: int
    """What it wins, losses aside."""

    @classmethod
    def of(cls, number: int, ends: Ends) -> "Prospect":
        win = square = paid = 0
        for count, end in ends:
            won = count * end
            win += won
            square += won * end
            if end > 0:
                paid += won
        return cls(number, win, square, paid)


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
    for number, ahead_of_four, ahead_square, _ in ahead.fours():
        # Any of the four cards may be the community card: number counts hands of four, total hands of three and one.
        rides = ahead_of_four > 0
        win += 4 * number * ahead_of_four * (1 + rides)
        square += 4 * number * ahead_square * (1 + rides) ** 2
        second_rides += 4 * number * 48 * rides
    for three, number in positions(3):
        first = ahead.of_three(three)
        if first > 0:
            first_wins += number * first
            first_rides += number * 49 * 48
            # One bet more where there were one or two: 4 - 1 or 9 - 4 times the square.
            after = ahead.after(three)
            square += number * sum(count * four.square * (5 if four.win > 0 else 3) for count, four in after)
    win += first_wins
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
        self._mixed: dict[int, Prospect] = {}
        self._suited: dict[int, Prospect] = {}

        def win(kind: str, lead: int, suited: bool = False) -> int:
            return wins[row(kind, lead, suited)]

        self._add_paired(win)
        self._add_unpaired(win)

    def fours(self) -> Iterable[Prospect]:
        """Every class of four cards."""
        return chain(self._mixed.values(), self._suited.values())

    def of_four(self, four: Position) -> Prospect:
        """Over the 48 fifth cards."""
        return (self._suited if four.suited else self._mixed)[four.code]

    def of_three(self, three: Position) -> int:
        """What a bet of 1 wins over the 49 x 48 ordered pairs of further cards."""
        return sum([count * prospect.win for count, prospect in self.after(three)])

    def after(self, three: Position) -> list[tuple[int, Prospect]]:
        """What three cards become with a fourth, and by how many cards."""
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
            mixed[4 * STEP[one]] = Prospect.of(1, [(48, quads)])
            three = Prospect.of(4 * 4, [(1, quads), (3, full), (44, trips)])
            for other in others:
                mixed[3 * STEP[one] + STEP[other]] = three
            for other in RANKS[:one]:
                ends = [(2, full), (2, win("full", other)), (44, two_pair[other])]
                mixed[2 * STEP[one] + 2 * STEP[other]] = Prospect.of(6 * 6, ends)
            for low, high in combinations(others, 2):
                ends = [(2, trips), (3, two_pair[low]), (3, two_pair[high]), (40, pair)]
                mixed[2 * STEP[one] + STEP[low] + STEP[high]] = Prospect.of(6 * 4 * 4, ends)

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
            self._mixed[code], self._suited[code] = Prospect.of(4**4 - 4, mixed), Prospect.of(4, suited)


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
    fours = list(Ahead(lines).fours())
    plain = sum(four.number * four.win for four in fours)
    riding = sum(four.number * max(four.win, 0) for four in fours)
    paying = sum(four.number * four.paid for four in fours)
    early = {"first": 2 * riding, "second": riding + paying, "both": 2 * paying}[known]
    return Fraction(plain + early, comb(52, 4) * 48)
