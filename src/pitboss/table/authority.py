"""Who may give each command at a table, and which commands a closing table still accepts.

The regulations say how a table opens but not how it closes, so the house decides: the round in progress is finished, no
other begins, all players cash out, and the drop is counted.
"""

from typing import Literal

from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.rules.vocabulary import Person
from pitboss.table.refusal import refuse
from pitboss.table.state import Table

Closed = Literal["", "closing", "closed"]
"""Empty while a table is open; `closing` and `closed` once the floor closes it."""
_REASONS = {"closing": "the floor is closing this table", "closed": "this table is closed"}


def may_give(person: Person, command: Command, *, physical: bool, clearing: bool) -> bool:
    """Whether a person may give a command: it is that person's own, or one that the person gives for others.

    The dealer enters what players do with new cards and, at a `physical` table, everything that players do. Only there
    can the dealer have entered a choice wrongly. Dealer and floorperson sell chips. The floorperson may also bring
    cards, take devices out of service, and clear a closing table.
    """
    if given_by(command) == person:
        return physical or not isinstance(command, c.CorrectChoice)
    match person:
        case "dealer":
            return given_by(command) == "player" and (physical or isinstance(command, c.Perform | c.BuyChips))
        case "floorperson":
            clears = clearing and isinstance(command, c.CashOut | c.LeaveSeat)
            return clears or isinstance(command, c.TakeOutOfService | c.ReceiveDecks | c.BuyChips)
    return False


def is_played(table: Table) -> bool:
    """Whether a round is in progress and a box has a wager in it."""
    return table.round is not None and bool(table.round.in_play())


def begins_round(table: Table, command: Command) -> bool:
    """Whether a command lets a round begin: it opens the bets, or places the first wager."""
    return isinstance(command, c.OpenBets) or (
        isinstance(command, c.PlaceWagers) and bool(command.wagers) and not is_played(table)
    )


def is_clearing(table: Table, closed: Closed) -> bool:
    """Whether a table is closing and its last round is over."""
    return bool(closed) and not is_played(table)


def check_closing(table: Table, closed: Closed, command: Command) -> None:
    """Raises CommandRefused if a closing or closed table no longer accepts the command."""
    if not closed:
        return
    conduct, reason = table.ruleset.regulation.conduct, _REASONS[closed]
    if begins_round(table, command):
        refuse("table-closed", conduct["before_no_more_bets"], f"no round begins: {reason}")
    match command:
        case c.TakeSeat():
            refuse("table-closed", conduct["seated_only"], f"no player can sit down: {reason}")
        case c.BuyChips():
            refuse("table-closed", conduct["chips_only"], f"no chips are sold: {reason}")


def is_taken(table: Table, closed: Closed, command: Command) -> bool:
    """Whether a closing table still accepts a command."""
    try:
        check_closing(table, closed, command)
    except CommandRefused:
        return False
    return True
