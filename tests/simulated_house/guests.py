"""People at the tables: each has a connection that breaks, and sends a command again until it is answered."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.simulated_house.network import Line, Lost
from tests.web.known import Known

if TYPE_CHECKING:
    from tests.simulated_house.world import World

PATIENCE = 4.0
"""Seconds after which a client that gets no answer connects again."""
_UNSURE = ("suspended", "failed")
"""Codes of answers that say nothing about the command itself."""
WAGERS = ("ante $10", "ante $10, pair_plus $5", "ante $15, progressive $1", "ante $20, pair_plus $5, progressive $5")


class Told(NamedTuple):
    """A message of the house, and the newest entry that the table had for this client then."""

    seq: int
    text: str


class Sent(NamedTuple):
    """A command as it is sent, however often."""

    id: str
    command: str
    round: int | None


class Guest:
    """A player of one table; without a box, somebody who only watches."""

    def __init__(self, world: "World", name: str, table: str, box: int) -> None:
        self.world, self.name, self.table, self.box = world, name, table, box
        self.chance = Random(f"{world.plan.seed} guest {name or table}")
        self.known, self.seq = Known(), 0
        self.told: list[Told] = []
        self.acknowledged: dict[str, dict[str, Any]] = {}
        """The answer to each command by its id, as it came first."""
        self.sent: Sent | None = None
        """What waits for its answer."""
        self.line: Line | None = None
        self.server = 0
        self.complaints: list[str] = []
        self._past: list[Sent] = []
        self._asked_again: Sent | None = None
        self._number, self._is_signed_out = 0, False

    async def live(self) -> None:
        """Connects, plays until the connection breaks, and connects again."""
        while True:
            self.server = self.chance.randrange(self.world.plan.servers)
            if self._is_signed_out:
                self._is_signed_out = not await self.world.sign_in(self.name, self.server)
                # The page is loaded again.
                self.known = Known()
            after = self.seq if self.known._shared and self.chance.random() < 0.5 else None
            self.line = self.world.connect(self, self.server, after)
            if self.line is None:
                await asyncio.sleep(self.chance.uniform(0.1, 0.6))
                continue
            if after is None:
                self.known = Known()
            try:
                await self._talk(self.line)
            except Lost:
                self.line = None
                await asyncio.sleep(self.chance.uniform(0, 0.3))

    async def _talk(self, line: Line) -> None:
        if self.sent:
            self._send(line, self.sent)
        waited = 0.0
        while True:
            pause = self.chance.uniform(0.02, 0.5)
            message = await line.hear(pause)
            if message:
                waited = 0.0
                self._hear(line, message)
            elif self.sent or self._asked_again:
                waited += pause
                if waited > PATIENCE:
                    self._asked_again = None
                    line.cut()
                    raise Lost
            if self.known._shared and self.box and not self.sent and not self.world.is_quiet:
                self._act(line)

    def _send(self, line: Line, sent: Sent) -> None:
        given = {"round": sent.round} if sent.round is not None else {}
        line.say({"type": "command", "id": sent.id, "command": sent.command, **given})

    def _act(self, line: Line) -> None:
        """Sends what comes into the mind of a player; now and then a command of the past once more."""
        if self._past and self.chance.random() < 0.03:
            self._asked_again = self.chance.choice(self._past)
            self._send(line, self._asked_again)
        view = self.known.view
        command = self._command(view)
        if command and self.chance.random() < 0.7:
            self._number += 1
            self.sent = Sent(f"{self.name}-{self._number:06}", command, view["rounds"])
            self._send(line, self.sent)

    def _command(self, view: dict[str, Any]) -> str:
        box, seats, chance = self.box, view["seats"], self.chance
        if seats.get(str(box)) != self.name:
            return f"player {self.name} takes box {box}" if str(box) not in seats else ""
        if chance.random() < 0.02:
            return chance.choice((f"box {box} leaves", f"player {self.name} buys $100", "dealer deals"))
        if chance.random() < 0.02:
            return chance.choice(
                (f"player {self.name} cashes $7", f"box {box} places ante $90,000", f"box {box} rides")
            )
        choices = [each["command"] for each in view.get("actions", ()) if each["kind"] == "Choose"]
        if choices:
            return str(chance.choice(choices))
        if view["phase"] == "betting":
            placed = view["round"]["boxes"].get(str(box), {}).get("wagers")
            if not placed or chance.random() < 0.05:
                return f"box {box} places {chance.choice(WAGERS)}"
        return ""

    def _hear(self, line: Line, message: dict[str, Any]) -> None:
        raw = message.pop("raw")
        kind = message["type"]
        if kind in ("snapshot", "entry"):
            self.seq = message["seq"]
            self.known.hear(message)
            if self.box and "player" not in self.known.view:
                self._is_signed_out = True
                line.cut()
        at = message.get("seq", self.seq)
        self.told.append(Told(at, raw))
        if kind == "problem":
            self.complaints.append(f"{self.name} was told {raw}")
        if kind not in ("answer", "refused"):
            return
        if kind == "refused" and message["code"].startswith("session"):
            # A clock that was set has ended it.
            self._is_signed_out = True
            line.cut()
            return
        if kind == "refused" and message["code"] in _UNSURE:
            if self.sent and message["id"] == self.sent.id:
                self.world.loop.call_later(0.5, self._once_more, line, self.sent)
            return
        self._answered(message)

    def _once_more(self, line: Line, sent: Sent) -> None:
        if self.sent == sent and line.is_open:
            self._send(line, sent)

    def _answered(self, message: dict[str, Any]) -> None:
        """Notes an answer. The same command gets the same answer for ever."""
        message.pop("again", None)
        first = self.acknowledged.setdefault(message["id"], message)
        if first != message:
            self.complaints.append(f"{message['id']} was answered {first}, and then {message}")
        if self.sent and message["id"] == self.sent.id:
            self._past.append(self.sent)
            self.sent = None
        elif self._asked_again and message["id"] == self._asked_again.id:
            self._asked_again = None
        elif message["id"] not in self.acknowledged:
            self.complaints.append(f"an answer to {message['id']}, which nobody sent")
