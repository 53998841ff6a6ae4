"""What a pattern or a ranking reads of a hand: ranks, suits, colours, order. Odds gather hands that are read alike."""

from __future__ import annotations

from typing import Literal, NamedTuple

Suits = Literal["alike", "colours", "named"]
SUITS: tuple[Suits, ...] = ("alike", "colours", "named")
"""The least first."""


class Reads(NamedTuple):
    """What decides: the ranks, and for each suit of which a hand has enough cards, which cards these are."""

    lowest: int = 0
    """Cards of a rank below this one are only counted: neither their ranks nor their suits matter."""
    flush: int = 0
    """How many cards of one suit a hand needs before their suit matters: 1 for every card, 0 for never."""
    suits: Suits = "alike"
    """Whether it matters which suit it is: never, only its colour, or the suit itself."""
    order: bool = False
    """Whether the order of the cards matters."""

    def __or__(self, other: Reads) -> Reads:
        """What both read together."""
        flushes = [number for number in (self.flush, other.flush) if number]
        return Reads(
            min(self.lowest, other.lowest),
            min(flushes, default=0),
            max(self.suits, other.suits, key=SUITS.index),
            self.order or other.order,
        )


COLORS = Reads(flush=1, suits="colours")
EVERYTHING = Reads(flush=1, suits="named", order=True)
