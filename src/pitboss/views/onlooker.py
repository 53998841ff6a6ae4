"""What an onlooker, who is not signed in, reads at a house that plays for money: the table, but no name or result."""

from collections.abc import Iterable
from typing import Any

from pitboss.play import events as e
from pitboss.views.event_view import EventView
from pitboss.views.memo import Part, ViewMemo

_RESULTS = frozenset(
    kind.__name__
    for kind in (
        e.WagerPaid, e.WagerCollected, e.WagerReturned, e.AwardPaid, e.PaymentTakenBack, e.ValidationAsked,
        e.WinValidated, e.JackpotLocked, e.JackpotReleased,
    )
)  # fmt: skip
"""Events that say what a box wins or loses."""


def onlooker_view(shared: Part, memo: ViewMemo) -> Part:
    """What everybody sees, without the names of players and what they have won or lost."""
    rounds = {name: memo(_round, shared[name], slot=name) for name in ("round", "last")}
    return Part({**shared, "seats": memo(_seats, shared["seats"]), **rounds})


def onlooker_events(views: Iterable[EventView]) -> list[EventView]:
    """The events that anybody may learn of, without results; an event that names a player says only the box."""
    return [_nameless(view) for view in views if view["event"] not in _RESULTS]


def seat_name(box: int | str) -> str:
    """What a player is called whose name is not told."""
    return f"Player {box}"


def _nameless(view: EventView) -> EventView:
    if "player" not in view:
        return view
    told = {key: value for key, value in view.items() if key not in ("player", "text", "subject")}
    return {**told, "player": seat_name(view["box"])} if "box" in view else told


def _seats(seats: Part) -> Part:
    return Part((box, seat_name(box)) for box in seats)


def _round(round_: Part | None) -> Part | None:
    if round_ is None:
        return None
    return Part({**round_, "boxes": Part((number, _box(number, box)) for number, box in round_["boxes"].items())})


def _box(number: str, box: dict[str, Any]) -> Part:
    return Part({**box, "player": seat_name(number), "settled": {}})
