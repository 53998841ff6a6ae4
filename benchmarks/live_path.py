"""How much of pitboss one click passes through: from a player's command to the frame of the last of seven seats.

A house is served in this process. Seven players sit and listen; each bets, and every call of a pitboss function in any
thread is counted while one of the bets is under way. `--list` names the functions, file by file.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import orjson
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1]))
import pitboss
from pitboss.web.live.connection import FastWebSocket
from tests.web.bots import examples
from tests.web.serving import free_port
from tests.web.sockets import Crew, Running, running

SEATS = 7
TABLE = "three-card"
SOURCE = str(Path(pitboss.__file__).parent)
FOLLOWERS = ("ledger-follower", "watch")
"""Threads that read what other processes append: they wake up at any time, and no command waits for them."""


class Passed(NamedTuple):
    """The pitboss functions that one command passed through."""

    calls: Counter[CodeType]

    @property
    def functions(self) -> set[tuple[str, str]]:
        """File and name of each function; comprehensions and lambdas belong to the function around them."""
        return {
            (code.co_filename.removeprefix(SOURCE + "/"), code.co_qualname)
            for code in self.calls
            if not code.co_name.startswith("<")
        }

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.functions}


class CallCounter:
    """Counts the calls of pitboss functions in every thread while `is_counting`."""

    def __init__(self) -> None:
        self.calls: Counter[CodeType] = Counter()
        self.is_counting = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        is_ours = event == "call" and self.is_counting and frame.f_code.co_filename.startswith(SOURCE)
        if is_ours and threading.current_thread().name not in FOLLOWERS:
            self.calls[frame.f_code] += 1

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Sees this thread, and every thread that is started inside."""
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


async def received(player: ClientConnection, *kinds: str) -> None:
    """Receives until a player has been sent a frame of each of these kinds."""
    missing = {*kinds}
    while missing:
        missing.discard(orjson.loads(await player.recv())["type"])


async def bets(house: Running, port: int, counter: CallCounter, counted: int) -> Passed:
    """Seven players bet in turn; the calls that the bet of one box made until all seven had seen it."""
    names = [f"p{box}" for box in range(1, SEATS + 1)]
    crew = await Crew(house, TABLE).sit_down(*names)
    while (await crew.dealer.snapshot())["phase"] != "betting":
        await crew.step()
    least = {box: await bet_of(crew, box) for box in crew.players}
    for socket in (crew.dealer, crew.floor, *crew.players.values()):
        await socket.cut()
    address = f"ws://127.0.0.1:{port}/api/tables/{TABLE}/live"
    headers = [{"authorization": f"Bearer {house.tokens[name]}"} for name in names]
    players = [await connect(address, additional_headers=one, compression=None) for one in headers]
    await asyncio.gather(*(received(player, "snapshot") for player in players))
    for box, command in least.items():
        await asyncio.sleep(0.3)
        counter.calls.clear()
        counter.is_counting = box == counted
        message = {"type": "command", "id": f"bet-of-box-{box}", "command": command, "round": None}
        await players[box - 1].send(orjson.dumps(message).decode())
        others = [player for number, player in enumerate(players, 1) if number != box]
        await asyncio.gather(received(players[box - 1], "entry", "answer"), *(received(one, "entry") for one in others))
        counter.is_counting = False
        if box == counted:
            break
    for player in players:
        await player.close()
    return Passed(Counter(counter.calls))


async def bet_of(crew: Crew, box: int) -> str:
    may = examples(await crew.players[box].snapshot())
    return next(text for text in may if text.startswith(f"box {box} places") and "$" in text)


async def measured(counter: CallCounter, counted: int) -> Passed:
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder), tuple(f"p{box}" for box in range(1, SEATS + 1))) as house:
            port = free_port()
            config = uvicorn.Config(
                house.app, port=port, ws=FastWebSocket, lifespan="off", log_level="warning", access_log=False
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                return await bets(house, port, counter, counted)
            finally:
                server.should_exit = True
                await serving


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--box", type=int, default=5, help="whose bet is counted; those before it warm the caches")
    parser.add_argument("--list", action="store_true", help="name the functions")
    options = parser.parse_args()
    counter = CallCounter()
    with counter.installed():
        passed = asyncio.run(measured(counter, options.box))
    if options.list:
        for file in sorted(passed.files):
            print(file, *sorted(name for found, name in passed.functions if found == file), sep="\n    ")
    packages = Counter(file.split("/")[0] for file, _ in passed.functions)
    for package, number in packages.most_common():
        print(f"{package:10}{number:4} functions {sum(file.split('/')[0] == package for file in passed.files):3} files")
    print(
        f"one bet, seen by {SEATS} seats: {len(passed.functions)} functions in {len(passed.files)} files, "
        f"{sum(passed.calls.values())} calls"
    )


if __name__ == "__main__":
    main()
