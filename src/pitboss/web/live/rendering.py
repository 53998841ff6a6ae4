"""What each person is shown of a table. Everything that leaves the house about a table leaves through here."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pitboss.house.authority import Who
from pitboss.house.live_house import Answer
from pitboss.ledger.fold import TableRecord
from pitboss.play.events import Event
from pitboss.rules.vocabulary import Person
from pitboss.table.state import Table
from pitboss.views.event_view import EventView, EventViews, event_fields
from pitboss.views.memo import Kept, Part, View, overlaid
from pitboss.views.permitted import DEALER
from pitboss.views.seat import public_view, seat_part, seat_parts
from pitboss.views.staff import staff_part
from pitboss.web.live.json_diff import changes, whole, written

_NOTHING = Part()
"""What nobody in particular sees beside what everybody does."""


class TableFrame:
    """A table after some events, as everybody is shown it: what several people see is made, and written, once."""

    def __init__(
        self,
        record: TableRecord,
        events: Sequence[Event] = (),
        kept: Kept | None = None,
        before: "TableFrame | None" = None,
        *,
        physical: bool = False,
    ) -> None:
        """`kept` is what was made for earlier views; `before` is how those know the table who are told of changes.

        `physical` says that real cards are dealt.
        """
        self.record, self._kept, self._physical = record, kept or Kept(), physical
        self._event_views = EventViews(events, record.table)
        self.owns: dict[Who | None, Part] = {}
        self._before = before.shared if before else None
        self._owns_before = before.owns if before else {}
        table, deck = record.table, record.shuffles.get(record.table.current)
        self.shared: Part = public_view(table, self._kept)
        """What everybody sees."""
        self.shared |= {
            "seq": record.seq, "rounds": table.rounds, "back": _back(table), "closed": record.standing.closed,
            "commitment": deck.commitment if deck and table.decks and table.decks[table.current].order else None,
        }  # fmt: skip

    def _own(self, who: Who | None) -> Part:
        """What a person sees beside what everybody does, or instead of it."""
        own = self.owns.get(who)
        if own is None:
            own = self.owns[who] = self._part_of(who)
        return own

    def _part_of(self, who: Who | None) -> Part:
        match who.role if who else "":
            case "player":
                assert who
                return seat_part(who.name, self._seats, self._kept)
            case "dealer":
                return self._staff(*DEALER)
            case "floorperson" | "manager":
                return self._staff("floorperson")
            case "auditor":
                return self._staff()
        return _NOTHING

    @cached_property
    def _seats(self) -> Mapping[str, Part]:
        return seat_parts(self.record.table, self.shared, self._kept)

    def _staff(self, *people: Person) -> Part:
        record = self.record
        return staff_part(
            record.table, *people,
            standing=record.standing, dealers=record.dealers, shared=self.shared, kept=self._kept,
            physical=self._physical,
        )  # fmt: skip

    def view(self, who: Who | None) -> View:
        """The table for a person; for anybody where nobody is signed in."""
        return overlaid(self.shared, self._own(who))

    def text(self, who: Who | None) -> str:
        """The view of a person as it is sent to whoever knows nothing of it yet."""
        return f'"shared":{whole(self.shared)},"own":{whole(self._own(who))}'

    def whole(self, who: Who | None) -> str:
        """The events and the view for a person who does not know the table as it was before them, as they are sent."""
        return f'"events":{self._told(who)},{self.text(who)}'

    def news(self, who: Who | None) -> str:
        """The events for a person, and what they changed since the table was shown before, as they are sent."""
        own, before = self._own(who), self._owns_before.get(who)
        said = self._news if self._told_all is not None else f'"events":{self._told(who)},{self._shared_changes}'
        if own is before:
            return said
        return f'{said},"own":{whole(own) if before is None else changes(before, own)}'

    @cached_property
    def _news(self) -> str:
        """What most people hear: what everybody sees has changed, and nothing of their own."""
        return f'"events":{self._told_all},{self._shared_changes}'

    @cached_property
    def _shared_changes(self) -> str:
        return f'"shared":{whole(self.shared) if self._before is None else changes(self._before, self.shared)}'

    def _told(self, who: Who | None) -> str:
        if self._told_all is not None:
            return self._told_all
        return written(self._event_views.of(who.name if who else None, staff=_is_staff(who)))

    @cached_property
    def _told_all(self) -> str | None:
        """What everybody is told of the events, where that is the same."""
        return written(self._event_views.of(None)) if self._event_views.is_same_for_all else None


def _is_staff(who: Who | None) -> bool:
    return who is not None and who.role != "player"


def events_for(who: Who | None, events: Sequence[Event], table: Table) -> list[EventView]:
    """What a person, or anybody, hears of events at a table."""
    return EventViews(events, table).of(who.name if who else None, staff=_is_staff(who))


def view_of(record: TableRecord, who: Who | None, *, physical: bool = False) -> View:
    """The table for a person; for anybody where nobody is signed in."""
    return TableFrame(record, physical=physical).view(who)


def _back(table: Table) -> str | None:
    """The back of the deck in turn, where the house has named the backs of its decks."""
    backs = table.ruleset.submission.backs
    return backs[table.current % len(backs)] if backs else None


def answer_of(answer: Answer, record: TableRecord, who: Who) -> dict[str, Any]:
    """What a command did, as the person who gave it may know it."""
    # The same command again gets the same answer, when words for its cards and hands can no longer be found.
    seen = (event_fields(event, record.table, who.name, staff=_is_staff(who)) for event in answer.events)
    events = [event for event in seen if event is not None]
    return {"table": answer.table, "seq": answer.seq, "again": answer.again, "events": events}
