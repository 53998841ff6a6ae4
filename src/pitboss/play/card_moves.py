"""Card moves: how cards come from the stub to a place of a round, are read there, and go to the discard rack."""

from typing import TYPE_CHECKING

from pitboss.cards import UNREAD, Card
from pitboss.play.terms import Cards

if TYPE_CHECKING:
    from pitboss.play.round import Round

BURNED = "burned"
"""The place of the burned cards, beside the boxes and piles."""


def dealt(round_: "Round", to: str, cards: Cards) -> "Round":
    gone = set(cards)
    stub = tuple(card for card in round_.stub if card not in gone)
    if to.isdecimal():
        number = int(to)
        round_ = round_.with_box(number, round_.boxes[number].replace(cards=cards))
        return round_.replace(stub=stub, phase="playing")
    return round_.replace(piles={**round_.piles, to: cards}, stub=stub, phase="playing")


def turned(round_: "Round", to: str, at: int, cards: Cards) -> "Round":
    """The round after cards at a place were read. They then lie face up."""
    round_ = _read(round_, to, at, cards)
    if to.isdecimal():
        return round_.with_box(int(to), round_.boxes[int(to)].replace(turned=True))
    pile = "community" if to == BURNED else to
    return round_.replace(revealed={**round_.revealed, pile: (*round_.revealed.get(pile, ()), *cards)})


def corrected(round_: "Round", to: str, at: int, cards: Cards) -> "Round":
    """The round after cards at a place were read again. Those that lay face down still do."""
    right = dict(zip(round_.cards_at(to)[at : at + len(cards)], cards, strict=True))
    round_, pile = _read(round_, to, at, cards), "community" if to == BURNED else to
    up = tuple(right.get(card, card) for card in round_.revealed.get(pile, ()))
    return round_.replace(revealed={**round_.revealed, pile: up}) if up else round_


def _read(round_: "Round", to: str, at: int, cards: Cards) -> "Round":
    """The round with other cards at a place; those that were thought to lie there may still be in the stub."""
    before = round_.cards_at(to)
    lying = (*before[:at], *cards, *before[at + len(cards) :])
    back = tuple(card for card in before[at : at + len(cards)] if card != UNREAD and card not in cards)
    round_ = round_.replace(stub=(*(card for card in round_.stub if card not in cards), *back))
    if to.isdecimal():
        return round_.with_box(int(to), round_.boxes[int(to)].replace(cards=lying))
    if to == BURNED:
        return round_.replace(burned=lying)
    return round_.replace(piles={**round_.piles, to: lying})


def discarded(round_: "Round", pile: str, card: Card) -> "Round":
    stub, lying = without(round_.stub, card), round_.piles.get(pile)
    if lying is None or card not in lying:
        return round_.replace(rack=(*round_.rack, card), stub=stub)
    return round_.replace(rack=(*round_.rack, card), stub=stub, piles={**round_.piles, pile: without(lying, card)})


def without(cards: Cards, card: Card) -> Cards:
    """The cards without one of them; of those that nobody has read, without the first."""
    if card not in cards:
        return cards
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])
