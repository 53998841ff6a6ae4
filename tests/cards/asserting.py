"""What the tests of every ranking say about hands, written as text."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from random import Random

from pitboss.cards import DECK, Card, Ranking, parse_cards


def assert_category(ranking: Ranking, category: str, *hands: str) -> None:
    """Each hand is of this category and matches the pattern of no other; but a royal flush is a straight flush too."""
    for hand in hands:
        cards = parse_cards(hand)
        assert ranking.category(cards) == category, hand
        matching = [name for name in ranking.categories if ranking.matches(name, cards)]
        assert matching in ([category], ["royal_flush", "straight_flush"]), hand


def assert_ascending(ranking: Ranking, *hands: str) -> None:
    """Each hand beats the one before it."""
    for lower, higher in pairwise(hands):
        assert ranking.evaluate(parse_cards(lower)) < ranking.evaluate(parse_cards(higher)), (lower, higher)


def assert_tied(ranking: Ranking, *hands: str) -> None:
    """All the hands are worth the same."""
    assert len({ranking.evaluate(parse_cards(hand)) for hand in hands}) == 1, hands


def pattern_counts(ranking: Ranking, weighted: Iterable[tuple[Collection[Card], int]]) -> Counter[str]:
    """How many hands match each pattern, and in total, where each hand given stands for a number of hands."""
    counts: Counter[str] = Counter()
    for cards, weight in weighted:
        value = ranking.evaluate(cards)
        counts["total"] += weight
        for name, pattern in ranking.patterns.items():
            if pattern.holds(value, cards):
                counts[name] += weight
    return counts


def all_hands(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every hand of `size` cards, standing for itself."""
    return ((cards, 1) for cards in combinations(DECK, size))


def random_hands(seed: str, size: int, number: int, deck: Sequence[Card] = DECK) -> Iterator[tuple[Card, ...]]:
    """That many random hands of `size` cards, the same ones on every run."""
    random = Random(seed)
    for _ in range(number):
        yield tuple(random.sample(deck, size))
