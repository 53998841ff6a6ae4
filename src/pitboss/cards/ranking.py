"""A ranking of hands: which hand beats which, and the named patterns that paytables pay."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from pitboss.cards.card import Card, repeated, show_cards
from pitboss.cards.reads import Reads
from pitboss.cards.value import Value

Holds = Callable[[Value, Collection[Card]], bool]
RankingName = Literal["three_card", "four_card", "five_card", "six_card", "seven_card", "top_five"]
"""The rankings that a rules file may name for a hand."""
OtherRankingName = Literal["top_five_high_cards", ""]
"""The rankings that an option may put in the place of a hand's own."""


class Pattern(NamedTuple):
    """A named, exact predicate over hands.

    `holds(value, cards)` may be called directly if many patterns are tried on one hand; `value` must then
    be what the pattern's own ranking makes of those cards. `Ranking.matches` does this itself.
    """

    name: str
    holds: Holds
    reads: Reads | None = None
    """What it reads of a hand; None if nothing is declared, and odds then find out from the whole deck."""


class Ranking(NamedTuple):
    """One way to rank hands. Neither the order of the cards nor the naming of the suits changes a value.

    Every hand has exactly one of `categories` (highest first), and each category is also a pattern.
    """

    name: str
    sizes: tuple[int, ...]
    categories: tuple[str, ...]
    patterns: Mapping[str, Pattern]
    value_of: Callable[[Collection[Card]], Value]
    """The evaluator itself, which trusts its cards; callers use `evaluate`."""
    reads: Reads | None = None
    """What a value depends on."""

    def evaluate(self, cards: Collection[Card]) -> Value:
        """The value of a hand. Raises `ValueError` for a number of cards not in `sizes`, or a card twice."""
        if len(cards) not in self.sizes or len(set(cards)) != len(cards):
            raise ValueError(self._refusal(cards))
        return self.value_of(cards)

    def category(self, cards: Collection[Card]) -> str:
        """The one category whose pattern matches the hand."""
        value = self.evaluate(cards)
        return next(name for name in self.categories if self.patterns[name].holds(value, cards))

    def pattern(self, name: str) -> Pattern:
        """The pattern called `name`; an unknown name raises a `ValueError` that lists the known ones."""
        try:
            return self.patterns[name]
        except KeyError:
            known = ", ".join(self.patterns)
            raise ValueError(f"{name!r} is not a pattern of {self.name}: expected one of {known}") from None

    def matches(self, name: str, cards: Collection[Card]) -> bool:
        """Whether the hand is an instance of the pattern called `name`."""
        return self.pattern(name).holds(self.evaluate(cards), cards)

    def _refusal(self, cards: Collection[Card]) -> str:
        if len(cards) in self.sizes:
            return f"{show_cards(cards)} repeats {show_cards(repeated(cards))}: expected each card once"
        sizes = " or ".join(map(str, self.sizes))
        return f"{self.name} does not rank {len(cards)} cards ({show_cards(cards)}): expected {sizes}"


def strengths(categories: tuple[str, ...]) -> dict[str, int]:
    """The number of each category, given highest first: 0 for the lowest."""
    return {name: number for number, name in enumerate(reversed(categories))}


def by_category(categories: tuple[str, ...]) -> dict[str, Holds]:
    """One predicate for each category; a value's own category is its number in `strengths`."""
    return {name: _in_category(number) for name, number in reversed(strengths(categories).items())}


def named(predicates: Mapping[str, Holds], reads: Reads, **further: Reads) -> Mapping[str, Pattern]:
    """The predicates as patterns under their names, read-only; `further` has those that read something else."""
    return MappingProxyType(
        {name: Pattern(name, holds, further.get(name, reads)) for name, holds in predicates.items()}
    )


def _in_category(number: int) -> Holds:
    return lambda value, _cards: value.category == number
