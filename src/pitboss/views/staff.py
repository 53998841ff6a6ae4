"""What a dealer or floorperson sees: the table as anybody sees it, the racks, and what they may do now.

The staff sees no more cards than the players do.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pitboss.documents.titles import item_title
from pitboss.ledger.rack import Rack, payout_methods
from pitboss.ledger.table_status import OPEN, TableStatus
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play.notation import show_command
from pitboss.rules.vocabulary import Person
from pitboss.table.authority import is_clearing
from pitboss.table.decks import deck_name, rounds_to_count
from pitboss.table.state import Table
from pitboss.text import plural
from pitboss.views.memo import Part, View, ViewMemo, overlaid
from pitboss.views.next_step import next_step_view
from pitboss.views.payouts import pay_list
from pitboss.views.permitted import repeated_bets, staff_actions
from pitboss.views.seat import public_view, racks_of, seat_parts
from pitboss.views.shapes import (
    ClearingStep,
    DeckAge,
    NextStepView,
    PayLine,
    PayoutView,
    RackCountView,
    RackView,
    StubCount,
)

_BY_COUNT = {"FillTable", "CreditTable", "EmptyDrop"}
"""Commands that a table whose rack is counted does not take: its chips move by denomination, with a count."""
NOBODY: Mapping[str, int] = MappingProxyType({})


def staff_view(
    table: Table,
    person: Person | None = None,
    *,
    standing: TableStatus = OPEN,
    dealers: Mapping[str, int] = NOBODY,
    physical: bool = False,
) -> View:
    """The table for a dealer, a floorperson or an auditor, with the state of the floor.

    `dealers` are those who dealt, each with their last round. At a `physical` table the dealer enters what players do.
    """
    shared, memo = public_view(table), ViewMemo()
    part = staff_part(table, person, standing=standing, dealers=dealers, shared=shared, memo=memo, physical=physical)
    return overlaid(shared, part)


def staff_part(  # noqa: PLR0913 - a table, its surroundings, and what the caller already has
    table: Table,
    person: Person | None = None,
    *,
    standing: TableStatus,
    dealers: Mapping[str, int],
    shared: View,
    memo: ViewMemo,
    physical: bool,
) -> Part:
    """What the staff sees besides the public view."""
    part = Part({
        "racks": racks_of(table, memo),
        "inventory": inventory_of(table, standing.rack, person),
        "counted_rack": _rack(table, standing.rack, person),
        # Those who count the drop count it blind.
        **({"drop": table.accounts.get("drop", 0)} if person is None else {}),
        "out_of_service": dict(table.out_of_service),
        "waiting": [[box, item] for box, item in sorted(_waiting(table))],
        "stub_count": _stub_count(table),
        "deck_age": list(_deck_ages(table)),
        "dealer": memo(dealer_of, dealers),
        "transfers": [one.as_dict() for one in standing.transfers],
        "actions": [],
    })  # fmt: skip
    if person is None:
        return part
    actions = staff_actions(table, person, standing.closed, memo, physical=physical)
    if standing.rack.state:
        actions = [action for action in actions if action["kind"] not in _BY_COUNT]
    if physical and person == "dealer":
        players = seat_parts(table, shared, memo).values()
        repeats = memo(repeated_bets, table)
        actions = [*actions, *(action for player in players for action in player["actions"]), *repeats]
    clears = is_clearing(table, standing.closed)
    part |= {
        "actions": actions,
        "next": _closing_step(table, standing) if clears else memo(next_step_view, table, memo),
        "pays": _paid_by_hand(table, standing.rack, memo(pay_list, table, memo)),
        "clear": list(_to_clear(table)) if clears else [],
    }
    return part


def _paid_by_hand(table: Table, rack: Rack, lines: list[PayLine]) -> list[PayLine]:
    """The list of payments, in which those of the last round that the desk owes take no chips."""
    if table.round or not table.last or not rack.payouts:
        return lines
    owed = {(one.box, one.item) for one in rack.payouts if one.round == table.last.number}
    return [
        {**line, "chips": [], "why": "paid by hand at the desk"} if (line["box"], line["item"]) in owed else line
        for line in lines
    ]


def inventory_of(table: Table, rack: Rack, person: Person | None) -> int | None:
    """The chips in the table inventory; None for the dealer of a rack that is counted, who counts it blind."""
    if not rack.state:
        return table.accounts.get("inventory", 0)
    return None if person == "dealer" else rack.amount


def _rack(table: Table, rack: Rack, person: Person | None) -> RackView:
    counts: list[RackCountView] = [
        {
            "id": one.id, "kind": one.kind, "by": one.by, "amount": None if person == "dealer" else one.amount,
            "chips": [] if person == "dealer" else [list(pair) for pair in one.chips],
        }
        for one in rack.counts
    ]  # fmt: skip
    regulation = table.ruleset.regulation
    payouts: list[PayoutView] = [
        {
            "id": one.id, "round": one.round, "box": one.box, "title": item_title(regulation, one.item),
            "player": one.player, "amount": one.amount, "hand": one.hand, "missing": list(one.missing),
            "methods": list(payout_methods(one.amount)),
        }
        for one in rack.payouts
    ]  # fmt: skip
    amount = rack.amount if rack.state and person != "dealer" else None
    return {"state": rack.state, "amount": amount, "box": rack.box is not None, "counts": counts, "payouts": payouts}


def _stub_count(table: Table) -> StubCount | None:
    """When the stub is counted next; None if the shuffler counts."""
    rounds, cite = rounds_to_count(table), table.ruleset.regulation.dealing[table.device].stub.count_cite
    if rounds is None:
        return None
    text = f"Stub count due in {plural(rounds, 'round')}" if rounds else "Stub count due in this round"
    return {"rounds": rounds, "text": text, "cite": cite}


def _deck_ages(table: Table) -> Iterator[DeckAge]:
    """By when each deck in play is changed. A change is open between rounds long before that."""
    for life in table.ruleset.regulation.decks.life:
        for index, deck in enumerate(table.decks):
            if table.device in life.devices and deck.since is not None:
                change_by = (deck.since + life.hours * 3600) * 1000
                yield {"deck": deck_name(table, index), "hours": life.hours, "change_by": change_by, "cite": life.cite}


def dealer_of(dealers: Mapping[str, int]) -> str:
    """The dealers of the newest round, or those who make it ready; empty if nobody has dealt."""
    newest = max(dealers.values(), default=0)
    return ", ".join(sorted(name for name, last in dealers.items() if last == newest))


def _closing_step(table: Table, standing: TableStatus) -> NextStepView:
    """What is left to do at a closing table. The house decides it; no regulation does."""
    steps = list(_to_clear(table))
    if standing.closed == "closed":
        title = "This table is closed; the floorperson opens it"
    else:
        title = "Clear the table" if steps else "Count the drop and close the table"
    return {
        "by": "floorperson", "title": title, "cite": table.ruleset.regulation.conduct["chips_only"], "command": None,
        "says": "", "steps": [{"text": step["text"], "cite": step["cite"]} for step in steps], "reads": 0,
    }  # fmt: skip


def _to_clear(table: Table) -> Iterator[ClearingStep]:
    """Who still sits or holds chips, and the command that ends it."""
    conduct = table.ruleset.regulation.conduct
    for box, player in sorted(table.seats.items()):
        command = show_command(c.LeaveSeat(box))
        yield {"text": f"{player} leaves box {box}", "command": command, "cite": conduct["remain_seated"]}
    for player, cents in table.racks().items():
        if cents:
            text, command = f"{player} cashes out {show_money(cents)}", show_command(c.CashOut(player, cents))
            yield {"text": text, "command": command, "cite": conduct["chips_only"]}


def _waiting(table: Table) -> frozenset[tuple[int, str]]:
    """The wins that the floorperson has not validated."""
    return table.round.asked - table.round.validated if table.round else frozenset()
