"""Events as an audience hears of them: who acts, what is bet, paid and turned up, and never a card that lies face down.

What is told is built up from a list of what may be told. An event that is not in the list cannot be told at all.
"""

from typing import Any

from pitboss.play import events as e
from pitboss.play.encoding import event_to_json
from pitboss.table.state import Table

_WHOLE = frozenset({
    e.SeatTaken, e.SeatLeft, e.DecksReceived, e.StepPerformed, e.DeckCut, e.RecutOrdered, e.ShuffleOrdered,
    e.TableIdled, e.DeckRemoved, e.DeviceTakenOut, e.BetsOpened, e.WagerPlaced, e.CouponPlaced, e.HandChosen,
    e.BetsClosed, e.WagersCollected, e.MeterRaised, e.MeterLowered, e.MeterShown, e.MeterReset, e.CardsRevealed,
    e.ChoiceMade, e.WagerReturned, e.WagerForfeited, e.WagerCollected, e.WagerPaid, e.AwardPaid, e.ValidationAsked,
    e.WinValidated, e.StubCounted, e.RoundCompleted, e.IrregularityFound, e.RoundVoided, e.PaymentTakenBack,
    e.WagersAbandoned,
})  # fmt: skip
"""What everybody at the table sees and hears, all of it."""
_ALIKE = _WHOLE | {e.DeckShuffled, e.CardsRead, e.CardsCollected, e.CardBurned, e.CardDiscarded}
"""What everybody is told alike, though not all of it."""
_STAFF = frozenset({e.TableFilled, e.TableCredited, e.DropEmptied})
"""What the house does with its chips."""
_OWN = frozenset({e.ChipsBought, e.ChipsCashed, e.PaymentCorrected})
"""What a player and the staff know of the player's chips."""

Told = dict[str, Any]


def told(event: e.Event, table: Table, viewer: str | None, *, staff: bool = False) -> Told | None:
    """An event at a table, for a player by name, for the staff, or for anybody; None where it is not theirs to know."""
    kind = type(event)
    if kind in _WHOLE or (kind in _STAFF and staff):
        return event_to_json(event)
    if kind in _OWN:
        return event_to_json(event) if staff or getattr(event, "player", None) == viewer else None
    match event:
        case e.DeckShuffled(deck=deck, way=way, cite=cite):
            return {"event": "DeckShuffled", "deck": deck, "way": way, "cite": cite}
        case e.CardsRead(cards=cards, cite=cite):
            return {"event": "CardsRead", "number": len(cards), "cite": cite}
        case e.CardsDealt(to=to, cards=cards, cite=cite):
            seen = [str(card) for card in cards] if viewer is not None and _player(table, to) == viewer else []
            return {"event": "CardsDealt", "to": to, "number": len(cards), "cards": seen, "cite": cite}
        case e.CardsCollected(box=box, cards=cards, cite=cite):
            return {"event": "CardsCollected", "box": box, "number": len(cards), "cite": cite}
        case e.CardBurned(pile=pile, cite=cite):
            return {"event": "CardBurned", "pile": pile, "cite": cite}
        case e.CardDiscarded(pile=pile, card=card, cite=cite):
            # A card that lies face up in the deck is seen by everybody; one from a pile goes unseen.
            shown = {"card": str(card)} if pile == "deck" else {}
            return {"event": "CardDiscarded", "pile": pile, **shown, "cite": cite}
    return None


def is_for_all(event: e.Event) -> bool:
    """Whether everybody is told the same of an event."""
    return type(event) in _ALIKE


def _player(table: Table, to: str) -> str | None:
    """Whose cards are dealt to a place, in the round under way or the one just over."""
    round_ = table.round or table.last
    if round_ is None or not to.isdecimal() or int(to) not in round_.boxes:
        return None
    return round_.boxes[int(to)].player
