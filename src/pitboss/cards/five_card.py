"""The ranking of five cards: MD-LIR 6.A-C and 6.F, MD-TCP 6.G, MA-LIR 3(a) and (b)."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.cards.card import ACE, JACK, KING, RANKS, TEN, Card
from pitboss.cards.hands import best_hand
from pitboss.cards.ranking import Ranking, by_category, named, strengths
from pitboss.cards.reads import Reads
from pitboss.cards.value import Value

POKER_CATEGORIES = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
POKER_READS = Reads(flush=5)
_HIGH_CARD = strengths(POKER_CATEGORIES)["high_card"]
_SIX = RANKS.index("6")
_PAIR = strengths(POKER_CATEGORIES)["pair"]
_STRAIGHT_FLUSH = strengths(POKER_CATEGORIES)["straight_flush"]


def _straight_flush(value: Value, _cards: Collection[Card]) -> bool:
    """A royal flush too: it has a category of its own, and if a paytable has no row for it, it is one of these."""
    return value.category >= _STRAIGHT_FLUSH


def _tens_or_better(value: Value, _cards: Collection[Card]) -> bool:
    return value.category == _PAIR and value.ranks[0] >= TEN  # ruling pair-of-tens


def _jacks_or_better(value: Value, _cards: Collection[Card]) -> bool:
    return value.category == _PAIR and value.ranks[0] >= JACK


def _ace_king_or_better(value: Value, _cards: Collection[Card]) -> bool:
    return value.category > _HIGH_CARD or value.ranks[:2] == (ACE, KING)


def _sixes_or_better(value: Value, _cards: Collection[Card]) -> bool:
    return value.category == _PAIR and value.ranks[0] >= _SIX


FIVE_CARD = Ranking(
    name="five_card",
    sizes=(5,),
    categories=POKER_CATEGORIES,
    patterns=named(
        {
            **by_category(POKER_CATEGORIES),
            "straight_flush": _straight_flush,
            "tens_or_better": _tens_or_better,
            "jacks_or_better": _jacks_or_better,
            "sixes_or_better": _sixes_or_better,
            "ace_king_or_better": _ace_king_or_better,
        },
        POKER_READS,
    ),
    value_of=best_hand(POKER_CATEGORIES, size=5),
    reads=POKER_READS,
)
