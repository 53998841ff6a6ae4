"""Commands: what someone at the table asks for. Frozen; `by` names who asks."""

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
    """A player takes chips from the rack off the table."""

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
    """The floorperson puts right what was handed over wrongly; a negative amount goes back to the table."""

    player: str
    amount: int
    reason: str


# The deck


class ReceiveDecks(Message):
    """Cards come to the table, to be opened; or preinspected and preshuffled."""

    number: int
    preshuffled: bool


class Perform(Message):
    """A step of opening, done by whom it falls to."""

    step: str
    who: Person


class RecordShuffle(Message):
    """The cards are shuffled; `order` is the deck from the top, or empty if nobody knows it."""

    order: tuple[Card, ...]
    way: Literal["hand", "device", "preshuffled"]


class CutCards(Message):
    """Moves `depth` cards from the top beneath the rest."""

    depth: int


class OrderRecut(Message):
    """The floorperson has the cards cut again."""


class OrderShuffle(Message):
    """The floorperson has the cards shuffled again."""


class GoIdle(Message):
    """Nobody plays: the cards are spread on the table."""


# The round


class OpenBets(Message):
    """A round begins; `at` is the time in seconds."""

    at: int


class PlaceWagers(Message):
    """All that lies on a box, as absolute amounts; what is not named is taken back."""

    box: int
    wagers: tuple[tuple[str, int], ...]
    coupons: tuple[tuple[str, int], ...] = ()
    hand: int = 0
    """The community hand that the box plays, at an electronic table."""


class CloseBets(Message):
    """No more bets. `counted` is the number of chips that the dealer counted for a collected wager."""

    counted: tuple[tuple[str, int], ...] = ()


class ReadCards(Message):
    """The dealer reads cards of an unknown order, from the top, as many as the deal takes; again to put it right."""

    cards: tuple[Card, ...]


class DealCards(Message):
    """The dealer deals the whole round as the device prescribes."""


class Choose(Message):
    """A player decides."""

    box: int
    choice: str


class Settle(Message):
    """The dealer reveals and settles as far as it goes: to the end, or to a win that waits for the floorperson."""


class ValidateWin(Message):
    """The floorperson validates a progressive win."""

    box: int
    item: str


class CountStub(Message):
    """The dealer counts the stub; `misdealt` says what the search for the reason found."""

    number: int
    misdealt: bool = False


# Irregularities and the floor


class Report(Message):
    """Something irregular is found."""

    found: str
    card: Card | None = None


class TakeOutOfService(Message):
    """A device that cannot be used is covered, or marked with a sign."""

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
"""Who gives a command; the dealer gives those that are not named here, and `Perform` names its own."""


def given_by(command: Command) -> Person:
    """The person a command falls to."""
    if isinstance(command, Perform):
        return command.who
    return BY.get(type(command), "dealer")
