"""Automatic tables and practice players: both give commands like people do, each at its time."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from random import SystemRandom
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.authority import Role, Who
from pitboss.house.automatic_schedule import AutomaticSchedule, Turn
from pitboss.house.expectation import Expectation, expectation
from pitboss.house.live_house import LiveHouse
from pitboss.house.practice import NAMES, Practice, advice, enrol, stake_asked
from pitboss.house.request import CommandRequest, own_id
from pitboss.house.steady_clock import steady_clock
from pitboss.ledger.fold import TableRecord
from pitboss.play.commands import PlaceWagers
from pitboss.table.authority import is_played
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.web.http.config import ServerConfig
from pitboss.web.live.broadcast import Broadcast, Broadcasts
from pitboss.web.live.command_queue import CommandQueue

_AFTER_A_FAILURE = 1
"""Seconds until a failed step is tried again."""


class AutomaticTables:
    """Deals the automatic tables, and plays for their practice players."""

    def __init__(self, house: LiveHouse, queue: CommandQueue, config: ServerConfig) -> None:
        self._house, self._queue, self._config = house, queue, config
        self._floor: Who | None = None
        self._schedules: dict[str, AutomaticSchedule] = {}
        self._practices: dict[str, Practice] = {}
        self._prospects = ProspectCache()
        self.add_new()

    def add_new(self) -> list[str]:
        """Takes over the new automatic tables of this process; returns their names."""
        here = filter(self._config.looks_after, tuple(self._house.approved.tables))
        new = [name for name in here if self._config.dealt_at(name) == "automatic" and name not in self._schedules]
        if new and self._floor is None:
            self._floor = self._first(_named(["Floor"], "floorperson", ()))
        for name in new:
            assert self._floor
            dealer = self._first(_named(["Dealer"], "dealer", (name,)))
            self._schedules[name] = AutomaticSchedule(dealer, self._floor, self._config.times)
        for name in new if self._config.practice else ():
            candidates = _named(NAMES, "player", (name,))
            players = [self._first(candidates) for _ in range(self._config.players)]
            self._practices[name] = Practice(players, SystemRandom())
        return new

    def _first(self, candidates: Iterator[Who]) -> Who:
        """The first candidate whose name nobody else has."""
        return next(who for who in candidates if enrol(self._house.store, who))

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(self._schedules)

    # Views

    def beside(self, record: TableRecord, who: Who | None) -> dict[str, Any]:
        """The timer; and at a practice house the value of the choices of the player's own box."""
        shown: dict[str, Any] = {}
        if not (self._schedules or self._config.practice):
            return shown
        table, now = record.table, steady_clock()
        schedule = self._schedules.get(table.ruleset.table)
        if schedule and (timer := schedule.timer(table, now)):
            shown["timer"] = {"what": timer.what, "ends_at": timer.ends_at, "now": now}
        if self._config.practice and who and who.role == "player":
            if found := _advice_json(record, who.name):
                shown["advice"] = found
            if expected := self._prospects.of(table, who.name):
                shown["prospect"] = _prospect_json(expected)
        return shown

    # Steps

    async def open(self, broadcasts: Broadcasts) -> None:
        """Takes every step that needs no waiting: cards are opened and shuffled, practice players sit down."""
        for name in tuple(self._schedules):
            broadcast = broadcasts[name]
            while (turn := self._next(name, broadcast)) and turn.at <= steady_clock() + 1:
                if not await self._do(name, broadcast, turn, 0):
                    break

    async def run(self, name: str, broadcast: Broadcast) -> None:
        """Deals a table while the house runs."""
        failures, seq = 0, 0
        while True:
            broadcast.changed.clear()
            turn = self._next(name, broadcast)
            wait = max(0, turn.at - steady_clock()) if turn else None
            if turn is None or wait:
                await _wait_for_change(broadcast.changed, wait)
                continue
            failures, seq = (failures, seq) if seq == broadcast.record.seq else (0, broadcast.record.seq)
            if not await self._do(name, broadcast, turn, failures):
                failures += 1
                await asyncio.sleep(_AFTER_A_FAILURE)

    def _next(self, name: str, broadcast: Broadcast) -> Turn | None:
        table, now = broadcast.record.table, steady_clock()
        if not is_played(table) and (broadcast.record.standing.closed or self._is_blocked(broadcast.record)):
            return None
        turns = [self._schedules[name].next(table, now)]
        practice = self._practices.get(name)
        turn = practice.next(table, now) if practice else None
        # Practice players bet only if a person sits at the table or watches it.
        if practice and turn and (not isinstance(turn.asked, PlaceWagers) or self._is_awake(broadcast, practice)):
            turns.append(turn)
        return min((turn for turn in turns if turn), key=lambda turn: turn.at, default=None)

    def _is_blocked(self, record: TableRecord) -> bool:
        """Whether no round begins because the table's edition has ended: the house would refuse it every second."""
        return self._house.changes.blocked(record, self._house.clock()) is not None

    def _is_awake(self, broadcast: Broadcast, practice: Practice) -> bool:
        return bool(broadcast.connections) or any(
            name not in practice.players for name in broadcast.record.table.seats.values()
        )

    async def _do(self, name: str, broadcast: Broadcast, turn: Turn, failures: int) -> bool:
        """Takes a step; False if it failed, or another process took it first."""
        before = broadcast.record.seq
        # If several processes deal a table, its next step has the same id in each, and one effect.
        request = CommandRequest(own_id("auto", name, before, turn.who.name, failures), name, turn.asked)
        try:
            await self._queue.give(turn.who, request)
        except PitbossError:
            return False
        return broadcast.record.seq != before


