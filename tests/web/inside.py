"""A house with its web interface inside the test's own process: every byte that it answers can be looked at."""

import asyncio
import json
from pathlib import Path
from typing import Any

from pitboss.evidence.heads import SigningKey
from pitboss.house.live_house import LiveHouse
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from pitboss.web.app import make_app
from pitboss.web.http.config import ServerConfig
from tests.web.bots import Client, Crew
from tests.web.serving import hire

HOUSE = Path(__file__).parents[2] / "examples/house.toml"
TABLES = ("let-it-ride", "three-card", "top-five", "commonwealth")
QUICK = Cost(1, 8, 1)


class Inside:
    """A live house and its application."""

    def __init__(
        self,
        folder: Path,
        people: list[tuple[str, str]],
        physical: tuple[str, ...] = (),
        config: ServerConfig | None = None,
    ) -> None:
        url = str(folder / "house.db")
        hire(url, people)
        self.house = LiveHouse(
            lambda: open_store(url, create=True), HOUSE.read_text(), SigningKey(bytes(range(32))), physical=physical
        )
        self.app = make_app(self.house, lambda store: People(store, cost=QUICK), config)
        self.tokens: dict[str, str] = {}
        self._loop = asyncio.new_event_loop()

    def request(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None, *, query: str = ""
    ) -> tuple[int, str]:
        """The status and text of an answer, through the application as a server calls it."""
        data = b"" if body is None else json.dumps(body).encode()
        given = {
            "host": "house",
            "content-type": "application/json",
            "content-length": str(len(data)),
            **(headers or {}),
        }
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "server": ("house", 80), "client": ("client", 1),
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        }  # fmt: skip
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        self._loop.run_until_complete(self.app(scope, receive, send))
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:]).decode()

    def client(self, name: str) -> "InsideClient":
        client = InsideClient(self, name)
        if name:
            client.sign_in(self.tokens)
        return client

    def __enter__(self) -> "Inside":
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.close()
        self.house.close()

    def crew(self, table: str, players: tuple[str, ...], seed: int) -> Crew:
        """People at a table, who speak to this house."""
        crew = Crew(table, list, (), seed)
        crew.dealer, crew.floor = self.client("dora"), self.client("flo")
        crew.players = {box: self.client(name) for box, name in enumerate(players, 1)}
        crew.sit_down(self.tokens)
        return crew


class InsideClient(Client):
    """Someone who speaks to a house inside this process; without a name, anybody."""

    def __init__(self, inside: Inside, name: str) -> None:
        super().__init__(list, name)
        self._inside = inside

    def _once(self, method: str, path: str, body: object) -> tuple[int, str]:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return self._inside.request(method, path, body, headers)
