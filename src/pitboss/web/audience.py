"""What each person is shown of a table. Everything that leaves the house about a table leaves through here."""

from typing import Any

from pitboss.house.authority import Who
from pitboss.house.live import Answer
from pitboss.ledger.fold import TableRecord
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


def answer_of(answer: Answer, record: TableRecord, who: Who) -> dict[str, Any]:
    """What a command did, as the person who gave it may know it."""
    staff = who.role != "player"
    heard = (told(event, record.table, who.name, staff=staff) for event in answer.events)
    return {
        "table": answer.table,
        "seq": answer.seq,
        "again": answer.again,
        "events": [event for event in heard if event is not None],
    }
