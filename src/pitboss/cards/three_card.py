"""The ranking of three cards: MD-TCP 6.A-E, and the three-card bonuses of MD-LIR 6.D and MA-LIR 3(c).

The kinds of hand are the same in all three, and only MD-TCP compares two hands. Within a category the ranks
that make it decide, then the kickers (ruling three-card-ties); suits are equal.
"""

from __future__ import annotations

from collections.abc import Collection

from pitboss.cards.card import ACE, QUEEN, RED, SPADES, Card
from pitboss.cards.hands import best_hand
from pitboss.cards.ranking import Ranking, by_category, named, strengths
from pitboss.cards.reads import COLORS, Reads
from pitboss.cards.value import Value

_CATEGORIES = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card")  # MD-TCP 6.D
_STRENGTH = strengths(_CATEGORIES)
_READS = Reads(flush=3)
_MINI_ROYAL = Value(_STRENGTH["straight_flush"], (ACE,))
_QUEEN_HIGH = Value(_STRENGTH["high_card"], (QUEEN,))  # below every hand with a queen: those have kickers


def _mini_royal(value: Value, _cards: Collection[Card]) -> bool:
    return value == _MINI_ROYAL


def _mini_royal_spades(value: Value, cards: Collection[Card]) -> bool:
    return value == _MINI_ROYAL and all(card.suit == SPADES for card in cards)


def _all_red(_value: Value, cards: Collection[Card]) -> bool:
    return all(card.suit in RED for card in cards)


def _all_black(_value: Value, cards: Collection[Card]) -> bool:
    return not any(card.suit in RED for card in cards)


def _one_color(value: Value, cards: Collection[Card]) -> bool:
    return _all_red(value, cards) or _all_black(value, cards)


def _queen_high_or_better(value: Value, _cards: Collection[Card]) -> bool:
    return value >= _QUEEN_HIGH  # ruling queen-high


THREE_CARD = Ranking(
    name="three_card",
    sizes=(3,),
    categories=_CATEGORIES,
    patterns=named(
        {
            **by_category(_CATEGORIES),
            "mini_royal": _mini_royal,
            "mini_royal_spades": _mini_royal_spades,
            "queen_high_or_better": _queen_high_or_better,
            "all_red": _all_red,
            "all_black": _all_black,
            "one_color": _one_color,
        },
        _READS,
        **dict.fromkeys(("all_red", "all_black", "one_color"), COLORS),
        mini_royal_spades=Reads(flush=3, suits="named"),
    ),
    value_of=best_hand(_CATEGORIES, size=3),
    reads=_READS,
)
