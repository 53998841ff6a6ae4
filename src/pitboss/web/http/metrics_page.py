"""`/metrics`: the counters of this process, as Prometheus reads them."""

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from pitboss.house.live_house import LiveHouse
from pitboss.web.http.auth import is_local, people_of, token_of
from pitboss.web.http.guard import problem
from pitboss.web.http.metrics import Metrics


def add_metrics(app: FastAPI, house: LiveHouse, metrics: Metrics) -> None:
    @app.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
    def get_metrics(request: Request) -> Response:
        if not is_local(request) and people_of(request).who(token_of(request)).role == "player":
            return problem(403, "not-your-role", "metrics are for the staff, and for a monitor on this machine")
        broadcasts, tables = request.app.state.broadcasts, house.approved.tables
        connections = broadcasts.connections() if broadcasts else dict.fromkeys(tables, 0)
        text = metrics.text(tables=len(tables), suspended=bool(house.suspended), listeners=connections)
        return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)
