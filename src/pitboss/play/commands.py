"""Commands: what a person at the table asks for. They are frozen; `by` names that person."""

from typing import Literal

from pitboss.cards import Card
from pitboss.play.message import Message
from pitboss.rules.vocabulary import Person

# Chips and seats


class BuyChips(Message):
    """A player gets chips for cash."""

    player: str
    amount: int


class CashOut(Message):
    """A player turns chips from the rack into cash."""

    player: str
    amount: int


class TakeSeat(Message):
    """A player sits down at a box, or takes one beside the boxes already taken."""

    player: str
    box: int


class LeaveSeat(Message):
    """The player of a box leaves it."""

    box: int


class FillTable(Message):
    """The floorperson brings chips from the cage to the table."""

    amount: int


class CreditTable(Message):
    """The floorperson takes chips from the table to the cage."""

    amount: int


class EmptyDrop(Message):
    """The floorperson has the drop box taken to the count."""


class CorrectPayment(Message):
    """The floorperson corrects a payment; a negative amount goes back to the table."""

    player: str
    amount: int
    reason: str


# The deck


class ReceiveDecks(Message):
    """Cards come to the table, to be opened or already preinspected and preshuffled."""

    number: int
    preshuffled: bool


class Perform(Message):
    """A step of opening, done by the person that the regulation names."""

    step: str
    who: Person


class RecordShuffle(Message):
    """The cards are shuffled; `order` is the deck from the top, or empty if nobody knows it."""

    order: tuple[Card, ...]
    way: Literal["hand", "device", "preshuffled"]


class CutCards(Message):
    """The dealer moves `depth` cards from the top beneath the rest."""

    depth: int


class OrderRecut(Message):
    """The floorperson has the cards cut again."""


class OrderShuffle(Message):
    """The floorperson has the cards shuffled again."""


class GoIdle(Message):
    """Nobody plays, and the dealer spreads the cards on the table."""


# The round


class OpenBets(Message):
    """A round begins; `at` is the time in seconds."""

    at: int


class PlaceWagers(Message):
    """All wagers of a box, as absolute amounts. A wager that is not named is taken back."""

    box: int
    wagers: tuple[tuple[str, int], ...]
    coupons: tuple[tuple[str, int], ...] = ()
    hand: int = 0
    """The community hand that the box plays, at an electronic table."""


class CloseBets(Message):
    """The dealer closes bets. `counted` is the number of chips that the dealer counted for a collected wager."""

    counted: tuple[tuple[str, int], ...] = ()


class ReadCards(Message):
    """The dealer reads the cards of an unknown order from the top. A second reading corrects the first."""

    cards: tuple[Card, ...]


class DealCards(Message):
    """The dealer deals the whole round as the device prescribes."""


class Choose(Message):
    """A player decides."""

    box: int
    choice: str


class Settle(Message):
    """The dealer reveals and settles, to the end or to a win that waits for the floorperson."""


class ValidateWin(Message):
    """The floorperson validates a progressive win."""

    box: int
    item: str


class CountStub(Message):
    """The dealer counts the stub; `misdealt` says whether a misdeal explains a wrong count."""

    number: int
    misdealt: bool = False


# Irregularities and the floor


class Report(Message):
    """The dealer reports an irregularity."""

    found: str
    card: Card | None = None


class TakeOutOfService(Message):
    """A broken device is covered, or marked with a sign."""

    device: Literal["shuffler", "dealing_shoe"]
    how: Literal["covered", "marked"]


class DeclareAbandoned(Message):
    """The floorperson treats the wagers of a player who left as lost."""

    box: int


class FindViolation(Message):
    """The floorperson finds that a player broke the rules of conduct."""

    box: int


Command = (
    BuyChips | CashOut | TakeSeat | LeaveSeat | FillTable | CreditTable | EmptyDrop | CorrectPayment
    | ReceiveDecks | Perform | RecordShuffle | CutCards | OrderRecut
    | OrderShuffle | GoIdle | OpenBets | PlaceWagers | CloseBets | ReadCards | DealCards | Choose | Settle | ValidateWin
    | CountStub | Report | TakeOutOfService | DeclareAbandoned | FindViolation
)  # fmt: skip

BY: dict[type, Person] = {
    **dict.fromkeys((BuyChips, CashOut, TakeSeat, LeaveSeat, PlaceWagers, Choose), "player"),
    **dict.fromkeys(
        (
            OrderRecut,
            OrderShuffle,
            ValidateWin,
            DeclareAbandoned,
            FindViolation,
            FillTable,
            CreditTable,
            EmptyDrop,
            CorrectPayment,
        ),
        "floorperson",
    ),
}
"""Who gives a command. The dealer gives those that are not named here, and `Perform` names its own person."""


def given_by(command: Command) -> Person:
    """The person who gives a command."""
    if isinstance(command, Perform):
        return command.who
    return BY.get(type(command), "dealer")
