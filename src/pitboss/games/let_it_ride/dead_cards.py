"""Let It Ride for a player who also knows cards that are out of play for him: those of other boxes, a burned card.

Such dead cards are a random part of the cards that the player does not hold. A bet rides if what is left in the deck
makes it win on average. For the second bet that is a sum over single cards, for the first a sum over pairs of cards.
Both depend on the dead cards only by how many of each rank and of the player's suit are left, and most ranks matter
alike. So the worth of what is left has few values; how many sets of dead cards lead to each is counted with integers:
a polynomial of counts, one for each number of dead cards, is held in one integer, `_SLOT` bits for each value.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, product
from math import comb, prod
from typing import NamedTuple

from pitboss.errors import InputError
from pitboss.games.let_it_ride.solver import RideValues
from pitboss.odds.positions import Position, positions, with_next_card
from pitboss.odds.shapes import BIT, RANKS, STEP, FiveCardRows, five_card_rows
from pitboss.rules.paytable import PaytableLine

_SLOT = 64
"""No count exceeds the number of sets of 18 among 49 cards, which has 46 bits."""
_MASK = (1 << _SLOT) - 1
_UNSEEN = 49
"""Cards that a player with three cards does not hold."""


class DeadCardBets(NamedTuple):
    """The three bets for a player who knows dead cards, per one bet."""

    expected: Fraction
    average_stake: Fraction


def with_dead_cards(lines: Sequence[PaytableLine], numbers: Iterable[int]) -> Mapping[int, DeadCardBets]:
    """The three bets under optimal play for each number of known dead cards.

    Of two choices of equal value the player takes the one that stakes less.
    """
    asked = tuple(numbers)
    payoffs = _Payoffs((*(line.payout.number for line in lines), -1), five_card_rows([line.pattern for line in lines]))
    fours = list(RideValues(lines).fours())
    last = Fraction(sum(four.number * four.win for four in fours), comb(52, 4) * 48)
    first, second = _first_bets(payoffs, asked), _second_bets(payoffs, asked)
    found = {}
    for dead in asked:
        (win_1, rides_1), (win_2, rides_2) = first[dead], second[dead]
        found[dead] = DeadCardBets(last + win_1 + win_2, 1 + rides_1 + rides_2)
    return found


class _Payoffs(NamedTuple):
    """What a bet of 1 wins, by the row that five cards match."""

    wins: tuple[int, ...]
    rows: FiveCardRows

    def of(self, position: Position) -> int:
        return self.wins[position.row(self.rows)]

    def mixed(self, code: int) -> int:
        return self.wins[self.rows.mixed[code]]

    def suited(self, mask: int) -> int:
        return self.wins[self.rows.suited[mask]]


Ride = tuple[Fraction, Fraction]
"""What a bet wins on average by riding where that is best, and how often it rides."""


class _Worths(NamedTuple):
    """The values that something has over all sets of dead cards: sorted, with sums from each value on."""

    values: list[int]
    numbers: list[int]
    sums: list[int]

    @classmethod
    def counted(cls, counts: Mapping[int, int]) -> "_Worths":
        values = sorted(counts)
        numbers = [*accumulate((counts[value] for value in reversed(values)), initial=0)][::-1]
        sums = [*accumulate((value * counts[value] for value in reversed(values)), initial=0)][::-1]
        return cls(values, numbers, sums)

    def above(self, floor: int) -> tuple[int, int]:
        """How many are above a floor, and the sum of what each is above it."""
        at = bisect_right(self.values, floor)
        return self.numbers[at], self.sums[at] - floor * self.numbers[at]


def _second_bets(payoffs: _Payoffs, asked: tuple[int, ...]) -> dict[int, Ride]:
    """The second bet, decided with four cards in view: each fifth card wins or loses by itself."""
    kinds: Counter[tuple[tuple[int, int], ...]] = Counter()
    for four, number in positions(4):
        nets: Counter[int] = Counter()
        for five, ways in with_next_card(four):
            nets[payoffs.of(five)] += ways
        kinds[tuple(sorted(nets.items()))] += number
    found = {}
    for dead in asked:
        won = rode = 0
        for fifths, number in kinds.items():
            counts: Counter[int] = Counter()
            for lost in _parts([ways for _, ways in fifths], dead):
                left = [(net, ways - gone, comb(ways, gone)) for (net, ways), gone in zip(fifths, lost, strict=True)]
                counts[sum([net * ways for net, ways, _ in left])] += prod([chosen for _, _, chosen in left])
            rides, sums = _Worths.counted(counts).above(0)
            won += number * sums
            rode += number * rides
        deals = comb(52, 4) * comb(48, dead)
        found[dead] = Fraction(won, deals * (48 - dead)), Fraction(rode, deals)
    return found


def _parts(sizes: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """The ways to take a number of cards out of groups of these sizes."""
    if len(sizes) == 1:
        if number <= sizes[0]:
            yield (number,)
        return
    for first in range(min(sizes[0], number) + 1):
        for rest in _parts(sizes[1:], number - first):
            yield first, *rest


def _first_bets(payoffs: _Payoffs, asked: tuple[int, ...]) -> dict[int, Ride]:
    """The first bet, decided with three cards in view."""
    won, rode = dict.fromkeys(asked, 0), dict.fromkeys(asked, 0)
    for three, number in positions(3):
        pairs = _Pairs.of(payoffs, three)
        free = _free_worths(pairs.free, max(asked))
        for left, ways in _own_left(three):
            gone, fixed = pairs.own_left - sum(left), pairs.with_own(left)
            for dead in asked:
                if 0 <= dead - gone < len(free):
                    others = _UNSEEN - dead - sum(left)
                    worth = fixed + pairs.base * comb(others, 2) + others * pairs.beside_own(left)
                    rides, sums = free[dead - gone].above(-worth)
                    won[dead] += number * ways * sums
                    rode[dead] += number * ways * rides
    found = {}
    for dead in asked:
        deals = comb(52, 3) * comb(_UNSEEN, dead)
        found[dead] = Fraction(won[dead], deals * comb(_UNSEEN - dead, 2)), Fraction(rode[dead], deals)
    return found


def _own_left(three: Position) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many cards of each of the hand's own ranks may be left in the deck, and how many sets of cards that is."""
    sizes = [4 - count for count in three.counts if count]
    for left in product(*(range(size + 1) for size in sizes)):
        yield left, prod([comb(size, number) for size, number in zip(sizes, left, strict=True)])


