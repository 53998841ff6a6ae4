"""The layout of each table over HTTP, for the player's page and the live sign."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pitboss.documents.layout import layout_view
from pitboss.documents.sign import sign_json, sign_of
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.models import PROBLEMS
from pitboss.web.http.problems import check_table


def router(house: LiveHouse) -> APIRouter:
    """Anybody may look at a layout; a table that is not there is refused as everywhere."""
    router = APIRouter()

    @router.get("/api/tables/{table}/layout", responses=PROBLEMS)
    def layout(table: str, request: Request) -> Response:
        """Everything about a table that stays the same from round to round, and its sign."""
        check_table(house, table)
        ruleset = house.record(table).table.ruleset
        practice = bool(getattr(request.app.state, "practice", False))
        view = layout_view(ruleset, house.approved.submission.facility, practice=practice)
        return JSONResponse({**view, "sign": sign_json(sign_of(view))})

    return router
