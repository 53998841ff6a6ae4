"""The desk over HTTP: payments by hand are prepared, verified, signed and paid, each by a message of its own."""

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response
from pydantic import StringConstraints

from pitboss.house.live_house import LiveHouse
from pitboss.house.payout_desk import PayoutDesk
from pitboss.ledger.records import PayoutMethod, PayoutPart
from pitboss.web.http.answers.table import FloorAnswer
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.models import Id, Strict
from pitboss.web.http.problems import answer_to, check_table

Words = Annotated[str, StringConstraints(max_length=100)]
PayoutId = Annotated[str, Path(max_length=100)]


class HandPayOrder(Strict):
    """Payments of the round under way that the rack cannot cover are made by hand."""

    id: Id


class PayoutSignature(Strict):
    """A signature for a part of a payment. The note is a number of the surveillance log or of a Form W-2G."""

    id: Id
    part: PayoutPart
    note: Words = ""


class PayoutPayment(Strict):
    """The payment was handed over; a check has its number as the reference."""

    id: Id
    method: PayoutMethod
    reference: Words = ""


class PayoutVoid(Strict):
    """The document of a payment is void, and is prepared again."""

    id: Id
    reason: Annotated[str, StringConstraints(max_length=300)]


def router(house: LiveHouse) -> APIRouter:
    """Every message carries an id, and has one effect however often it is sent."""
    routes, desk = APIRouter(prefix="/api/tables/{table}", tags=["floor"]), PayoutDesk(house)

    @routes.post("/hand-pay", response_model=FloorAnswer)
    def order_hand_pay(table: str, sent: HandPayOrder, who: SignedIn) -> Response:
        """Orders payment by hand of what the rack cannot cover in the round under way."""
        check_table(house, table)
        return answer_to(lambda: desk.order(who, table, sent.id))

    @routes.post("/payouts/{payout}/signatures", response_model=FloorAnswer)
    def sign_payout(table: str, payout: PayoutId, sent: PayoutSignature, who: SignedIn) -> Response:
        """Signs the part of a payment that is due next."""
        check_table(house, table)
        return answer_to(lambda: desk.sign(who, table, sent.id, payout, sent.part, note=sent.note))

    @routes.post("/payouts/{payout}/payment", response_model=FloorAnswer)
    def pay_payout(table: str, payout: PayoutId, sent: PayoutPayment, who: SignedIn) -> Response:
        """Records that a payment was handed over, once every signature is there."""
        check_table(house, table)
        return answer_to(lambda: desk.pay(who, table, sent.id, payout, sent.method, reference=sent.reference))

    @routes.post("/payouts/{payout}/void", response_model=FloorAnswer)
    def void_payout(table: str, payout: PayoutId, sent: PayoutVoid, who: SignedIn) -> Response:
        """Voids the document of a payment, which is then prepared again."""
        check_table(house, table)
        return answer_to(lambda: desk.void(who, table, sent.id, payout, sent.reason))

    return routes