class _Free(NamedTuple):
    """What pairs of cards of ranks that the hand does not have are worth above the least pair.

    Ranks that matter alike are one number: hands with equal structures share one count.
    """

    suited: bool
    same: tuple[int, ...]
    """Of each rank in a special pair: what two of the rank are worth more."""
    special: tuple[tuple[int, int, int, int], ...]
    """Two such ranks, and what they are worth more in mixed suits and in the hand's suit: straights."""
    paying: tuple[tuple[int, int], ...]
    """What two of a rank are worth more, and how many other ranks are so."""
    plain: int
    """How many ranks matter only by their suit."""
    flush: int
    """What any other two of the hand's suit are worth more."""


class _Pairs(NamedTuple):
    """What two further cards make of three: the sum over the pairs left in the deck is what a bet of 1 wins."""

    base: int
    own: tuple[tuple[int, ...], ...]
    """The worth of two cards of the hand's own ranks."""
    beside: tuple[int, ...]
    """The worth of a card of each own rank with any card of another rank."""
    own_left: int
    free: _Free

    @classmethod
    def of(cls, payoffs: _Payoffs, three: Position) -> "_Pairs":
        code, counts, suited = three
        held = [rank for rank in RANKS if counts[rank]]
        others = [rank for rank in RANKS if not counts[rank]]
        mask = sum([BIT[rank] for rank in held])

        def mixed(one: int, other: int) -> int:
            return payoffs.mixed(code + STEP[one] + STEP[other])

        two = {pair: mixed(*pair) for pair in combinations(others, 2)}
        alike = {rank: mixed(rank, rank) for rank in others}
        base = min(*two.values(), *alike.values())
        in_suit = {pair: payoffs.suited(mask | BIT[pair[0]] | BIT[pair[1]]) for pair in two} if suited else dict(two)
        flush = Counter(in_suit.values()).most_common(1)[0][0]
        special = [pair for pair in two if two[pair] != base or (suited and in_suit[pair] != flush)]
        named = sorted({rank for pair in special for rank in pair})
        paying = Counter(alike[rank] - base for rank in others if rank not in named)
        beside = list[int]()
        for rank in held:
            found = {mixed(rank, other) if counts[rank] < 4 else 0 for other in others}
            if len(found) > 1:
                raise InputError("dead cards: no solver for a paytable that tells the kickers of pairs apart")
            beside += found
        if flush < base or min([base, *in_suit.values()]) < base:
            raise InputError("dead cards: no solver for a paytable that pays a flush less than no hand")
        own = tuple(
            tuple(
                mixed(one, other) if counts[one] + 1 + (one == other) <= 4 and counts[other] < 4 else 0
                for other in held
            )
            for one in held
        )
        free = _Free(
            suited,
            tuple([alike[rank] - base for rank in named]),
            tuple([(named.index(a), named.index(b), two[a, b] - base, in_suit[a, b] - base) for a, b in special]),
            tuple(sorted((more, ranks) for more, ranks in paying.items() if more)),
            paying[0],
            flush - base if suited else 0,
        )
        return cls(base, own, tuple(beside), sum(4 - counts[rank] for rank in held), free)

    def with_own(self, left: Sequence[int]) -> int:
        """The worth of all pairs of cards of the hand's own ranks."""
        return sum(
            (comb(left[one], 2) if one == other else left[one] * left[other]) * self.own[one][other]
            for one in range(len(left))
            for other in range(one, len(left))
        )

    def beside_own(self, left: Sequence[int]) -> int:
        """What one card of another rank is worth with each card of the hand's own ranks."""
        return sum(number * worth for number, worth in zip(left, self.beside, strict=True))


