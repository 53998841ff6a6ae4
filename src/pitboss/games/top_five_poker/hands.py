"""Counting the hands of Top Five Poker: high cards by rank, low cards only by their number.

Only tens to aces count. So a hand is five numbers, one for each high rank, and whether it holds a royal flush, the only
pattern that suits can make. docs/top-five.md derives the counts.
"""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from pitboss.cards import ACE, TEN, Card

Cards = tuple[Card, ...]
HIGH_RANKS = range(TEN, ACE + 1)
Numbers = tuple[int, ...]
"""How many tens, jacks, queens, kings and aces."""
NO_CARDS: Numbers = (0,) * len(HIGH_RANKS)


class HighCardDeck(NamedTuple):
    """The number of suits with a ten to an ace in each, of low cards, and of cards that each side is dealt.

    A hand has at most nine cards: two royal flushes in one hand are not counted.
    """

    suits: int
    low: int
    hand: int

    @property
    def high(self) -> int:
        return self.suits * len(HIGH_RANKS)

    @property
    def hands(self) -> int:
        """How many hands a player can be dealt."""
        return comb(self.high + self.low, self.hand)

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer can then be dealt."""
        return comb(self.high + self.low - self.hand, self.hand)


class Holding(NamedTuple):
    """Everything about a hand that its outcomes depend on."""

    numbers: Numbers
    royal: bool
    open_suits: int
    """The number of suits in which it has no high card, so that the dealer may have a royal flush there."""


@cache
def all_numbers(deck: HighCardDeck) -> tuple[Numbers, ...]:
    """What a hand can have of the high ranks, fewest high cards first."""
    found = product(range(deck.suits + 1), repeat=len(HIGH_RANKS))
    return tuple(sorted((n for n in found if deck.hand - deck.low <= sum(n) <= deck.hand), key=lambda n: (sum(n), n)))


def holdings(deck: HighCardDeck) -> Iterator[tuple[Holding, int]]:
    """Every holding and how many hands have it; the numbers sum to `deck.hands`.

    The choices of suits that leave at least a given set of suits open are a product over the ranks, so the choices that
    leave an exact number open follow by inclusion and exclusion; likewise for those with a royal flush.
    """
    for numbers in all_numbers(deck):
        low = comb(deck.low, deck.hand - sum(numbers))
        leaving = [_suitings(deck.suits - count, numbers) for count in range(deck.suits + 1)]
        royal_leaving = [_royals(deck.suits - count, numbers) for count in range(deck.suits + 1)]
        for count in range(deck.suits + 1):
            royals = _exactly(count, royal_leaving)
            plain = _exactly(count, leaving) - royals
            if plain:
                yield Holding(numbers, False, count), plain * low
            if royals:
                yield Holding(numbers, True, count), royals * low


def _suitings(suits: int, numbers: Numbers) -> int:
    return prod(comb(suits, number) for number in numbers)


def _royals(suits: int, numbers: Numbers) -> int:
    """One suit holds the royal flush; the other cards of each rank come from the other suits."""
    return suits * _suitings(suits - 1, tuple(n - 1 for n in numbers)) if suits and all(numbers) else 0


def _exactly(count: int, leaving: list[int]) -> int:
    """The choices that leave exactly `count` suits open; `leaving` has those that leave at least a given set open."""
    suits = len(leaving) - 1
    closed = range(suits - count + 1)
    return comb(suits, count) * sum(
        (1, -1)[more % 2] * comb(closed[-1], more) * leaving[count + more] for more in closed
    )


def example(numbers: Numbers, royal: bool) -> Cards:
    """High cards of these numbers, of seven at most, with a royal flush among them or without.

    Ranks take their suits from clubs on; without a royal flush every other rank does so from diamonds on. If seven
    cards have all five ranks, one of the three that start from clubs is a single card, and the two that start from
    diamonds do not come round to clubs: no suit has all five.
    """
    return tuple(
        Card(4 * rank + (index % 2 * (not royal) + suit) % 4)
        for index, (rank, number) in enumerate(zip(HIGH_RANKS, numbers, strict=True))
        for suit in range(number)
    )


def count_ranks(cards: Collection[Card]) -> Numbers:
    """How many of each high rank are among the cards."""
    return tuple(sum(card.rank == rank for card in cards) for rank in HIGH_RANKS)


def high_by_suit(cards: Collection[Card], suits: int) -> list[frozenset[int]]:
    """The high ranks among the cards of each suit, as indices of `Numbers`."""
    return [
        frozenset(card.rank - TEN for card in cards if card.suit == suit and card.rank >= TEN) for suit in range(suits)
    ]


class Seen(NamedTuple):
    """Known cards of the dealer: how many of each high rank, and how many low ones."""

    numbers: Numbers = NO_CARDS
    low: int = 0


class Unseen(NamedTuple):
    """The dealer's possible hands, for a player who holds `held` and has seen `seen` of the dealer's cards."""

    deck: HighCardDeck
    held: Numbers
    seen: Seen

    @property
    def left(self) -> Numbers:
        """How many of each high rank are out of sight."""
        return tuple(self.deck.suits - h - s for h, s in zip(self.held, self.seen.numbers, strict=True))

    def low_ways(self, number: int) -> int:
        """The ways to complete a dealer's hand of this number of high cards with low cards."""
        left = self.deck.low - (self.deck.hand - sum(self.held)) - self.seen.low
        needed = self.deck.hand - number - self.seen.low
        return comb(left, needed) if needed >= 0 else 0

    def ways(self, number: int) -> int:
        """The number of dealer's hands with this number of high cards."""
        needed = number - sum(self.seen.numbers)
        return comb(sum(self.left), needed) * self.low_ways(number) if needed >= 0 else 0

    def rank_ways(self, fixed: frozenset[int] | None = None) -> list[list[int]]:
        """For each rank, the ways for the dealer to have 0, 1, 2 … of it; the product over the ranks counts high cards.

        With `fixed`, only hands with a royal flush in one suit, of which the ranks at these indices have been seen: of
        each other rank the card in that suit is among those still to come.
        """
        forced = [fixed is not None and index not in fixed for index in range(len(HIGH_RANKS))]
        return [
            [comb(left - f, n - seen - f) if n >= seen + f else 0 for n in range(self.deck.suits + 1)]
            for left, seen, f in zip(self.left, self.seen.numbers, forced, strict=True)
        ]
