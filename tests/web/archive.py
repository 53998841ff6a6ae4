"""A house with some rounds behind it, and people of every role who look at its records."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp, Receive, Scope, Send

from tests.web.bots import Crew
from tests.web.inside import TABLES, Inside

PLAYERS = ("ann", "bob", "cat")
STAFF = (("dora", "dealer"), ("dan", "dealer"), ("flo", "floorperson"), ("audrey", "auditor"), ("max", "manager"))
BETS = {
    "let-it-ride": ", five_card_bonus $1, progressive $1",
    "three-card": ", pair_plus $5, progressive $1",
    "top-five": ", poker_bonus $5",
    "commonwealth": ", bonus $1",
}


class Archive(Inside):
    """Every table has played some rounds. Dan deals at top-five alone; ann, bob and cat sat everywhere, zoe nowhere."""

    def __init__(self, folder: Path, rounds: int = 5, tables: tuple[str, ...] = TABLES) -> None:
        people = [*STAFF, *((name, "player") for name in (*PLAYERS, "zoe"))]
        super().__init__(folder, people)
        self.app.state.queue.people.change("dan", tables=["top-five"])
        self._real = self.app
        self._through(self.app)
        self.crews = {table: self._played(table, rounds) for table in tables}

    def __enter__(self) -> "Archive":
        return self

    def _played(self, table: str, rounds: int) -> Crew:
        crew = self.crew(table, PLAYERS, 11)
        crew.side_bets = BETS[table]
        crew.play(rounds)
        return crew

    def _through(self, app: ASGIApp) -> None:
        """Requests may name a query behind their path."""

        async def parted(scope: Scope, receive: Receive, send: Send) -> None:
            path, _, query = scope["path"].partition("?")
            await app({**scope, "path": unquote(path), "query_string": query.encode()}, receive, send)

        self.app = parted  # type: ignore[assignment]

    def practice(self, on: bool) -> None:
        """Whether guests play without money here."""
        self._real.state.practice = on

    def get(self, name: str, path: str) -> Any:
        """What a person is answered; Refused where the house says no."""
        return self.client(name).call("GET", path)

    def post(self, name: str, path: str, body: object) -> Any:
        return self.client(name).call("POST", path, body)

    def status(self, name: str, path: str, method: str = "GET", body: object = None) -> int:
        headers = {"authorization": f"Bearer {self.client(name).token}"} if name else {}
        return self.request(method, path, body, headers)[0]
