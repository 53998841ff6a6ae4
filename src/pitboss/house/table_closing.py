"""What a table that closes, or is closed, still takes; and which transfers of chips take two people.

The regulations say how a table is opened and nothing of how it is closed, so the house decides: the round under way is
played to its end, no other begins, everybody cashes out, and the drop is counted. To open again, cards are received and
inspected as for the first time.
"""

from pitboss.ledger.fold import TableRecord
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.table.refusal import refuse
from pitboss.table.state import Table

_TOLD = {"closing": "the floor closes this table", "closed": "this table is closed"}


def check_standing(record: TableRecord, command: Command, *, two_people: bool = False) -> None:
    """CommandRefused for what the floor has ended at this table, and for a transfer that nobody has confirmed."""
    standing, conduct = record.standing, record.table.ruleset.regulation.conduct
    match command:
        case c.FillTable(amount=amount) if two_people and not standing.is_confirmed("fill", amount):
            refuse("two-people", conduct["chips_only"], _TWO.format("fill"))
        case c.CreditTable(amount=amount) if two_people and not standing.is_confirmed("credit", amount):
            refuse("two-people", conduct["chips_only"], _TWO.format("credit"))
    if not standing.closed:
        return
    told = _TOLD[standing.closed]
    match command:
        case c.OpenBets():
            refuse("table-closed", conduct["before_no_more_bets"], f"no round begins: {told}")
        case c.TakeSeat():
            refuse("table-closed", conduct["seated_only"], f"nobody sits down any more: {told}")
        case c.BuyChips():
            refuse("table-closed", conduct["chips_only"], f"no chips are sold any more: {told}")
        case c.PlaceWagers(wagers=wagers) if wagers and not is_played(record.table):
            refuse("table-closed", conduct["before_no_more_bets"], f"no round begins: {told}")


_TWO = "a {} takes two people: one asks for it at the floor's console, and another confirms it there"


def is_played(table: Table) -> bool:
    """Whether a round is under way in which somebody has a wager."""
    return table.round is not None and bool(table.round.in_play())


def holders(table: Table) -> dict[str, int]:
    """Who still has chips at a table, and how many."""
    racks = ((name.removeprefix("rack "), cents) for name, cents in table.accounts.items() if name.startswith("rack "))
    return {player: cents for player, cents in racks if cents}
