"""What the floor has ended at a table, and the transfers of chips that take two people."""

from pitboss.ledger.fold import TableRecord
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.table.authority import check_closing
from pitboss.table.refusal import refuse
from pitboss.table.state import Table

_TWO = "a {} takes two people: one asks for it at the floor's console, and another confirms it there"


def check_standing(record: TableRecord, command: Command, *, two_people: bool = False) -> None:
    """Raises CommandRefused for what the floor has ended at this table, and for an unconfirmed transfer."""
    standing, cite = record.standing, record.table.ruleset.regulation.conduct["chips_only"]
    match command:
        case c.FillTable(amount=amount) if two_people and not standing.is_confirmed("fill", amount):
            refuse("two-people", cite, _TWO.format("fill"))
        case c.CreditTable(amount=amount) if two_people and not standing.is_confirmed("credit", amount):
            refuse("two-people", cite, _TWO.format("credit"))
    check_closing(record.table, standing.closed, command)


def holders(table: Table) -> dict[str, int]:
    """The players who still have chips at a table, and how many cents each."""
    return {player: cents for player, cents in table.racks().items() if cents}
