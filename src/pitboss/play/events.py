"""Events: what then is a fact. Frozen, complete in themselves, each with its clause.

A recorded event type is never renamed or edited; a correction is a new event.
"""

from pitboss.cards import Card
from pitboss.play.message import Message

Cards = tuple[Card, ...]

# Chips and seats. A fill comes from the cage, a credit goes there, and what is in the drop box goes to the count.


class ChipsBought(Message):
    player: str
    amount: int
    cite: str


class ChipsCashed(Message):
    player: str
    amount: int
    cite: str


class SeatTaken(Message):
    box: int
    player: str
    cite: str


class SeatLeft(Message):
    box: int
    player: str
    cite: str


class TableFilled(Message):
    amount: int
    cite: str


class TableCredited(Message):
    amount: int
    cite: str


class DropEmptied(Message):
    amount: int
    cite: str


class PaymentCorrected(Message):
    """Chips that were handed over wrongly are put right, to the player or, where negative, to the table."""

    player: str
    amount: int
    reason: str
    cite: str


# The deck


class DecksReceived(Message):
    number: int
    preshuffled: bool
    cite: str


class StepPerformed(Message):
    step: str
    who: str
    deck: int
    cite: str


class DeckShuffled(Message):
    """`order` is the deck from the top; empty where nobody knows it, as after a shuffle of real cards."""

    deck: int
    order: Cards
    way: str
    cite: str


class DeckCut(Message):
    depth: int
    cite: str


class RecutOrdered(Message):
    cite: str


class ShuffleOrdered(Message):
    deck: int
    cite: str


class TableIdled(Message):
    cite: str


class DeckRemoved(Message):
    deck: int
    cite: str


class DeviceTakenOut(Message):
    device: str
    how: str
    cite: str


# The round. A card discarded goes to the discard rack unplayed; a folded hand is collected unseen.


class BetsOpened(Message):
    round: int
    at: int
    cite: str


class WagerPlaced(Message):
    """What lies on an area now, and what lay there before."""

    box: int
    wager: str
    amount: int
    was: int
    cite: str


class CouponPlaced(Message):
    box: int
    wager: str
    amount: int
    cite: str


class HandChosen(Message):
    box: int
    hand: int
    cite: str


class BetsClosed(Message):
    cite: str


class WagersCollected(Message):
    """Chips of one wager from all boxes go to the inventory; their number agrees with the count."""

    wager: str
    number: int
    amount: int
    cite: str


class MeterRaised(Message):
    """Whole cents move to the meter; `carry` is the exact rest that waits, as a fraction of a cent."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterLowered(Message):
    """What a void round put into a meter, or took from it (a negative amount), is undone."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterShown(Message):
    """What a shared meter shows at this table before the events that follow: other tables have moved it."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterReset(Message):
    """The house fills the meter up to its reset amount."""

    meter: str
    amount: int
    cite: str


class CardsRead(Message):
    """The top of an unknown order, as the dealer reads it; a second reading replaces the first."""

    cards: Cards
    cite: str


class CardsDealt(Message):
    to: str  # a box number or a pile
    cards: Cards
    cite: str


class CardDiscarded(Message):
    pile: str
    card: Card
    cite: str


class CardBurned(Message):
    pile: str
    card: Card
    cite: str


class CardsRevealed(Message):
    pile: str
    cards: Cards
    cite: str


class CardsCollected(Message):
    box: int
    cards: Cards
    cite: str


class ChoiceMade(Message):
    box: int
    decision: str
    choice: str
    cite: str


class WagerReturned(Message):
    box: int
    wager: str
    amount: int
    cite: str


class WagerForfeited(Message):
    box: int
    wager: str
    stake: int
    cite: str


class WagerCollected(Message):
    box: int
    wager: str
    stake: int
    cite: str


class WagerPaid(Message):
    """`returned` is the stake given back, `amount` what is paid beside it, from `meter` or else the inventory."""

    box: int
    wager: str
    stake: int
    pattern: str
    odds: str
    returned: int
    amount: int
    meter: str
    cite: str


class AwardPaid(Message):
    """`hand_of` is the box whose hand earns it: the same box, or for an Envy Bonus another player's."""

    box: int
    award: str
    hand_of: int
    pattern: str
    odds: str
    amount: int
    cite: str


class ValidationAsked(Message):
    """A progressive win is verified by the dealer and waits for the floorperson."""

    box: int
    item: str
    cite: str


class WinValidated(Message):
    box: int
    item: str
    cite: str


class StubCounted(Message):
    number: int
    cite: str


class RoundCompleted(Message):
    """Every card is in the discard rack, in an order that lets each hand be put together again."""

    cite: str


# Irregularities and the floor. What a void round had paid is taken back.


class IrregularityFound(Message):
    """`effects` names what is then done, with commas between."""

    found: str
    effects: str
    cite: str


class RoundVoided(Message):
    cite: str


class PaymentTakenBack(Message):
    box: int
    item: str
    amount: int
    meter: str
    cite: str


class WagersAbandoned(Message):
    box: int
    cite: str


Event = (
    ChipsBought | ChipsCashed | SeatTaken | SeatLeft | TableFilled | TableCredited | DropEmptied | PaymentCorrected
    | DecksReceived | StepPerformed | DeckShuffled | DeckCut | RecutOrdered | ShuffleOrdered | TableIdled | DeckRemoved
    | DeviceTakenOut | BetsOpened | WagerPlaced | CouponPlaced | HandChosen | BetsClosed | WagersCollected | MeterRaised
    | MeterLowered | MeterShown | MeterReset | CardsRead | CardsDealt | CardDiscarded | CardBurned | CardsRevealed
    | CardsCollected | ChoiceMade | WagerReturned | WagerForfeited | WagerCollected | WagerPaid | AwardPaid
    | ValidationAsked | WinValidated | StubCounted | RoundCompleted | IrregularityFound | RoundVoided
    | PaymentTakenBack | WagersAbandoned
)  # fmt: skip
