"""Events as an audience learns of them: who acts, what is bet, paid and turned up, and no card that lies face down.

The view of an event is built from a list of what an audience may know. A kind of event that is missing there is a type
error.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, assert_never

from pitboss.documents.event_text import EventNarrator
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.encoding import event_to_json
from pitboss.table.state import Table

_PRIVATE = frozenset({
    e.ChipsBought, e.ChipsCashed, e.PaymentCorrected, e.BoxPaymentCorrected, e.TableFilled, e.TableCredited,
    e.InventoryCounted, e.PayoutHeld, e.PayoutMade, e.DropEmptied, e.CardsDealt,
})  # fmt: skip
"""Events of which one audience learns more than another."""

_TOLD = frozenset({
    e.BetsOpened, e.BetsClosed, e.CardsRevealed, e.CardsTurned, e.CardsCorrected, e.ChoiceMade, e.ChoiceCorrected,
    e.NoChoiceMade, e.ChipsCounted, e.DifferenceDecided,
    e.WagerRestored, e.WagerReturned, e.WagerForfeited, e.WagerCollected,
    e.WagerPaid, e.AwardPaid, e.ValidationAsked, e.WinValidated, e.SeatTaken, e.SeatLeft, e.SeatFreed,
    e.ChipsBought, e.ChipsCashed, e.RoundVoided, e.IrregularityReported, e.ReportRefused, e.IrregularityFound,
    e.MeterReset, e.JackpotLocked, e.JackpotReleased, e.CouponReturned,
})  # fmt: skip
"""Events that a player follows in words. The others show on the felt."""

EventView = dict[str, Any]
"""An event as JSON, as far as an audience may know it.

`text` says an event in words that a player follows, and `subject` whom it is about if neither `player` nor `box` does.
"""


class EventViews:
    """The events of one entry as each audience learns of them, in words too. `table` is the table after them."""

    def __init__(self, events: Sequence[e.Event], table: Table) -> None:
        self._events, self._table, self._narrator = events, table, EventNarrator(table)
        self.is_same_for_all = not any(type(event) in _PRIVATE for event in events)

    def of(self, viewer: str | None, *, staff: bool = False) -> list[EventView]:
        """The events that a player by name, the staff, or anybody may learn of."""
        views = (
            self._view(event, viewer, staff=staff) if type(event) in _PRIVATE else shared
            for event, shared in zip(self._events, self._public, strict=True)
        )
        return [view for view in views if view is not None]

    @cached_property
    def _public(self) -> list[EventView | None]:
        """What anybody may learn of each event."""
        return [self._view(event, None, staff=False) for event in self._events]

    def _view(self, event: e.Event, viewer: str | None, *, staff: bool) -> EventView | None:
        view = event_fields(event, self._table, viewer, staff=staff)
        if view is not None and type(event) in _TOLD:
            subject, view["text"] = self._narrator.text(event)
            if subject and "box" not in view and "player" not in view:
                view["subject"] = subject
        return view


def event_fields(event: e.Event, table: Table, viewer: str | None, *, staff: bool = False) -> EventView | None:
    """What an audience may know of an event, without words; None if it is not theirs to know."""
    match event:
        # First, because it is looked at once for each person at the table.
        case e.CardsDealt(to=to, cards=cards, cite=cite):
            seen = [str(card) for card in cards] if viewer is not None and _player(table, to) == viewer else []
            return {"event": "CardsDealt", "to": to, "number": len(cards), "cards": seen, "cite": cite}
        case (
            e.WagerPlaced() | e.WagerCollected() | e.WagerPaid() | g.SeatEvent() | g.StageEvent() | g.MeterEvent()
            | g.PublicEvent() | e.DecksReceived() | e.DeckAdded() | e.StepPerformed() | e.DeckLoaded()
            | e.DeckCut() | e.RecutOrdered() | e.ShuffleOrdered() | e.TableIdled() | e.DeckRemoved()
            | e.DeviceTakenOut() | e.DeviceReturned() | e.WagersCollected() | e.MeterReset() | e.CardsRevealed()
            | e.CardsTurned() | e.CardsCorrected() | e.WagerRestored()
            | e.WagerReturned() | e.WagerForfeited() | e.AwardPaid()
            | e.PaymentTakenBack() | e.ForfeitsCollected() | e.JackpotLocked() | e.JackpotReleased()
        ):  # fmt: skip
            return event_to_json(event)
        case e.TableFilled() | e.TableCredited() | e.InventoryCounted() | e.DropEmptied():
            return event_to_json(event) if staff else None
        case (
            e.ChipsBought(player=player) | e.ChipsCashed(player=player) | e.PaymentCorrected(player=player)
            | e.BoxPaymentCorrected(player=player) | e.PayoutHeld(player=player) | e.PayoutMade(player=player)
        ):  # fmt: skip
            return event_to_json(event) if staff or player == viewer else None
        case e.DeckShuffled(deck=deck, way=way, cite=cite):
            return {"event": "DeckShuffled", "deck": deck, "way": way, "cite": cite}
        case e.CardsRead(cards=cards, cite=cite):
            return {"event": "CardsRead", "number": len(cards), "cite": cite}
        case e.CardsCollected(box=box, cards=cards, cite=cite):
            return {"event": "CardsCollected", "box": box, "number": len(cards), "cite": cite}
        case e.CardBurned(pile=pile, cite=cite):
            return {"event": "CardBurned", "pile": pile, "cite": cite}
        case e.CardDiscarded(pile=pile, card=card, cite=cite):
            # Everybody sees a card that lies face up in the deck; nobody sees a card that leaves a pile.
            shown = {"card": str(card)} if pile == "deck" else {}
            return {"event": "CardDiscarded", "pile": pile, **shown, "cite": cite}
        case _:
            assert_never(event)


def _player(table: Table, to: str) -> str | None:
    """Whose cards are dealt to a place, in the round under way or the last one."""
    round_ = table.round or table.last
    if round_ is None or not to.isdecimal() or int(to) not in round_.boxes:
        return None
    return round_.boxes[int(to)].player
