"""The floor over HTTP: closing and opening tables, and chips that two people bring or take away."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import Field, StringConstraints

from pitboss.house.floor import Floor
from pitboss.house.live_house import LiveHouse
from pitboss.play.commands import BuyChips, Command, CorrectPayment
from pitboss.play.notation import parse_command
from pitboss.web.http.answers.table import FloorAnswer
from pitboss.web.http.auth import SignedIn, people_of
from pitboss.web.http.counts import Counted, by_value
from pitboss.web.http.guard import problem
from pitboss.web.http.models import Id, Line, Number, Strict
from pitboss.web.http.problems import answer_to, check_table


class StatusOrder(Strict):
    """A new status: `closing` (no further round begins), `closed` (the drop is counted), or `open`."""

    id: Id
    order: Literal["closing", "closed", "open"]
    counted: Number | None = None
    """The drop as it was counted, in cents, if the table is closed."""


class TransferOrder(Strict):
    """A fill or credit that a person asks for, in cents; by denomination, if the house counts its racks."""

    id: Id
    kind: Literal["fill", "credit"]
    amount: Number
    chips: Counted = Field(default_factory=list)


class CorrectionOrder(Strict):
    """A correction of a payment, as a command."""

    id: Id
    command: Line


class SaleOrder(Strict):
    """A sale of chips to a player, as a command: `player ann buys $500`."""

    id: Id
    command: Line


class TransferReply(Strict):
    """Confirms a fill, a credit or a correction, or withdraws it.

    If the house counts its racks, a fill or credit names the cashier and the person who carried the chips.
    """

    id: Id
    answer: Literal["confirm", "withdraw"]
    cashier: Annotated[str, StringConstraints(max_length=100)] = ""
    security: Annotated[str, StringConstraints(max_length=100)] = ""


TransferId = Annotated[str, Path(max_length=64)]


def router(house: LiveHouse) -> APIRouter:
    """Every message carries an id, and has one effect however often it is sent."""
    routes, floor = APIRouter(prefix="/api/tables/{table}", tags=["floor"]), Floor(house)

    @routes.post("/standing", response_model=FloorAnswer)
    def set_table_status(table: str, sent: StatusOrder, who: SignedIn) -> Response:
        """Closes or opens a table. The answer gives the counted drop less the drop in the books."""
        check_table(house, table)
        match sent.order:
            case "closing":
                return answer_to(lambda: floor.close(who, table, sent.id))
            case "open":
                return answer_to(lambda: floor.open(who, table, sent.id))
        if sent.counted is None:
            return problem(400, "misformed", "counted: enter the amount counted in the drop box, in cents")
        counted = sent.counted
        return answer_to(lambda: {"difference": floor.count(who, table, sent.id, counted)})

    @routes.post("/transfers", response_model=FloorAnswer)
    def request_transfer(table: str, sent: TransferOrder, who: SignedIn) -> Response:
        """Asks for a fill or a credit, which a second person must confirm."""
        check_table(house, table)
        chips = by_value(sent.chips)
        return answer_to(lambda: floor.request(who, table, sent.id, sent.kind, sent.amount, chips=chips))

    @routes.post("/corrections", response_model=FloorAnswer)
    def correct_payment(table: str, sent: CorrectionOrder, who: SignedIn) -> Response:
        """Corrects a payment; above the house's limit it waits for a second person, as the answer says."""
        check_table(house, table)
        if not isinstance(command := _parsed(sent.command), CorrectPayment):
            return problem(400, "misformed", "command: write a correction of a payment")
        return answer_to(lambda: {"waits": floor.correct(who, table, sent.id, command)})

    @routes.post("/sales", response_model=FloorAnswer)
    def sell_chips(table: str, sent: SaleOrder, who: SignedIn) -> Response:
        """Sells chips for money that was taken; above the house's limit it waits for a second person."""
        check_table(house, table)
        if not isinstance(command := _parsed(sent.command), BuyChips):
            return problem(400, "misformed", "command: write a sale of chips, such as `player ann buys $500`")
        return answer_to(lambda: {"waits": floor.sell(who, table, sent.id, command)})

    @routes.post("/transfers/{transfer}", response_model=FloorAnswer)
    def reply_to_transfer(
        request: Request, table: str, transfer: TransferId, sent: TransferReply, who: SignedIn
    ) -> Response:
        """Confirms a fill, credit or correction as the second person, so that the chips move; or withdraws it."""
        check_table(house, table)
        if sent.answer == "withdraw":
            return answer_to(lambda: floor.withdraw(who, table, sent.id, transfer))
        hands = {"cashier": sent.cashier, "security": sent.security}
        return answer_to(lambda: floor.confirm(who, table, sent.id, transfer, people_of(request), **hands))

    return routes


def _parsed(text: str) -> Command | None:
    """The command in a text; None if it is not one."""
    try:
        return parse_command(text)
    except ValueError:
        return None
