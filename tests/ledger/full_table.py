"""A table where every box is taken and makes every wager, asked by people with ids like those of the pages."""

from collections.abc import Iterator
from random import Random
from uuid import UUID

from pitboss.house.automatic_dealer import next_command
from pitboss.house.request import CommandRequest, HouseCommand
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.table.playing import pending
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table
from tests.house.driving import Driven, Fate, asker

PEOPLE = ("Marisol", "Theo", "Greta", "Wei", "Bilal", "Anouk", "Ingrid")
PLAYED = {"MD-LIR": "let-it-ride", "MD-TCP": "three-card", "MD-TFP": "top-five", "MA-LIR": "commonwealth"}


class Evening(Fate):
    """A clock that people's pace makes uneven."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = Random(11)

    def _clock(self) -> int:
        self.now += self.chance.randrange(300, 5000)
        return self.now


class FullTable:
    """A table of the sample house with all boxes taken."""

    def __init__(self, path: str, name: str) -> None:
        fate = Evening()
        self._chance, self._name, self._driven = fate.chance, name, Driven(path, fate=fate)
        for box in range(1, self._table.ruleset.submission.boxes + 1):
            self._do(c.BuyChips(PEOPLE[box - 1], 50_000_000))
            self._do(c.TakeSeat(PEOPLE[box - 1], box))

    @property
    def _table(self) -> Table:
        return self._driven.table(self._name)

    def play(self, rounds: int) -> None:
        ended = 0
        while ended < rounds:
            ended += e.RoundCompleted in map(type, self._step())

    def close(self) -> None:
        self._driven.house.close()

    def _step(self) -> tuple[e.Event, ...]:
        table = self._table
        if table.round and table.round.phase == "betting" and (box := next(_bare(table), 0)):
            return self._do(c.PlaceWagers(box, _every_wager(table)))
        if due := pending(table):
            return self._do(c.Choose(due[1][0], self._chance.choice(due[0].choices).choice))
        if table.round and (waiting := sorted(table.round.asked - table.round.validated)):
            return self._do(c.ValidateWin(*waiting[0]))
        step = next_command(table)
        assert step is not None
        return self._do(step)

    def _do(self, asked: HouseCommand) -> tuple[e.Event, ...]:
        id_ = str(UUID(int=self._chance.getrandbits(128), version=4))
        return self._driven.house.do(asker(self._table, asked), CommandRequest(id_, self._name, asked)).events


def _bare(table: Table) -> Iterator[int]:
    assert table.round
    return (box for box in sorted(table.seats) if not table.round.boxes[box].wagers)


def _every_wager(table: Table) -> tuple[tuple[str, int], ...]:
    """The least stake of every wager that is made before the deal."""
    return tuple(
        (name, accepted_stakes(table.ruleset, name).least or 0)
        for name, wager in table.ruleset.wagers.items()
        if wager.placed == "before_deal"
    )
