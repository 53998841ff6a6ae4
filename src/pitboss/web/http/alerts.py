"""The alerts of the gaming day, which the floor and those who oversee it see."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pitboss.house.authority import OVERSEERS
from pitboss.house.live_house import LiveHouse
from pitboss.views.alert_shapes import alert_json
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.guard import problem


class AlertJson(AnswerModel):
    """An alert: its kind, when it came in milliseconds, what it is about, and the clause."""

    kind: str
    table: str
    at: int
    round: str | None
    text: str
    cite: str


def router(_house: LiveHouse) -> APIRouter:
    routes = APIRouter(prefix="/api", tags=["records"])

    @routes.get("/alerts", response_model=list[AlertJson])
    def list_alerts(request: Request, who: SignedIn) -> Response:
        """What the floor should know of the gaming day, the newest first."""
        if who.role not in OVERSEERS:
            return problem(403, "not-your-role", f"alerts are for the floor and its overseers, not for the {who.role}")
        broadcasts = request.app.state.broadcasts
        return JSONResponse([alert_json(alert) for alert in (broadcasts.alerts if broadcasts else ())])

    return routes
