"""The cards of a round that lie face up: hands that settlement has turned up, and cards that the dealer revealed."""

from pitboss.cards import UNREAD, Card
from pitboss.play.round import Box, Round, hand_cards
from pitboss.play.terms import Cards, Terms
from pitboss.table.state import Table


def latest_round(table: Table) -> Round | None:
    """The round under way, or the round that was completed last if no round has begun or been voided since."""
    if table.round or table.last is None or table.last.number != table.rounds:
        return table.round
    return table.last


def is_turned_up(terms: Terms, box: Box) -> bool:
    """Whether the hand lies face up: the dealer has read it, or settled a wager that no choice had settled before.

    A hand that was given up goes to the discard rack unseen; a hand that lost goes there after it was seen.
    """
    if box.surrendered or UNREAD in box.cards:
        return False
    if box.turned:
        return True
    gone = terms.script.effects_of(box.choices)
    return any(wager in box.settled for wager in box.wagers if wager not in gone)


def hand_of(terms: Terms, round_: Round, box: Box) -> Cards:
    """The cards that a box plays: its own, or the community hand that its player chose."""
    return hand_cards(box, round_.piles.get("community", ()), terms.script.community_hand)


def revealed(round_: Round) -> set[Card]:
    """Every card of the piles that lies face up."""
    return {card for cards in round_.revealed.values() for card in cards}
