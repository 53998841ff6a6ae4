"""Many watchers: people without a seat who follow tables at which a command a second is given.

The tables are those of `web.py`: a dealer and a bot in each box. Beside them, one or two processes hold the sockets
of the watchers. An entry is timed from the command that made it until the last watcher of its table has it;
every watcher must hear every entry. The memory is the server's own and its share of what its processes share.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections import defaultdict
from itertools import cycle, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.web import Contestant, cpu_of, house, seats_of
from benchmarks.web_bots import FastWebSocket, Floor, HouseTable
from tests.web.many_tables import table_names

_SEQ = re.compile(rb'\{"type":"(entry|snapshot)","seq":(\d+)')
AT_ONCE = 100
"""Watchers that connect at the same time."""
SETTLES = 3.0
"""Seconds that the last entries have to arrive."""


class WatchedTable:
    """The watchers of one table in this process: how many have heard each entry, and when the last one did."""

    def __init__(self, name: str) -> None:
        self.name, self.watchers = name, 0
        self.heard: dict[int, int] = defaultdict(int)
        self.last: dict[int, float] = {}
        self.snapshots = self.size = 0

    def hear(self, _: FastWebSocket, text: bytes) -> None:
        found = _SEQ.match(text)
        if found is None:
            return
        if found[1] == b"snapshot":
            self.snapshots += 1
            return
        seq = int(found[2])
        self.heard[seq] += 1
        self.last[seq] = time.monotonic()
        self.size = len(text)

    def lose(self) -> None:
        raise SystemExit(f"a watcher of {self.name} lost the connection")


async def watch(port: int, number: int, tables: int, address: str) -> None:
    """Holds so many watchers, spread evenly; says when all are there, and what they heard when it is asked."""
    watched = {name: WatchedTable(name) for name in table_names(tables)}
    wires = []
    for table in islice(cycle(watched.values()), number):
        # A class that asks for the methods of a table under load takes this one too.
        wires.append(FastWebSocket(table, ""))  # type: ignore[arg-type]
        table.watchers += 1
    for first in range(0, number, AT_ONCE):
        await asyncio.gather(*(wire.connect(port, address) for wire in wires[first : first + AT_ONCE]))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    found = {
        name: {
            "watchers": table.watchers, "heard": table.heard, "last": table.last, "size": table.size,
            "snapshots": table.snapshots,
        }
        for name, table in watched.items()
    }  # fmt: skip
    print(json.dumps({"cpu": time.process_time(), "tables": found}), flush=True)
    # The process ends with its sockets open: nobody waits for ten thousand goodbyes.
    os._exit(0)


def memory_of(pid: int) -> int:
    """Bytes of a process and its children, what they share counted once."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    own = int(next(line.split()[1] for line in rollup.splitlines() if line.startswith("Pss:"))) * 1024
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(memory_of(int(child)) for child in children)


class TimedTable(HouseTable):
    """A table that remembers when each command was sent, by the entry that it makes."""

    def __init__(self, port: int, name: str, seats: int, tokens: dict[str, str], floor: Floor) -> None:
        super().__init__(port, name, seats, tokens, floor)
        self.sent: dict[int, float] = {}

    def _expect(self, seq: int) -> None:
        super()._expect(seq)
        self.sent[seq] = time.monotonic()


async def played(port: int, pid: int, tokens: dict[str, str], options: argparse.Namespace) -> None:
    """Plays at every table for a while, with everybody watching, and prints what came of it."""
    names, floor = table_names(options.tables), Floor(port, tokens["flo"])
    tables = [TimedTable(port, name, seats_of(name), tokens, floor) for name in names]
    crew, empty = Contestant("house", pid, [*tables]), memory_of(pid)
    await crew.open()
    await crew.rest()
    began, cpu = time.monotonic(), cpu_of(pid)
    clients = [watchers(port, number, options) for number in range(options.clients)]
    for client in clients:
        assert client.stdout
        if await asyncio.to_thread(client.stdout.readline) != "ready\n":
            raise SystemExit("the watchers did not connect")
    print(
        f"{options.watchers} watchers came within {time.monotonic() - began:.1f} s, {cpu_of(pid) - cpu:.1f} s of CPU; "
        f"memory {empty >> 20} MB before, {memory_of(pid) >> 20} MB with them",
        flush=True,
    )
    for table in tables:
        table.sent = {}
    load = await crew.measured(options.seconds, pause=1.0)
    memory = memory_of(pid)
    await asyncio.sleep(SETTLES)
    heard = [json.loads(client.communicate("tell\n")[0]) for client in clients]
    report(tables, heard)
    print(
        f"seats: {load.rate:.0f} commands/s, p50 {load.within(0.5):.1f} ms, p99 {load.within(0.99):.1f} ms to the last "
        f"seat; server {load.server / load.seconds:.0%} of a core, {memory >> 20} MB",
        flush=True,
    )
    for table in tables:
        table.close()


def watchers(port: int, number: int, options: argparse.Namespace) -> "subprocess.Popen[str]":
    """A process with its share of the watchers."""
    share = options.watchers // options.clients
    arguments = ["--port", port, "--watchers", share, "--tables", options.tables, "--address", f"127.0.0.{number + 1}"]
    command = [sys.executable, __file__, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def report(tables: list[TimedTable], heard: list[dict[str, dict[str, dict[str, dict[str, float]]]]]) -> None:
    taken, missed, sizes = list[float](), 0, list[int]()
    for table in tables:
        found = [client["tables"][table.name] for client in heard]
        watching = sum(int(one["watchers"]) for one in found)  # type: ignore[call-overload]
        sizes += [int(one["size"]) for one in found]  # type: ignore[call-overload]
        for seq, sent in table.sent.items():
            missed += watching - int(sum(one["heard"].get(str(seq), 0) for one in found))
            taken.append(max(one["last"].get(str(seq), 0.0) for one in found) - sent)
    taken.sort()
    p50, p99 = (1000 * taken[int(len(taken) * share)] for share in (0.5, 0.99))
    print(
        f"watchers: {len(taken)} entries, p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {1000 * taken[-1]:.0f} ms to the "
        f"last watcher; {missed} not heard; some {sum(sizes) // len(sizes)} bytes each; "
        f"their own CPU {sum(one['cpu'] for one in heard):.1f} s",  # type: ignore[misc]
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=2, help="processes that hold the watchers' sockets")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--address", default="127.0.0.1", help=argparse.SUPPRESS)
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.port:
        asyncio.run(watch(options.port, options.watchers, options.tables, options.address))
        return
    with house(options, options.processes) as (port, pid, tokens):
        asyncio.run(played(port, pid, tokens, options))


if __name__ == "__main__":
    main()
