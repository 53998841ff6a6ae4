"""Who may give which command: by role, by table, by box, and if necessary by two people."""

from typing import Literal, NamedTuple, get_args

from pitboss.house.table_closing import OnePerson, check_standing
from pitboss.ledger.fold import TableRecord
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.rules.clause import Clause
from pitboss.rules.vocabulary import Person
from pitboss.table.authority import is_clearing, may_give
from pitboss.table.committed_order import check_order_stays
from pitboss.table.refusal import refuse
from pitboss.table.state import Table

Role = Literal[
    "player", "dealer", "floorperson", "auditor", "manager", "cage", "surveillance", "count", "regulator"
]  # fmt: skip
ROLES: tuple[Role, ...] = get_args(Role)
MAY: dict[Person, frozenset[Role]] = {
    "player": frozenset({"player"}),
    "dealer": frozenset({"dealer"}),
    "floorperson": frozenset({"floorperson", "manager"}),
}
"""The roles that may do what falls to a person of the regulation: the floorperson's also falls to those above."""
OVERSEERS: frozenset[Role] = frozenset({"auditor", "floorperson", "manager", "surveillance", "regulator"})
"""The roles that read every round that is over, the ledger, incidents and reports."""
COUNTS_DROP: frozenset[Role] = frozenset({*MAY["floorperson"], "count"})
"""The roles that count a drop, and so may not be told what it is before."""
SENDS_CHIPS: frozenset[Role] = frozenset({*MAY["dealer"], *MAY["floorperson"], "cage"})
"""The roles of which one may be the second person for a fill or a credit."""
_WANTED = {"floorperson": "a floorperson or above", "dealer": "the dealer", "player": "a player"}


class Who(NamedTuple):
    """Someone who gives commands. `tables` are the only tables; empty means every table."""

    name: str
    role: Role
    tables: tuple[str, ...] = ()


def check_authority(
    who: Who, record: TableRecord, command: Command, *, physical: bool = False, one_person: OnePerson | None = None
) -> None:
    """CommandRefused if the command is not this person's to give, at this table, as the table stands.

    At a `physical` table, with real cards and chips, the dealer also enters what players do. `one_person` is what one
    person does with chips that have a value; None for practice.
    """
    table = record.table
    regulation, person = table.ruleset.regulation, given_by(command)
    if who.tables and table.ruleset.table not in who.tables:
        refuse("not-your-table", regulation.table.cite, f"{who.name} does not work at this table")
    clearing = is_clearing(table, record.standing.closed)
    people = (one for one, roles in MAY.items() if who.role in roles)
    counts = who.role in COUNTS_DROP and isinstance(command, c.EmptyDrop)
    if not counts and not any(may_give(one, command, physical=physical, clearing=clearing) for one in people):
        if who.role in MAY[person]:
            told = "players choose for themselves at this table: the floorperson corrects the payment"
            refuse("players-choose", _cite(table, command), told)
        refuse("not-your-role", _cite(table, command), f"{_WANTED[person]} does this, not the {who.role}")
    if who.role == "player" and not _own(who, table, command):
        refuse("not-your-box", regulation.conduct["own_hand"], "a player acts only for their own boxes and chips")
    if _takes_two(command):
        if record.dealers.get(who.name, -1) >= table.rounds:
            reason = f"{who.name} has dealt here: someone who did not deal this round must do this"
            refuse("dual-control", _cite(table, command), reason)
        if who.name == _gains(table, command):
            refuse("dual-control", _cite(table, command), f"{who.name} would be paid: someone else must do this")
    check_order_stays(table, command, physical=physical)
    if one_person and who.role == "player" and isinstance(command, c.BuyChips):
        # COMAR 36.05.02.21 C, D: the dealer takes currency or value chips and then credits the player.
        told = "the dealer or the floor sells chips, and takes the money for them first"
        refuse("chips-are-sold", _cite(table, command), told)
    check_standing(record, command, one_person, who.name)


def _own(who: Who, table: Table, command: Command) -> bool:
    match command:
        case c.BuyChips(player=player) | c.CashOut(player=player) | c.TakeSeat(player=player):
            return player == who.name
        case c.LeaveSeat(box=box) | c.PlaceWagers(box=box) | c.Choose(box=box):
            # The engine's own refusal says better that a box is empty.
            return (_player(table, box) or who.name) == who.name
        case c.Perform():
            return who.name in table.seats.values()
    return False


def _player(table: Table, box: int) -> str:
    """The player of a box. A hand belongs to the player who left it."""
    there = table.round.boxes.get(box) if table.round else None
    return there.player if there else table.seats.get(box, "")


def _takes_two(command: Command) -> bool:
    """Whether a command checks the dealer's own work, so that someone who has not dealt must give it."""
    checks = (
        isinstance(command, c.Perform | c.Report | c.CorrectCards | c.CorrectChoice) and command.who == "floorperson"
    )
    return checks or isinstance(command, c.ValidateWin | c.CorrectPayment | c.ConfirmReport)


def _gains(table: Table, command: Command) -> str:
    """The player whose payment a command decides."""
    match command:
        case c.ValidateWin(box=box):
            return _player(table, box)
        case c.CorrectPayment(player=player):
            return player
    return ""


def _cite(table: Table, command: Command) -> Clause:
    """The clause that says who gives a command."""
    regulation = table.ruleset.regulation
    match command:
        case c.ValidateWin(item=item):
            named = [row for step in regulation.script for row in step.items if row.item == item and row.validated]
            return named[0].validated or named[0].cite if named else regulation.table.cite
        case c.OrderRecut():
            return regulation.shuffling.cut.recut
        case c.OrderShuffle():
            rows = regulation.shuffling.occasions
            return next((row.cite for row in rows if row.when == "floor_orders"), regulation.shuffling.cite)
        case c.Perform(step=does, who=who):
            steps = regulation.opening.steps
            return next((step.cite for step in steps if (step.does, step.by) == (does, who)), regulation.opening.cite)
        case c.ConfirmReport() | c.RefuseReport() | c.Report():
            return next(row.cite for row in regulation.irregularities if row.found == "wrong_number_of_cards")
        case c.CorrectPayment():
            return next(step.cite for step in regulation.script if step.step == "clear")
        case c.BuyChips() | c.CashOut() | c.FillTable() | c.CreditTable() | c.EmptyDrop():
            return regulation.conduct["chips_only"]
        case c.Choose() | c.PlaceWagers():
            return regulation.conduct["own_hand"]
    return regulation.table.cite
