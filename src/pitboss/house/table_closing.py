"""What the floor has ended at a table, and the transfers of chips that take two people."""

from pitboss.ledger.fold import TableRecord
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.notation import show_command
from pitboss.table.authority import check_closing
from pitboss.table.refusal import refuse
from pitboss.table.state import Table

_TWO = "a {} takes two people: one asks for it at the floor's console, and another confirms it there"


def check_standing(record: TableRecord, command: Command, one_person_corrects: int | None = None) -> None:
    """Raises CommandRefused for what the floor has ended at this table, and for chips that two people must move.

    No second person is needed if `one_person_corrects` is None; else it is the largest correction by one person.
    """
    if one_person_corrects is not None:
        _check_two_people(record, command, one_person_corrects)
    check_closing(record.table, record.standing.closed, command)


def _check_two_people(record: TableRecord, command: Command, limit: int) -> None:
    standing, regulation = record.standing, record.table.ruleset.regulation
    match command:
        case c.FillTable(amount=amount) if not standing.is_confirmed("fill", amount):
            refuse("two-people", regulation.conduct["chips_only"], _TWO.format("fill"))
        case c.CreditTable(amount=amount) if not standing.is_confirmed("credit", amount):
            refuse("two-people", regulation.conduct["chips_only"], _TWO.format("credit"))
        case c.CorrectPayment():
            cite = next(step.cite for step in regulation.script if step.step == "clear")
            if not command.round and record.table.last is not None:
                told = "name the wager, the box and the round: `… for pair_plus of box 3 in round 12 because …`"
                refuse("correction-unnamed", cite, told)
            if abs(command.amount) > limit and not standing.is_correction_confirmed(show_command(command)):
                refuse("two-people", cite, _TWO.format(f"correction above {show_money(limit)}"))


def holders(table: Table) -> dict[str, int]:
    """The players who still have chips at a table, and how many cents each."""
    return {player: cents for player, cents in table.racks().items() if cents}
