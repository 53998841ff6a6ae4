"""Many writers on one meter: nothing is lost, and a meter that reads and then writes is caught losing.

A writer reads the meter's stream, decides the new amount, and appends it to the meter and to its own table at once.
"""

import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from subprocess import Popen
from threading import Barrier
from typing import Any, Protocol

import apsw
import psycopg
import pytest

from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.sql import SqlStore
from pitboss.ledger.store import Conflict, Store
from tests.ledger.another import sql
from tests.ledger.postgres_server import PostgresServer

METER = "link harbour"
TRIES = 3
"""A writer that met so many conflicts asks for its turn first, and then decides."""
FAST = [(8, 60), (32, 20), (128, 7)]
SLOW = [(8, 300), (32, 80), (128, 25)]
SIZES = [*FAST, *(pytest.param(*size, marks=pytest.mark.slow) for size in SLOW)]
PROCESSES = 4
ROOT = Path(__file__).parents[2]


class Meter(Protocol):
    def add(self, cents: int) -> None: ...


class LedgerMeter:
    """One writer's door to the meter in a ledger."""

    def __init__(self, store: Store, name: str) -> None:
        assert isinstance(store, SqlStore)
        self.store, self.name, self.conflicts, self.turns = store, name, 0, 0
        self._seq = self._amount = self._number = 0
        self._pauses = random.Random(name)

    def add(self, cents: int) -> None:
        self._number += 1
        command = f"{self.name} {self._number}"
        for tries in range(TRIES):
            try:
                self.store.append(self._decide(cents), command)
            except Conflict:
                self.conflicts += 1
                time.sleep(self._pauses.random() * 2**tries / 1000)
            else:
                break
        else:
            self.turns += 1
            self.store.append_decided(lambda: self._decide(cents), command)
        if self._number % 7 == 0:
            self.store.append(self._decide(cents), command)  # as if the answer had been lost: the command comes again

    def _decide(self, cents: int) -> list[Draft]:
        for entry in self.store.stream(METER, after=self._seq):
            self._seq, self._amount = entry.seq, entry.content["amount"]
        meter = Draft(METER, self._seq, {"amount": self._amount + cents, "by": self.name})
        return [meter, Draft(f"table {self.name}", None, {"cents": cents})]


class NaiveMeter:
    """A number in a table that is read, and then written."""

    def __init__(self, ask: Callable[[str], Any], together: Barrier) -> None:
        self._ask, self._together, self._first = ask, together, True

    def add(self, cents: int) -> None:
        amount = int(self._ask("SELECT amount FROM naive").fetchone()[0])
        if self._first:
            # All have read before anyone writes, so that the fault never hides.
            self._together.wait()
            self._first = False
        self._ask(f"UPDATE naive SET amount = {amount + cents}")


def amounts(each: int) -> list[int]:
    return [1 + number % 5 for number in range(each)]


def hammer(meters: list[Any], each: int) -> None:
    """Every meter adds the same amounts, all at once."""
    start = Barrier(len(meters))

    def write(meter: Meter) -> None:
        start.wait()
        for cents in amounts(each):
            meter.add(cents)

    with ThreadPoolExecutor(len(meters)) as pool:
        list(pool.map(write, meters))


def check_exact(amount: int, writers: int, each: int) -> None:
    assert amount == writers * sum(amounts(each)), "the meter is not exact"


def check_ledger(url: str, writers: int, each: int) -> None:
    """The meter is exact, its history adds up, and every table has what it gave."""
    with closing(open_store(url)) as store:
        amount = 0
        given: dict[str, int] = {}
        for number, entry in enumerate(store.stream(METER), 1):
            assert entry.seq == number
            cents = entry.content["amount"] - amount
            amount = entry.content["amount"]
            given[f"table {entry.content['by']}"] = given.get(f"table {entry.content['by']}", 0) + cents
        check_exact(amount, writers, each)
        for table, cents in given.items():
            assert [entry.content["cents"] for entry in store.stream(table)] == amounts(each)
            assert cents == sum(amounts(each))
        assert len(given) == writers
        assert [entry.position for entry in store.entries()] == list(range(2 * writers * each))


