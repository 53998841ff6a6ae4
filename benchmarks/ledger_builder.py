"""A ledger of many rounds for benchmarks, dealt by the engine faster than people play.

Four tables, one of each regulation, deal in turn, so that what is asked of one ledger can be asked of a larger one. A
gaming day has the same number of rounds in every ledger. The store does not sync: what is measured later is reading.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import CommandRequest, CountByHouse, HouseCommand, OpenBetsNow, ShuffleByHouse
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.play.commands import given_by
from pitboss.table.playing import pending
from pitboss.table.state import Table

KEY = SigningKey(bytes(range(32)))
START = 1_767_258_000_000
"""2026-01-01, 09:00 UTC."""
ROUNDS_A_DAY = 200
ROUNDS_A_HEAD = 100
DAY = 86_400_000
DEALER, FLOOR = Who("dora", "dealer"), Who("flo", "floorperson")
_OF_HOUSE = (ShuffleByHouse, OpenBetsNow, CountByHouse)
_SAMPLE = Path(__file__).parents[1] / "examples/house.toml"


class Pace:
    """A clock that passes through one gaming day in `ROUNDS_A_DAY` rounds, and entropy that repeats in every run."""

    def __init__(self) -> None:
        self.at, self._drawn = START, 0

    def clock(self) -> int:
        self.at += 1
        return self.at

    def entropy(self, size: int) -> bytes:
        self._drawn += 1
        return sha256(b"%d" % self._drawn).digest()[:size]


def build(url: str, rounds: int, boxes: int = 3) -> Iterator[int]:
    """Deals rounds in a new ledger and yields how many are over. The caller need not exhaust it."""
    pace = Pace()
    house = LiveHouse(
        lambda: _unsynced(url), _SAMPLE.read_text(encoding="utf-8"), KEY,
        environment=ClockAndEntropy(pace.clock, pace.entropy),
    )  # fmt: skip
    try:
        names = sorted(house.approved.tables)
        numbers = count(1)
        for name in names:
            for box in range(1, boxes + 1):
                player = f"player {box} of {name}"
                for command in (c.BuyChips(player, 1_000_000_000), c.TakeSeat(player, box)):
                    house.do(Who(player, "player"), CommandRequest(_id(next(numbers)), name, command))
        over = 0
        while over < rounds:
            asked: list[tuple[Who, CommandRequest]] = []
            for name in names:
                table = house._records[name].table  # noqa: SLF001 - `record` would read the links again
                asked.extend(
                    (who, CommandRequest(_id(next(numbers)), name, command)) for who, command in _next(table, pace.at)
                )
            for done in house.do_all(asked):
                if isinstance(done, Exception):
                    raise done
                if any(type(event).__name__ in ("RoundCompleted", "RoundVoided") for event in done.events):
                    over += 1
                    pace.at += DAY // ROUNDS_A_DAY
                    if over % ROUNDS_A_HEAD == 0:
                        house.sign_head()
                        yield over
        house.sign_head()
        yield over
    finally:
        house.close()


def _next(table: Table, at: int) -> list[tuple[Who, HouseCommand]]:
    """What happens next where everything goes its way: every box bets the least of each wager, and stays in."""
    round_ = table.round
    if round_ and round_.phase == "betting":
        if bare := [box for box in sorted(table.seats) if not round_.boxes[box].wagers]:
            return [(Who(table.seats[box], "player"), c.PlaceWagers(box, _least(table))) for box in bare]
        return [(DEALER, c.CloseBets())]
    if due := pending(table):
        step, boxes = due
        return [(Who(table.seats[boxes[0]], "player"), c.Choose(boxes[0], step.choices[0].choice))]
    command = next_command(table, at // 1000)
    if command is None:
        raise PitbossError(f"{table.ruleset.table}: nobody in this benchmark does what comes next")
    asker = FLOOR if not isinstance(command, _OF_HOUSE) and given_by(command) == "floorperson" else DEALER
    return [(asker, command)]


def _least(table: Table) -> tuple[tuple[str, int], ...]:
    ruleset = table.ruleset
    placed = dict(ruleset.least_wagers)
    for name in ruleset.links:
        placed.setdefault(name, (ruleset.offer(name).stakes or (100,))[0])
    return tuple(placed.items())


def _id(number: int) -> str:
    """An id as pages send them: random, and different for each command."""
    text = sha256(b"command %d" % number).hexdigest()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:32]}"


def _unsynced(url: str) -> Store:
    store = open_store(url, create=True)
    if hasattr(store, "_run") and not url.startswith("postgres"):
        store._run("PRAGMA synchronous = OFF")  # noqa: SLF001 - only for benchmarks: a crash would lose the ledger
    return store


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("rounds", type=float)
    parser.add_argument("--boxes", type=int, default=3)
    given = parser.parse_args()
    began = time.process_time()
    for over in build(given.url, int(given.rounds), given.boxes):
        if over % 1000 == 0:
            print(
                f"\r{over:,} rounds, {(time.process_time() - began) / over * 1000:.2f} ms each", end="", file=sys.stderr
            )
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