class ProspectCache:
    """What players can expect of their rounds. A thread computes it, because odds take a while."""

    _MOST = 1000

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "prospects")
        self._found: OrderedDict[tuple[str, int, str], Future[Expectation | None]] = OrderedDict()

    def of(self, table: Table, player: str) -> Expectation | None:
        """For the round under way if bets are closed, else for the last round; None until it is computed."""
        under_way = table.round and table.round.phase != "betting"
        round_ = table.round if under_way else table.last
        if round_ is None or all(box.player != player for box in round_.boxes.values()):
            return None
        key = table.ruleset.table, round_.number, player
        if key not in self._found:
            self._found[key] = self._thread.submit(expectation, table.ruleset, round_, player, table.meters())
            while len(self._found) > self._MOST:
                self._found.popitem(last=False)
        found = self._found[key]
        return found.result() if found.done() else None


def _named(names: list[str] | tuple[str, ...], role: Role, tables: tuple[str, ...]) -> Iterator[Who]:
    """People with these names; then with the same names and numbers."""
    if role == "player":
        yield from (Who(name, role, tables) for name in names)
    yield from (Who(f"{name} {number}", role, tables) for number in count(1) for name in names)


def _advice_json(record: TableRecord, player: str) -> dict[str, Any] | None:
    due, round_ = pending(record.table), record.table.round
    if due is None or round_ is None or round_.boxes[due[1][0]].player != player:
        return None
    values = advice(record.table, due[1][0])
    if values is None:
        return None
    choices = {
        choice: {
            "value": str(value), "float": float(value), "cost": float(values.cost(choice)),
            "cost_exact": str(values.cost(choice)),
        }
        for choice, value in values.choices.items()
    }  # fmt: skip
    return {
        "round": round_.number, "box": due[1][0], "decision": values.decision, "best": values.best,
        "asks": due[0].asks, "stake": stake_asked(record.table, due[1][0]), "choices": choices,
    }  # fmt: skip


def _prospect_json(expected: Expectation) -> dict[str, Any]:
    return {
        "round": expected.round, "staked": expected.staked, "mean": str(expected.mean), "float": float(expected.mean),
        "deviation": expected.deviation, "wagers": {wager: float(mean) for wager, mean in expected.wagers.items()},
    }  # fmt: skip


async def _wait_for_change(changed: asyncio.Event, milliseconds: int | None) -> None:
    """Waits until something has changed, or until the time has passed."""
    with suppress(TimeoutError):
        async with asyncio.timeout(None if milliseconds is None else milliseconds / 1000):
            await changed.wait()
