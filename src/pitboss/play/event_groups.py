"""The groups of events. Every kind of event belongs to one, so that a fold can skip a whole group by its name."""

from pitboss.play.message import Message


class ChipEvent(Message):
    """Chips come, go, or are corrected, outside a settlement.

    A fill comes from the cage, a credit goes there, and the drop box goes to the count.
    """


class SeatEvent(Message):
    """A player sits down or leaves."""


class DeckEvent(Message):
    """The decks change: how far they are opened, their order, the devices that hold them."""


class StageEvent(Message):
    """A round begins or is over."""


class MeterEvent(Message):
    """A meter shows another amount, with the fraction of a cent that waits."""


class RoundEvent(Message):
    """Something happens in the round. It changes the round and chips, and nothing else of the table.

    A discarded card goes to the discard rack unplayed; a folded hand is collected unseen.
    """


class PublicEvent(RoundEvent):
    """Something that everybody at the table may know in full. It moves no chips."""


class NotedEvent(PublicEvent):
    """A public fact for the record: it does not change the round either."""
