"""Who may give which command: the role, the table, the own box, and two people where one does not suffice."""

from typing import Literal, NamedTuple, NoReturn, get_args

from pitboss.errors import CommandRefused
from pitboss.house.table_closing import check_standing, is_played
from pitboss.ledger.fold import TableRecord
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.rules.vocabulary import Person
from pitboss.table.state import Table

Role = Literal["player", "dealer", "floorperson", "auditor", "manager"]
ROLES: tuple[Role, ...] = get_args(Role)
MAY: dict[Person, frozenset[Role]] = {
    "player": frozenset({"player"}),
    "dealer": frozenset({"dealer"}),
    "floorperson": frozenset({"floorperson", "manager"}),
}
"""The roles that may do what falls to a person of the regulation: the floorperson's also falls to those above."""
_WANTED = {"floorperson": "a floorperson or above", "dealer": "the dealer", "player": "a player"}


class Who(NamedTuple):
    """Someone who gives commands. `tables` are the only tables; empty means every table."""

    name: str
    role: Role
    tables: tuple[str, ...] = ()


def check_authority(
    who: Who, record: TableRecord, command: Command, *, physical: bool = False, two_people: bool = False
) -> None:
    """CommandRefused where the command is not this person's to give, at this table, as the table stands.

    At a `physical` table, with real cards and chips, the dealer also enters what players do. `two_people` says that
    chips move between cage and table only when a second person has confirmed it.
    """
    table = record.table
    regulation, person = table.ruleset.regulation, given_by(command)
    if who.tables and table.ruleset.table not in who.tables:
        refuse("not-your-table", regulation.table.cite, f"{who.name} does not work at this table")
    if (
        who.role not in MAY[person]
        and not _seen_by_dealer(who, command, physical)
        and not _by_floor(who, record, command)
    ):
        refuse("not-your-role", _cite(table, command), f"{_WANTED[person]} does this, not the {who.role}")
    if who.role == "player" and not _own(who, table, command):
        refuse("not-your-box", regulation.conduct["own_hand"], "a player acts for the own boxes and chips alone")
    if _takes_two(command):
        if record.dealers.get(who.name, -1) >= table.rounds:
            told = f"{who.name} has dealt here: somebody other than the dealers of the round does this"
            refuse("dual-control", _cite(table, command), told)
        if who.name == _gains(table, command):
            told = f"{who.name} would be paid: somebody else does this"
            refuse("dual-control", _cite(table, command), told)
    check_standing(record, command, two_people=two_people)


def refuse(code: str, clause: str, reason: str) -> NoReturn:
    raise CommandRefused(code, clause, reason)


def _seen_by_dealer(who: Who, command: Command, physical: bool) -> bool:
    """What a player does is entered by the dealer who sees it: opening the cards, and all else at a physical table."""
    return who.role == "dealer" and given_by(command) == "player" and (physical or isinstance(command, c.Perform))


def _by_floor(who: Who, record: TableRecord, command: Command) -> bool:
    """What the floor also does: brings cards, takes devices out of service, and clears a table that closes."""
    if who.role not in MAY["floorperson"]:
        return False
    clears = bool(record.standing.closed) and not is_played(record.table)
    return isinstance(command, c.TakeOutOfService | c.ReceiveDecks) or (
        clears and isinstance(command, c.CashOut | c.LeaveSeat)
    )


def _own(who: Who, table: Table, command: Command) -> bool:
    match command:
        case c.BuyChips(player=player) | c.CashOut(player=player) | c.TakeSeat(player=player):
            return player == who.name
        case c.LeaveSeat(box=box) | c.PlaceWagers(box=box) | c.Choose(box=box):
            # An empty box is nobody's; the engine says so in better words.
            return (_player(table, box) or who.name) == who.name
        case c.Perform():
            return who.name in table.seats.values()
    return False


def _player(table: Table, box: int) -> str:
    """Whose box it is: a hand stays that of the player who left it."""
    there = table.round.boxes.get(box) if table.round else None
    return there.player if there else table.seats.get(box, "")


def _takes_two(command: Command) -> bool:
    """What somebody does who has not dealt: the check of the dealer's own work."""
    verifies = isinstance(command, c.Perform) and command.who == "floorperson"
    return verifies or isinstance(command, c.ValidateWin | c.CorrectPayment)


def _gains(table: Table, command: Command) -> str:
    """The player whose payment a command decides."""
    match command:
        case c.ValidateWin(box=box):
            return _player(table, box)
        case c.CorrectPayment(player=player):
            return player
    return ""


def _cite(table: Table, command: Command) -> str:
    """The clause that gives a command to somebody."""
    regulation = table.ruleset.regulation
    match command:
        case c.ValidateWin(item=item):
            named = [row for step in regulation.script for row in step.items if row.item == item and row.validated]
            return str(named[0].validated) if named else regulation.table.cite
        case c.OrderRecut():
            return regulation.shuffling.cut.recut
        case c.OrderShuffle():
            rows = regulation.shuffling.occasions
            return next((row.cite for row in rows if row.when == "floor_orders"), regulation.shuffling.cite)
        case c.Perform(step=does, who=who):
            steps = regulation.opening.steps
            return next((step.cite for step in steps if (step.does, step.by) == (does, who)), regulation.opening.cite)
        case c.CorrectPayment():
            return next(step.cite for step in regulation.script if step.step == "clear")
        case c.BuyChips() | c.CashOut() | c.FillTable() | c.CreditTable() | c.EmptyDrop():
            return regulation.conduct["chips_only"]
        case c.Choose() | c.PlaceWagers():
            return regulation.conduct["own_hand"]
    return regulation.table.cite
