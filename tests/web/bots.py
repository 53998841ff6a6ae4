"""Bots that play through the HTTP interface alone: a dealer, a floorperson and players at one table.

A command that gets no answer is sent again with the same id, to the same server or another, until it is answered.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection, HTTPException
from itertools import count
from random import Random
from typing import Any, NamedTuple

PASSWORD = "a long enough password"
_DEALER = (
    "dealer performs", "player performs", "dealer shuffles", "dealer cuts", "dealer opens bets",
    "dealer closes bets", "dealer deals", "dealer settles",
)  # fmt: skip
"""What a dealer does, what comes first in front."""
_FLOOR = ("floorperson performs", "floorperson validates")
PATIENCE = 60


def examples(view: dict[str, Any]) -> list[str]:
    """The commands that somebody may give now, each with something in every field."""
    return [action.get("example", action["command"]) for action in view["actions"]]


class Acked(NamedTuple):
    """A command that the house acknowledged."""

    id: str
    table: str
    seq: int
    events: str
    again: bool


class Refused(Exception):
    """The house answered no."""


class Client:
    """One signed-in person, with a connection that is made anew whenever it breaks."""

    def __init__(self, ports: Callable[[], Sequence[int]], name: str) -> None:
        self._ports, self.name, self.token = ports, name, ""
        self._connection: HTTPConnection | None = None
        self._turn = 0
        self.resent = 0
        """How often a request had to be sent again."""
        self.received: list[str] = []
        """Everything that the house has answered; kept where `capture` is set."""
        self.capture = False

    def close(self) -> None:
        """Gives up the connection; the next request makes another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def sign_in(self, tokens: dict[str, str]) -> None:
        """Signs in, once for each name: a password takes its time by design."""
        if self.name not in tokens:
            answer = self.call("POST", "/api/sign-in", {"name": self.name, "password": PASSWORD})
            tokens[self.name] = answer["token"]
        self.token = tokens[self.name]

    def call(self, method: str, path: str, body: object = None) -> Any:
        """The answer to a request, sent until one comes; Refused where the house says no."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, text = self._once(method, path, body)
            except (OSError, HTTPException):
                self.close()
                self._turn += 1
                self.resent += 1
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
                continue
            if self.capture:
                self.received.append(text)
            if status == 503:
                time.sleep(0.05)
                continue
            if status != 200:
                raise Refused(f"{status} {text}")
            return json.loads(text)

    def _once(self, method: str, path: str, body: object) -> tuple[int, str]:
        if self._connection is None:
            ports = self._ports()
            self._connection = HTTPConnection("127.0.0.1", ports[self._turn % len(ports)], timeout=20)
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body)
        self._connection.request(method, path, data, headers)
        response = self._connection.getresponse()
        return response.status, response.read().decode()


class Crew:
    """Everyone at one table, taking turns in one thread."""

    def __init__(self, table: str, ports: Callable[[], Sequence[int]], players: Sequence[str], seed: int) -> None:
        self.table, self.chance = table, Random(seed)
        self.dealer, self.floor = Client(ports, "dora"), Client(ports, "flo")
        self.players = {box: Client(ports, name) for box, name in enumerate(players, 1)}
        self.acked: list[Acked] = []
        self.rounds = 0
        self.side_bets = ""
        """What each box bets beside the least wagers, as `, progressive $1`."""
        self._counted = False
        self._ids = (f"{table}-{seed}-{number}" for number in count())

    @property
    def clients(self) -> list[Client]:
        return [self.dealer, self.floor, *self.players.values()]

    def close(self) -> None:
        for client in self.clients:
            client.close()

    def sit_down(self, tokens: dict[str, str]) -> None:
        for client in self.clients:
            client.sign_in(tokens)
        for box, client in self.players.items():
            for _ in range(5):
                # Above this, a sale takes two people.
                self.give(self.dealer, f"player {client.name} buys $10,000")
            self.give(client, f"player {client.name} takes box {box}")

    def play(self, rounds: int, stop: Callable[[], bool] = lambda: False) -> None:
        """Plays so many rounds, or until told to stop."""
        goal = self.rounds + rounds
        while self.rounds < goal and not stop():
            self.step()

    def step(self) -> None:
        """Whatever comes next at the table."""
        view = self.view(self.dealer)
        if view["phase"] == "betting" and not any(box["wagers"] for box in view["round"]["boxes"].values()):
            for box, client in self.players.items():
                self.give(client, self.wagers(box, client), view["rounds"])
            return
        if turn := view["turn"]:
            client = self.players[turn["box"]]
            choice = self.chance.choice(turn["choices"])
            self.give(client, f"box {turn['box']} {choice}s", view["rounds"])
            return
        done = self._staff(self.dealer, view, _DEALER) or self._staff(self.floor, self.view(self.floor), _FLOOR)
        # Cards can be counted and received at almost any time between rounds, so that comes last.
        if not done and not self._staff(self.dealer, view, ("dealer counts stub", "dealer receives")[self._counted :]):
            raise AssertionError(f"{self.table} is stuck: {examples(view)}")

    def wagers(self, box: int, client: Client) -> str:
        """What the house offers as the least wagers of a box."""
        texts = examples(self.view(client))
        return next(text for text in texts if text.startswith(f"box {box} places") and "$" in text) + self.side_bets

    def _staff(self, client: Client, view: dict[str, Any], order: Sequence[str]) -> bool:
        for beginning in order:
            for text in examples(view):
                if text.startswith(beginning):
                    answer = self.give(client, text, view["rounds"])
                    self._counted = text.startswith("dealer counts")
                    self.rounds += any(event["event"] == "RoundCompleted" for event in answer["events"])
                    return True
        return False

    def view(self, client: Client) -> dict[str, Any]:
        found: dict[str, Any] = client.call("GET", f"/api/tables/{self.table}")
        return found

    def give(self, client: Client, command: str, round_: int | None = None) -> dict[str, Any]:
        """Gives a command and keeps the acknowledgement."""
        id_ = next(self._ids)
        sent = {"id": id_, "command": command, "round": round_}
        answer: dict[str, Any] = client.call("POST", f"/api/tables/{self.table}/commands", sent)
        self.acked.append(Acked(id_, self.table, answer["seq"], json.dumps(answer["events"]), answer["again"]))
        return answer


def staff_and(players: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Everyone's name and role."""
    yield "dora", "dealer"
    yield "flo", "floorperson"
    yield from ((name, "player") for name in players)
