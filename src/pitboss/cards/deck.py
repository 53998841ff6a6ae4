"""The deck of 52: its order when new, the check that it is whole, and the cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pitboss.cards.card import Card

DECK: tuple[Card, ...] = tuple(Card(4 * rank + suit) for suit in range(4) for rank in range(13))
"""The 52 cards according to suit and in sequence: clubs, diamonds, hearts, spades, each from two to ace."""


def is_full_deck(cards: Iterable[Card]) -> bool:
    """Whether these are the 52 cards, each exactly once, in whatever order."""
    return missing_and_extra(cards) == ((), ())


def missing_and_extra(cards: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The missing and the extra cards of a deck, both in the order of `DECK`.

    A card found three times is extra twice, so `len(cards) == 52 - len(missing) + len(extra)` always holds.
    """
    found = Counter(cards)
    missing = tuple(card for card in DECK if not found[card])
    extra = tuple(card for card in DECK for _ in range(found[card] - 1))
    return missing, extra


def cut(order: Sequence[Card], n: int) -> tuple[Card, ...]:
    """The deck after a cut: the top `n` cards, in their order, go beneath the rest. The top is `order[0]`."""
    if not 0 <= n <= len(order):
        raise ValueError(f"cannot cut {n} cards from a deck of {len(order)}: expected 0 to {len(order)}")
    return (*order[n:], *order[:n])
