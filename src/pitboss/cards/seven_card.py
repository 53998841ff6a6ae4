"""The ranking of seven cards by the best five: two of a player and five community cards."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.cards.card import Card
from pitboss.cards.five_card import POKER_CATEGORIES, POKER_READS
from pitboss.cards.hands import best_hand
from pitboss.cards.ranking import Ranking, by_category, named, strengths
from pitboss.cards.value import Value

_PAIR = strengths(POKER_CATEGORIES)["pair"]


def _pair_or_better(value: Value, _cards: Collection[Card]) -> bool:
    return value.category >= _PAIR


SEVEN_CARD = Ranking(
    name="seven_card",
    sizes=(7,),
    categories=POKER_CATEGORIES,
    patterns=named({**by_category(POKER_CATEGORIES), "pair_or_better": _pair_or_better}, POKER_READS),
    value_of=best_hand(POKER_CATEGORIES, size=5),
    reads=POKER_READS,
)
