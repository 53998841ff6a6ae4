"""The application over one LiveHouse: pages, HTTP and WebSockets, put together here."""

from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from pitboss import __version__
from pitboss.evidence.receipt import receipt
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.store import Store
from pitboss.web.http.auth import COOKIE, SignedIn, Someone, is_near, people_of, signed_in, someone, token_of
from pitboss.web.http.guard import Guard, problem
from pitboss.web.http.lobby import add_lobby
from pitboss.web.http.models import (
    PROBLEMS,
    TEXT,
    Answered,
    CommandSent,
    Guest,
    HouseShown,
    PersonShown,
    SessionOpened,
    SignIn,
)
from pitboss.web.http.pages import add_pages
from pitboss.web.http.problems import add_problems, check_table, describe
from pitboss.web.http.routers import routers
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.table_frame import TableFrame, command_answer
from pitboss.web.live.table_socket import add_table_sockets
from pitboss.web.run.config import ServerConfig
from pitboss.web.run.lifespan import close_connections, keep
from pitboss.web.run.log import Journal
from pitboss.web.run.metrics import Metrics


def make_app(house: LiveHouse, people: Callable[[Store], People], config: ServerConfig | None = None) -> FastAPI:
    """The application: pages, HTTP, WebSockets. It looks after the house while it runs, and closes it at the end.

    `people` are those of a store: a house that resumes has opened its store anew.
    """
    chosen = config or ServerConfig()
    # Play money moves as one person likes; chips that are worth something take two.
    house.two_people = not chosen.practice
    metrics = Metrics()
    queue = CommandQueue(house, people(house.store), metrics)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> Any:
        async with keep(house, queue, chosen, people_anew) as broadcasts:
            app.state.broadcasts = broadcasts
            yield

    def people_anew() -> None:
        queue.people = people(house.store)

    app = FastAPI(
        title="pitboss", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json", description=_ABOUT,
    )  # fmt: skip
    app.state.practice, app.state.broadcasts, app.state.queue = chosen.practice, None, queue
    add_problems(app)
    _sessions(app)
    _tables(app, house, queue)
    _evidence(app, house)
    add_lobby(app, house, chosen)
    add_table_sockets(app, house, queue, metrics, chosen)
    for router in routers(house):
        app.include_router(router, responses=PROBLEMS)
    _metrics(app, house, metrics)
    add_pages(app)
    describe(app)
    app.add_middleware(Guard, limits=chosen.limits)
    app.add_middleware(Journal, metrics=metrics)
    return app


async def close_connections_of(app: FastAPI) -> None:
    """Ends every connection of a house that is about to close."""
    if app.state.broadcasts:
        await close_connections(app.state.queue, app.state.broadcasts)


_ABOUT = "The tables of a house. Commands are written in the notation of the table; amounts in answers are cents."


def _sessions(app: FastAPI) -> None:
    def opened(request: Request, token: str) -> Response:
        who = people_of(request).who(token)
        response = JSONResponse({"name": who.name, "role": who.role, "tables": list(who.tables), "token": token})
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
        return response

    # In threads of their own: a password takes its time by design, and the storage may.
    @app.post("/api/sign-in", response_model=SessionOpened, responses=PROBLEMS)
    def sign_in(request: Request, sent: SignIn) -> Response:
        """A session for somebody with a password."""
        return opened(request, people_of(request).sign_in(sent.name, sent.password))

    @app.post("/api/guest", response_model=SessionOpened, responses=PROBLEMS)
    def guest(request: Request, sent: Guest) -> Response:
        """A session for a player without a password, at a practice house."""
        return opened(request, people_of(request).guest(sent.name))

    @app.post("/api/sign-out", response_model=dict[str, str], responses=PROBLEMS)
    def sign_out(request: Request, _: SignedIn) -> Response:
        """Ends the session."""
        people_of(request).sign_out(token_of(request))
        response = JSONResponse({})
        response.delete_cookie(COOKIE)
        return response

    @app.get("/api/me", response_model=PersonShown | None, responses=PROBLEMS)
    def me(request: Request) -> Response:
        """Who is signed in; null where nobody is, which is no error of the page that asks."""
        try:
            who = someone(request)
        except AccessRefused:
            who = None
        return JSONResponse({"name": who.name, "role": who.role, "tables": list(who.tables)} if who else None)


def _tables(app: FastAPI, house: LiveHouse, queue: CommandQueue) -> None:
    @app.get("/api/house", response_model=HouseShown, responses=PROBLEMS)
    async def facility() -> Response:
        """The house, its tables, and the key that signs its ledger."""
        tables = {name: ruleset.regulation.id for name, ruleset in house.approved.tables.items()}
        return JSONResponse({
            "facility": house.approved.submission.facility, "tables": tables, "public_key": house.public_key,
            "suspended": bool(house.suspended),
        })  # fmt: skip

    @app.get("/api/tables/{table}", response_model=dict[str, Any], responses=PROBLEMS)
    def view(request: Request, table: str, who: Someone) -> Response:
        """The table as the signed-in person may see it."""
        check_table(house, table)
        record, broadcasts = house.record(table), request.app.state.broadcasts
        beside = broadcasts[table].beside(record, who) if broadcasts else {}
        return JSONResponse({**TableFrame(record, physical=table in house.physical).view(who), **beside})

    @app.post("/api/tables/{table}/commands", response_model=Answered, responses=PROBLEMS)
    async def command(request: Request, table: str, sent: CommandSent) -> Response:
        """Does a command, once for each id; the answer comes after it is on disk."""
        check_table(house, table)
        who, result = await queue.give_text(token_of(request), table, sent)
        broadcasts = request.app.state.broadcasts
        return JSONResponse(
            command_answer(result, broadcasts[table].record if broadcasts else house.record(table), who)
        )


def _evidence(app: FastAPI, house: LiveHouse) -> None:
    @app.get("/api/rounds/{table}/{number}/deal", response_model=dict[str, Any], responses=PROBLEMS)
    def deal(table: str, number: Annotated[int, Path(ge=1, lt=10**15)]) -> Response:
        """What opens the commitment to the shuffle of a round that is over."""
        check_table(house, table)
        if number > house.record(table).table.rounds:
            return problem(404, "no-such-round", f"{table} has not played a round {number}")
        return JSONResponse(receipt(house.store, f"{table}/{number}"))

    @app.get("/api/head", response_class=Response, responses=PROBLEMS | {200: TEXT})
    def head() -> Response:
        """The newest head of the ledger, signed."""
        return PlainTextResponse(house.sign_head())


def _metrics(app: FastAPI, house: LiveHouse, metrics: Metrics) -> None:
    @app.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
    def counted(request: Request) -> Response:
        if not is_near(request):
            who = signed_in(request)
            if who.role == "player":
                return problem(403, "not-your-role", "metrics are for the staff, and for a monitor on this machine")
        broadcasts = request.app.state.broadcasts
        listeners = broadcasts.connections() if broadcasts else dict.fromkeys(house.approved.tables, 0)
        text = metrics.text(tables=len(house.approved.tables), suspended=bool(house.suspended), listeners=listeners)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")
