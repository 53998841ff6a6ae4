"""Ruling committed-order: with cards of the house, nothing that a person says changes a deal once bets are open.

The order was committed to when the cards were shuffled, and cut before the bets. The regulation's recut is ordered
between rounds, and a card that lies face up voids the round instead of leaving the deck.
"""

from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.table.refusal import refuse
from pitboss.table.state import Table


def check_order_stays(table: Table, command: Command, *, physical: bool) -> None:
    """Raises CommandRefused if a command would change the order of cards after the bets on it were opened."""
    if order_stays(table, command, physical=physical):
        return
    rule = table.ruleset.regulation.shuffling.cut
    cite = rule.recut if isinstance(command, c.OrderRecut) else rule.cite
    refuse("order-committed", cite, "bets are open on this order of the cards: they are cut between rounds only")


def bound_to_order(command: Command, *, physical: bool) -> Command:
    """The command as it is decided: without real cards, one card that lies face up voids the round."""
    if physical or not isinstance(command, c.Report) or command.found != "card_face_up":
        return command
    return command.replace(order_stays=True)


def order_stays(table: Table, command: Command, *, physical: bool) -> bool:
    """Whether a command leaves the order of cards alone that bets were opened on."""
    return physical or table.round is None or not isinstance(command, c.CutCards | c.OrderRecut)
