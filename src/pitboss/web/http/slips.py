"""Slips over HTTP: the list, each as data and as PDF, prints and voids."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse, Response
from pydantic import StringConstraints

from pitboss.books.slips import Slip, newest_slips, read_slip, slip_code
from pitboss.documents.qr import qr_rows
from pitboss.house.live_house import LiveHouse
from pitboss.house.slip_marks import SlipMarks
from pitboss.views.slip_pdf import marks_of, slip_pdf
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.guard import problem
from pitboss.web.http.models import Id, Strict
from pitboss.web.http.problems import answer_to

_MOST = 200
_PDF: dict[str, Any] = {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}


class SignatureJson(AnswerModel):
    role: str
    name: str
    at: int


class SlipJson(AnswerModel):
    """A slip. `marks` is what is written across it: void, reprint, or that it waits; amounts in cents."""

    number: int
    kind: str
    title: str
    table: str
    game: str
    day: str
    shift: int
    at: int
    facts: list[list[str]]
    chips: list[list[int]]
    amount: int
    signatures: list[SignatureJson]
    state: str
    marks: list[str]
    prints: int


class SlipDocument(SlipJson):
    """A slip with its code: the text, and the rows of dark and light modules."""

    facility: str
    code: str
    modules: list[str]


class SlipOrder(Strict):
    """A message about a slip. The same id twice has one effect."""

    id: Id


class SlipVoid(SlipOrder):
    reason: Annotated[str, StringConstraints(min_length=1, max_length=300)]


Number = Annotated[int, Path(ge=1, lt=10**12)]


def router(house: LiveHouse) -> APIRouter:
    routes, marks = APIRouter(prefix="/api/slips", tags=["records"]), SlipMarks(house)
    not_staff = "slips are for those who work in the house, not for the player"

    @routes.get("", response_model=list[SlipJson])
    def list_slips(who: SignedIn, table: Annotated[str, Query(max_length=100)] = "") -> Response:
        """The newest slips, of one table or of all, the newest first."""
        if who.role == "player":
            return problem(403, "not-your-role", not_staff)
        return JSONResponse([slip_json(slip) for slip in newest_slips(house.store, table, _MOST)])

    @routes.get("/{number}", response_model=SlipDocument)
    def get_slip(number: Number, who: SignedIn) -> Response:
        """One slip, with its code."""
        if who.role == "player":
            return problem(403, "not-your-role", not_staff)
        slip = read_slip(house.store, number)
        code = slip_code(house.store, slip)
        rows = ["".join(map(str, row)) for row in qr_rows(code)]
        facility = house.approved.submission.facility
        return JSONResponse({**slip_json(slip), "facility": facility, "code": code, "modules": rows})

    @routes.get("/{number}/pdf", response_class=Response, responses={200: _PDF})
    def get_slip_pdf(number: Number, who: SignedIn) -> Response:
        """One slip as PDF."""
        if who.role == "player":
            return problem(403, "not-your-role", not_staff)
        slip = read_slip(house.store, number)
        code = slip_code(house.store, slip)
        data = slip_pdf(slip, house.approved.submission.facility, code, house.calendar.show)
        named = {"content-disposition": f'inline; filename="slip-{number:06}.pdf"'}
        return Response(data, media_type="application/pdf", headers=named)

    @routes.post("/{number}/print", response_model=SlipJson)
    def print_slip(number: Number, sent: SlipOrder, who: SignedIn) -> Response:
        """Records that a slip is printed, and signs a head over it; every print after the first is a reprint."""

        def printed() -> dict[str, object]:
            slip = marks.print(who, number, sent.id)
            house.sign_head()
            return slip_json(slip)

        return answer_to(printed)

    @routes.post("/{number}/void", response_model=SlipJson)
    def void_slip(number: Number, sent: SlipVoid, who: SignedIn) -> Response:
        """Voids a slip, which keeps its number."""

        def voided() -> dict[str, object]:
            marks.void(who, number, sent.id, sent.reason)
            return slip_json(read_slip(house.store, number))

        return answer_to(voided)

    return routes


def slip_json(slip: Slip) -> dict[str, object]:
    """A slip as JSON, without its code."""
    return {
        "number": slip.number, "kind": slip.kind, "title": slip.title, "table": slip.table, "game": slip.game,
        "day": slip.day, "shift": slip.shift, "at": slip.at, "facts": [list(fact) for fact in slip.facts],
        "chips": [list(pair) for pair in slip.chips], "amount": slip.amount,
        "signatures": [one._asdict() for one in slip.signatures], "state": slip.state, "marks": marks_of(slip),
        "prints": slip.prints,
    }  # fmt: skip
