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
from pitboss.views.event_view import EventView, EventViews, event_fields
from pitboss.views.memo import Part, View, ViewMemo, overlaid
from pitboss.views.onlooker import onlooker_events, onlooker_view
from pitboss.views.permitted import DEALER
from pitboss.views.seat import public_view, seat_part, seat_parts
from pitboss.views.staff import staff_part
from pitboss.web.live.connection import framed

_NOTHING = Part()
"""The own part of a person who sees only what everybody sees."""
ANYBODY = Who("", "player")
"""A player without box and chips, as all who are signed in and only watch are."""
_ABSENT = object()
_LAYERS = ("events", "shared", "own", "beside")
_ROLES: dict[str, tuple[Person, ...]] = {
    "dealer": DEALER, "floorperson": ("floorperson",), "manager": ("floorperson",), "auditor": (),
    "cage": (), "surveillance": (), "count": (), "regulator": (),
}  # fmt: skip
"""The people of the regulation for whom each role of the staff acts."""
_NOT_TOLD_THE_DROP = ("cage", "count")


class TableFrame:
    """One state of a table. What several people see is computed and written once."""

    def __init__(  # noqa: PLR0913 - a table, what came before it, and the house
        self,
        record: TableRecord,
        events: Sequence[Event] | None = None,
        memo: ViewMemo | None = None,
        before: "TableFrame | None" = None,
        *,
        physical: bool = False,
        names: bool = True,
    ) -> None:
        """`events` are those of a new entry, if there is one; clients have seen the frame `before`.

        `physical` means that real cards are dealt. Without `names`, an onlooker, who is not signed in, reads no name of
        a player and no result.
        """
        self.record, self._memo, self._physical = record, memo or ViewMemo(), physical
        table, deck = record.table, record.shuffles.get(record.table.current)
        is_shuffled = bool(table.decks) and bool(table.decks[table.current].order)
        self.shared: Part = public_view(table, self._memo)
        """What everybody sees who is signed in."""
        self.shared |= {
            "seq": record.seq, "rounds": table.rounds, "back": (table.deck.back if table.deck else "") or None,
            "closed": record.standing.closed, "commitment": deck.commitment if deck and is_shuffled else None,
            "rules": table.ruleset.digest, "coming_limits": coming_limits(table.ruleset, record.standing.limits),
        }  # fmt: skip
        self._frames: dict[tuple[str, ...], bytes] = {}
        self.own: dict[Who | None, Part] = {}
        """What each person sees besides the shared part or instead of it, as far as anybody has asked."""
        self._own_before = before.own if before else {}
        self._shared_changes = json_changes(before.shared if before else None, self.shared)
        self._names = names
        self._outside_before: Part | None = vars(before).get("outside") if before else None
        """What onlookers were shown; None if there were none."""
        self._events = None if events is None else EventViews(events, table)

    def _own(self, who: Who | None) -> Part:
        own = self.own.get(who)
        if own is None:
            role = who.role if who else ""
            if who and role == "player" and who != ANYBODY:
                own = seat_part(who.name, self._seats, self._memo)
            elif role in _ROLES and self._works_here(who):
                own = staff_part(
                    self.record.table, *_ROLES[role], standing=self.record.standing, dealers=self.record.dealers,
                    shared=self.shared, memo=self._memo, physical=self._physical,
                )  # fmt: skip
                if role in _NOT_TOLD_THE_DROP:
                    own.pop("drop", None)
            else:
                own = _NOTHING
            self.own[who] = own
        return own

    def _works_here(self, who: Who | None) -> bool:
        """Whether a person may see the racks: those who work at other tables alone do not."""
        return who is not None and (not who.tables or self.record.table.ruleset.table in who.tables)

    @cached_property
    def outside(self) -> Part:
        """What an onlooker sees; made when the first one looks."""
        return self.shared if self._names else onlooker_view(self.shared, self._memo)

    @cached_property
    def _seats(self) -> Mapping[str, Part]:
        return seat_parts(self.record.table, self.shared, self._memo)

    def audience(self, who: Who | None) -> Who | None:
        """The person, None for an onlooker, and ANYBODY for a player without box and chips: a change tells no more."""
        if who is None or who.role != "player" or who.name in self._seats:
            return who
        before = self._own_before.get(who)
        return who if before and before != seat_part(who.name, {}, self._memo) else ANYBODY

    def view(self, who: Who | None) -> View:
        """The table for a person; None is an onlooker."""
        return overlaid(self.shared if who else self.outside, self._own(who))

    def change(self, who: Who | None, beside: View) -> bytes:
        """The frame that tells a person of the events, if any, and of what has changed in the view."""
        own, before = self._own(who), self._own_before.get(who)
        # Who has nothing of their own has lost nothing: people who share this frame keep their empty rack.
        own_changes = "" if own is before or own is _NOTHING else json_changes(before, own)
        shared = self._shared_changes if who or self._names else self._outside_changes
        return self._message(self._events_of(who), shared, own_changes, beside)

    def snapshot(self, who: Who | None, beside: View) -> bytes:
        """The frame that shows a person the whole table."""
        shared = self._whole if who or self._names else json_changes(None, self.outside)
        return self._message("", shared, json_changes(None, self._own(who)), beside)

    def _message(self, events: str, shared: str, own: str, beside: View) -> bytes:
        """A frame of these layers: one object for all who are told the same."""
        told = events, shared, own, json_text(beside) if beside else ""
        if told not in self._frames:
            kind = "entry" if events else "snapshot"
            layers = "".join([f',"{name}":{text}' for name, text in zip(_LAYERS, told, strict=True) if text])
            self._frames[told] = framed(f'{{"type":"{kind}","seq":{self.record.seq}{layers}}}')
        return self._frames[told]

    def _events_of(self, who: Who | None) -> str:
        if self._events is None:
            return ""
        if who is None and not self._names:
            return self._outside_events
        return self._public_events if self._events.is_same_for_all else json_text(self._events_for(who))

    def _events_for(self, who: Who | None) -> list[EventView]:
        assert self._events is not None
        return events_for(self._events, who, names=self._names)

    @cached_property
    def _public_events(self) -> str:
        return json_text(self._events_for(ANYBODY))

    @cached_property
    def _outside_events(self) -> str:
        return json_text(self._events_for(None))

    @cached_property
    def _outside_changes(self) -> str:
        return json_changes(self._outside_before, self.outside)

    @cached_property
    def _whole(self) -> str:
        """The shared part as a change from nothing."""
        return json_changes(None, self.shared)


def events_for(events: EventViews, who: Who | None, *, names: bool) -> list[EventView]:
    """The events as a person learns of them. Without `names`, an onlooker reads none."""
    if who is not None:
        return events.of(who.name or None, staff=who.role != "player")
    return events.of(None) if names else onlooker_events(events.of(None))


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
