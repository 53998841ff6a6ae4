"""The ledger that every run begins with: two linked tables with cards and chips on them, and people signed in."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.house.practice import enrol
from pitboss.house.request import CommandRequest
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from tests.house.driving import TWINS
from tests.house.faulty_disk import Files
from tests.simulated_house.virtual_time import START

KEY = SigningKey(bytes(range(32)))
TEXT = TWINS
TABLES = ("east", "west")
NAMES = ("ann", "bob", "cat", "dan")
LEDGER = "ledger.db"
PASSWORD = "a long enough password"


class Prepared(NamedTuple):
    """The files of the ledger, and the token of each person's session."""

    files: Files
    tokens: dict[str, str]


def dealer_of(table: str) -> Who:
    """The name that an automatic table gives its dealer."""
    return Who(f"Dealer {TABLES.index(table) + 1}", "dealer", (table,))


def prepare(opener: Callable[[], Store]) -> dict[str, str]:
    """Writes the ledger, the same every time; the tokens."""
    drawn = iter(range(10_000))
    environment = ClockAndEntropy(lambda: START - 60_000, lambda size: (b"%032d" % next(drawn))[-size:])
    house = LiveHouse(opener, TEXT, KEY, environment=environment)
    people, tokens = People(house.store, environment, cost=Cost(1, 8, 1)), {}
    for name in NAMES:
        people.add(name, "player", PASSWORD)
        tokens[name] = people.sign_in(name, PASSWORD)
    for who in (Who("Floor 1", "floorperson"), *map(dealer_of, TABLES)):
        people.add(who.name, who.role, PASSWORD, who.tables)
        assert enrol(house.store, who), "an automatic table finds its people"
    for table in TABLES:
        for name in NAMES:
            request = CommandRequest(f"chips {table} {name}", table, c.BuyChips(name, 500_000))
            house.do(dealer_of(table), request)
        step = next_command(house.record(table).table, START // 1000)
        assert step
        house.do(dealer_of(table), CommandRequest(f"opening {table}", table, step))
    house.store.close()
    return tokens


@cache
def prepared() -> Prepared:
    """The ledger as a file."""
    with fast_folder() as folder:
        path = Path(folder) / LEDGER
        tokens = prepare(lambda: SqliteStore(str(path)))
        assert not path.with_name(f"{LEDGER}-wal").exists()
        return Prepared({LEDGER: path.read_bytes()}, tokens)


def fast_folder() -> "TemporaryDirectory[str]":
    """In memory where there is such a place: the model says what is synced, not the machine."""
    return TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
