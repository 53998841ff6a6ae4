"""Commands: what a person at the table asks for. They are frozen; `by` names that person."""

from typing import Literal

from pitboss.cards import Card
from pitboss.play.message import Message
from pitboss.rules.vocabulary import Person

Deck = Literal["", "current", "device"]
"""One of two decks: the one in turn, or the one that the shuffler holds. A single deck needs no name."""

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


class FreeSeat(Message):
    """The floorperson frees the box of a player who is gone."""

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
    """The floorperson corrects a payment; a negative amount goes back to the table.

    `item` is the wager or award of the box in the round that was paid wrongly; commands of older ledgers name none.
    """

    player: str
    amount: int
    reason: str
    item: str = ""
    box: int = 0
    round: int = 0


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


class LoadShuffler(Message):
    """The dealer puts the deck that is not in turn into the shuffler, which shuffles it during the round."""


class GoIdle(Message):
    """Nobody plays, and the dealer spreads the cards on the table."""


# The round


class OpenBets(Message):
    """A round begins; `at` is the time in seconds."""

    at: int


class WithdrawBets(Message):
    """The dealer takes the opening of the bets back, because nobody is at the table."""


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


class AcceptWager(Message):
    """The floorperson accepts a wager in question after the count of chips; `amount` if none was acknowledged."""

    wager: str
    box: int
    amount: int = 0


class RefuseWager(Message):
    """The floorperson refuses a wager in question after the count of chips; the chip goes back."""

    wager: str
    box: int


class CountChips(Message):
    """The floorperson counts the chips of a wager again."""

    wager: str
    number: int


class ReadCards(Message):
    """The dealer reads the cards of an unknown order from the top. A second reading corrects the first."""

    cards: tuple[Card, ...]


class DealCards(Message):
    """The dealer deals the whole round as the device prescribes."""


class TurnCards(Message):
    """The dealer turns up cards that nobody has read, and reads them: a box, a pile, or `burned`."""

    place: str
    cards: tuple[Card, ...]


class CorrectCards(Message):
    """The dealer corrects the cards read at a place, before anything is paid by them.

    If they have won a jackpot, or wait for validation, the floorperson does: that win is not validated.
    """

    place: str
    cards: tuple[Card, ...]
    who: Literal["dealer", "floorperson"] = "dealer"


class CorrectChoice(Message):
    """The dealer corrects a choice that was entered wrongly, before the box is paid; of a jackpot, the floorperson."""

    box: int
    decision: str
    choice: str
    who: Literal["dealer", "floorperson"] = "dealer"


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
    """The dealer counts the stub or, between rounds, a deck.

    If a misdeal explains a wrong count, `misdealt` is the number of cards that lie on the layout, counted too; -1 means
    that nobody counted them.
    """

    number: int
    misdealt: int = 0
    deck: Deck = ""


# Irregularities and the floor


class Report(Message):
    """The dealer or the floorperson reports an irregularity, and where it was found."""

    found: str
    card: Card | None = None
    place: str = ""
    """A box number, a pile, or `deck`."""
    number: int = -1
    """The number of cards that were found there; -1 if the finding is not a number."""
    who: Literal["dealer", "floorperson"] = "dealer"
    order_stays: bool = False
    """No card leaves the deck, so the first one that lies face up voids the round. Only the house sets this."""


class ConfirmReport(Message):
    """The floorperson confirms what the dealer reported, and its effects follow."""


class RefuseReport(Message):
    """The floorperson does not find what the dealer reported, and the round goes on."""


class TakeOutOfService(Message):
    """A broken device is covered, or marked with a sign."""

    device: Literal["shuffler", "dealing_shoe"]
    how: Literal["covered", "marked"]


class ReturnToService(Message):
    """The floorperson has a device used again."""

    device: Literal["shuffler", "dealing_shoe"]


class DeclareAbandoned(Message):
    """The floorperson treats the wagers of a player who left as lost."""

    box: int


class FindViolation(Message):
    """The floorperson finds that a player broke the rules of conduct."""

    box: int


Command = (
    BuyChips | CashOut | TakeSeat | LeaveSeat | FreeSeat | FillTable | CreditTable | EmptyDrop | CorrectPayment
    | ReceiveDecks | Perform | RecordShuffle | CutCards | OrderRecut
    | OrderShuffle | LoadShuffler | GoIdle | OpenBets | WithdrawBets | PlaceWagers | CloseBets | AcceptWager
    | RefuseWager | CountChips | ReadCards | DealCards | TurnCards | CorrectCards | CorrectChoice | Choose | Settle
    | ValidateWin | CountStub | Report | ConfirmReport | RefuseReport | TakeOutOfService | ReturnToService
    | DeclareAbandoned | FindViolation
)  # fmt: skip

BY: dict[type, Person] = {
    **dict.fromkeys((BuyChips, CashOut, TakeSeat, LeaveSeat, PlaceWagers, Choose), "player"),
    **dict.fromkeys(
        (
            OrderRecut,
            OrderShuffle,
            ValidateWin,
            AcceptWager,
            RefuseWager,
            CountChips,
            ReturnToService,
            ConfirmReport,
            RefuseReport,
            DeclareAbandoned,
            FindViolation,
            FreeSeat,
            FillTable,
            CreditTable,
            EmptyDrop,
            CorrectPayment,
        ),
        "floorperson",
    ),
}
"""Who gives a command. The dealer gives those that are not named here; some commands name their own person."""


def given_by(command: Command) -> Person:
    """The person who gives a command."""
    if isinstance(command, Perform | Report | CorrectCards | CorrectChoice):
        return command.who
    return BY.get(type(command), "dealer")
