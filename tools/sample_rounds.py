"""Rounds of all regulations, played by chance as people play them: what the dictionary of entries is made from."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from uuid import UUID

sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.errors import CommandRefused
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import CommandRequest, HouseCommand, OpenBetsNow
from pitboss.ledger.entry import Entry
from pitboss.ledger.sqlite import SqliteStore
from pitboss.play import commands as c
from pitboss.table.state import Table
from tests.house.counting import counted
from tests.house.driving import SAMPLE, TWINS, asker
from tests.ledger.busy_house import HOUSE
from tests.properties.asking import any_command, next_step, some_wagers

NAMES = [
    "Ada", "Ben", "Carla", "Dmitri", "Elena", "Farid", "Grace", "Hugo", "Irene", "Jamal", "Kim", "Luis", "Mei",
    "Nora", "Oscar", "Priya", "Quinn", "Rosa", "Sam", "Tara", "Umar", "Vera", "Wade", "Xenia", "Yusuf", "Zoe",
    "ann", "bob", "carl", "dana", "erin", "fritz", "gus", "hanna", "ivan", "judy", "kate", "leo", "mona",
    "nick",
]  # fmt: skip
YEAR = 31_536_000_000
FIRST = 1_790_000_000_000


class SampleHouse:
    """A house whose people, clock, cards and mishaps follow from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(seed)
        self._at = FIRST + chance.randrange(8 * YEAR)
        self._names = chance.sample(NAMES, 20)
        house = chance.choice([SAMPLE, SAMPLE, HOUSE, TWINS])
        self.store = SqliteStore(":memory:")
        tables = [line[8:-1].strip('"') for line in house.splitlines() if line.startswith("[tables.") and "]" in line]
        named = [name for name in tables if not name.endswith((".wagers", ".awards", ".options"))]
        physical = chance.choice([(), named])
        world = ClockAndEntropy(self._clock, chance.randbytes)
        self._house = LiveHouse(
            lambda: self.store, house, SigningKey(chance.randbytes(32)), physical=physical, environment=world
        )

    def _clock(self) -> int:
        self._at += self.chance.randrange(200, 6000)
        return self._at

    def play(self, steps: int) -> Iterator[Entry]:
        """The entries of so many steps at each table."""
        for name in self._house.approved.tables:
            for box in range(1, self.chance.randint(2, self._table(name).ruleset.submission.boxes + 1)):
                self._do(name, c.BuyChips(self._names[box], self.chance.choice([50_000, 100_000, 1_000_000])))
                self._do(name, c.TakeSeat(self._names[box], box))
            for _ in range(steps):
                self._do(name, self._next(name))
        return self.store.entries()

    def _table(self, name: str) -> Table:
        return self._house.record(name).table

    def _next(self, name: str) -> HouseCommand:
        """The usual step, and now and then anything at all."""
        table, chance = self._table(name), self.chance
        if chance.random() < 0.02:
            return any_command(table, chance)
        if table.round and table.round.phase == "betting":
            bare = [box for box in sorted(table.seats) if not table.round.boxes[box].wagers]
            if bare:
                return c.PlaceWagers(bare[0], some_wagers(table, chance))
        usual = None if name in self._house.physical else next_command(table)
        step = usual or next_step(table, chance)
        return OpenBetsNow() if isinstance(step, c.OpenBets) else step

    def _do(self, name: str, asked: HouseCommand) -> None:
        asked = counted(self._table(name), asked) if name in self._house.physical else asked
        id_ = str(UUID(int=self.chance.getrandbits(128), version=4))
        who = asker(self._table(name), asked)
        staff = {"dealer": self._names[-1], "floorperson": self._names[-2]}
        try:
            self._house.do(Who(staff.get(who.role, who.name), who.role), CommandRequest(id_, name, asked))
        except CommandRefused as refused:
            if refused.code == "deck-too-old":
                self._do(name, c.ReceiveDecks(self._table(name).ruleset.submission.decks, preshuffled=False))


def bodies(houses: int, steps: int = 250) -> Iterator[bytes]:
    """The bodies of what so many houses record."""
    for seed in range(houses):
        for entry in SampleHouse(seed).play(steps):
            yield entry.body
