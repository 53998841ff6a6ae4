"""The ranking of six cards by the best five: MD-LIR 6.E, MD-TCP 6.F. Only the Super Royal takes all six."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.cards.card import DIAMONDS, RED, SUITS, Card, parse_cards
from pitboss.cards.five_card import POKER_CATEGORIES, POKER_READS
from pitboss.cards.hands import best_hand
from pitboss.cards.ranking import Ranking, by_category, named
from pitboss.cards.reads import COLORS, Reads
from pitboss.cards.value import Value


def _six_of_one_color(_value: Value, cards: Collection[Card]) -> bool:
    return len({card.suit in RED for card in cards}) == 1


_SUPER_ROYALS = tuple(frozenset(parse_cards(f"A{s} K{s} Q{s} J{s} T{s} 9{s}")) for s in SUITS)


def _super_royal(_value: Value, cards: Collection[Card]) -> bool:
    return frozenset(cards) in _SUPER_ROYALS


def _super_royal_diamonds(_value: Value, cards: Collection[Card]) -> bool:
    return frozenset(cards) == _SUPER_ROYALS[DIAMONDS]


SIX_CARD = Ranking(
    name="six_card",
    sizes=(6,),
    categories=POKER_CATEGORIES,
    patterns=named(
        {
            **by_category(POKER_CATEGORIES),
            "super_royal": _super_royal,
            "super_royal_diamonds": _super_royal_diamonds,
            "six_of_one_color": _six_of_one_color,
        },
        POKER_READS,
        six_of_one_color=COLORS,
        super_royal_diamonds=Reads(flush=5, suits="named"),
    ),
    value_of=best_hand(POKER_CATEGORIES, size=5),
    reads=POKER_READS,
)
