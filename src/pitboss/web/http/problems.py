"""Problems: every error that a person can act on becomes an answer with a status, a code and a sentence."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from pitboss.errors import CommandRefused, InputError, LedgerBroken
from pitboss.house.live_house import HouseSuspended, LiveHouse
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


def add_problems(app: FastAPI) -> None:
    """Adds an answer for each kind of error."""

    @app.exception_handler(CommandRefused)
    async def command_refused(_: Request, error: CommandRefused) -> Response:
        return problem(409, error.code, error.reason, clause=error.clause, open_now=error.open_now)

    @app.exception_handler(AccessRefused)
    async def access_refused(_: Request, error: AccessRefused) -> Response:
        return problem(401, error.code, error.reason)

    @app.exception_handler(StoreFailed)
    async def store_failed(_: Request, error: StoreFailed) -> Response:
        return problem(503, "suspended", str(error))

    @app.exception_handler(InputError)
    async def unusable(_: Request, error: InputError) -> Response:
        return problem(400, "unusable", str(error))

    @app.exception_handler(RequestValidationError)
    async def misformed(_: Request, error: RequestValidationError) -> Response:
        return problem(400, "misformed", fault(error.errors()))

    @app.exception_handler(HouseSuspended)
    async def house_suspended(_: Request, error: HouseSuspended) -> Response:
        return problem(503, "suspended", str(error))

    @app.exception_handler(LedgerBroken)
    async def ledger_broken(_: Request, error: LedgerBroken) -> Response:
        return problem(500, "ledger-broken", str(error))

    @app.exception_handler(NoSuchTable)
    async def no_such_table(_: Request, error: NoSuchTable) -> Response:
        return problem(404, "no-such-table", str(error))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            # A person with a browser has mistyped an address, and gets a page.
            return missing_page()
        code = {404: "no-such-address", 405: "no-such-method"}.get(error.status_code, "refused")
        answer = problem(error.status_code, code, f"{error.detail}: /api/openapi.json lists what there is")
        answer.headers.update(error.headers or {})
        return answer
