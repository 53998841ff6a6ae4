"""A hundred tables of bots over WebSocket, beside an echo server on the same stack with the same sockets and sizes.

Every table has a bot in each box and a dealer, each with a connection. One command is under way at a table at any time;
the next follows when every seat has seen what it did. The echo server sends each message on to the connections of its
table, in frames as large as ours. The house is served by one process, then by as many as there are cores; the echo by
one, which fills a core while this driver fills most of another. A rate by the clock is the driver's too: the work of a
server is also counted in commands for each second of its own CPU.
"""

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.web_bots import EchoTable, Floor, HouseTable, LoadedTable
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from tests.web.bots import PASSWORD
from tests.web.many_tables import house_text, table_names
from tests.web.serving import Served, free_port

GOAL = 1 / 3
PATIENCE = 180
"""Seconds until every table plays."""
QUICK = Cost(1, 8, 1)
TICKS = os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """What was measured while a server was under load."""

    taken: list[float]
    """Seconds from sending each command until the last seat of the table has it, sorted."""
    seconds: float
    server: float
    driver: float
    """Seconds of CPU."""
    frames: int
    size: int
    """Entries that came, and their bytes."""

    @classmethod
    def all_of(cls, loads: "list[Load]") -> "Load":
        return cls(sorted(one for load in loads for one in load.taken), *map(sum, list(zip(*loads, strict=True))[1:]))

    @property
    def rate(self) -> float:
        """Commands a second by the clock."""
        return len(self.taken) / self.seconds

    @property
    def each_cpu(self) -> float:
        """Commands for each second of the server's CPU."""
        return len(self.taken) / self.server

    @property
    def frame(self) -> int:
        return self.size // max(1, self.frames)

    def within(self, share: float) -> float:
        """Milliseconds within which this share of the commands was seen by all."""
        return 1000 * self.taken[int(len(self.taken) * share)]


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process and its children have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return (int(fields[11]) + int(fields[12])) / TICKS + sum(cpu_of(int(child)) for child in children)


def seats_of(name: str) -> int:
    return 6 if name.startswith("top-five") else 7


def enrolled(url: str, names: list[str]) -> dict[str, str]:
    """Everybody's session, opened before the house is: a password takes its time by design."""
    store = open_store(url, create=True)
    people = People(store, cost=QUICK)
    wanted = {"dora": "dealer", "flo": "floorperson"}
    wanted |= {f"{name}-p{box}": "player" for name in names for box in range(1, seats_of(name) + 1)}
    tokens = {}
    for name, role in wanted.items():
        people.add(name, role, PASSWORD)  # type: ignore[arg-type]
        tokens[name] = people.sign_in(name, PASSWORD)
    store.close()
    return tokens


class Contestant(NamedTuple):
    """A server, and the tables that drive it."""

    name: str
    pid: int
    tables: list[LoadedTable]

    async def open(self) -> None:
        """Connects everybody, and plays until every table does."""
        await asyncio.gather(*(table.open() for table in self.tables))
        self.play()
        began = time.monotonic()
        while cold := [table for table in self.tables if not table.is_warm]:
            await asyncio.sleep(0.1)
            if time.monotonic() - began > PATIENCE:
                raise SystemExit("\n".join(["these tables do not play:", *map(str, cold)]))

    def play(self, pause: float = 0.0) -> None:
        """Goes on; `pause` is what each table waits between two commands, the tables spread evenly over it."""
        for number, table in enumerate(self.tables):
            table.pause, table.offset = pause, pause * number / len(self.tables)
            table.go_on()

    async def rest(self) -> None:
        """Gives no more commands, and waits until the last is done."""
        for table in self.tables:
            table.is_resting = True
        while any(table.is_under_way for table in self.tables):
            await asyncio.sleep(0.01)

    async def measured(self, seconds: float, pause: float = 0.0) -> "Load":
        """Plays for so long, once everything is in its stride."""
        self.play(pause)
        await asyncio.sleep(max(0.5, 3 * pause))
        for table in self.tables:
            table.taken.clear()
            table.sizes = [0, 0]
        began, cpu, own = time.perf_counter(), cpu_of(self.pid), time.process_time()
        await asyncio.sleep(seconds)
        spent, cpu, own = time.perf_counter() - began, cpu_of(self.pid) - cpu, time.process_time() - own
        taken = sorted(one for table in self.tables for one in table.taken)
        sizes = [sum(table.sizes[index] for table in self.tables) for index in (0, 1)]
        if stuck := [str(table) for table in self.tables if not table.taken]:
            raise SystemExit("\n".join(["these tables do not play on:", *stuck]))
        await self.rest()
        return Load(taken, spent, cpu, own, *sizes)


