"""What a dealer or floorperson sees: the table as anybody sees it, the racks, and the commands that are theirs now.

The staff sees no more cards than the players do.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

from pitboss.errors import CommandRefused
from pitboss.ledger.table_status import OPEN, TableStatus
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.notation import show_command
from pitboss.rules.vocabulary import Person
from pitboss.table.decks import receive
from pitboss.table.irregularities import take_out
from pitboss.table.state import Table
from pitboss.views.memo import Kept, Part, View, overlaid
from pitboss.views.next_step import irregularities, next_step_view
from pitboss.views.payouts import pay_list
from pitboss.views.permitted import DEALER, open_to_house, open_to_player
from pitboss.views.seat import public_view, racks_of
from pitboss.views.shapes import NextStepView

NOBODY: Mapping[str, int] = MappingProxyType({})
_Device = Literal["shuffler", "dealing_shoe"]
_How = Literal["covered", "marked"]


def staff_view(
    table: Table,
    *people: Person,
    standing: TableStatus = OPEN,
    dealers: Mapping[str, int] = NOBODY,
    physical: bool = False,
) -> View:
    """The table for whoever stands in for these people of the regulation, as it stands with the floor.

    `dealers` are those who dealt, each with the last round; at a `physical` table the dealer enters what players do.
    """
    shared, kept = public_view(table), Kept()
    part = staff_part(table, *people, standing=standing, dealers=dealers, shared=shared, kept=kept, physical=physical)
    return overlaid(shared, part)


def staff_part(  # noqa: PLR0913 - a table, what stands beside it, and what is known already
    table: Table,
    *people: Person,
    standing: TableStatus,
    dealers: Mapping[str, int],
    shared: View,
    kept: Kept,
    physical: bool,
) -> Part:
    """What the staff sees beside the public view."""
    turn, racks = shared["turn"], racks_of(table, kept)
    part = Part({
        "racks": racks,
        "inventory": table.accounts.get("inventory", 0),
        "drop": table.accounts.get("drop", 0),
        "out_of_service": dict(table.out_of_service),
        "waiting": [[box, item] for box, item in sorted(_waiting(table))],
        "dealer": kept.of("dealer", dealers, dealer_of, dealers),
        "transfers": [one._asdict() for one in standing.transfers],
        "may": [],
    })  # fmt: skip
    if not people:
        return part
    dealing = open_to_house(table, DEALER, standing, turn, kept, physical=physical)
    own = dealing if people == DEALER else open_to_house(table, people, standing, turn, kept, physical=physical)
    may = own.texts
    if physical and "player" in people:
        players = dict.fromkeys((*table.seats.values(), *racks))
        may = [*may, *(text for player in players for text in open_to_player(table, player, turn, kept))]
    if "floorperson" in people:
        may = [*may, *map(show_command, _by_floor(table))]
    part |= {"may": may, **_work(table, standing, shared, dealing.reportable, kept)}
    return part


def dealer_of(dealers: Mapping[str, int]) -> str:
    """Who deals: whoever dealt the newest round, or makes it ready; empty before anybody has."""
    newest = max(dealers.values(), default=0)
    return ", ".join(sorted(name for name, last in dealers.items() if last == newest))


def _work(table: Table, standing: TableStatus, shared: View, reportable: list[str], kept: Kept) -> View:
    """What those who run the table do at this moment."""
    turn, clears = shared["turn"], bool(standing.closed) and not (table.round and table.round.in_play())
    return {
        "next": _closing(table, standing) if clears else _next(table, turn, kept),
        "pays": kept.of("pays", _seen_by_payer(table, shared["meters"]), pay_list, table, kept),
        "irregularities": kept.of(
            "found", (table.ruleset, table.device, reportable), irregularities, table, reportable
        ),
        "clear": list(_to_clear(table)) if clears else [],
    }


def _next(table: Table, turn: View | None, kept: Kept) -> NextStepView:
    """While bets are made, what comes next depends on what is bet at all; while players decide, on whose turn it is."""
    rules, round_, deck = (table.ruleset, table.out_of_service), table.round, table.deck
    if round_ and round_.phase == "betting" and deck and not deck.needs_cut:
        wagers = frozenset([wager for box in round_.boxes.values() for wager in box.wagers])
        return kept.of(("next", wagers), rules, next_step_view, table)
    if turn and not _waiting(table):
        return kept.of(("next", turn["box"], turn["decision"]), rules, next_step_view, table)
    return kept.of("next", table, next_step_view, table)


def _seen_by_payer(table: Table, meters: View) -> object:
    """Before the settlement, only boxes of which something is settled already have lines."""
    round_ = table.round
    if round_ and round_.phase != "settling":
        boxes = {number: box for number, box in round_.boxes.items() if box.settled}
        return table.terms, round_.phase, round_.collected, boxes
    return table.terms, (round_, meters) if round_ else table.last


def _closing(table: Table, standing: TableStatus) -> View:
    """What is left to do at a table that closes. No regulation says how: the house does."""
    cite = table.ruleset.regulation.conduct["chips_only"]
    steps = [{"text": part["text"], "cite": part["cite"]} for part in _to_clear(table)]
    if standing.closed == "closed":
        title = "This table is closed; the floorperson opens it"
    else:
        title = "Clear the table" if steps else "Count the drop and close the table"
    return {
        "by": "floorperson", "title": title, "cite": cite, "command": None, "says": "", "steps": steps, "reads": 0,
    }  # fmt: skip


def _to_clear(table: Table) -> Iterator[View]:
    """Who still sits or holds chips, and the command that ends it."""
    conduct = table.ruleset.regulation.conduct
    for box, player in sorted(table.seats.items()):
        command = show_command(c.LeaveSeat(box))
        yield {"text": f"{player} leaves box {box}", "command": command, "cite": conduct["remain_seated"]}
    for player, cents in table.racks().items():
        if cents:
            command = show_command(c.CashOut(player, cents))
            yield {
                "text": f"{player} cashes out {show_money(cents)}",
                "command": command,
                "cite": conduct["chips_only"],
            }


def _by_floor(table: Table) -> Iterator[Command]:
    """What the floor does as well as the dealer: bring cards, and take devices out of service."""
    for device in get_args(_Device):
        for how in get_args(_How):
            command = c.TakeOutOfService(device, how)
            if _is_open(take_out, table, command):
                yield command
    change = c.ReceiveDecks(table.ruleset.submission.decks, preshuffled=False)
    if _is_open(receive, table, change):
        yield change


def _is_open(handler: Callable[[Table, Any], Iterator[object]], table: Table, command: Command) -> bool:
    try:
        tuple(handler(table, command))
    except CommandRefused:
        return False
    return True


def _waiting(table: Table) -> frozenset[tuple[int, str]]:
    """The wins that the floorperson has not validated."""
    return table.round.asked - table.round.validated if table.round else frozenset()
