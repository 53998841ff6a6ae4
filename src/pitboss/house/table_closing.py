"""What the floor has ended at a table, and the transfers of chips that take two people."""

from typing import NamedTuple

from pitboss.errors import CommandRefused
from pitboss.ledger.fold import TableRecord
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.notation import show_command
from pitboss.table.authority import begins_round, check_closing
from pitboss.table.refusal import refuse
from pitboss.table.settled import is_being_settled
from pitboss.table.state import Table

_TWO = "a {} takes two people: one asks for it at the floor's console, and another confirms it there"


class OnePerson(NamedTuple):
    """What one person does alone with chips that have a value, in cents. Fills and credits always take two people."""

    corrects: int
    """The most that one person gives or takes by corrections, for one player in one round."""
    sells: int
    """The largest sale of chips."""
    racks: bool = False
    """Whether racks are counted by denomination: the house file states the chips of the house."""


def check_standing(record: TableRecord, command: Command, one_person: OnePerson | None = None, by: str = "") -> None:
    """Raises CommandRefused for what the floor has ended at this table, and for chips that two people must move.

    No second person is needed if `one_person` is None, as for practice.
    """
    if one_person is not None:
        _check_two_people(record, command, one_person, by)
        if one_person.racks:
            _check_rack(record, command)
    check_closing(record.table, record.standing.closed, command)


def _check_two_people(record: TableRecord, command: Command, one_person: OnePerson, by: str) -> None:
    standing, regulation = record.standing, record.table.ruleset.regulation
    match command:
        case c.BuyChips(amount=amount) if amount > one_person.sells:
            if not standing.is_command_confirmed(show_command(command)):
                told = f"sale of chips above {show_money(one_person.sells)}"
                refuse("two-people", regulation.conduct["chips_only"], _TWO.format(told))
        case c.FillTable(amount=amount) if not standing.is_confirmed("fill", amount):
            refuse("two-people", regulation.conduct["chips_only"], _TWO.format("fill"))
        case c.CreditTable(amount=amount) if not standing.is_confirmed("credit", amount):
            refuse("two-people", regulation.conduct["chips_only"], _TWO.format("credit"))
        case c.CorrectPayment():
            cite = next(step.cite for step in regulation.script if step.step == "clear")
            if not command.round and record.table.last is not None:
                told = "name the wager, the box and the round: `… for pair_plus of box 3 in round 12 because …`"
                refuse("correction-unnamed", cite, told)
            corrected = standing.corrected_by(by, command.player) + abs(command.amount)
            if corrected > one_person.corrects and not standing.is_command_confirmed(show_command(command)):
                told = f"correction above {show_money(one_person.corrects)}, all of a player's in one round together,"
                refuse("two-people", cite, _TWO.format(told))


def _check_rack(record: TableRecord, command: Command) -> None:
    """Refuses what takes a counted rack first, and what moves a drop box or chips without a count."""
    table, rack = record.table, record.standing.rack
    if rack.state != "open" and (begins_round(table, command) or isinstance(command, c.BuyChips)):
        told = "the dealer counts the table inventory and a floorperson confirms the count before the table is used"
        raise CommandRefused("rack-not-counted", rack_law(record, ".02 A"), told)
    match command:
        case c.EmptyDrop():
            told = "the drop box leaves the table with a count of the table inventory: count that"
            raise CommandRefused("count-first", rack_law(record, ".07 A"), told)
        case c.FillTable() | c.CreditTable():
            told = "chips move by denomination when a second person confirms the request: ask on the floor's page"
            raise CommandRefused("by-denomination", rack_law(record, ".02 B(5)"), told)
        case c.CashOut() if is_being_settled(table):
            told = "the round is being settled: players cash out when it is over"
            raise CommandRefused("round-under-way", rack_law(record, ".23 A"), told)


def rack_law(record: TableRecord, place: str) -> str:
    """A clause of COMAR 36.05.03 where it is the law; elsewhere the document's own clause on chips."""
    regulation = record.table.ruleset.regulation
    return f"COMAR 36.05.03{place}" if regulation.jurisdiction == "Maryland" else str(regulation.conduct["chips_only"])


def holders(table: Table) -> dict[str, int]:
    """The players who still have chips at a table, and how many cents each."""
    return {player: cents for player, cents in table.racks().items() if cents}
