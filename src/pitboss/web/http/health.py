"""`/healthz` and `/readyz`: whether this process lives, and whether it can run tables, for a proxy or a supervisor.

Neither says more than that: the reasons, which may name files and addresses, are in the log.
"""

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse

from pitboss.house.live_house import LiveHouse
from pitboss.ledger.store import StoreFailed


def add_health(app: FastAPI, house: LiveHouse) -> None:
    @app.get("/healthz", response_class=PlainTextResponse, include_in_schema=False)
    async def get_health() -> PlainTextResponse:
        # On the event loop itself: an answer shows that it turns.
        return PlainTextResponse("alive\n")

    @app.get("/readyz", response_class=PlainTextResponse, include_in_schema=False)
    def get_readiness() -> PlainTextResponse:
        if why := _why_not_ready(app, house):
            return PlainTextResponse(f"{why}\n", 503)
        return PlainTextResponse("ready\n")


def _why_not_ready(app: FastAPI, house: LiveHouse) -> str:
    """Why no table can be played at now; empty if tables can."""
    if app.state.broadcasts is None:
        return "starting"
    if house.suspended:
        return "suspended"
    try:
        house.store.size()
    except StoreFailed:
        return "the ledger does not answer"
    return ""
