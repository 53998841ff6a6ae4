"""The lobby: every table with its game, stakes, seats and meters."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.fold import TableRecord
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table
from pitboss.web.http.auth import people_of, token_of
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.models import PROBLEMS, Lobby


def add_lobby(app: FastAPI, house: LiveHouse, config: ServerConfig) -> None:
    """Adds the lobby."""

    @app.get("/api/lobby", response_model=Lobby, responses=PROBLEMS, tags=["tables"])
    def get_lobby(request: Request) -> Response:
        """The tables that a newcomer chooses from. At a real house only those who are signed in read who sits there."""
        names = config.practice or _is_signed_in(request)
        return JSONResponse({
            "facility": house.approved.submission.facility,
            "practice": config.practice,
            "address": config.address,
            "denominations": [] if config.practice else list(house.approved.submission.denominations),
            "tables": [_row(name, house.record(name), config, names=names) for name in house.approved.tables],
        })  # fmt: skip


def _is_signed_in(request: Request) -> bool:
    token = token_of(request)
    try:
        return bool(token and people_of(request).who(token))
    except AccessRefused:
        # The session has ended: the lobby is still there for everybody.
        return False


def _row(name: str, record: TableRecord, config: ServerConfig, *, names: bool) -> dict[str, Any]:
    table = record.table
    regulation = table.ruleset.regulation
    least, most = stakes(table)
    return {
        "name": name,
        "regulation": regulation.id,
        "title": regulation.title,
        "jurisdiction": regulation.jurisdiction,
        "seats": {str(box): player if names else "" for box, player in sorted(table.seats.items())},
        "boxes": table.ruleset.submission.boxes,
        "minimum": least,
        "maximum": most,
        "meters": table.meters(),
        "phase": table.round.phase if table.round else None,
        "rounds": table.rounds,
        "dealt": config.dealt_at(name),
        "closed": record.standing.closed,
    }


def stakes(table: Table) -> tuple[int, int]:
    """The limits of the first wager that a box must make, in cents."""
    name, least = table.ruleset.least_wagers[0]
    return least, accepted_stakes(table.ruleset, name).most or least
