"""The 52 cards, the deck, and the rankings of hands with the patterns that paytables pay.

>>> from pitboss.cards import THREE_CARD, parse_cards
>>> THREE_CARD.category(parse_cards("Qs Kd Ah"))
'straight'
>>> THREE_CARD.evaluate(parse_cards("As 2d 3h")) < THREE_CARD.evaluate(parse_cards("2s 3d 4h"))
True
"""

from collections.abc import Mapping
from types import MappingProxyType

from pitboss.cards.card import (
    ACE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACK,
    KING,
    QUEEN,
    RANKS,
    SPADES,
    SUITS,
    TEN,
    UNREAD,
    Card,
    parse_card,
    parse_cards,
    parse_dealt_card,
    show_cards,
)
from pitboss.cards.deck import DECK, cut, is_full_deck, missing_and_extra
from pitboss.cards.five_card import FIVE_CARD
from pitboss.cards.four_card import FOUR_CARD
from pitboss.cards.ranking import Pattern, Ranking
from pitboss.cards.seven_card import SEVEN_CARD
from pitboss.cards.six_card import SIX_CARD
from pitboss.cards.three_card import THREE_CARD
from pitboss.cards.top_five import TOP_FIVE, TOP_FIVE_HIGH_CARDS
from pitboss.cards.value import Value

RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {
        ranking.name: ranking
        for ranking in (
            THREE_CARD,
            FOUR_CARD,
            FIVE_CARD,
            SIX_CARD,
            SEVEN_CARD,
            TOP_FIVE,
            TOP_FIVE_HIGH_CARDS,
        )
    }
)
"""Every ranking by its name, as rules files write it."""

__all__ = [
    "ACE",
    "CLUBS",
    "DECK",
    "DIAMONDS",
    "FIVE_CARD",
    "FOUR_CARD",
    "HEARTS",
    "JACK",
    "KING",
    "QUEEN",
    "RANKINGS",
    "RANKS",
    "SEVEN_CARD",
    "SIX_CARD",
    "SPADES",
    "SUITS",
    "TEN",
    "THREE_CARD",
    "TOP_FIVE",
    "TOP_FIVE_HIGH_CARDS",
    "UNREAD",
    "Card",
    "Pattern",
    "Ranking",
    "Value",
    "cut",
    "is_full_deck",
    "missing_and_extra",
    "parse_card",
    "parse_cards",
    "parse_dealt_card",
    "show_cards",
]
