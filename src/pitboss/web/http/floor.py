"""The floor over HTTP: closing and opening tables, and chips that two people have brought or taken away."""

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response

from pitboss.house.floor import Floor
from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.web.http.auth import SignedIn, people_of
from pitboss.web.http.guard import problem
from pitboss.web.http.models import Id, Number, Strict
from pitboss.web.http.problems import check_table


class Order(Strict):
    """What becomes of a table. `closing`: no further round begins; `closed`: the drop is counted; `open`: as before."""

    id: Id
    order: Literal["closing", "closed", "open"]
    counted: Number | None = None
    """The drop as it was counted, in cents, where the table is closed."""


class Asked(Strict):
    """Chips that are asked for, in cents."""

    id: Id
    kind: Literal["fill", "credit"]
    amount: Number


class Answer(Strict):
    """What becomes of chips that somebody has asked for."""

    id: Id
    answer: Literal["confirm", "withdraw"]


Transfer = Annotated[str, Path(max_length=64)]


def router(house: LiveHouse) -> APIRouter:
    """Every message carries an id, and has one effect however often it is sent."""
    made, floor = APIRouter(prefix="/api/tables/{table}", tags=["floor"]), Floor(house)

    @made.post("/standing")
    def order(table: str, sent: Order, who: SignedIn) -> Response:
        """Closes or opens a table. The answer says by how much the counted drop differs from the books."""
        check_table(house, table)
        match sent.order:
            case "closing":
                return _done(lambda: floor.close(who, table, sent.id))
            case "open":
                return _done(lambda: floor.open(who, table, sent.id))
        if sent.counted is None:
            return problem(400, "misformed", "counted: say what was counted in the drop box, in cents")
        counted = sent.counted
        return _done(lambda: floor.count(who, table, sent.id, counted))

    @made.post("/transfers")
    def ask(table: str, sent: Asked, who: SignedIn) -> Response:
        """Asks for a fill or a credit, which waits for a second person."""
        check_table(house, table)
        return _done(lambda: floor.request(who, table, sent.id, sent.kind, sent.amount))

    @made.post("/transfers/{transfer}")
    def answer(request: Request, table: str, transfer: Transfer, sent: Answer, who: SignedIn) -> Response:
        """Confirms a fill or credit as the second person, and the chips move; or takes it back."""
        check_table(house, table)
        if sent.answer == "withdraw":
            return _done(lambda: floor.withdraw(who, table, sent.id, transfer))
        return _done(lambda: floor.confirm(who, table, sent.id, transfer, people_of(request)))

    return made


def _done(does: Callable[[], int | None]) -> Response:
    try:
        difference = does()
    except AccessRefused as refused:
        return problem(403, refused.code, refused.reason)
    return JSONResponse({} if difference is None else {"difference": difference})
