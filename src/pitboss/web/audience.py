"""What each person is shown of a table. Everything that leaves the house about a table leaves through here."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from pitboss.house.authority import Who
from pitboss.house.live import Answer
from pitboss.ledger.fold import TableRecord
from pitboss.play.events import Event
from pitboss.table.deciding import Tried
from pitboss.table.state import Table
from pitboss.views.seat import View, public_view, seat_view
from pitboss.views.staff import staff_view
from pitboss.views.told import is_for_all, told
from pitboss.web.pen import Pen


class Shown:
    """A table after some events, as everybody is shown it: what several people see is made, and written, once."""

    def __init__(self, record: TableRecord, events: Sequence[Event] = ()) -> None:
        # What is open is worked out once, for whomever it is.
        self.record = record._replace(table=Tried(*record.table))
        self.pen = Pen()
        self._events = [(event, told(event, record.table, None) if is_for_all(event) else None) for event in events]

    @cached_property
    def _shared(self) -> View:
        return public_view(self.record.table)

    def view(self, who: Who | None) -> dict[str, Any]:
        """The table for a person; for anybody where nobody is signed in."""
        record, table = self.record, self.record.table
        deck = record.shuffles.get(table.current)
        return {
            **_view(record, who, self._shared),
            "seq": record.seq,
            "rounds": table.rounds,
            "back": _back(table),
            "closed": record.standing.closed,
            "commitment": deck.commitment if deck and table.decks and table.decks[table.current].order else None,
        }

    def events(self, who: Who | None) -> list[dict[str, Any]]:
        """What a person, or anybody, hears of the events."""
        staff, name = who is not None and who.role != "player", who.name if who else None
        heard = (known or told(event, self.record.table, name, staff=staff) for event, known in self._events)
        return [event for event in heard if event is not None]


def view_of(record: TableRecord, who: Who | None) -> dict[str, Any]:
    """The table for a person; for anybody where nobody is signed in."""
    return Shown(record).view(who)


def _back(table: Table) -> str | None:
    """The back of the deck in turn, where the house has named the backs of its decks."""
    backs = table.ruleset.submission.backs
    return backs[table.current % len(backs)] if backs else None


def _view(record: TableRecord, who: Who | None, shared: View) -> dict[str, Any]:
    table, standing, dealers = record.table, record.standing, record.dealers
    match who.role if who else "":
        case "player":
            assert who
            return seat_view(table, who.name, shared)
        case "dealer":
            return staff_view(table, "dealer", "player", standing=standing, dealers=dealers, shared=shared)
        case "floorperson" | "manager":
            return staff_view(table, "floorperson", standing=standing, dealers=dealers, shared=shared)
        case "auditor":
            return staff_view(table, standing=standing, dealers=dealers, shared=shared)
    return shared


def answer_of(answer: Answer, record: TableRecord, who: Who) -> dict[str, Any]:
    """What a command did, as the person who gave it may know it."""
    events = Shown(record, answer.events).events(who)
    return {"table": answer.table, "seq": answer.seq, "again": answer.again, "events": events}
