"""Classes of cards: sets of cards that no reading tells apart, and the cards that lead from one class to the next.

Cards lie in groups: the groups that hands are made of, and last those that have left the deck without being part of a
hand. A class has, for each suit that can still matter, one mask of ranks for each group; the cards of the other suits
are only counted by rank. Suits that play the same part are sorted, so their names do not matter.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import factorial
from typing import NamedTuple

from pitboss.cards import DECK, Card
from pitboss.cards.reads import Reads
from pitboss.errors import InputError

Cards = tuple[Card, ...]
_RANKS, _SUITS = 13, 4
_CARD = {(card.rank, card.suit): card for card in DECK}
_STEP = tuple(8**rank for rank in range(_RANKS))
_BIT = tuple(1 << rank for rank in range(_RANKS))
_COLOUR = (0, 1, 1, 0)
_ANY = -1
"""A suit whose name does not matter."""


class HandReading(NamedTuple):
    """A hand that is read: what of it, and the groups that form it."""

    reads: Reads
    groups: tuple[int, ...]


class CardClass(NamedTuple):
    """A class of cards."""

    dead: tuple[int, ...]
    """For each group, the cards whose suits do not matter: three bits for each rank."""
    live: tuple[tuple[int, ...], ...]
    """For each suit that matters: its name, its colour or `_ANY`; then for each group the mask of its ranks."""
    blanks: tuple[int, ...]
    """For each group, the number of cards whose ranks do not matter either."""


NextClasses = Sequence[tuple[CardClass, int]]


class CardClasses:
    """The classes under some readings. `needs` says, for each reading, how many of its cards are still to come."""

    def __init__(self, readings: Iterable[HandReading], groups: int) -> None:
        self._readings = tuple(readings)
        self._size = groups + 1
        reads = [reading.reads for reading in self._readings]
        if any(one.order for one in reads):
            raise InputError("a pattern reads the order of the cards, which classes of hands do not have")
        self._lowest = min((one.lowest for one in reads), default=_RANKS)
        # Suits matter only for readings that look for cards of one suit.
        self._flushes = [
            (i, one.flush, one.suits, _picked(self._readings[i])) for i, one in enumerate(reads) if one.flush
        ]

    def of(self, groups: Sequence[Iterable[Card]], to_come: Sequence[int]) -> CardClass:
        """The class of given cards; the last group has left the deck."""
        suits = [[0] * self._size for _ in range(_SUITS)]
        blanks = [0] * self._size
        for number, cards in enumerate(groups):
            for card in cards:
                if card.rank < self._lowest:
                    blanks[number] += 1
                else:
                    suits[card.suit][number] |= _BIT[card.rank]
        live = tuple((suit, *masks) for suit, masks in enumerate(suits))
        return self.fitting(CardClass((0,) * self._size, live, tuple(blanks)), tuple(to_come))

    def fitting(self, found: CardClass, to_come: tuple[int, ...]) -> CardClass:
        """The class when some cards are to come for each reading: suits that cannot matter any more are dropped."""
        dead, before, blanks = found
        if not before:
            return found
        live: list[tuple[int, ...]] = []
        for suit in before:
            name = self._name(suit, to_come)
            if name is None:
                if any(suit[1:]):
                    dead = tuple([code + _CODES[mask] for code, mask in zip(dead, suit[1:], strict=True)])
            else:
                live.append(suit if name == suit[0] else (name, *suit[1:]))
        live.sort()
        return CardClass(dead, tuple(live), blanks)

    def _name(self, suit: tuple[int, ...], to_come: tuple[int, ...]) -> int | None:
        """The name by which a suit still matters; None if it cannot matter any more."""
        name: int | None = None
        for index, flush, suits, groups in self._flushes:
            held = suit[groups[0]].bit_count()
            for group in groups[1:]:
                held += suit[group].bit_count()
            if held + to_come[index] >= flush:
                if suits == "named":
                    return suit[0]
                if suits == "colours" and suit[0] != _ANY:
                    # Names of suits are 0 to 3, those of colours follow.
                    name = suit[0] if suit[0] >= _SUITS else _SUITS + _COLOUR[suit[0]]
                elif name is None:
                    name = _ANY
        return name

    def next(self, found: CardClass, group: int, to_come: tuple[int, ...]) -> Iterator[tuple[CardClass, int]]:
        """The classes that one more card of a group leads to, each with the number of cards that lead to it."""
        dead, live, blanks = found
        before, own, behind = dead[:group], dead[group], dead[group + 1 :]
        closed = _SUITS - len(live)
        free = self._lowest * _SUITS - sum(blanks)
        if free:
            yield self.fitting(CardClass(dead, live, _plus(blanks, group, 1)), to_come), free
        taken = sum(dead)
        suits = [(suit, len(list(alike))) for suit, alike in groupby(live)]
        for rank in range(self._lowest, _RANKS):
            left = closed - (taken >> 3 * rank & 7)
            if left:
                after = CardClass((*before, own + _STEP[rank], *behind), live, blanks)
                yield self.fitting(after, to_come) if live else after, left
            bit = _BIT[rank]
            for suit, number in suits:
                if not any(mask & bit for mask in suit[1:]):
                    index = live.index(suit)
                    more = (*suit[: group + 1], suit[group + 1] | bit, *suit[group + 2 :])
                    changed = (*live[:index], more, *live[index + 1 :])
                    yield self.fitting(CardClass(dead, changed, blanks), to_come), number

    def by_card(
        self, found: CardClass, group: int, to_come: tuple[int, ...]
    ) -> Iterator[tuple[Sequence[Card], CardClass]]:
        """The class that each further card of a group leads to, if suits keep their names."""
        dead, live, blanks = found
        named = {suit[0] for suit in live}
        closed, taken = [suit for suit in range(_SUITS) if suit not in named], sum(dead)
        low = [_CARD[rank, suit] for rank in range(self._lowest) for suit in range(_SUITS)]
        if sum(blanks) < len(low):
            yield low, self.fitting(CardClass(dead, live, _plus(blanks, group, 1)), to_come)
        for rank in range(self._lowest, _RANKS):
            if taken >> 3 * rank & 7 < len(closed):
                after = CardClass(_plus(dead, group, _STEP[rank]), live, blanks)
                yield [_CARD[rank, suit] for suit in closed], self.fitting(after, to_come)
            bit = _BIT[rank]
            for index, suit in enumerate(live):
                if not any(mask & bit for mask in suit[1:]):
                    more = (*suit[: group + 1], suit[group + 1] | bit, *suit[group + 2 :])
                    after = CardClass(dead, (*live[:index], more, *live[index + 1 :]), blanks)
                    yield [_CARD[rank, suit[0]]], self.fitting(after, to_come)

    def example(self, found: CardClass) -> tuple[Cards, ...]:
        """Cards of a class, group by group."""
        groups: list[list[Card]] = [[] for _ in range(self._size)]
        open_suits = list(range(_SUITS))
        for suit in sorted(found.live, key=lambda one: (not 0 <= one[0] < _SUITS, one[0] == _ANY)):
            name = next(one for one in open_suits if suit[0] in (_ANY, one, _SUITS + _COLOUR[one]))
            open_suits.remove(name)
            for number, mask in enumerate(suit[1:]):
                if mask:
                    groups[number] += [_CARD[rank, name] for rank in range(_RANKS) if mask >> rank & 1]
        # The suits with the fewest cards so far come first, so that none has more cards than it must.
        used = [(0, suit) for suit in open_suits]
        left = sum(found.dead)
        while left:
            rank = ((left & -left).bit_length() - 1) // 3
            left &= ~(7 << 3 * rank)
            at = 0
            for number, code in enumerate(found.dead):
                for _ in range(code >> 3 * rank & 7):
                    held, closed = used[at]
                    used[at] = held + 1, closed
                    groups[number].append(_CARD[rank, closed])
                    at += 1
            used.sort()
        low = [_CARD[rank, suit] for rank in range(self._lowest) for suit in range(_SUITS)]
        for number, blank in enumerate(found.blanks if low else ()):
            groups[number] += low[:blank]
            del low[:blank]
        return tuple(map(tuple, groups))


def hands_by_class(readings: Sequence[HandReading], size: int) -> Iterator[tuple[Cards, int]]:
    """An example of each class of hands of some size, and how many hands are in it."""
    classes = CardClasses(readings, 1)
    level = {classes.of(((), ()), (size,) * len(readings)): 1}
    for left in range(size - 1, -1, -1):
        before, level = level, {}
        for found, orders in before.items():
            for after, number in classes.next(found, 0, (left,) * len(readings)):
                level[after] = level.get(after, 0) + orders * number
    for found, orders in level.items():
        yield classes.example(found)[0], orders // factorial(size)


def _picked(reading: HandReading) -> tuple[int, ...]:
    """The places of a reading's groups in a suit, which has its name first."""
    return tuple(group + 1 for group in reading.groups)


def _plus(numbers: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] + more, *numbers[at + 1 :])


class _Codes(dict[int, int]):
    """The ranks of a mask with three bits each."""

    def __missing__(self, mask: int) -> int:
        self[mask] = sum(_STEP[rank] for rank in range(_RANKS) if mask >> rank & 1)
        return self[mask]


_CODES = _Codes()
