"""The decision on a command: the entries that the house would append. Nothing changes before they are stored."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from pitboss.errors import CommandRefused, LedgerBroken
from pitboss.house.authority import Who, check_authority
from pitboss.house.fill_in import fill_in
from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.house.held_payouts import DeskRules, beyond_rack, held_payouts, pending, total
from pitboss.house.house_changes import RulesDue
from pitboss.house.request import CommandRequest, show_house_command
from pitboss.house.slip_issue import slip_drafts
from pitboss.house.table_closing import OnePerson, rack_law
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import REFUSALS, LinkRecord, TableRecord, link_stream, table_stream
from pitboss.ledger.rack import after_events
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.encoding import event_to_json
from pitboss.rules.submission import DeskLimits
from pitboss.table.authority import begins_round
from pitboss.table.committed_order import bound_to_order
from pitboss.table.decide import act
from pitboss.table.meters import linked, moving, shown
from pitboss.table.state import Table, evolve

Links = Mapping[str, LinkRecord]


class DecidedCommand(NamedTuple):
    """The entries for the table's stream and for the links whose meters move; the events, and the table after them."""

    drafts: list[Draft]
    events: tuple[e.Event, ...]
    table: Table


class Circumstances(NamedTuple):
    """What a decision depends on besides the table: the links, the time in milliseconds, and the rules of the house."""

    links: Links
    at: int
    random: Callable[[], bytes]
    """Draws 32 bytes for the command. Only a command that the rules accept draws."""
    physical: bool
    one_person: OnePerson | None
    """What one person does alone with chips; None if one person may do everything, as for practice."""
    due: Callable[[TableRecord, int], RulesDue | None]
    """Why a table must take other rules before a round begins; None if a round may begin."""
    slips_by: GamingCalendar | None = None
    """The gaming days by which slips are issued; None if the house issues none."""
    desk: DeskLimits = DeskLimits()


def decide_command(who: Who, request: CommandRequest, record: TableRecord, by: Circumstances) -> DecidedCommand:
    """Decides a command by the rules; CommandRefused says why it is not permitted."""
    table, regulation = record.table, record.table.ruleset.regulation
    if request.round is not None and request.round != table.rounds:
        late = f"this command is for round {request.round}, but the table is at round {table.rounds}"
        raise CommandRefused("other-round", regulation.conduct["no_change_after"], late)

    def check(command: Command) -> None:
        check_authority(who, record, command, physical=by.physical, one_person=by.one_person)

    def draw(likewise: Command) -> bytes:
        check(likewise)
        act(table, likewise)
        return by.random()

    command, shuffle = fill_in(table, request.command, physical=by.physical, now=by.at // 1000, draw=draw)
    check(command)
    command = bound_to_order(command, physical=by.physical)
    if begins_round(table, command) and (due := by.due(record, by.at)):
        raise CommandRefused(due.code, regulation.conduct["before_no_more_bets"], due.reason)
    decided, events = act(table, command)
    moves = list(moving(events))
    links = linked(table) if moves else {}
    if moved := link_meter_events(table, by.links, {links[meter] for meter, _ in moves}):
        # Other tables have moved these meters: the command is decided again with the meters as they are now.
        decided, events = act(evolve_all(table, moved), command)
        events, moves = (*moved, *events), list(moving(events))
    if by.slips_by and record.standing.rack.state:
        desk = DeskRules(by.desk, by.slips_by.date_of(by.at).isoformat())
        decided, events = _with_held(record, decided, events, desk)
        _check_rack(record, decided, events, desk)
    if sum(decided.accounts.values()) != 0:
        raise LedgerBroken("this command would create or lose chips: nothing was recorded; report it with its text")
    content = {
        "at": by.at, "by": who.name, "role": who.role, "id": request.id, "command": show_house_command(request.command),
        "events": [event_to_json(event) for event in events], **shuffle,
    }  # fmt: skip
    drafts = [Draft(table_stream(request.table), record.seq, content)]
    for name in dict.fromkeys(links[meter] for meter, _ in moves):
        on_link = [event_to_json(event) for meter, event in moves if links[meter] == name]
        of = {"stream": table_stream(request.table), "seq": record.seq + 1}
        drafts.append(Draft(link_stream(name), by.links[name].seq, {"at": by.at, "of": of, "events": on_link}))
    if by.slips_by:
        drafts += slip_drafts(drafts[:1], record, by.slips_by)
    return DecidedCommand(drafts, events, decided)


def _with_held(
    record: TableRecord, decided: Table, events: tuple[e.Event, ...], desk: DeskRules
) -> tuple[Table, tuple[e.Event, ...]]:
    """Sends to the desk what is paid by hand of a round that is over."""
    rack, round_ = record.standing.rack, decided.last
    if round_ is None or not any(isinstance(event, e.RoundCompleted) for event in events):
        return decided, events
    held = [*held_payouts(decided, round_, desk)]
    if rack.by_hand == round_.number:
        lacking = -after_events(rack, record.table.accounts, decided.accounts, events).amount - total(held)
        held += beyond_rack(decided, round_, desk, lacking)
    return evolve_all(decided, held), (*events, *held)


def _check_rack(record: TableRecord, decided: Table, events: Iterable[e.Event], desk: DeskRules) -> None:
    """Refuses to pay chips that a counted rack does not hold, unless the floor ordered a payment by hand."""
    rack = record.standing.rack
    if decided.round and decided.round.number == rack.by_hand:
        return
    left = after_events(rack, record.table.accounts, decided.accounts, events).amount + pending(decided, desk)
    if left < min(0, rack.amount):
        told = (
            f"the table inventory holds {show_money(rack.amount)} and lacks {show_money(-left)} for this: "
            "it waits for a fill, or the floor orders payment by hand"
        )
        raise CommandRefused("rack-short", rack_law(record, ".02 B"), told)


def refusal_draft(who: Who, request: CommandRequest, refused: CommandRefused, at: int) -> Draft:
    """The entry for a command that is refused."""
    refusal = {"code": refused.code, "clause": refused.clause, "reason": refused.reason, "open_now": refused.open_now}
    content = {
        "at": at, "by": who.name, "role": who.role, "id": request.id, "table": request.table,
        "command": show_house_command(request.command), "refused": refusal, "events": [],
    }  # fmt: skip
    return Draft(REFUSALS, None, content)


def link_meter_events(table: Table, links: Links, wanted: Collection[str]) -> tuple[e.Event, ...]:
    """The events that bring the table's meters on some links up to date; empty if they are up to date."""
    if not wanted:
        return ()
    named = linked(table).items()
    return tuple(shown(table, {meter: links[link].meters[meter] for meter, link in named if link in wanted}))


def evolve_all(table: Table, events: Iterable[e.Event]) -> Table:
    """The table after several events."""
    for event in events:
        table = evolve(table, event)
    return table
