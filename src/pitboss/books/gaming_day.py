"""Gaming days: the entries of a table that fall on them, read without the years before.

An entry counts as no earlier than the one before it in its stream, even if a clock went back, so it falls on one day.
Reading begins at the last place before the first day that the index of rounds knows. From there to the day only a few
events are read: the rules of the table, the seats, and the beginning of the last round.
Cards are not followed; chips are followed from the first day on.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from pitboss.books.table_scan import UNOPENED, TableStart
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import Rulesets, table_stream
from pitboss.ledger.records import TABLE_RECORDS, TableOpened
from pitboss.ledger.store import Store
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from pitboss.play.message import message_from_json
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset
from pitboss.table.state import DeckState, Table, evolve

_LASTING = re.compile(
    rb'"event":"(?:TableOpened|SeatTaken|SeatLeft|SeatFreed|BetsOpened|BetsWithdrawn|RoundCompleted|RoundVoided)"'
)
"""The events that set the state of a table at the beginning of a day; no other text in a body holds these bytes."""
SHIFTS = 3
_AT = re.compile(rb'\{"at":(\d+),')


class Day(NamedTuple):
    """A gaming day: from a moment to before another, in milliseconds since 1970."""

    name: str
    start: int
    end: int
    month: int | None = None
    year: int | None = None
    """When the month and the year of the day began; None if they are not asked for."""
    last_month: int | None = None
    last_year: int | None = None
    """When the month and the year before them began."""

    @property
    def begins(self) -> Mapping[str, int]:
        """Where each period to date begins."""
        found = {"day": self.start, "month": self.month, "year": self.year}
        return {name: start for name, start in found.items() if start is not None}

    def shift(self, at: int) -> int:
        """The shift of a moment: the day has three of the same length."""
        return (at - self.start) * SHIFTS // (self.end - self.start) + 1


class DayEntry(NamedTuple):
    """One entry of a table on a day, its events, and the table before and after them, without cards."""

    day: int
    """The index of the day; -1 for an entry before the first day that belongs to a round which ends on it."""
    entry: Entry
    content: Mapping[str, Any]
    events: tuple[e.Event, ...]
    before: Table
    after: Table


def day_of(at: int, days: Sequence[Day]) -> int:
    """The index of the day that a time falls on; -1 if it falls on none of them."""
    return next((place for place, day in enumerate(days) if day.start <= at < day.end), -1)


def entries_on(
    store: Store, rulesets: Rulesets, name: str, days: Sequence[Day], beginning: TableStart = UNOPENED
) -> Iterator[DayEntry]:
    """The entries of a table on these days, which are in order; a round that is under way comes from its beginning.

    The entries are read from `beginning` on, which is before the first day.
    """
    start = _found(store, name, days[0].start, beginning)
    table = _table(rulesets.of(start.house, name), start) if start.house else None
    at = beginning.at
    for entry in store.stream(table_stream(name), start.seq):
        at = max(at, time_of(entry))
        if at >= days[-1].end:
            return
        content = entry.content
        before, events = table, tuple[e.Event, ...]()
        with entry.being_read():
            first = content["events"][0] if content["events"] else {}
            if first.get("event") == "TableOpened":
                ruleset = rulesets.of(message_from_json(first, {"TableOpened": TableOpened}).house, name)
                # Rules change between rounds, so only the seats remain.
                table = _table(ruleset, TableStart(seats=table.seats, rounds=table.rounds) if table else TableStart())
            elif table is not None:
                events = tuple(map(event_from_json, content["events"]))
                for event in events:
                    table = table if isinstance(event, g.DeckEvent) else evolve(table, event)
        if before is not None and table is not None:
            yield DayEntry(day_of(at, days), entry, content, events, before, table)


def time_of(entry: Entry) -> int:
    """When an entry was made. Bodies are canonical, so the first bytes are enough."""
    found = _AT.match(entry.body)
    with entry.being_read():
        return int(found[1]) if found else int(entry.content["at"])


def _table(ruleset: Ruleset, start: TableStart) -> Table:
    """A table with its seats, as far as the rules have boxes; one deck stands for all decks."""
    seats = {box: player for box, player in start.seats.items() if box <= ruleset.submission.boxes}
    return Table(ruleset, Terms.of(ruleset), decks=(DeckState(),), seats=seats, rounds=start.rounds)


def _found(store: Store, name: str, moment: int, beginning: TableStart) -> TableStart:
    """The state to begin with at a time: that of the time itself, or from before the round that was under way."""
    now = between = beginning
    playing = False
    for entry in store.stream(table_stream(name), beginning.seq):
        if time_of(entry) >= moment:
            break
        if _LASTING.search(entry.body):
            before = now._replace(seq=entry.seq - 1)
            with entry.being_read():
                records = [message_from_json(document, TABLE_RECORDS) for document in entry.content["events"]]
            for record in records:
                now = _after(now, record)
                if isinstance(record, g.StageEvent):
                    playing = isinstance(record, e.BetsOpened)
                    between = before if playing else between
        now = now._replace(seq=entry.seq)
    return between if playing else now


def _after(start: TableStart, record: TableOpened | e.Event) -> TableStart:
    match record:
        case TableOpened(house=house):
            return start._replace(house=house)
        case e.SeatTaken(box=box, player=player):
            return start._replace(seats={**start.seats, box: player})
        case e.SeatLeft(box=box) | e.SeatFreed(box=box):
            return start._replace(seats={number: player for number, player in start.seats.items() if number != box})
        case e.BetsOpened(round=number):
            return start._replace(rounds=number)
        case e.BetsWithdrawn(round=number):
            return start._replace(rounds=number - 1)
        case (
            e.RoundCompleted() | e.RoundVoided() | g.ChipEvent() | g.DeckEvent() | g.MeterEvent() | g.RoundEvent()
        ):  # fmt: skip
            return start
        case _:
            assert_never(record)
