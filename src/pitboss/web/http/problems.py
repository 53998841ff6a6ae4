"""Answers that say no: every error that a person can act on has a status, a code and a sentence."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from pitboss.errors import CommandRefused, InputError, LedgerBroken
from pitboss.house.live_house import HouseSuspended, LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.store import StoreFailed
from pitboss.web.http.guard import problem
from pitboss.web.http.models import fault
from pitboss.web.http.pages import nowhere


class NoSuchTable(InputError):
    """There is no table of that name."""


def check_table(house: LiveHouse, table: str) -> None:
    """NoSuchTable where the house has no such table."""
    if table not in house.approved.tables:
        raise NoSuchTable(f"there is no table {table[:40]!a}: there are {', '.join(house.approved.tables)}")


def add_problems(app: FastAPI) -> None:
    @app.exception_handler(CommandRefused)
    async def refused(_: Request, error: CommandRefused) -> Response:
        return problem(409, error.code, error.reason, clause=error.clause, open_now=error.open_now)

    @app.exception_handler(AccessRefused)
    async def not_let_in(_: Request, error: AccessRefused) -> Response:
        return problem(401, error.code, error.reason)

    @app.exception_handler(StoreFailed)
    async def failed(_: Request, error: StoreFailed) -> Response:
        return problem(503, "suspended", str(error))

    @app.exception_handler(InputError)
    async def unusable(_: Request, error: InputError) -> Response:
        return problem(400, "unusable", str(error))

    @app.exception_handler(RequestValidationError)
    async def misformed(_: Request, error: RequestValidationError) -> Response:
        return problem(400, "misformed", fault(error.errors()))

    @app.exception_handler(HouseSuspended)
    async def suspended(_: Request, error: HouseSuspended) -> Response:
        return problem(503, "suspended", str(error))

    @app.exception_handler(LedgerBroken)
    async def broken(_: Request, error: LedgerBroken) -> Response:
        return problem(500, "ledger-broken", str(error))

    @app.exception_handler(NoSuchTable)
    async def unknown(_: Request, error: NoSuchTable) -> Response:
        return problem(404, "no-such-table", str(error))

    @app.exception_handler(HTTPException)
    async def elsewhere(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            # A person with a browser has mistyped an address, and wants a page, not JSON.
            return nowhere()
        code = {404: "no-such-address", 405: "no-such-method"}.get(error.status_code, "refused")
        answer = problem(error.status_code, code, f"{error.detail}: see /api/openapi.json for what there is")
        answer.headers.update(error.headers or {})
        return answer


def describe(app: FastAPI) -> None:
    """The OpenAPI description as it is: a misformed message is answered with 400 here, never with 422."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            for path in found["paths"].values():
                for operation in path.values():
                    operation.get("responses", {}).pop("422", None)
            for name in ("HTTPValidationError", "ValidationError"):
                found["components"]["schemas"].pop(name, None)
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]
