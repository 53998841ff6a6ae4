"""What patterns and rankings read: as they declare it, or as the whole deck shows."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from itertools import combinations
from math import comb

from pitboss.cards import DECK, RANKINGS, Ranking
from pitboss.cards.reads import SUITS, Reads
from pitboss.errors import InputError
from pitboss.tree.card_classes import CardClasses, Cards, HandReading

MOST_HANDS = comb(52, 5)
"""The most hands that are looked through for what a pattern reads."""


def reads_of(ranking: Ranking, pattern: str) -> Reads:
    """What a pattern of a ranking reads; an InputError if it is neither declared nor can be found out."""
    declared = ranking.pattern(pattern).reads
    return declared if declared is not None else _found(ranking.name, pattern)


def value_reads(ranking: Ranking) -> Reads:
    """What the values of a ranking read."""
    return ranking.reads if ranking.reads is not None else _found(ranking.name, "")


@cache
def _found(name: str, pattern: str) -> Reads:
    ranking = RANKINGS[name]
    size = ranking.sizes[-1]
    what = f"pattern {pattern} of {name}" if pattern else f"ranking {name}"
    if len(ranking.sizes) > 1 or comb(len(DECK), size) > MOST_HANDS:
        raise InputError(
            f"{what} does not declare what it reads, and {comb(len(DECK), size):,} hands are too many to look through"
        )
    holds = ranking.patterns[pattern].holds if pattern else None
    value_of = ranking.value_of
    return what_is_read((lambda cards: holds(value_of(cards), cards)) if holds else value_of, size)


def what_is_read(result: Callable[[Cards], Hashable], size: int) -> Reads:
    """The least that a function of hands reads, by its result for every hand of the deck.

    The order of the cards is not tried: a hand is a set of cards unless its pattern declares otherwise.
    """
    return next(reads for reads in _tried(size) if _is_enough(reads, result, size))


def _tried(size: int) -> Iterator[Reads]:
    """What may be read, the least first."""
    yield Reads()
    for suits in SUITS:
        for flush in range(size, 0, -1):
            yield Reads(flush=flush, suits=suits)


def _is_enough(reads: Reads, result: Callable[[Cards], Hashable], size: int) -> bool:
    """Whether hands that are read alike have the same result."""
    classes, results = CardClasses([HandReading(reads, (0,))], 1), dict[object, Hashable]()
    for cards in combinations(DECK, size):
        found = result(cards)
        if results.setdefault(classes.of((cards, ()), (0,)), found) != found:
            return False
    return True
