"""Example hands: for each ranking, one for every combination of patterns that hands can match."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement

from pitboss.cards import RANKINGS
from pitboss.cards.card import Card, parse_cards
from pitboss.cards.ranking import Ranking

_RANKS = "AKQJT942"
"""Straights from the nine up, gaps below, and one rank under every threshold."""


@cache
def example_hands(name: str) -> Mapping[frozenset[str], tuple[Card, ...]]:
    """An example for every set of patterns of a ranking that some hand matches, by that set."""
    ranking = RANKINGS[name]
    found: dict[frozenset[str], tuple[Card, ...]] = {}
    for ranks in combinations_with_replacement(_RANKS, ranking.sizes[-1]):
        for hand in _suited(ranks):
            found.setdefault(_matched(ranking, hand), hand)
    return found


def rows_that_pay(patterns: Sequence[str], ranking: str) -> set[int]:
    """The rows of a paytable that pay some hand, by their index: the first row that matches pays."""
    return {
        next(index for index, pattern in enumerate(patterns) if pattern in held)
        for held in example_hands(ranking)
        if not held.isdisjoint(patterns)
    }


def _suited(ranks: Iterable[str]) -> Iterator[tuple[Card, ...]]:
    """Hands of these ranks: one without a flush, one of each color, and one in each of three suits as cards last."""
    ranks = tuple(ranks)
    copies = [ranks[:index].count(rank) for index, rank in enumerate(ranks)]
    if max(copies) > 3:
        return
    pairs = list(zip(ranks, copies, strict=True))
    yield _cards(f"{rank}{'shdc'[(copy + _RANKS.index(rank)) % 4]}" for rank, copy in pairs)
    if max(copies) <= 1:
        for colored in ("hd", "sc"):
            yield _cards(f"{rank}{colored[(copy + _RANKS.index(rank)) % 2]}" for rank, copy in pairs)
    for suits in ("shdc", "dchs", "hdcs"):
        yield _cards(f"{rank}{suits[copy]}" for rank, copy in pairs)


def _cards(texts: Iterable[str]) -> tuple[Card, ...]:
    return parse_cards(" ".join(texts))


def _matched(ranking: Ranking, hand: Collection[Card]) -> frozenset[str]:
    value = ranking.evaluate(hand)
    return frozenset(name for name, pattern in ranking.patterns.items() if pattern.holds(value, hand))
