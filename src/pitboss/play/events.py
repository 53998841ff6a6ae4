"""Events: facts at a table, each complete in itself and with its clause.

A recorded event type is never renamed or edited; a correction is a new event. Those about chips, seats and decks are in
`table_events`, about meters in `meter_events`, about Chapter 13 in `irregularity_events`; `Event` is any of them.
"""

from pitboss.cards import Card
from pitboss.play.event_groups import DeckEvent, PublicEvent, RoundEvent, StageEvent
from pitboss.play.irregularity_events import (
    CouponReturned,
    IrregularityFound,
    IrregularityReported,
    PaymentTakenBack,
    ReportRefused,
    RoundVoided,
    WagersAbandoned,
)
from pitboss.play.meter_events import JackpotLocked, JackpotReleased, MeterLowered, MeterRaised, MeterReset, MeterShown
from pitboss.play.table_events import (
    BoxPaymentCorrected,
    ChipsBought,
    ChipsCashed,
    DeckAdded,
    DeckCut,
    DeckLoaded,
    DeckRemoved,
    DeckShuffled,
    DecksReceived,
    DeviceReturned,
    DeviceTakenOut,
    DropEmptied,
    InventoryCounted,
    PaymentCorrected,
    PayoutHeld,
    PayoutMade,
    RecutOrdered,
    SeatFreed,
    SeatLeft,
    SeatTaken,
    ShuffleOrdered,
    StepPerformed,
    TableCredited,
    TableFilled,
    TableIdled,
)

Cards = tuple[Card, ...]


class BetsOpened(StageEvent):
    round: int
    at: int
    cite: str


class BetsWithdrawn(StageEvent):
    """Nobody is at the table: the bets close again without a round, and the next round has this number."""

    round: int
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


class ChipsCounted(PublicEvent):
    """A person counted the chips of a wager; `accepted` is the number of wagers that the system has."""

    wager: str
    number: int
    accepted: int
    cite: str


class DifferenceDecided(PublicEvent):
    """The floorperson accepts or refuses a wager because the count of chips differs."""

    box: int
    wager: str
    accepted: bool
    cite: str


class WagersCollected(RoundEvent):
    """Chips of one wager from all boxes go to the inventory; their number agrees with the count."""

    wager: str
    number: int
    amount: int
    cite: str


class CardsRead(DeckEvent):
    """The top cards of an unknown order, as the dealer reads them; a second reading replaces the first."""

    cards: Cards
    cite: str


class CardsDealt(RoundEvent):
    """Cards that nobody has read are `??`."""

    to: str  # a box number or a pile
    cards: Cards
    cite: str


class CardsTurned(RoundEvent):
    """The dealer turns up real cards at a place and reads them: a box, a pile, or `burned`. `at` counts from 0."""

    to: str
    at: int
    cards: Cards
    cite: str


class CardsCorrected(RoundEvent):
    """A reading is corrected; `was` is what was read before."""

    to: str
    at: int
    was: str
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


class HandCollected(PublicEvent):
    """A losing hand goes to the discard rack after it was turned up and settled."""

    box: int
    cards: Cards
    cite: str


class ChoiceMade(PublicEvent):
    box: int
    decision: str
    choice: str
    cite: str


class NoChoiceMade(PublicEvent):
    """The player of a box has left and made no choice; `stands` is the choice that changes no wager by itself."""

    box: int
    decision: str
    stands: str
    cite: str


class ChoiceCorrected(PublicEvent):
    """The dealer corrects a choice that was entered wrongly; `was` is what was entered before."""

    box: int
    decision: str
    was: str
    choice: str
    cite: str


class WagerRestored(RoundEvent):
    """A wager that a wrongly entered choice had returned or forfeited lies on the layout again."""

    box: int
    wager: str
    stake: int
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


class ForfeitsCollected(RoundEvent):
    """The dealer collects the forfeited wagers that still lie on a box."""

    box: int
    amount: int
    cite: str


class WagerCollected(RoundEvent):
    box: int
    wager: str
    stake: int
    cite: str


class WagerPaid(RoundEvent):
    """`returned` is the stake given back; `amount` is paid on top: as it was locked, from `meter`, or by the house."""

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


InRound = (
    WagerPlaced | CouponPlaced | HandChosen | BetsClosed | ChipsCounted | DifferenceDecided | WagersCollected
    | MeterReset | JackpotLocked
    | JackpotReleased | CardsDealt | CardsTurned | CardsCorrected | ChoiceCorrected | WagerRestored | CardDiscarded
    | CardBurned | CardsRevealed | CardsCollected | HandCollected | ChoiceMade | NoChoiceMade | WagerReturned
    | WagerForfeited | ForfeitsCollected | WagerCollected | WagerPaid | AwardPaid | ValidationAsked | WinValidated
    | StubCounted | IrregularityReported | ReportRefused | IrregularityFound | PaymentTakenBack | CouponReturned
    | WagersAbandoned
)  # fmt: skip
Event = (
    ChipsBought | ChipsCashed | SeatTaken | SeatLeft | SeatFreed
    | TableFilled | TableCredited | InventoryCounted | DropEmptied | PaymentCorrected | BoxPaymentCorrected
    | PayoutHeld | PayoutMade
    | DecksReceived | DeckAdded | StepPerformed | DeckLoaded | DeckShuffled
    | DeckCut | RecutOrdered | ShuffleOrdered | TableIdled | DeckRemoved
    | DeviceTakenOut | DeviceReturned | CardsRead | BetsOpened | BetsWithdrawn
    | RoundCompleted | RoundVoided | MeterRaised | MeterLowered | MeterShown
    | InRound
)  # fmt: skip
MovesMeter = MeterRaised | MeterLowered | MeterReset | JackpotLocked | JackpotReleased | WagerPaid | PaymentTakenBack
"""What a link records of its tables; a payment moves a meter only if it names one."""
