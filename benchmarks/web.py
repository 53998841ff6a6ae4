"""A hundred tables of bots over WebSocket, beside an echo server on the same stack with the same sockets and sizes.

Every table has a bot in each box and a dealer, each with a connection. One command is under way at a table at any time;
the next follows when every seat has seen what it did. The echo server sends each message on to the connections of its
table, in frames as large as ours. The house is served by one process, then by as many as there are cores; the echo by
one, which with this driver beside it fills two cores. A rate by the clock is the driver's too: the work of a server is
also counted in commands for each second of its own CPU.
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
from pitboss.ledger.opening import open_store
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

    rate: float
    """Commands a second by the clock."""
    each_cpu: float
    """Commands for each second of the server's CPU."""
    p50: float
    p99: float
    """Milliseconds from sending a command until the last seat of the table has it."""
    busy: float
    """The server's share of one core."""
    driver: float
    """This driver's share of one core."""
    frame: int
    """The mean size of an entry's frame, in bytes."""


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


async def measured(tables: list[LoadedTable], pid: int, seconds: float, pause: float = 0.0) -> Load:
    """Plays for so long; `pause` is what each table waits between two commands, the tables spread evenly over it."""
    for number, table in enumerate(tables):
        table.pause, table.offset = pause, pause * number / len(tables)
    # By then the last table has got into its own time.
    await asyncio.sleep(3 * pause)
    for table in tables:
        table.taken.clear()
        table.sizes = [0, 0]
    began, cpu, own = time.perf_counter(), cpu_of(pid), time.process_time()
    await asyncio.sleep(seconds)
    spent, cpu, own = time.perf_counter() - began, cpu_of(pid) - cpu, time.process_time() - own
    taken = sorted(one for table in tables for one in table.taken)
    number, size = (sum(table.sizes[index] for table in tables) for index in (0, 1))
    if stuck := [str(table) for table in tables if not table.taken]:
        raise SystemExit("\n".join(["these tables do not play on:", *stuck]))
    p50, p99 = (1000 * taken[int(len(taken) * share)] for share in (0.5, 0.99))
    return Load(len(taken) / spent, len(taken) / cpu, p50, p99, cpu / spent, own / spent, size // max(1, number))


async def driven(tables: list[LoadedTable], pid: int, options: argparse.Namespace) -> tuple[Load, Load]:
    """At full speed, and at the pace of one command a second and table."""
    await asyncio.gather(*(table.open() for table in tables))
    for table in tables:
        table.next()
    began = time.monotonic()
    while cold := [table for table in tables if not table.is_warm]:
        await asyncio.sleep(0.1)
        if time.monotonic() - began > PATIENCE:
            raise SystemExit("\n".join(["these tables do not play:", *map(str, cold)]))
    full = await measured(tables, pid, options.seconds)
    paced = await measured(tables, pid, options.seconds, pause=1.0)
    for table in tables:
        table.close()
    return full, paced


class Unlimited(Served):
    """The house without limits for a client, for all the bots are one."""

    def __init__(self, file: Path, url: str, key: Path, processes: int) -> None:
        super().__init__(file, url, key)
        self._arguments += ["--no-limits", "--quiet", "--processes", str(processes)]

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid


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
        f"{name:26}{load.rate:10.0f}{load.each_cpu:14.0f}{load.p50:9.1f}{load.p99:9.1f}{load.busy:9.0%}"
        f"{load.driver:9.0%}{load.frame:9}",
        flush=True,
    )


def compare(name: str, ours: Load, bare: Load) -> None:
    by_clock, by_cpu = ours.rate / bare.rate, ours.each_cpu / bare.each_cpu
    short = "" if by_clock >= GOAL else f"  below {GOAL:.2f}"
    print(f"{name}: {by_clock:.2f} of the echo by the clock{short}; {by_cpu:.2f} by CPU")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--processes", type=int, nargs="*", default=sorted({1, os.cpu_count() or 1}))
    options = parser.parse_args()
    print(f"{'':26}{'commands/s':>10}{'per CPU-s':>14}{'p50 ms':>9}{'p99 ms':>9}{'server':>9}{'driver':>9}{'bytes':>9}")
    names = table_names(options.tables)
    found: dict[str, Load] = {}
    tables: list[LoadedTable]
    for processes in options.processes:
        with house(options, processes) as (port, pid, tokens):
            floor = Floor(port, tokens["flo"])
            tables = [HouseTable(port, name, seats_of(name), tokens, floor) for name in names]
            ours, paced = asyncio.run(driven(tables, pid, options))
        name = f"{processes} process{'es' if processes > 1 else ''}"
        found[name] = ours
        show(f"{name}, full speed", ours)
        show(f"{name}, one a second", paced)
    with echo(ours.frame) as (port, pid):
        tables = [EchoTable(port, name, seats_of(name)) for name in names]
        bare, bare_paced = asyncio.run(driven(tables, pid, options))
    show("echo, full speed", bare)
    show("echo, one a second", bare_paced)
    for name, ours in found.items():
        compare(name, ours, bare)


if __name__ == "__main__":
    main()
