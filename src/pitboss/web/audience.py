"""What each person is shown of a table. Everything that leaves the house about a table leaves through here."""

from collections.abc import Iterable
from typing import Any

from pitboss.house.authority import Who
from pitboss.house.live import Answer
from pitboss.ledger.fold import TableRecord
from pitboss.play.events import Event
from pitboss.views.seat import public_view, seat_view
from pitboss.views.staff import staff_view
from pitboss.views.told import told


def view_of(record: TableRecord, who: Who | None) -> dict[str, Any]:
    """The table for a person; for anybody where nobody is signed in."""
    table = record.table
    deck = record.shuffles.get(table.current)
    return {
        **_view(record, who),
        "seq": record.seq,
        "rounds": table.rounds,
        "commitment": deck.commitment if deck and table.decks and table.decks[table.current].order else None,
    }


def _view(record: TableRecord, who: Who | None) -> dict[str, Any]:
    table = record.table
    match who.role if who else "":
        case "player":
            assert who
            return seat_view(table, who.name)
        case "dealer":
            return staff_view(table, "dealer", "player")
        case "floorperson" | "manager":
            return staff_view(table, "floorperson")
        case "auditor":
            return staff_view(table)
    return public_view(table)


def told_to(events: Iterable[Event], record: TableRecord, who: Who | None) -> list[dict[str, Any]]:
    """What a person, or anybody, hears of events at a table."""
    staff = who is not None and who.role != "player"
    heard = (told(event, record.table, who.name if who else None, staff=staff) for event in events)
    return [event for event in heard if event is not None]


def answer_of(answer: Answer, record: TableRecord, who: Who) -> dict[str, Any]:
    """What a command did, as the person who gave it may know it."""
    events = told_to(answer.events, record, who)
    return {"table": answer.table, "seq": answer.seq, "again": answer.again, "events": events}
