"""Who may give a command at a table, by the person of the regulation that it falls to, and what a closing table takes.

The regulations say how a table is opened and nothing of how it is closed, so the house decides: the round under way is
played to its end, no other begins, everybody cashes out, and the drop is counted.
"""

from typing import Literal

from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.rules.vocabulary import Person
from pitboss.table.refusal import refuse
from pitboss.table.state import Table

Closed = Literal["", "closing", "closed"]
"""Whether the floor closes a table, or has closed it."""
_REASONS = {"closing": "the floor closes this table", "closed": "this table is closed"}


def may_give(person: Person, command: Command, *, physical: bool, clearing: bool) -> bool:
    """Whether a command falls to a person, or is among what that person also does.

    The dealer enters what players do with new cards, and at a `physical` table everything that players do. The
    floorperson also brings cards, takes devices out of service, and clears a table that closes.
    """
    if given_by(command) == person:
        return True
    match person:
        case "dealer":
            return given_by(command) == "player" and (physical or isinstance(command, c.Perform))
        case "floorperson":
            clears = clearing and isinstance(command, c.CashOut | c.LeaveSeat)
            return clears or isinstance(command, c.TakeOutOfService | c.ReceiveDecks)
    return False


def is_played(table: Table) -> bool:
    """Whether a round is under way in which a box has a wager."""
    return table.round is not None and bool(table.round.in_play())


def begins_round(table: Table, command: Command) -> bool:
    """Whether a command lets a round begin: it opens the bets, or places the first wager."""
    return isinstance(command, c.OpenBets) or (
        isinstance(command, c.PlaceWagers) and bool(command.wagers) and not is_played(table)
    )


def is_clearing(table: Table, closed: Closed) -> bool:
    """Whether a table closes and its last round is over."""
    return bool(closed) and not is_played(table)


def check_closing(table: Table, closed: Closed, command: Command) -> None:
    """CommandRefused for what a table that closes, or is closed, no longer takes."""
    if not closed:
        return
    conduct, reason = table.ruleset.regulation.conduct, _REASONS[closed]
    if begins_round(table, command):
        refuse("table-closed", conduct["before_no_more_bets"], f"no round begins: {reason}")
    match command:
        case c.TakeSeat():
            refuse("table-closed", conduct["seated_only"], f"nobody sits down any more: {reason}")
        case c.BuyChips():
            refuse("table-closed", conduct["chips_only"], f"no chips are sold any more: {reason}")


def is_taken(table: Table, closed: Closed, command: Command) -> bool:
    """Whether a table that closes still takes a command."""
    try:
        check_closing(table, closed, command)
    except CommandRefused:
        return False
    return True
