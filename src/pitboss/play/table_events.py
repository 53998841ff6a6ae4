"""Events about chips, seats and decks: what happens at a table between rounds, or beside one."""

from pitboss.cards import Card
from pitboss.play.event_groups import ChipEvent, DeckEvent, SeatEvent

Cards = tuple[Card, ...]


class ChipsBought(ChipEvent):
    player: str
    amount: int
    cite: str


class ChipsCashed(ChipEvent):
    player: str
    amount: int
    cite: str


class SeatTaken(SeatEvent):
    box: int
    player: str
    cite: str


class SeatLeft(SeatEvent):
    box: int
    player: str
    cite: str


class SeatFreed(SeatEvent):
    """The floor frees the box of a player who is gone. The player did nothing."""

    box: int
    player: str
    cite: str


class TableFilled(ChipEvent):
    amount: int
    cite: str


class TableCredited(ChipEvent):
    amount: int
    cite: str


class DropEmptied(ChipEvent):
    amount: int
    cite: str


class InventoryCounted(ChipEvent):
    """Two people counted the table inventory: it holds `amount`, and the books had `was`.

    The `first` count of a table differs from no count before: its chips come from the cage.
    """

    amount: int
    was: int
    first: bool
    cite: str


class PayoutHeld(ChipEvent):
    """A payment is owed to a player at the desk: its chips stay in the rack, and the cage pays it by hand.

    `needs` names the signatures that it takes, in their order, with commas between them.
    """

    box: int
    item: str
    player: str
    round: int
    amount: int
    stake: int
    winnings: int
    """The payment less the wager, if the wager was not given back beside it."""
    meter: str
    hand: str
    needs: str
    cite: str


class PayoutMade(ChipEvent):
    """The cage has paid a payment by hand."""

    box: int
    item: str
    player: str
    round: int
    amount: int
    cite: str


class PaymentCorrected(ChipEvent):
    """A payment is corrected: chips go to the player or, if the amount is negative, to the table."""

    player: str
    amount: int
    reason: str
    cite: str


class BoxPaymentCorrected(ChipEvent):
    """The payment of one wager or award of a box is corrected; a negative amount goes to the table."""

    player: str
    amount: int
    item: str
    box: int
    round: int
    reason: str
    cite: str


class DecksReceived(DeckEvent):
    number: int
    preshuffled: bool
    cite: str


class DeckAdded(DeckEvent):
    """A deck takes the place of one that was removed; the other stays."""

    preshuffled: bool
    cite: str


class StepPerformed(DeckEvent):
    step: str
    who: str
    deck: int
    cite: str


class DeckShuffled(DeckEvent):
    """`order` is the deck from the top; it is empty if nobody knows it, as after a shuffle of real cards."""

    deck: int
    order: Cards
    way: str
    cite: str


class DeckCut(DeckEvent):
    depth: int
    cite: str


class RecutOrdered(DeckEvent):
    cite: str


class DeckLoaded(DeckEvent):
    """The deck that is not in turn is in the shuffler, which shuffles it."""

    deck: int
    cite: str


class ShuffleOrdered(DeckEvent):
    deck: int
    cite: str


class TableIdled(DeckEvent):
    cite: str


class DeckRemoved(DeckEvent):
    deck: int
    cite: str


class DeviceTakenOut(DeckEvent):
    device: str
    how: str
    cite: str


class DeviceReturned(DeckEvent):
    device: str
    cite: str
