"""Random frames over a WebSocket: whatever somebody sends is answered or ends the connection, and changes nothing."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.bots import examples
from tests.web.sockets import Closed, Crew, Running, Socket, running

TABLE = "three-card"
_JUNK = (
    "", " ", "null", "[]", "{}", "0", "-1", "1e999", "NaN", "true", '"', "{", "[" * 5000, '{"a":' * 3000, "\x00",
    "🂡",
    '{"type":"snapshot","type":"command"}', '{"type":"snapshot","more":1}', '{"type":"command"}', '{"type":7}',
    '{"type":["snapshot"]}', '{"type":null}', '{"type":"ping"}', '{"\\ud800":1,"type":"command"}', "9" * 10_000,
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1, 2**31, 10**14, 10**40, 1.5, float("nan"), "", "x", "\x00", "\ud800", "a" * 5000, [], {},
    ["a"],
    "box 1 places ante $10", "box 1 plays", "ffffffff", "player ann buys $1", {"a": {"b": []}},
)  # fmt: skip
_COMMANDS = (
    "box {n} places ante ${m}", "box {n} places ante ${m}, pair_plus ${m}", "box {n} places nothing", "box {n} plays",
    "box {n} folds", "box {n} rides", "box {n} leaves", "player ann takes box {n}", "player bob buys ${m}",
    "player ann cashes ${m}", "dealer deals", "dealer settles", "dealer opens bets", "dealer closes bets",
    "dealer shuffles", "dealer cuts {n}", "dealer receives {n} decks", "floorperson validates progressive of box {n}",
    "floorperson orders a shuffle", "dealer shuffles hand As Kd", "box {n} places ante $-{m}", "box -{n} plays",
    "box 99999999999999999999 plays", "box {n} places ante $0.001", "dealer reads As Ks Qs", "player ann buys $0",
    "box {n} places ante ${m}, ante ${m}", "box {n} places \u202eante ${m}", "box \u0661 plays", "  dealer deals  ",
)  # fmt: skip


def _junk(chance: Random) -> object:
    text = chance.choice(_JUNK)
    return text if chance.random() < 0.9 else text.encode()


def _noise(chance: Random) -> object:
    return bytes(chance.randrange(256) for _ in range(chance.randrange(200)))


def _long(chance: Random) -> object:
    return chance.choice(["x", '{"', "é"]) * chance.choice([65_535, 65_537, 100_000])


def _odd_fields(chance: Random) -> object:
    frame: dict[str, Any] = {"type": "command", "id": "an-odd-one", "command": "box 1 plays", "round": 1}
    for key in chance.sample(list(frame), chance.randrange(1, 4)):
        if chance.random() < 0.3:
            del frame[key]
        else:
            frame[key] = chance.choice(_VALUES)
    if chance.random() < 0.2:
        frame[chance.choice(["seq", "\ud800", "", "TYPE"])] = chance.choice(_VALUES)
    return frame


def _broken(chance: Random) -> object:
    """A good frame with a character gone, doubled or changed."""
    text = json.dumps(_command(chance))
    place = chance.randrange(len(text))
    return text[:place] + chance.choice(["", text[place] * 2, "\x7f", '"', "}", "é"]) + text[place + 1 :]


def _command(chance: Random) -> object:
    numbers = {"n": chance.choice([0, 1, 2, 3, 7, 8, 99]), "m": chance.choice([1, 5, 10, 20, 500, 501, 10**9])}
    text = chance.choice(_COMMANDS).format(**numbers)
    id_ = f"fuzz-{chance.randrange(10**9)}" if chance.random() < 0.9 else "fuzz-again-and-again"
    return {"type": "command", "id": id_, "command": text, "round": chance.choice([None, 0, 1, 2, 10**9])}


KINDS: tuple[Callable[[Random], object], ...] = (_junk, _noise, _long, _odd_fields, _broken, _command, _command)


class Fuzz:
    """Sends frames as one person, and checks after each what became of it."""

    def __init__(self, house: Running, name: str, chance: Random) -> None:
        self.house, self.name, self.chance = house, name, chance
        self.socket: Socket | None = None
        self.answered = {"answer": 0, "refused": 0, "problem": 0}
        self.closed = 0

    async def one(self) -> None:
        if self.socket is None:
            self.socket = await self.house.open(TABLE, self.name)
            await self.socket.until("snapshot")
        frame = self.chance.choice(KINDS)(self.chance) if self.chance.random() < 0.9 else self._offered()
        before = self.house.house.store.last(f"table {TABLE}")
        self.socket.send(frame)
        try:
            found = await self.socket.until("answer", "refused", "problem", "snapshot")
        except Closed as closed:
            if closed.code not in (1003, 1008, 1009):
                raise
            self.closed += 1
            self.socket = None
            return
        after = self.house.house.store.last(f"table {TABLE}")
        if found["type"] == "answer" and not found["again"]:
            assert after == before + 1
        else:
            assert after == before, (frame, found)
        if found["type"] in self.answered:
            self.answered[found["type"]] += 1

    def _offered(self) -> object:
        """Something that the house offers, so that the table moves now and then."""
        assert self.socket
        views = [frame["view"] for frame in self.socket.frames if "view" in frame]
        may = (examples(views[-1]) if "actions" in views[-1] else []) or ["dealer deals"]
        return {"type": "command", "id": f"may-{self.chance.randrange(10**12)}", "command": self.chance.choice(may)}


async def fuzz(folder: Path, frames: int, seed: str) -> dict[str, int]:
    """So many frames by a player at the table, a dealer, and somebody who is not signed in."""
    chance = Random(seed)
    total: dict[str, int] = {}
    async with running(folder) as house:
        crew = await Crew(house, TABLE).sit_down("ann", "bob")
        while (await crew.dealer.snapshot())["phase"] != "betting":
            await crew.step()
        for name in ("ann", "dora", ""):
            fuzzer = Fuzz(house, name, chance)
            for _ in range(frames // 3 + 1):
                await fuzzer.one()
            for kind, number in fuzzer.answered.items():
                total[f"{name} {kind}"] = number
        # The house goes on as if nothing had been: everybody can still act.
        assert (await crew.dealer.give("player bob buys $1"))["type"] == "answer"
        table = house.house.record(TABLE).table
        assert sum(table.accounts.values()) == 0
        assert not house.house.suspended
    return total


def check(total: dict[str, int]) -> None:
    """Every kind of answer came; somebody who is not signed in changed nothing."""
    assert total[" answer"] == 0
    assert all(total[f"{name} {kind}"] for name in ("ann", "dora") for kind in ("answer", "refused", "problem"))
    assert total[" refused"]
    assert total[" problem"]


def test_two_thousand_frames(tmp_path: Path) -> None:
    check(asyncio.run(fuzz(tmp_path, 2_000, "two thousand")))


@pytest.mark.slow
def test_a_hundred_thousand_frames(tmp_path: Path) -> None:
    check(asyncio.run(fuzz(tmp_path, 100_000, "a hundred thousand")))


def test_the_check_finds_a_change_without_an_answer(tmp_path: Path) -> None:
    """The control: a house that changes something on a frame that it calls a problem is found out."""

    async def play() -> None:
        async with running(tmp_path) as house:
            ann = await house.open(TABLE, "flo")
            fuzzer = Fuzz(house, "dora", Random(1))
            send = Socket.send

            def betrayed(socket: Socket, frame: object) -> None:
                send(ann, {"type": "command", "id": "behind-the-back", "command": "player ann buys $1"})
                send(socket, "junk")

            fuzzer.socket = await house.open(TABLE, "dora")
            await fuzzer.socket.until("snapshot")
            fuzzer.socket.send = betrayed.__get__(fuzzer.socket)  # type: ignore[method-assign]
            await asyncio.sleep(0)
            slow = fuzzer.socket.until

            async def later(*kinds: str) -> dict[str, Any]:
                await ann.until("answer")
                return await slow(*kinds)

            fuzzer.socket.until = later  # type: ignore[method-assign]
            with pytest.raises(AssertionError):
                await fuzzer.one()

    asyncio.run(play())
