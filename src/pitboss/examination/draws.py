"""Draws: what is drawn for a test, from its seed alone. The same seed makes the same test on every machine."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from pitboss.cards import Card
from pitboss.shuffle import keystream, shuffled

Item = TypeVar("Item")
_WORD = 4


class Draws:
    """Draws that depend on a seed and on what they are for."""

    def __init__(self, *seed: object) -> None:
        self._seed = sha256("/".join(["pitboss table test", *map(str, seed)]).encode(errors="replace")).digest()
        self._stream = keystream(self._seed)
        self._shuffles = 0

    def below(self, bound: int) -> int:
        """A number from 0 to below `bound`, each equally likely."""
        limit = 256**_WORD - 256**_WORD % bound
        while (word := int.from_bytes(bytes(next(self._stream) for _ in range(_WORD)))) >= limit:
            pass
        return word % bound

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def order(self) -> tuple[Card, ...]:
        """A shuffled deck, another one each time."""
        self._shuffles += 1
        return shuffled(sha256(self._seed + self._shuffles.to_bytes(4)).digest())
