"""The newest incidents, which the floor and those who oversee it see."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from pitboss.books.gaming_day import time_of
from pitboss.house.authority import OVERSEERS
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.incidents import INCIDENTS, read_incident
from pitboss.views.incident_text import incident_text
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.guard import problem

MOST = 20


class IncidentJson(AnswerModel):
    """An incident by its number in the ledger: when it was recorded, in milliseconds, what happened and what to do."""

    number: int
    at: int
    happened: str
    to_do: str


def router(house: LiveHouse) -> APIRouter:
    routes = APIRouter(prefix="/api", tags=["records"])

    @routes.get("/incidents", response_model=list[IncidentJson])
    def list_incidents(who: SignedIn) -> Response:
        """What went wrong or looked wrong while the house ran, the newest first."""
        if who.role not in OVERSEERS:
            return problem(
                403, "not-your-role", f"incidents are for the floor and its overseers, not for the {who.role}"
            )
        store = house.store
        newest = list(store.stream(INCIDENTS, max(0, store.last(INCIDENTS) - MOST)))
        return JSONResponse(
            [
                {"number": entry.seq, "at": time_of(entry), **incident_text(read_incident(entry))._asdict()}
                for entry in reversed(newest)
            ]
        )

    return routes
