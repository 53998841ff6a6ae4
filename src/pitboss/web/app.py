"""The application over one LiveHouse: pages, HTTP and WebSockets."""

from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from pitboss import __version__
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.ledger.store import Store
from pitboss.web.http.clients import ClientAddress
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.description import describe, operation_name
from pitboss.web.http.guard import Guard
from pitboss.web.http.health import add_health
from pitboss.web.http.lobby import add_lobby
from pitboss.web.http.log import RequestLog
from pitboss.web.http.metrics import Metrics
from pitboss.web.http.metrics_page import add_metrics
from pitboss.web.http.models import PROBLEMS
from pitboss.web.http.pages import add_pages
from pitboss.web.http.problems import add_problems
from pitboss.web.http.rate_limits import GoodTokens
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.table_socket import add_table_sockets
from pitboss.web.routers import ROUTERS
from pitboss.web.run.lifespan import close_connections, house_lifespan

_ABOUT = "The tables of a house. Commands are written in the notation of the table; amounts in answers are cents."


def make_app(house: LiveHouse, people: Callable[[Store], People], config: ServerConfig | None = None) -> FastAPI:
    """The application. It looks after the house while it runs, and closes it at the end.

    `people` gives the people of a store, because a house that resumes opens its store again.
    """
    config = config or ServerConfig()
    # One person may move play money; two people must move chips with a value.
    house.two_people = not config.practice
    metrics = Metrics()
    queue = CommandQueue(house, people(house.store), metrics)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> Any:
        async with house_lifespan(house, queue, config, metrics, load_people) as broadcasts:
            app.state.broadcasts = broadcasts
            yield

    def load_people() -> None:
        queue.people = people(house.store)

    app = FastAPI(
        title="pitboss", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json", description=_ABOUT, generate_unique_id_function=operation_name,
    )  # fmt: skip
    app.state.tokens = GoodTokens()
    app.state.practice, app.state.broadcasts, app.state.queue = config.practice, None, queue
    add_problems(app)
    for router in ROUTERS:
        app.include_router(router(house), responses=PROBLEMS)
    add_lobby(app, house, config)
    add_table_sockets(app, house, queue, metrics, config)
    add_metrics(app, house, metrics)
    add_health(app, house)
    add_pages(app)
    describe(app)
    app.add_middleware(Guard, limits=config.limits, tokens=app.state.tokens, names=config.names)
    app.add_middleware(RequestLog, metrics=metrics, traces=config.traces)
    app.add_middleware(ClientAddress, proxies=config.proxies)
    return app


async def close_connections_of(app: FastAPI) -> None:
    """Ends every connection of a house that is about to close."""
    if app.state.broadcasts:
        await close_connections(app.state.queue, app.state.broadcasts)
