"""Decision: what the house would append for a command, worked out by the rules. Nothing has changed yet."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from pitboss.errors import CommandRefused
from pitboss.house.authority import Who, check_authority
from pitboss.house.fill_in import completed
from pitboss.house.request import CommandRequest, show_asked
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import REFUSALS, LinkRecord, TableRecord, link_stream, table_stream
from pitboss.play import events as e
from pitboss.play.encoding import event_to_json
from pitboss.table.decide import act
from pitboss.table.meters import linked, moving, shown
from pitboss.table.state import Table, evolve

Links = Mapping[str, LinkRecord]


class Decision(NamedTuple):
    """What would be appended to the table's stream and to the links whose meters move, and the table after it."""

    drafts: list[Draft]
    events: tuple[e.Event, ...]
    table: Table


class Circumstances(NamedTuple):
    """What a command is decided by, beside the table: the links, the time in milliseconds, the house's own rules."""

    links: Links
    at: int
    random: Callable[[], bytes]
    physical: bool
    two_people: bool


def decision(who: Who, ask: CommandRequest, record: TableRecord, by: Circumstances) -> Decision:
    """Decides a command; CommandRefused says why not."""
    table, regulation = record.table, record.table.ruleset.regulation
    if ask.round is not None and ask.round != table.rounds:
        late = f"this was meant for round {ask.round}, the table is at round {table.rounds}"
        raise CommandRefused("other-round", regulation.conduct["no_change_after"], late)
    command, made = completed(table, ask.command, physical=by.physical, now=by.at // 1000, random=by.random)
    check_authority(who, record, command, physical=by.physical, two_people=by.two_people)
    decided, events = act(table, command)
    moves = list(moving(events))
    links = linked(table) if moves else {}
    if told := told_by(table, by.links, {links[meter] for meter, _ in moves}):
        # Other tables have moved these meters: what was decided is decided again by what they show now.
        decided, events = act(evolved(table, told), command)
        events, moves = (*told, *events), list(moving(events))
    assert sum(decided.accounts.values()) == 0
    content = {
        "at": by.at, "by": who.name, "role": who.role, "id": ask.id, "command": show_asked(ask.command),
        "events": [event_to_json(event) for event in events], **made,
    }  # fmt: skip
    drafts = [Draft(table_stream(ask.table), record.seq, content)]
    for name in dict.fromkeys(links[meter] for meter, _ in moves):
        moved = [event_to_json(event) for meter, event in moves if links[meter] == name]
        of = {"stream": table_stream(ask.table), "seq": record.seq + 1}
        drafts.append(Draft(link_stream(name), by.links[name].seq, {"at": by.at, "of": of, "events": moved}))
    return Decision(drafts, events, decided)


def refusal(who: Who, ask: CommandRequest, refused: CommandRefused, at: int) -> Draft:
    """What is appended for a command that is refused."""
    told = {"code": refused.code, "clause": refused.clause, "reason": refused.reason, "open_now": refused.open_now}
    content = {
        "at": at, "by": who.name, "role": who.role, "id": ask.id, "table": ask.table,
        "command": show_asked(ask.command), "refused": told, "events": [],
    }  # fmt: skip
    return Draft(REFUSALS, None, content)


def told_by(table: Table, links: Links, wanted: Collection[str]) -> tuple[e.Event, ...]:
    """What the meters of some links show, where the table saw them otherwise."""
    if not wanted:
        return ()
    named = linked(table).items()
    return tuple(shown(table, {meter: links[link].meters[meter] for meter, link in named if link in wanted}))


def evolved(table: Table, events: Iterable[e.Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table
