"""The ranking of Top Five Poker: up to seven cards, of which only tens to aces count (MD-TFP 6, 11.B, 11.C).

A value's category is the number of high cards, which is compared first. What follows decides between equal
numbers, in one of the two ways that ruling top-five-best-five leaves to the operator:

- `TOP_FIVE`: the best poker hand of at most five high cards, then the ranks that make it, then kickers. A
  sixth and seventh high card count in the number only.
- `TOP_FIVE_HIGH_CARDS`: card by card from the highest, all of them. No poker hand is formed, so nothing stops
  at five: what 11.C(3)(e) asks to be equal is the rank of the cards that remain, and seven may.

Categories and patterns are the same in both: neither the bonus wagers nor the dealer's qualifying turn on it.
"""

from __future__ import annotations

from collections.abc import Collection

from pitboss.cards.card import JACK, KING, QUEEN, TEN, Card
from pitboss.cards.hands import best_hand
from pitboss.cards.ranking import Holds, Ranking, named, strengths
from pitboss.cards.reads import Reads
from pitboss.cards.value import Value

# MD-TFP 6.C, with 6.C(4) as ruling top-five-straight reads it. Five high cards of one suit are a royal flush.
_CATEGORIES = (
    "royal_flush",
    "four_of_a_kind",
    "full_house",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
_STRENGTH = strengths(_CATEGORIES)
_PAIR = _STRENGTH["pair"]
_QUEEN_JACK = Value(2, (_STRENGTH["high_card"], QUEEN, JACK))
_SIZES = tuple(range(8))
_READS = Reads(lowest=TEN, flush=5)

_best_five = best_hand(_CATEGORIES, size=5)


def _by_poker_hand(cards: Collection[Card]) -> Value:
    high = [card for card in cards if card.rank >= TEN]
    strength, ranks = _best_five(high)
    return Value(len(high), (strength, *ranks))


def _by_high_cards(cards: Collection[Card]) -> Value:
    high = sorted((card.rank for card in cards if card.rank >= TEN), reverse=True)
    return Value(len(high), tuple(high))


def _has_category(strength: int) -> Holds:
    return lambda value, _cards: value.ranks[0] == strength


def _has_number(number: int) -> Holds:
    return lambda value, _cards: value.category == number


def _kings_or_better(value: Value, _cards: Collection[Card]) -> bool:
    return value.ranks[0] == _PAIR and value.ranks[1] >= KING


def _queen_jack_or_better(value: Value, _cards: Collection[Card]) -> bool:
    return value >= _QUEEN_JACK  # ruling top-five-qualify


def _as_top_five(name: str) -> Holds:
    return lambda _value, cards: TOP_FIVE.matches(name, cards)


TOP_FIVE = Ranking(
    name="top_five",
    sizes=_SIZES,
    categories=_CATEGORIES,
    patterns=named(
        {
            **{name: _has_category(_STRENGTH[name]) for name in _CATEGORIES},
            "kings_or_better": _kings_or_better,
            "seven_cards": _has_number(7),
            "six_cards": _has_number(6),
            "five_cards": _has_number(5),
            "four_cards": _has_number(4),
            "queen_jack_or_better": _queen_jack_or_better,
        },
        _READS,
    ),
    value_of=_by_poker_hand,
    reads=_READS,
)

TOP_FIVE_HIGH_CARDS = Ranking(
    name="top_five_high_cards",
    sizes=_SIZES,
    categories=_CATEGORIES,
    patterns=named({name: _as_top_five(name) for name in TOP_FIVE.patterns}, _READS),
    value_of=_by_high_cards,
    reads=Reads(lowest=TEN),
)
