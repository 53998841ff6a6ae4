"""TableFrame: a table after some events, as JSON for each person. Every fact about a table leaves the house here.

A person who has seen the table before is sent what changed. Each change names its path:
`{"phase": "playing", "round/boxes/3/left": true}`. The empty path is the whole.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import orjson

from pitboss.house.authority import Who
from pitboss.house.live_house import CommandResult
from pitboss.ledger.fold import TableRecord
from pitboss.play.events import Event
from pitboss.rules.vocabulary import Person
from pitboss.views.coming_limits import coming_limits
from pitboss.views.event_view import EventViews, event_fields
from pitboss.views.memo import Part, View, ViewMemo, overlaid
from pitboss.views.permitted import DEALER
from pitboss.views.seat import public_view, seat_part, seat_parts
from pitboss.views.staff import staff_part

_NOTHING = Part()
"""The own part of a person who sees only what everybody sees."""
_ABSENT = object()
_ROLES: dict[str, tuple[Person, ...]] = {
    "dealer": DEALER, "floorperson": ("floorperson",), "manager": ("floorperson",), "auditor": (),
}  # fmt: skip
"""The people of the regulation for whom each role of the staff acts."""


class TableFrame:
    """One state of a table. What several people see is computed and written once."""

    def __init__(
        self,
        record: TableRecord,
        events: Sequence[Event] = (),
        memo: ViewMemo | None = None,
        before: "TableFrame | None" = None,
        *,
        physical: bool = False,
    ) -> None:
        """`before` is the frame that clients have seen, and `physical` means that real cards are dealt."""
        self.record, self._memo, self._physical = record, memo or ViewMemo(), physical
        table, deck, backs = (
            record.table,
            record.shuffles.get(record.table.current),
            record.table.ruleset.submission.backs,
        )
        is_shuffled = bool(table.decks) and bool(table.decks[table.current].order)
        self.shared: Part = public_view(table, self._memo)
        """What everybody sees."""
        self.shared |= {
            "seq": record.seq, "rounds": table.rounds, "back": backs[table.current % len(backs)] if backs else None,
            "closed": record.standing.closed, "commitment": deck.commitment if deck and is_shuffled else None,
            "rules": table.ruleset.digest, "coming_limits": coming_limits(table.ruleset, record.standing.limits),
        }  # fmt: skip
        self.own: dict[Who | None, Part] = {}
        """What each person sees besides the shared part or instead of it, as far as anybody has asked."""
        self._own_before = before.own if before else {}
        self._shared_changes = json_changes(before.shared, self.shared) if before else ""
        self._events = EventViews(events, table)
        self._events_text = json_text(self._events.of(None)) if self._events.is_same_for_all else ""
        """The events for everybody; empty if people may know different things of them."""

    def _own(self, who: Who | None) -> Part:
        own = self.own.get(who)
        if own is None:
            role = who.role if who else ""
            if who and role == "player":
                own = seat_part(who.name, self._seats, self._memo)
            elif role in _ROLES:
                own = staff_part(
                    self.record.table, *_ROLES[role], standing=self.record.standing, dealers=self.record.dealers,
                    shared=self.shared, memo=self._memo, physical=self._physical,
                )  # fmt: skip
            else:
                own = _NOTHING
            self.own[who] = own
        return own

    @cached_property
    def _seats(self) -> Mapping[str, Part]:
        return seat_parts(self.record.table, self.shared, self._memo)

    def view(self, who: Who | None) -> View:
        """The table for a person; None is anybody."""
        return overlaid(self.shared, self._own(who))

    def entry(self, who: Who | None, beside: Mapping[str, Any]) -> str:
        """The message that tells a person of the events and of what they changed in the view."""
        name, is_staff = (who.name, who.role != "player") if who else (None, False)
        events = self._events_text or json_text(self._events.of(name, staff=is_staff))
        shared = self._shared_changes or json_changes(None, self.shared)
        own, before = self._own(who), self._own_before.get(who)
        own_text = "" if own is before else f',"own":{json_changes(before, own)}'
        beside_text = f',"beside":{json_text(beside)}' if beside else ""
        return f'{{"type":"entry","seq":{self.record.seq},"events":{events},"shared":{shared}{own_text}{beside_text}}}'

    def snapshot(self, who: Who | None, beside: Mapping[str, Any]) -> str:
        """The message that shows a person the whole table."""
        shared, own = json_changes(None, self.shared), json_changes(None, self._own(who))
        beside_text = f',"beside":{json_text(beside)}' if beside else ""
        return f'{{"type":"snapshot","seq":{self.record.seq},"shared":{shared},"own":{own}{beside_text}}}'


def command_answer(result: CommandResult, record: TableRecord, who: Who) -> dict[str, Any]:
    """The effect of a command, as far as the person who gave it may know it.

    It has no sentences: the same command again gets the same answer, after its cards and hands have left the table.
    """
    views = (event_fields(event, record.table, who.name, staff=who.role != "player") for event in result.events)
    events = [view for view in views if view is not None]
    return {"table": result.table, "seq": result.seq, "again": result.again, "events": events}


def json_text(value: object) -> str:
    """A value as JSON without spaces."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        # orjson refuses lone surrogates and integers above 64 bits; JSON has both.
        return json.dumps(value, separators=(",", ":"))


def json_changes(before: Part | None, after: Part) -> str:
    """The changes that turn one part into another; the whole part if it has lost keys or there is nothing before it."""
    if before is None or not before.keys() <= after.keys():
        return f'{{"":{json_text(after)}}}'
    changes: dict[str, object] = {}
    _compare("", before, after, changes)
    return json_text(changes)


def _compare(path: str, before: Part, after: Part, changes: dict[str, object]) -> None:
    for key, value in after.items():
        old = before.get(key, _ABSENT)
        if old is value:
            continue
        if type(value) is Part and type(old) is Part and old.keys() <= value.keys():
            _compare(f"{path}{key}/", old, value, changes)
        elif old != value:
            changes[path + key] = value
