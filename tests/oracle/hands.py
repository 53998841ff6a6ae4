"""What a hand is called, in the simplest way: every name it answers to, the highest first."""

from collections.abc import Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
RANK = {card: RANKS.index(card[0]) + 2 for card in CARDS}
SUIT = {card: card[1] for card in CARDS}

FIVE_CARD_ORDER = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "tens_or_better",
    "pair",
)
THREE_CARD_ORDER = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card")
TOP_FIVE_ORDER = (
    "royal_flush",
    "four_of_a_kind",
    "full_house",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_cards",
)

Names = tuple[str, ...]


def five_card_names(cards: Sequence[str]) -> Names:
    """The names of five cards (MD-LIR 6.C, MA-LIR 3(b)); a hand under a pair has none."""
    ranks = [RANK[card] for card in cards]
    different = set(ranks)
    if len(different) == 2:
        return ("four_of_a_kind",) if ranks.count(ranks[0]) in (1, 4) else ("full_house",)
    if len(different) == 3:
        return ("three_of_a_kind",) if max(map(ranks.count, ranks)) == 3 else ("two_pair",)
    if len(different) == 4:
        paired = next(rank for rank in ranks if ranks.count(rank) == 2)
        return ("tens_or_better", "pair") if paired >= 10 else ("pair",)
    straight = max(ranks) - min(ranks) == 4 or different == {14, 2, 3, 4, 5}
    flush = len({SUIT[card] for card in cards}) == 1
    if straight and flush:
        return ("royal_flush", "straight_flush") if min(ranks) == 10 else ("straight_flush",)
    if flush:
        return ("flush",)
    return ("straight",) if straight else ()


def six_card_names(cards: Sequence[str]) -> Names:
    """The names of six cards (MD-LIR 6.E, MD-TCP 6.F): a Super Royal, else those of the best five."""
    if len({SUIT[card] for card in cards}) == 1 and {RANK[card] for card in cards} == {14, 13, 12, 11, 10, 9}:
        diamonds = ("super_royal_diamonds",) if SUIT[cards[0]] == "d" else ()
        return (*diamonds, "super_royal", "royal_flush", "straight_flush")
    made = [names for five in combinations(cards, 5) if (names := five_card_names(five))]
    return min(made, key=lambda names: FIVE_CARD_ORDER.index(names[0]), default=())


def three_card_category(cards: Sequence[str]) -> str:
    """The one category of three cards (MD-TCP 6.D; MD-LIR 6.D and MA-LIR 3(c) name the same hands)."""
    ranks = {RANK[card] for card in cards}
    if len(ranks) == 1:
        return "three_of_a_kind"
    if len(ranks) == 2:
        return "pair"
    straight = max(ranks) - min(ranks) == 2 or ranks == {14, 2, 3}
    flush = len({SUIT[card] for card in cards}) == 1
    if straight and flush:
        return "straight_flush"
    if straight:
        return "straight"
    return "flush" if flush else "high_card"


def three_card_names(cards: Sequence[str]) -> Names:
    """The names of three cards; the suited A-K-Q is a mini royal, that of spades one of its own besides."""
    category = three_card_category(cards)
    if category == "straight_flush" and {RANK[card] for card in cards} == {14, 13, 12}:
        spades = ("mini_royal_spades",) if SUIT[cards[0]] == "s" else ()
        return (*spades, "mini_royal", "straight_flush")
    return () if category == "high_card" else (category,)


def three_card_value(cards: Sequence[str]) -> tuple[int, list[int]]:
    """Compares three-card hands, higher is better (MD-TCP 6.E): category, the ranks that make it, kickers."""
    category = three_card_category(cards)
    ranks = sorted((RANK[card] for card in cards), reverse=True)
    if set(ranks) == {14, 2, 3}:
        # Always a straight, and the lowest: its ace stands under the two.
        ranks = [3, 2, 1]
    return -THREE_CARD_ORDER.index(category), sorted(ranks, key=ranks.count, reverse=True)


def high_cards(cards: Sequence[str]) -> list[str]:
    """What stays of a Top Five hand when 2 through 9 are taken away (MD-TFP 11.B(4))."""
    return [card for card in cards if RANK[card] >= 10]


def top_five_value(high: Sequence[str]) -> tuple[int, list[int]]:
    """Compares equal numbers of high cards (MD-TFP 6.C): the best of their hands of at most five cards."""
    return max(_top_five_of(five) for five in combinations(high, min(5, len(high))))


def _top_five_of(cards: Sequence[str]) -> tuple[int, list[int]]:
    ranks = sorted((RANK[card] for card in cards), reverse=True)
    groups = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if groups == [1, 1, 1, 1, 1]:
        category = "royal_flush" if len({SUIT[card] for card in cards}) == 1 else "straight"
    elif groups[:1] == [4]:
        category = "four_of_a_kind"
    elif groups[:2] == [3, 2]:
        category = "full_house"
    elif groups[:1] == [3]:
        category = "three_of_a_kind"
    elif groups[:2] == [2, 2]:
        category = "two_pair"
    else:
        category = "pair" if groups[:1] == [2] else "high_cards"
    return -TOP_FIVE_ORDER.index(category), sorted(ranks, key=ranks.count, reverse=True)


def poker_bonus_names(high: Sequence[str]) -> Names:
    """The names of a Top Five hand's high cards (MD-TFP 6.C, 12.BB)."""
    value, ranks = top_five_value(high)
    category = TOP_FIVE_ORDER[-value]
    if category == "pair" and ranks[0] >= 13:
        return ("kings_or_better", "pair")
    return () if category == "high_cards" else (category,)
