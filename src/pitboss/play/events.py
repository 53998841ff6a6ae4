"""Events: facts at a table, each complete in itself and with its clause.

A recorded event type is never renamed or edited; a correction is a new event.
"""

from pitboss.cards import Card
from pitboss.play.event_groups import (
    ChipEvent,
    DeckEvent,
    MeterEvent,
    PublicEvent,
    RoundEvent,
    SeatEvent,
    StageEvent,
)

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


class TableFilled(ChipEvent):
    amount: int
    cite: str


class TableCredited(ChipEvent):
    amount: int
    cite: str


class DropEmptied(ChipEvent):
    amount: int
    cite: str


class PaymentCorrected(ChipEvent):
    """A payment is corrected: chips go to the player or, if the amount is negative, to the table."""

    player: str
    amount: int
    reason: str
    cite: str


class DecksReceived(DeckEvent):
    number: int
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


class BetsOpened(StageEvent):
    round: int
    at: int
    cite: str


class WagerPlaced(RoundEvent):
    """The stake on an area now, and the stake before."""

    box: int
    wager: str
    amount: int
    was: int
    cite: str


class CouponPlaced(PublicEvent):
    box: int
    wager: str
    amount: int
    cite: str


class HandChosen(PublicEvent):
    box: int
    hand: int
    cite: str


class BetsClosed(PublicEvent):
    cite: str


class WagersCollected(RoundEvent):
    """Chips of one wager from all boxes go to the inventory; their number agrees with the count."""

    wager: str
    number: int
    amount: int
    cite: str


class MeterRaised(MeterEvent):
    """Whole cents move to the meter; `carry` is the exact rest that waits, as a fraction of a cent."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterLowered(MeterEvent):
    """Undoes what a void round put into a meter, or took from it (a negative amount)."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterShown(MeterEvent):
    """What a shared meter shows at this table before the events that follow, because other tables have moved it."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterReset(RoundEvent):
    """The house fills the meter up to its reset amount."""

    meter: str
    amount: int
    cite: str


class CardsRead(DeckEvent):
    """The top cards of an unknown order, as the dealer reads them; a second reading replaces the first."""

    cards: Cards
    cite: str


class CardsDealt(RoundEvent):
    to: str  # a box number or a pile
    cards: Cards
    cite: str


class CardDiscarded(RoundEvent):
    pile: str
    card: Card
    cite: str


class CardBurned(RoundEvent):
    pile: str
    card: Card
    cite: str


class CardsRevealed(RoundEvent):
    pile: str
    cards: Cards
    cite: str


class CardsCollected(RoundEvent):
    box: int
    cards: Cards
    cite: str


class ChoiceMade(PublicEvent):
    box: int
    decision: str
    choice: str
    cite: str


class WagerReturned(RoundEvent):
    box: int
    wager: str
    amount: int
    cite: str


class WagerForfeited(RoundEvent):
    box: int
    wager: str
    stake: int
    cite: str


class WagerCollected(RoundEvent):
    box: int
    wager: str
    stake: int
    cite: str


class WagerPaid(RoundEvent):
    """`returned` is the stake given back; `amount` is paid on top, from `meter` or else from the inventory."""

    box: int
    wager: str
    stake: int
    pattern: str
    odds: str
    returned: int
    amount: int
    meter: str
    cite: str


class AwardPaid(RoundEvent):
    """`hand_of` is the box whose hand earns it: the same box, or for an Envy Bonus another player's."""

    box: int
    award: str
    hand_of: int
    pattern: str
    odds: str
    amount: int
    cite: str


class ValidationAsked(PublicEvent):
    """The dealer has verified a progressive win, which now waits for the floorperson."""

    box: int
    item: str
    cite: str


class WinValidated(PublicEvent):
    box: int
    item: str
    cite: str


class StubCounted(PublicEvent):
    number: int
    cite: str


class RoundCompleted(StageEvent):
    """Every card is in the discard rack, in an order from which each hand can be rebuilt."""

    cite: str


class IrregularityFound(PublicEvent):
    """`effects` names what follows, with commas between."""

    found: str
    effects: str
    cite: str


class RoundVoided(StageEvent):
    cite: str


class PaymentTakenBack(RoundEvent):
    box: int
    item: str
    amount: int
    meter: str
    cite: str


class WagersAbandoned(PublicEvent):
    box: int
    cite: str


InRound = (
    WagerPlaced | CouponPlaced | HandChosen | BetsClosed | WagersCollected | MeterReset | CardsDealt | CardDiscarded
    | CardBurned | CardsRevealed | CardsCollected | ChoiceMade | WagerReturned | WagerForfeited | WagerCollected
    | WagerPaid | AwardPaid | ValidationAsked | WinValidated | StubCounted | IrregularityFound | PaymentTakenBack
    | WagersAbandoned
)  # fmt: skip
Event = (
    ChipsBought | ChipsCashed | SeatTaken | SeatLeft | TableFilled | TableCredited | DropEmptied | PaymentCorrected
    | DecksReceived | StepPerformed | DeckShuffled | DeckCut | RecutOrdered | ShuffleOrdered | TableIdled | DeckRemoved
    | DeviceTakenOut | CardsRead | BetsOpened | RoundCompleted | RoundVoided | MeterRaised | MeterLowered | MeterShown
    | InRound
)  # fmt: skip
MovesMeter = MeterRaised | MeterLowered | MeterReset | WagerPaid | PaymentTakenBack
"""What a link records of its tables; a payment moves a meter only if it names one."""
