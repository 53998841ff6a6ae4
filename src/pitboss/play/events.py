"""Events: what then is a fact. Frozen, complete in themselves, each with its clause.

A recorded event type is never renamed or edited; a correction is a new event.
"""

from typing import NamedTuple

from pitboss.cards import Card

Cards = tuple[Card, ...]

# Chips and seats. A fill comes from the cage, a credit goes there, and what is in the drop box goes to the count.


class ChipsBought(NamedTuple):
    player: str
    amount: int
    cite: str


class ChipsCashed(NamedTuple):
    player: str
    amount: int
    cite: str


class SeatTaken(NamedTuple):
    box: int
    player: str
    cite: str


class SeatLeft(NamedTuple):
    box: int
    player: str
    cite: str


class TableFilled(NamedTuple):
    amount: int
    cite: str


class TableCredited(NamedTuple):
    amount: int
    cite: str


class DropEmptied(NamedTuple):
    amount: int
    cite: str


class PaymentCorrected(NamedTuple):
    """Chips that were handed over wrongly are put right, to the player or, where negative, to the table."""

    player: str
    amount: int
    reason: str
    cite: str


# The deck


class DecksReceived(NamedTuple):
    number: int
    preshuffled: bool
    cite: str


class StepPerformed(NamedTuple):
    step: str
    who: str
    deck: int
    cite: str


class DeckShuffled(NamedTuple):
    """`order` is the deck from the top; empty where nobody knows it, as after a shuffle of real cards."""

    deck: int
    order: Cards
    way: str
    cite: str


class DeckCut(NamedTuple):
    depth: int
    cite: str


class RecutOrdered(NamedTuple):
    cite: str


class ShuffleOrdered(NamedTuple):
    deck: int
    cite: str


class TableIdled(NamedTuple):
    cite: str


class DeckRemoved(NamedTuple):
    deck: int
    cite: str


class DeviceTakenOut(NamedTuple):
    device: str
    how: str
    cite: str


# The round. A card discarded goes to the discard rack unplayed; a folded hand is collected unseen.


class BetsOpened(NamedTuple):
    round: int
    at: int
    cite: str


class WagerPlaced(NamedTuple):
    """What lies on an area now, and what lay there before."""

    box: int
    wager: str
    amount: int
    was: int
    cite: str


class CouponPlaced(NamedTuple):
    box: int
    wager: str
    amount: int
    cite: str


class HandChosen(NamedTuple):
    box: int
    hand: int
    cite: str


class BetsClosed(NamedTuple):
    cite: str


class WagersCollected(NamedTuple):
    """Chips of one wager from all boxes go to the inventory; their number agrees with the count."""

    wager: str
    number: int
    amount: int
    cite: str


class MeterRaised(NamedTuple):
    """Whole cents move to the meter; `carry` is the exact rest that waits, as a fraction of a cent."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterLowered(NamedTuple):
    """What a void round put into a meter, or took from it (a negative amount), is undone."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterShown(NamedTuple):
    """What a shared meter shows at this table before the events that follow: other tables have moved it."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterReset(NamedTuple):
    """The house fills the meter up to its reset amount."""

    meter: str
    amount: int
    cite: str


class CardsRead(NamedTuple):
    """The top of an unknown order, as the dealer reads it; a second reading replaces the first."""

    cards: Cards
    cite: str


class CardsDealt(NamedTuple):
    to: str  # a box number or a pile
    cards: Cards
    cite: str


class CardDiscarded(NamedTuple):
    pile: str
    card: Card
    cite: str


class CardBurned(NamedTuple):
    pile: str
    card: Card
    cite: str


class CardsRevealed(NamedTuple):
    pile: str
    cards: Cards
    cite: str


class CardsCollected(NamedTuple):
    box: int
    cards: Cards
    cite: str


class ChoiceMade(NamedTuple):
    box: int
    decision: str
    choice: str
    cite: str


class WagerReturned(NamedTuple):
    box: int
    wager: str
    amount: int
    cite: str


class WagerForfeited(NamedTuple):
    box: int
    wager: str
    stake: int
    cite: str


class WagerCollected(NamedTuple):
    box: int
    wager: str
    stake: int
    cite: str


class WagerPaid(NamedTuple):
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


class AwardPaid(NamedTuple):
    """`hand_of` is the box whose hand earns it: the same box, or for an Envy Bonus another player's."""

    box: int
    award: str
    hand_of: int
    pattern: str
    odds: str
    amount: int
    cite: str


class ValidationAsked(NamedTuple):
    """A progressive win is verified by the dealer and waits for the floorperson."""

    box: int
    item: str
    cite: str


class WinValidated(NamedTuple):
    box: int
    item: str
    cite: str


class StubCounted(NamedTuple):
    number: int
    cite: str


class RoundCompleted(NamedTuple):
    """Every card is in the discard rack, in an order that lets each hand be put together again."""

    cite: str


# Irregularities and the floor. What a void round had paid is taken back.


class IrregularityFound(NamedTuple):
    """`effects` names what is then done, with commas between."""

    found: str
    effects: str
    cite: str


class RoundVoided(NamedTuple):
    cite: str


class PaymentTakenBack(NamedTuple):
    box: int
    item: str
    amount: int
    meter: str
    cite: str


class WagersAbandoned(NamedTuple):
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