def report(meters: list[LedgerMeter], each: int, seconds: float) -> None:
    conflicts, turns = sum(meter.conflicts for meter in meters), sum(meter.turns for meter in meters)
    rate = len(meters) * each / seconds
    print(f"{len(meters)} writers: {rate:.0f} appends a second, {conflicts} conflicts, {turns} asked for their turn")
    assert conflicts, "nobody was in anybody's way: the test shows nothing"


@pytest.mark.parametrize(("writers", "each"), SIZES)
def test_a_meter_in_sqlite_is_exact_over_threads_of_one_store(tmp_path: Path, writers: int, each: int) -> None:
    url = str(tmp_path / "ledger.db")
    with closing(open_store(url, create=True)) as store:
        meters = [LedgerMeter(store, str(number)) for number in range(writers)]
        begun = time.monotonic()
        hammer(meters, each)
        report(meters, each, time.monotonic() - begun)
    check_ledger(url, writers, each)


@pytest.mark.parametrize(("writers", "each"), SIZES)
def test_a_meter_in_postgres_is_exact_over_stores_of_their_own(postgres_url: str, writers: int, each: int) -> None:
    with ExitStack() as open_stores:
        stores = [open_stores.enter_context(closing(open_store(postgres_url, create=True))) for _ in range(writers)]
        meters = [LedgerMeter(store, str(number)) for number, store in enumerate(stores)]
        begun = time.monotonic()
        hammer(meters, each)
        report(meters, each, time.monotonic() - begun)
    check_ledger(postgres_url, writers, each)


def write_alone(url: str, name: str, each: str) -> None:
    """What one process of the next test does."""
    with closing(open_store(url, create=True)) as store:
        meter = LedgerMeter(store, name)
        for cents in amounts(int(each)):
            meter.add(cents)


@pytest.mark.parametrize("each", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_a_meter_is_exact_over_processes(ledger_url: str, each: int) -> None:
    work = "import sys; from tests.ledger.test_writers import write_alone; write_alone(*sys.argv[1:])"
    asked = [[sys.executable, "-c", work, ledger_url, str(number), str(each)] for number in range(PROCESSES)]
    processes = [Popen(command, cwd=ROOT) for command in asked]
    assert [process.wait(600) for process in processes] == [0] * PROCESSES
    check_ledger(ledger_url, PROCESSES, each)


# The control: the same writers on a meter that is read and then written


NAIVE = "CREATE TABLE naive (amount BIGINT NOT NULL)", "INSERT INTO naive VALUES (0)"


def check_naive_loses(connections: list[Any], writers: int, each: int) -> None:
    together = Barrier(writers)
    hammer([NaiveMeter(connection.execute, together) for connection in connections], each)
    amount = int(connections[0].execute("SELECT amount FROM naive").fetchone()[0])
    with pytest.raises(AssertionError, match="the meter is not exact"):
        check_exact(amount, writers, each)
    assert amount < writers * sum(amounts(each))


@pytest.mark.parametrize(("writers", "each"), FAST)
def test_a_naive_meter_in_sqlite_loses(tmp_path: Path, writers: int, each: int) -> None:
    path = str(tmp_path / "naive.db")
    sql(path, "PRAGMA journal_mode = WAL", *NAIVE)
    with ExitStack() as opened:
        connections = [opened.enter_context(closing(apsw.Connection(path))) for _ in range(writers)]
        for connection in connections:
            connection.set_busy_timeout(60_000)
            connection.execute("PRAGMA synchronous = NORMAL")
        check_naive_loses(connections, writers, each)


@pytest.mark.parametrize(("writers", "each"), FAST)
def test_a_naive_meter_in_postgres_loses(postgres_server: PostgresServer, writers: int, each: int) -> None:
    url = postgres_server.new_database()
    sql(f"{url}&schema=public", *NAIVE)
    with ExitStack() as opened:
        connections = [opened.enter_context(psycopg.connect(url, autocommit=True)) for _ in range(writers)]
        check_naive_loses(connections, writers, each)
