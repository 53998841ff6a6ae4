"""Problems: every error that a person can act on becomes an answer with a status, a code and a sentence."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from pitboss.errors import CommandRefused, InputError, LedgerBroken
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.store import StoreFailed
from pitboss.web.http.guard import problem
from pitboss.web.http.models import fault
from pitboss.web.http.pages import missing_page


class NoSuchTable(InputError):
    """The house has no table of that name."""


def check_table(house: LiveHouse, table: str) -> None:
    """NoSuchTable if the house has no table of that name."""
    if table not in house.approved.tables:
        raise NoSuchTable(f"there is no table {table[:40]!a}: there are {', '.join(house.approved.tables)}")


def answer_to(act: Callable[[], Mapping[str, Any] | None]) -> Response:
    """The answer to a decision of a signed-in person; 403 if the person may not make it."""
    try:
        return JSONResponse(act() or {})
    except AccessRefused as refused:
        return problem(403, refused.code, refused.reason)


_STATUS: dict[type[Exception], tuple[int, str]] = {
    StoreFailed: (503, "suspended"),
    HouseSuspended: (503, "suspended"),
    InputError: (400, "unusable"),
    LedgerBroken: (500, "ledger-broken"),
    NoSuchTable: (404, "no-such-table"),
}
"""The status and the code of each error that is answered by its own sentence."""


def add_problems(app: FastAPI) -> None:
    """Adds an answer for each kind of error."""

    @app.exception_handler(CommandRefused)
    async def command_refused(_: Request, error: CommandRefused) -> Response:
        return problem(409, error.code, error.reason, clause=error.clause, open_now=error.open_now)

    @app.exception_handler(AccessRefused)
    async def access_refused(_: Request, error: AccessRefused) -> Response:
        return problem(401, error.code, error.reason)

    @app.exception_handler(RequestValidationError)
    async def misformed(_: Request, error: RequestValidationError) -> Response:
        return problem(400, "misformed", fault(error.errors()))

    for kind, (status, code) in _STATUS.items():
        app.add_exception_handler(kind, partial(_answer, status, code))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            # A person with a browser has mistyped an address, and gets a page.
            return missing_page()
        code = {404: "no-such-address", 405: "no-such-method"}.get(error.status_code, "refused")
        answer = problem(error.status_code, code, f"{error.detail}: /api/openapi.json lists every address")
        answer.headers.update(error.headers or {})
        return answer


async def _answer(status: int, code: str, _: Request, error: Exception) -> Response:
    return problem(status, code, str(error))