async def compared(port: int, pid: int, tokens: dict[str, str], name: str, options: argparse.Namespace) -> None:
    """Drives the house and an echo server in turns, so that what else the machine does slows both."""
    names, floor = table_names(options.tables), Floor(port, tokens["flo"])
    tables: list[LoadedTable] = [HouseTable(port, name, seats_of(name), tokens, floor) for name in names]
    house = Contestant(name, pid, tables)
    await house.open()
    with echo((await house.measured(1.0)).frame) as (other, echoing):
        bare = Contestant("echo", echoing, [EchoTable(other, name, seats_of(name)) for name in names])
        await bare.open()
        await bare.rest()
        loads: dict[str, list[Load]] = {house.name: [], bare.name: []}
        for _ in range(options.turns):
            for one in (house, bare):
                loads[one.name].append(await one.measured(options.seconds))
        ours, echoed = (Load.all_of(found) for found in loads.values())
        for one, load in ((house, ours), (bare, echoed)):
            show(f"{one.name}, full speed", load)
            show(f"{one.name}, one a second", await one.measured(options.seconds, pause=1.0))
            for table in one.tables:
                table.close()
    by_clock, by_cpu = ours.rate / echoed.rate, ours.each_cpu / echoed.each_cpu
    turns = ", ".join(f"{mine.rate / theirs.rate:.2f}" for mine, theirs in zip(*loads.values(), strict=True))
    short = "" if by_clock >= GOAL else f", below {GOAL:.2f}"
    print(f"{name}: {by_clock:.2f} of the echo by the clock ({turns}){short}; {by_cpu:.2f} by CPU\n", flush=True)


class Unlimited(Served):
    """The house without limits for a client, for all the bots are one."""

    def __init__(self, file: Path, url: str, key: Path, processes: int) -> None:
        super().__init__(file, url, key, "--no-limits", "--quiet", "--jobs", str(processes))


@contextmanager
def house(options: argparse.Namespace, processes: int) -> Iterator[tuple[int, int, dict[str, str]]]:
    """The house, served; its port, its process and everybody's token."""
    with tempfile.TemporaryDirectory() as folder:
        file, url = Path(folder, "house.toml"), str(Path(folder, "house.db"))
        file.write_text(house_text(options.tables))
        tokens = enrolled(url, table_names(options.tables))
        served = Unlimited(file, url, Path(folder, "house.key"), processes)
        served.start()
        try:
            yield served.port, served.pid, tokens
        finally:
            served.stop()


@contextmanager
def echo(size: int) -> Iterator[tuple[int, int]]:
    """The echo server; its port and process."""
    port = free_port()
    process = subprocess.Popen([sys.executable, str(Path(__file__).with_name("web_echo.py")), str(port), str(size)])
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port))):
                break
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def show(name: str, load: Load) -> None:
    print(
        f"{name:26}{load.rate:10.0f}{load.each_cpu:14.0f}{load.within(0.5):9.1f}{load.within(0.99):9.1f}"
        f"{load.server / load.seconds:9.0%}{load.driver / load.seconds:9.0%}{load.frame:9}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each turn")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--processes", type=int, nargs="*", default=sorted({1, os.cpu_count() or 1}))
    options = parser.parse_args()
    print(f"{'':26}{'commands/s':>10}{'per CPU-s':>14}{'p50 ms':>9}{'p99 ms':>9}{'server':>9}{'driver':>9}{'bytes':>9}")
    for processes in options.processes:
        name = f"{processes} process{'es' if processes > 1 else ''}"
        with house(options, processes) as (port, pid, tokens):
            asyncio.run(compared(port, pid, tokens, name, options))


if __name__ == "__main__":
    main()
