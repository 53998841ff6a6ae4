"""The HTTP part of the house: an ASGI application over one LiveHouse."""

from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from pitboss import __version__
from pitboss.errors import CommandRefused, InputError, LedgerBroken
from pitboss.house.asking import Ask, parse_asked
from pitboss.house.authority import Who
from pitboss.house.live import HouseSuspended, LiveHouse
from pitboss.house.people import People
from pitboss.house.roll import AccessRefused
from pitboss.ledger.receipt import receipt
from pitboss.ledger.store import Store, StoreFailed
from pitboss.web.audience import answer_of, view_of
from pitboss.web.guard import Guard, problem
from pitboss.web.keeping import keep
from pitboss.web.messages import CommandSent, Guest, SignIn

COOKIE = "pitboss"


def make_app(house: LiveHouse, people: Callable[[Store], People]) -> FastAPI:
    """The application. It signs heads and resumes a suspended house by itself, and signs a last head at the end.

    `people` are those of a store: a house that resumes has opened its store anew.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> Any:
        async with keep(house, lambda: people_anew(app)):
            yield

    def people_anew(app: FastAPI) -> None:
        app.state.people = people(house.store)

    app = FastAPI(
        title="pitboss", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json",
    )  # fmt: skip
    people_anew(app)
    _errors(app)
    _sessions(app)
    _tables(app, house)
    app.add_middleware(Guard)
    return app


def _errors(app: FastAPI) -> None:
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
        first = error.errors()[0]
        return problem(400, "misformed", f"{'.'.join(map(str, first['loc']))}: {first['msg']}")

    @app.exception_handler(HouseSuspended)
    async def suspended(_: Request, error: HouseSuspended) -> Response:
        return problem(503, "suspended", str(error))

    @app.exception_handler(LedgerBroken)
    async def broken(_: Request, error: LedgerBroken) -> Response:
        return problem(500, "ledger-broken", str(error))


def token_of(request: Request) -> str:
    """The session's token: from a program's Authorization header, or a page's cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")


def people_of(request: Request) -> People:
    people: People = request.app.state.people
    return people


async def someone(request: Request) -> Who | None:
    """Who is asking; None where nobody is signed in."""
    token = token_of(request)
    return people_of(request).who(token) if token else None


async def signed_in(request: Request) -> Who:
    """Who is asking; AccessRefused where nobody is signed in."""
    who = await someone(request)
    if who is None:
        raise AccessRefused("not-signed-in", "sign in first")
    return who


Someone = Annotated[Who | None, Depends(someone)]
SignedIn = Annotated[Who, Depends(signed_in)]


def _sessions(app: FastAPI) -> None:
    def opened(request: Request, token: str) -> Response:
        who = people_of(request).who(token)
        response = JSONResponse({"name": who.name, "role": who.role, "tables": list(who.tables), "token": token})
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
        return response

    @app.post("/api/sign-in")
    async def sign_in(request: Request, sent: SignIn) -> Response:
        return opened(request, people_of(request).sign_in(sent.name, sent.password))

    @app.post("/api/guest")
    async def guest(request: Request, sent: Guest) -> Response:
        return opened(request, people_of(request).guest(sent.name))

    @app.post("/api/sign-out")
    async def sign_out(request: Request, _: SignedIn) -> Response:
        people_of(request).sign_out(token_of(request))
        response = JSONResponse({})
        response.delete_cookie(COOKIE)
        return response

    @app.get("/api/me")
    async def me(who: SignedIn) -> Response:
        return JSONResponse({"name": who.name, "role": who.role, "tables": list(who.tables)})


def _tables(app: FastAPI, house: LiveHouse) -> None:
    @app.get("/api/house")
    async def facility() -> Response:
        tables = {name: ruleset.regulation.id for name, ruleset in house.approved.tables.items()}
        return JSONResponse({
            "facility": house.approved.submission.facility, "tables": tables, "public_key": house.public_key,
            "suspended": bool(house.suspended),
        })  # fmt: skip

    @app.get("/api/tables/{table}")
    async def view(table: str, who: Someone) -> Response:
        return JSONResponse(view_of(house.record(table), who))

    @app.post("/api/tables/{table}/commands")
    async def command(table: str, sent: CommandSent, who: SignedIn) -> Response:
        try:
            asked = parse_asked(sent.command)
        except ValueError as error:
            raise InputError(str(error)) from None
        answer = house.do(who, Ask(sent.id, table, asked, sent.round))
        return JSONResponse(answer_of(answer, house.record(table), who))

    @app.get("/api/rounds/{table}/{number}/deal")
    async def deal(table: str, number: int) -> Response:
        return JSONResponse(receipt(house.store, f"{table}/{number}"))

    @app.get("/api/head")
    async def head() -> Response:
        return PlainTextResponse(house.sign_head())
