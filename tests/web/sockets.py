"""WebSockets inside the test's own process: an application that runs, and clients that can be cut off at any frame."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from fastapi import FastAPI

from pitboss.evidence.heads import SigningKey
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from pitboss.web.app import make_app
from pitboss.web.http.config import ServerConfig
from pitboss.web.live.connection import FRAMES, Ending
from tests.web.bots import PASSWORD, examples, staff_and
from tests.web.inside import HOUSE, QUICK
from tests.web.known import Known
from tests.web.serving import hire

PATIENCE = 20
_IDS = count(1)
_FIRST = (
    "dealer performs", "player performs", "dealer shuffles", "dealer cuts", "dealer opens bets", "dealer closes bets",
    "dealer deals", "dealer settles",
)  # fmt: skip
_LAST = ("dealer counts", "dealer receives")
"""What is open almost always comes last."""


class Closed(Exception):
    """The house ended the connection."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(f"{code} {reason}")


class Answer(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    @property
    def json(self) -> Any:
        return json.loads(self.text)


async def request(
    app: FastAPI,
    method: str,
    address: str,
    body: object = None,
    headers: Mapping[str, str] | None = None,
    *,
    client: str = "client",
) -> Answer:
    """The answer to a request, through the application as a server calls it."""
    path, _, query = address.partition("?")
    data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"host": "house", "content-type": "application/json", "content-length": str(len(data)), **(headers or {})}
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "server": ("house", 80), "client": (client, 1), "state": {},
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()],
    }  # fmt: skip
    sent: list[Any] = []
    incoming = iter([{"type": "http.request", "body": data, "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(incoming, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], found, b"".join(message.get("body", b"") for message in sent[1:]))


def payload(frame: bytes) -> str:
    """The text of a frame that the house has made."""
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :].decode()


class Socket:
    """One connection, as a server brings it to the application; and what a FastWebSocket offers beside messages."""

    on_writable: Callable[[], None] | None = None

    def __init__(self, app: FastAPI, table: str, token: str = "", *, after: int | None = None, **headers: str) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.frames: list[dict[str, Any]] = []
        """Everything that came, pings aside; with each change of the table, the view after it."""
        self.known = Known()
        self.writable = asyncio.Event()
        self.writable.set()
        given = {"host": "house", **({"authorization": f"Bearer {token}"} if token else {}), **headers}
        path = f"/api/tables/{table}/live"
        self._scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": path,
            "raw_path": path.encode(), "query_string": b"" if after is None else f"after={after}".encode(),
            "root_path": "", "server": ("house", 80), "client": ("client", 1), "subprotocols": [], "state": {},
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "extensions": {FRAMES: self},
        }  # fmt: skip
        self._app = app

    async def open(self) -> "Socket":
        self._in.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(self._app(self._scope, self._in.get, self.take))
        first = await asyncio.wait_for(self._out.get(), PATIENCE)
        if first["type"] != "websocket.accept":
            raise Closed(first.get("code", 0), first.get("reason", ""))
        return self

    async def take(self, message: MutableMapping[str, Any]) -> None:
        """Takes what the house sends."""
        await self._out.put(message)
        if message["type"] == "websocket.close":
            self._in.put_nowait({"type": "websocket.disconnect", "code": message.get("code", 1000)})

    def write_frame(self, frame: bytes) -> None:
        self._out.put_nowait({"type": "websocket.send", "text": payload(frame)})

    def resume(self) -> None:
        """Takes more again, after `writable` was cleared."""
        self.writable.set()
        if self.on_writable:
            self.on_writable()

    @property
    def unread(self) -> int:
        """Messages that have come and were not received, pings aside."""
        waiting = self._out._queue  # type: ignore[attr-defined]
        return sum('"type":"ping"' not in message.get("text", "") for message in waiting)

    def end(self, why: Ending) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": why.code})
        self._out.put_nowait({"type": "websocket.close", **why._asdict()})

    def send(self, frame: object) -> None:
        """Sends a frame as JSON; a text or bytes as they are."""
        key, value = ("bytes", frame) if isinstance(frame, bytes) else ("text", frame)
        text = value if isinstance(value, str | bytes) else json.dumps(value)
        self._in.put_nowait({"type": "websocket.receive", key: text})

    async def receive(self) -> dict[str, Any]:
        """The next frame that is no ping."""
        async with asyncio.timeout(PATIENCE):
            while (frame := await self._next())["type"] == "ping":
                pass
        self.frames.append(frame)
        return frame

    async def _next(self) -> dict[str, Any]:
        message = await self._out.get()
        if message["type"] == "websocket.close":
            raise Closed(message.get("code", 1000), message.get("reason", ""))
        frame: dict[str, Any] = json.loads(message["text"])
        if "shared" in frame:
            self.known.hear(frame)
            return {**frame, "view": self.known.view}
        return frame

    async def until(self, *kinds: str) -> dict[str, Any]:
        while (frame := await self.receive())["type"] not in kinds:
            pass
        return frame

    async def reach(self, seq: int) -> dict[str, Any]:
        """Receives until the table is at an entry."""
        while (frame := await self.until("snapshot", "entry"))["seq"] < seq:
            pass
        return frame

    async def to_the_end(self) -> None:
        """Receives until the house ends the connection."""
        while True:
            await self.receive()

    async def snapshot(self) -> dict[str, Any]:
        self.send({"type": "snapshot"})
        view: dict[str, Any] = (await self.until("snapshot"))["view"]
        return view

    async def give(self, command: str, round_: int | None = None, id_: str = "") -> dict[str, Any]:
        """Gives a command; the answer, or the refusal."""
        id_ = id_ or f"command-{next(_IDS)}"
        self.send({"type": "command", "id": id_, "command": command, "round": round_})
        while (frame := await self.until("answer", "refused"))["id"] != id_:
            pass
        return frame

    async def cut(self) -> None:
        """Goes away without a word, as a lost connection does."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await asyncio.wait_for(self.task, PATIENCE)


class Running:
    """A house whose application runs in this event loop."""

    def __init__(
        self,
        folder: Path,
        people: Mapping[str, str],
        setting: ServerConfig | None = None,
        text: str = "",
        environment: ClockAndEntropy | None = None,
        *,
        physical: tuple[str, ...] = (),
        url: str = "",
    ) -> None:
        self.url = url or str(folder / "house.db")
        hire(self.url, people.items())
        self.house = LiveHouse(
            lambda: open_store(self.url, create=True),
            text or HOUSE.read_text(),
            SigningKey(bytes(range(32))),
            environment=environment,
            physical=physical,
        )
        practice = bool(setting and setting.practice)
        self.people = People(self.house.store, cost=QUICK, guests=practice)
        self.app = make_app(self.house, lambda store: People(store, cost=QUICK, guests=practice), setting)
        self.tokens = {name: self.people.sign_in(name, PASSWORD) for name in people}

    async def open(self, table: str, name: str = "", *, after: int | None = None, **headers: str) -> Socket:
        token = self.tokens[name] if name else ""
        return await Socket(self.app, table, token, after=after, **headers).open()


@asynccontextmanager
async def running(
    folder: Path,
    players: tuple[str, ...] = ("ann", "bob"),
    setting: ServerConfig | None = None,
    *,
    text: str = "",
    environment: ClockAndEntropy | None = None,
    physical: tuple[str, ...] = (),
    url: str = "",
    **others: str,
) -> AsyncIterator[Running]:
    """A running house with a dealer, a floorperson and players."""
    people = {**dict(staff_and(players)), **others}
    started = Running(folder, people, setting, text, environment, physical=physical, url=url)
    async with started.app.router.lifespan_context(started.app):
        yield started


class Crew:
    """Everybody at one table, each over a socket: the dealer, the floorperson and the players."""

    def __init__(self, house: Running, table: str) -> None:
        self.house, self.table = house, table
        self.side_bets = ""
        """What each box bets beside the least wagers, as `, progressive $1`."""
        self._counted = False

    async def sit_down(self, *players: str) -> "Crew":
        self.dealer, self.floor = await self.house.open(self.table, "dora"), await self.house.open(self.table, "flo")
        self.players = {box: await self.house.open(self.table, name) for box, name in enumerate(players, 1)}
        for box, name in enumerate(players, 1):
            for _ in range(5):
                # Above this, a sale takes two people.
                assert (await self.dealer.give(f"player {name} buys $10,000"))["type"] == "answer"
            assert (await self.players[box].give(f"player {name} takes box {box}"))["type"] == "answer"
        return self

    async def step(self) -> list[dict[str, Any]]:
        """Whatever comes next at the table; its events as the one who did it hears them."""
        view = await self.dealer.snapshot()
        if view["phase"] == "betting":
            for box, client in self.players.items():
                if not view["round"]["boxes"][str(box)]["wagers"]:
                    may = examples(await client.snapshot())
                    text = next(text for text in may if text.startswith(f"box {box} places") and "$" in text)
                    return await self._give(client, text + self.side_bets, view["rounds"])
        if turn := view["turn"]:
            choice = turn["choices"][view["rounds"] % len(turn["choices"])]
            return await self._give(self.players[turn["box"]], f"box {turn['box']} {choice}s", view["rounds"])
        may = examples(view)
        for beginning in _FIRST:
            for text in may:
                if text.startswith(beginning):
                    return await self._give(self.dealer, text, view["rounds"])
        for text in examples(await self.floor.snapshot()):
            if text.startswith(("floorperson performs", "floorperson validates")):
                return await self._give(self.floor, text, view["rounds"])
        # In a round the stub is counted if that is due; between rounds one count after the other would never end.
        last = _LAST[self._counted and view["phase"] is None :]
        text = next(text for beginning in last for text in may if text.startswith(beginning))
        self._counted = text.startswith("dealer counts")
        return await self._give(self.dealer, text, view["rounds"])

    async def _give(self, client: Socket, text: str, round_: int) -> list[dict[str, Any]]:
        answer = await client.give(text, round_)
        assert answer["type"] == "answer", answer
        events: list[dict[str, Any]] = answer["events"]
        return events

    async def round(self) -> None:
        """Plays until a round is over."""
        while not any(event["event"] == "RoundCompleted" for event in await self.step()):
            pass
