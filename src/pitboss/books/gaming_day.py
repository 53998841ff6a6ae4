"""Gaming days: the entries of a table that fall on them, read without folding the years before.

Whatever clocks do, an entry is never earlier than the one before it in its stream, so it falls on one day exactly. Of
the time before the first day only a few events are looked at: which rules the table had, who sat where, and where the
last round began. Where the cards lie is not followed, and chips only from there on.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import Rulesets, table_stream
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset
from pitboss.table.state import Deck, Table, evolve

_LASTING = re.compile(rb'"event":"(?:TableOpened|SeatTaken|SeatLeft|BetsOpened|RoundCompleted|RoundVoided)"')
"""What a table is known by at the beginning of a day; no other text in a body can hold these bytes."""
_AT = re.compile(rb'\{"at":(\d+),')
_OF_THE_DECK = (
    e.DecksReceived, e.StepPerformed, e.DeckShuffled, e.DeckCut, e.RecutOrdered, e.ShuffleOrdered, e.TableIdled,
    e.DeckRemoved, e.DeviceTakenOut, e.CardsRead,
)  # fmt: skip


class Day(NamedTuple):
    """A gaming day: from a moment to before another, in milliseconds since 1970."""

    name: str
    start: int
    end: int


class Told(NamedTuple):
    """One entry of a table on a day, its events, and the table as far as it is followed, before and after them."""

    day: int
    """Which of the days that were asked for; -1 for an entry before the first, of a round that goes on into it."""
    entry: Entry
    content: Mapping[str, Any]
    events: tuple[e.Event, ...]
    before: Table
    after: Table


class _Start(NamedTuple):
    """A table between two rounds."""

    seq: int = 0
    house: int = 0
    seats: Mapping[int, str] = {}
    rounds: int = 0


def day_of(at: int, days: Sequence[Day]) -> int:
    """The place of the day that a moment falls on; -1 where none of them is."""
    return next((place for place, day in enumerate(days) if day.start <= at < day.end), -1)


def told_on(store: Store, rulesets: Rulesets, name: str, days: Sequence[Day]) -> Iterator[Told]:
    """What a table's stream tells of some days, which stand in order; a round under way comes from its beginning."""
    start = _found(store, name, days[0].start)
    table = _table(rulesets.of(start.house, name), start) if start.house else None
    at = 0
    for entry in store.stream(table_stream(name), start.seq):
        at = max(at, time_of(entry))
        if at >= days[-1].end:
            return
        content = entry.content
        first = content["events"][0] if content["events"] else {}
        before, events = table, tuple[e.Event, ...]()
        if first.get("event") == "TableOpened":
            ruleset = rulesets.of(first["house"], name)
            # Rules change between rounds, so that seats are all that stays.
            table = _table(ruleset, _Start(0, 0, table.seats, table.rounds) if table else _Start())
        elif table is not None:
            events = tuple(map(event_from_json, content["events"]))
            for event in events:
                table = table if isinstance(event, _OF_THE_DECK) else evolve(table, event)
        if before is not None and table is not None:
            yield Told(day_of(at, days), entry, content, events, before, table)


def time_of(entry: Entry) -> int:
    """When an entry was made. Bodies are canonical, so that it need not be read whole."""
    found = _AT.match(entry.body)
    return int(found[1]) if found else int(entry.content["at"])


def _table(ruleset: Ruleset, start: _Start) -> Table:
    """A table of which is known who sits there, as far as it has boxes; one deck stands for all."""
    seats = {box: player for box, player in start.seats.items() if box <= ruleset.submission.boxes}
    return Table(ruleset, Terms.of(ruleset), decks=(Deck(),), seats=seats, rounds=start.rounds)


def _found(store: Store, name: str, moment: int) -> _Start:
    """Where to begin for what happens from a moment on: at the moment, or before the round that was under way."""
    now, between = _Start(), _Start()
    playing = False
    for entry in store.stream(table_stream(name)):
        if time_of(entry) >= moment:
            break
        if _LASTING.search(entry.body):
            before = now._replace(seq=entry.seq - 1)
            for document in entry.content["events"]:
                now = _after(now, document)
                if document["event"] == "BetsOpened":
                    between, playing = before, True
                elif document["event"] in ("RoundCompleted", "RoundVoided"):
                    playing = False
        now = now._replace(seq=entry.seq)
    return between if playing else now


def _after(start: _Start, document: Mapping[str, Any]) -> _Start:
    match document["event"]:
        case "TableOpened":
            return start._replace(house=document["house"])
        case "SeatTaken":
            return start._replace(seats={**start.seats, document["box"]: document["player"]})
        case "SeatLeft":
            return start._replace(seats={box: who for box, who in start.seats.items() if box != document["box"]})
        case "BetsOpened":
            return start._replace(rounds=document["round"])
    return start
