"""What each person is shown of a table. Everything that leaves the house about a table leaves through here."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

from pitboss.house.authority import Who
from pitboss.house.live import Answer
from pitboss.ledger.fold import TableRecord
from pitboss.play.events import Event
from pitboss.table.deciding import Tried
from pitboss.table.state import Table
from pitboss.views.kept import Kept
from pitboss.views.seat import View, public_view, seat_part
from pitboss.views.staff import staff_part
from pitboss.views.told import Told, is_for_all, told
from pitboss.web.pen import Pen, written


class Shown:
    """A table after some events, as everybody is shown it: what several people see is made, and written, once."""

    def __init__(self, record: TableRecord, events: Sequence[Event] = (), kept: Kept | None = None) -> None:
        """`kept` is what was made when the table was shown before."""
        # What is open is worked out once, for whomever it is.
        self.record = record._replace(table=Tried(*record.table))
        self._kept = kept or Kept()
        self._kept.turn()
        self._pen = Pen(self._kept)
        self._events = events

    @cached_property
    def _shared(self) -> View:
        """What everybody sees."""
        record, table = self.record, self.record.table
        deck = record.shuffles.get(table.current)
        return {
            **public_view(table, self._kept),
            "seq": record.seq,
            "rounds": table.rounds,
            "back": _back(table),
            "closed": record.standing.closed,
            "commitment": deck.commitment if deck and table.decks and table.decks[table.current].order else None,
        }

    def view(self, who: Who | None) -> View:
        """The table for a person; for anybody where nobody is signed in."""
        return {**self._shared, **self._own(who)}

    def text(self, who: Who | None, beside: View) -> str:
        """The view of a person, and what stands beside it, as it is sent."""
        return self._pen.layers(self._shared, {**self._own(who), **beside})

    def _own(self, who: Who | None) -> View:
        """What a person sees beside what everybody does, or instead of it."""
        table = self.record.table
        staff = partial(staff_part, table, standing=self.record.standing, dealers=self.record.dealers)
        match who.role if who else "":
            case "player":
                assert who
                return seat_part(table, who.name, self._shared, self._kept)
            case "dealer":
                return staff("dealer", "player")
            case "floorperson" | "manager":
                return staff("floorperson")
            case "auditor":
                return staff()
        return {}

    def told(self, who: Who | None) -> str:
        """What a person, or anybody, hears of the events, as it is sent."""
        if self._for_all is not None:
            return self._for_all
        return written(events_for(who, self._events, self.record.table))

    @cached_property
    def _for_all(self) -> str | None:
        """What everybody hears, where that is the same."""
        if not all(map(is_for_all, self._events)):
            return None
        return written(events_for(None, self._events, self.record.table))


def events_for(who: Who | None, events: Sequence[Event], table: Table) -> list[Told]:
    """What a person, or anybody, hears of events at a table."""
    staff, name = who is not None and who.role != "player", who.name if who else None
    heard = (told(event, table, name, staff=staff) for event in events)
    return [event for event in heard if event is not None]


def view_of(record: TableRecord, who: Who | None) -> View:
    """The table for a person; for anybody where nobody is signed in."""
    return Shown(record).view(who)


def _back(table: Table) -> str | None:
    """The back of the deck in turn, where the house has named the backs of its decks."""
    backs = table.ruleset.submission.backs
    return backs[table.current % len(backs)] if backs else None


def answer_of(answer: Answer, record: TableRecord, who: Who) -> dict[str, Any]:
    """What a command did, as the person who gave it may know it."""
    events = events_for(who, answer.events, record.table)
    return {"table": answer.table, "seq": answer.seq, "again": answer.again, "events": events}
