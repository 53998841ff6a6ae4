"""The 52 cards, and the notation in which they are written: `As Kd Qh Jc Ts`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

RANKS = "23456789TJQKA"
SUITS = "cdhs"
TEN, JACK, QUEEN, KING, ACE = range(8, 13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
RED = (DIAMONDS, HEARTS)

_SPOKEN_SUITS = ("clubs", "diamonds", "hearts", "spades")
_SPOKEN_RANKS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)


@final
class Card(int):
    """One of the 52 cards: the integer `4 * rank + suit`, with a name.

    There is exactly one object for each card, also after pickling and copying. Equality, hash and order are
    those of the integer: cheap, and by rank before suit. The order of suits only makes sorting definite: no
    ranking of hands sees it.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """The card of a number 0..51, or 52 for `UNREAD`; any other number raises `ValueError`."""
        if not 0 <= number <= 52:
            raise ValueError(f"{number} is not the number of a card: expected 0 to 51")
        return _CARDS[number] if number < 52 else UNREAD

    @property
    def rank(self) -> int:
        """0 for a two … 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self & 3

    @property
    def spoken(self) -> str:
        """The name a dealer says: `ace of spades`."""
        return f"{_SPOKEN_RANKS[self.rank]} of {_SPOKEN_SUITS[self.suit]}"

    def __repr__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit] if self < 52 else "??"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __bool__(self) -> bool:
        # The two of clubs is 0, and `if card:` must not take it for no card.
        return True

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


_CARDS = tuple(int.__new__(Card, number) for number in range(52))
_BY_TEXT = {str(card): card for card in _CARDS}
UNREAD = int.__new__(Card, 52)
"""A real card that lies face down and that nobody has read. It is not one of the 52, and no hand is valued with it."""


def parse_card(text: str) -> Card:
    """The card written `text`, the inverse of `str`; any other text raises `ValueError`."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a card: write rank 2-9 T J Q K A and suit c d h s, like Ts") from None


def parse_dealt_card(text: str) -> Card:
    """The card written `text`, which may be `??` for one that nobody has read."""
    return UNREAD if text == str(UNREAD) else parse_card(text)


def parse_cards(text: str, *, distinct: bool = True) -> tuple[Card, ...]:
    """The cards written `text`, in that order, the inverse of `show_cards`; the spaces may be left out.

    Raises `ValueError` for text that is not a card, and for a card written twice unless `distinct` is false.
    """
    cards: list[Card] = []
    for word in text.split():
        # A word of odd length is shown whole: '10s' says more than '10'.
        step = 2 if len(word) % 2 == 0 else len(word)
        cards += [parse_card(word[start : start + step]) for start in range(0, len(word), step)]
    if distinct and len(set(cards)) < len(cards):
        raise ValueError(f"{text!r} repeats {show_cards(repeated(cards))}: expected each card once")
    return tuple(cards)


def show_cards(cards: Iterable[Card]) -> str:
    """`As Kd Qh`: the cards in their order, with spaces between them."""
    return " ".join(map(str, cards))


def repeated(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that come more than once, each named once, lowest first."""
    seen: set[Card] = set()
    twice: set[Card] = set()
    for card in cards:
        (twice if card in seen else seen).add(card)
    return tuple(sorted(twice))
