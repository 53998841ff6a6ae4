"""The names of hands: `pair of queens`, `full house, aces over kings`."""

from collections.abc import Collection, Sequence
from functools import lru_cache

from pitboss.cards import RANKINGS, Card
from pitboss.documents.titles import plain_words


def hand_name(ranking: str, cards: Collection[Card]) -> str:
    """The category of a hand and the ranks that make it. Fewer cards are named by what they make so far."""
    return _hand_name(ranking, tuple(cards))


@lru_cache(maxsize=4096)
def _hand_name(ranking: str, cards: tuple[Card, ...]) -> str:
    rules = RANKINGS[ranking]
    value = rules.value_of(cards)
    category = next(name for name in rules.categories if rules.patterns[name].holds(value, cards))
    # A ranking of hands of several sizes puts the number of cards that count first.
    if len(rules.sizes) == 1:
        return _category_name(category, value.ranks)
    number = f"{value.category} high card{'s' * (value.category != 1)}"
    named = _category_name(category, value.ranks[1:])
    return f"{number}: {named}" if value.category > 1 else number.replace("0", "no")


def _category_name(category: str, ranks: Sequence[int]) -> str:
    match category:
        case "royal_flush":
            return "royal flush"
        case "straight_flush" | "flush" | "straight":
            return f"{plain_words(category)}, {_rank(ranks[0])} high"
        case "four_of_a_kind":
            return f"four {_ranks(ranks[0])}"
        case "full_house":
            return f"full house, {_ranks(ranks[0])} over {_ranks(ranks[1])}"
        case "three_of_a_kind":
            return f"three {_ranks(ranks[0])}"
        case "two_pair":
            return f"two pair, {_ranks(ranks[0])} and {_ranks(ranks[1])}"
        case "pair":
            return f"pair of {_ranks(ranks[0])}"
    return f"{_rank(ranks[0])} high" if ranks else "no cards"


def _rank(rank: int) -> str:
    return Card(4 * rank).spoken.split(" ")[0]


def _ranks(rank: int) -> str:
    name = _rank(rank)
    return f"{name}es" if name.endswith("x") else f"{name}s"
