"""Tables that deal themselves, and practice players: both give commands like anybody, each at its time."""

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
from pitboss.house.environment import wall_clock
from pitboss.house.expectation import Expectation, expectation
from pitboss.house.live_house import LiveHouse
from pitboss.house.practice import NAMES, Practice, advice, enrol, stake_asked
from pitboss.house.request import CommandRequest
from pitboss.ledger.fold import TableRecord
from pitboss.play.commands import PlaceWagers
from pitboss.table.authority import is_played
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.web.live.broadcast import Broadcast, Broadcasts
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.run.config import ServerConfig

_AFTER_A_FAILURE = 1
"""Seconds until something that did not work is tried again."""


class Automatic:
    """Who deals and plays for the house, at the tables that are set so."""

    def __init__(self, house: LiveHouse, queue: CommandQueue, config: ServerConfig) -> None:
        self._house, self._queue, self._config = house, queue, config
        here = filter(config.looks_after, house.approved.tables)
        names = [name for name in here if config.dealt_at(name) == "automatic"]
        floor = self._first(_named(["Floor"], "floorperson", ())) if names else None
        self._paces: dict[str, AutomaticSchedule] = {}
        self._practices: dict[str, Practice] = {}
        self._prospects = Prospects()
        for name in names:
            assert floor
            dealer = self._first(_named(["Dealer"], "dealer", (name,)))
            self._paces[name] = AutomaticSchedule(dealer, floor, config.times)
        for name in names if config.practice else ():
            candidates = _named(NAMES, "player", (name,))
            players = [self._first(candidates) for _ in range(config.players)]
            self._practices[name] = Practice(players, SystemRandom())

    def _first(self, candidates: Iterator[Who]) -> Who:
        """The first whose name nobody else has."""
        return next(who for who in candidates if enrol(self._house.store, who))

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(self._paces)

    # What is shown

    def beside(self, record: TableRecord, who: Who | None) -> dict[str, Any]:
        """What is waited for, and at a practice house what the choices of the player's own box are worth."""
        shown: dict[str, Any] = {}
        if not (self._paces or self._config.practice):
            return shown
        table, now = record.table, wall_clock()
        pace = self._paces.get(table.ruleset.table)
        if pace and (timer := pace.timer(table, now)):
            shown["timer"] = {"what": timer.what, "ends_at": timer.ends_at, "now": now}
        if self._config.practice and who and who.role == "player":
            if worth := _worth(record, who.name):
                shown["advice"] = worth
            if expected := self._prospects.of(table, who.name):
                shown["prospect"] = _told(expected)
        return shown

    # What is done

    async def open(self, broadcasts: Broadcasts) -> None:
        """Does at once what needs nobody's time: cards are opened and shuffled, practice players sit down."""
        for name in self._paces:
            broadcast = broadcasts[name]
            while (turn := self._next(name, broadcast)) and turn.at <= wall_clock() + 1:
                if not await self._do(name, broadcast, turn, 0):
                    break

    async def run(self, name: str, broadcast: Broadcast) -> None:
        """Deals a table for as long as the house runs."""
        failures, seq = 0, 0
        while True:
            broadcast.changed.clear()
            turn = self._next(name, broadcast)
            wait = max(0, turn.at - wall_clock()) if turn else None
            if turn is None or wait:
                await _either(broadcast.changed, wait)
                continue
            failures, seq = (failures, seq) if seq == broadcast.record.seq else (0, broadcast.record.seq)
            if not await self._do(name, broadcast, turn, failures):
                failures += 1
                await asyncio.sleep(_AFTER_A_FAILURE)

    def _next(self, name: str, broadcast: Broadcast) -> Turn | None:
        table, now = broadcast.record.table, wall_clock()
        if broadcast.record.standing.closed and not is_played(table):
            return None
        turns = [self._paces[name].next(table, now)]
        practice = self._practices.get(name)
        turn = practice.next(table, now) if practice else None
        # A round is begun only for somebody: without people at the table, or watching it, nobody bets.
        if practice and turn and (not isinstance(turn.asked, PlaceWagers) or self._is_awake(broadcast, practice)):
            turns.append(turn)
        return min((turn for turn in turns if turn), key=lambda turn: turn.at, default=None)

    def _is_awake(self, broadcast: Broadcast, practice: Practice) -> bool:
        return bool(broadcast.connections) or any(
            name not in practice.players for name in broadcast.record.table.seats.values()
        )

    async def _do(self, name: str, broadcast: Broadcast, turn: Turn, failures: int) -> bool:
        """Does a turn; False where it did not work, or another process had done it already."""
        before = broadcast.record.seq
        # Several processes deal the same tables: what each would do next has the same id in all of them.
        request = CommandRequest(f"auto-{name}-{before}-{turn.who.name}-{failures}", name, turn.asked)
        try:
            await self._queue.give(turn.who, request)
        except PitbossError:
            return False
        return broadcast.record.seq != before


class Prospects:
    """What players can expect of the rounds they are in. Odds take a while, so another thread works them out."""

    _MOST = 1000

    def __init__(self) -> None:
        self._clerk = ThreadPoolExecutor(1, "prospects")
        self._found: OrderedDict[tuple[str, int, str], Future[Expectation | None]] = OrderedDict()

    def of(self, table: Table, player: str) -> Expectation | None:
        """The round under way once nobody can bet, else the last; None while it is being worked out."""
        under_way = table.round and table.round.phase != "betting"
        round_ = table.round if under_way else table.last
        if round_ is None or all(box.player != player for box in round_.boxes.values()):
            return None
        key = table.ruleset.table, round_.number, player
        if key not in self._found:
            self._found[key] = self._clerk.submit(expectation, table.ruleset, round_, player, table.meters())
            while len(self._found) > self._MOST:
                self._found.popitem(last=False)
        found = self._found[key]
        return found.result() if found.done() else None


def _named(names: list[str] | tuple[str, ...], role: Role, tables: tuple[str, ...]) -> Iterator[Who]:
    """People of these names; then of the same names with numbers."""
    if role == "player":
        yield from (Who(name, role, tables) for name in names)
    yield from (Who(f"{name} {number}", role, tables) for number in count(1) for name in names)


def _worth(record: TableRecord, player: str) -> dict[str, Any] | None:
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


def _told(expected: Expectation) -> dict[str, Any]:
    return {
        "round": expected.round, "staked": expected.staked, "mean": str(expected.mean), "float": float(expected.mean),
        "deviation": expected.deviation, "wagers": {wager: float(mean) for wager, mean in expected.wagers.items()},
    }  # fmt: skip


async def _either(changed: asyncio.Event, milliseconds: int | None) -> None:
    """Waits until something has changed, or for so long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(None if milliseconds is None else milliseconds / 1000):
            await changed.wait()
