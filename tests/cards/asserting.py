"""What the tests of every ranking say about hands, written as text."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, groupby, pairwise, product
from math import factorial, prod
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


def hands_up_to_suits(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand for each class that renaming the suits makes, and the number of hands in the class.

    A hand is four sets of ranks, one a suit; a class is the four sets without saying which suit has which. With
    their sizes in falling order, sets of equal size are drawn together, unordered. The class has one hand for each
    way to hand out four sets to four suits, 4! over the repetitions among them.
    """
    for sizes in combinations_with_replacement(range(size, -1, -1), 4):
        if sum(sizes) != size:
            continue
        runs = [(width, len(list(run))) for width, run in groupby(sizes)]
        choices = [combinations_with_replacement(list(combinations(range(13), width)), n) for width, n in runs]
        for chosen in product(*choices):
            sets = list(chain(*chosen))
            weight = factorial(4) // prod(factorial(len(list(equal))) for _, equal in groupby(sets))
            yield tuple(Card(4 * rank + suit) for suit, ranks in enumerate(sets) for rank in ranks), weight


def random_hands(seed: str, size: int, number: int, deck: Sequence[Card] = DECK) -> Iterator[tuple[Card, ...]]:
    """That many random hands of `size` cards, the same ones on every run."""
    random = Random(seed)
    for _ in range(number):
        yield tuple(random.sample(deck, size))