Polynomials = dict[tuple[int, int], int]
"""By the number of dead cards and the number of cards left in the hand's suit: the counts by value, in one integer."""


@cache
def _free_worths(free: _Free, most: int) -> list[_Worths]:
    """For each number of dead cards of other ranks: the worth, above the least, of the pairs that are left."""
    found = _named_ranks(free, most)
    plain: Polynomials = {}
    for in_suit in range(free.plain * free.suited + 1):
        cards = free.plain * (4 - free.suited)
        for left in range(cards + 1):
            gone = free.plain * 4 - in_suit - left
            if gone <= most:
                plain[gone, in_suit] = comb(free.plain, in_suit) * comb(cards, left)
    found = _times(found, plain, most)
    for more, ranks in free.paying:
        one: Polynomials = {}
        for in_suit, left, ways in _of_a_rank(free.suited):
            key = 4 - in_suit - left, in_suit
            one[key] = one.get(key, 0) + (ways << _SLOT * more * comb(in_suit + left, 2))
        for _ in range(ranks):
            found = _times(found, one, most)
    numbers = [0] * (most + 1)
    for (gone, in_suit), counts in found.items():
        numbers[gone] += counts << _SLOT * free.flush * comb(in_suit, 2)
    return [_Worths.counted(_unpacked(counts)) for counts in numbers]


def _named_ranks(free: _Free, most: int) -> Polynomials:
    """The ranks in special pairs, whose flushes are counted with the others' afterwards."""
    found: Polynomials = {}
    for states in product(tuple(_of_a_rank(free.suited)), repeat=len(free.same)):
        suits = [in_suit for in_suit, _, _ in states]
        left = [in_suit + others for in_suit, others, _ in states]
        gone = 4 * len(states) - sum(left)
        if gone <= most:
            worth = sum([more * comb(number, 2) for more, number in zip(free.same, left, strict=True)])
            for one, other, mixed, suited in free.special:
                both = suits[one] * suits[other]
                worth += mixed * (left[one] * left[other] - both) + (suited - free.flush) * both
            key = gone, sum(suits)
            found[key] = found.get(key, 0) + (prod([ways for _, _, ways in states]) << _SLOT * worth)
    return found


def _of_a_rank(suited: bool) -> Iterator[tuple[int, int, int]]:
    """The cards of a rank that may be left, in the hand's suit and in others, and how many sets of cards that is."""
    for in_suit in range(suited + 1):
        for left in range(5 - suited):
            yield in_suit, left, comb(4 - suited, left)


def _times(some: Polynomials, more: Polynomials, most: int) -> Polynomials:
    found: Polynomials = {}
    for (gone, in_suit), counts in some.items():
        for (others_gone, others_in_suit), ways in more.items():
            if gone + others_gone <= most:
                key = gone + others_gone, in_suit + others_in_suit
                found[key] = found.get(key, 0) + counts * ways
    return found


def _unpacked(counts: int) -> dict[int, int]:
    """The count of each value."""
    size = _SLOT // 8
    data = counts.to_bytes((counts.bit_length() + _SLOT) // _SLOT * size, "little")
    pairs = ((at // size, int.from_bytes(data[at : at + size], "little")) for at in range(0, len(data), size))
    return {value: number for value, number in pairs if number}
