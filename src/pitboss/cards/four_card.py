"""The ranking of five or six cards by the best four of them: a player's five against a dealer's six."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.cards.card import ACE, Card
from pitboss.cards.hands import best_hand
from pitboss.cards.ranking import Ranking, by_category, named, strengths
from pitboss.cards.reads import Reads
from pitboss.cards.value import Value

_CATEGORIES = (
    "four_of_a_kind",
    "straight_flush",
    "three_of_a_kind",
    "flush",
    "straight",
    "two_pair",
    "pair",
    "high_card",
)
_PAIR = strengths(_CATEGORIES)["pair"]
_READS = Reads(flush=4)


def _pair_of_aces(value: Value, _cards: Collection[Card]) -> bool:
    return value.category == _PAIR and value.ranks[0] == ACE


FOUR_CARD = Ranking(
    name="four_card",
    sizes=(5, 6),
    categories=_CATEGORIES,
    patterns=named({**by_category(_CATEGORIES), "pair_of_aces": _pair_of_aces}, _READS),
    value_of=best_hand(_CATEGORIES, size=4),
    reads=_READS,
)
