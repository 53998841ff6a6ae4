"""When an automatic table goes on. It waits for players for the time that they have, and never longer.

Nothing here reads a clock: the caller passes the time in milliseconds.
"""

from typing import Any, NamedTuple

from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.request import HouseCommand
from pitboss.play import commands as c
from pitboss.table.playing import pending
from pitboss.table.state import Table

Mark = tuple[Any, ...]
"""Identifies what a table waits for; if it changes, a new wait begins."""


class Times(NamedTuple):
    """How long a table waits, in milliseconds."""

    bets: int = 12_000
    """for more bets after the first one,"""
    all_bet: int = 4_000
    """for a change of mind, when everybody has bet,"""
    decision: int = 45_000
    """for a decision, before the player counts as gone,"""
    step: int = 900
    """between two steps of a round,"""
    result: int = 6_000
    """and between rounds, so that everybody sees what was paid."""
    sat_out: int = 20
    """A box that has not bet for this number of rounds is free again."""


class Turn(NamedTuple):
    """What the house does next at a table, as whom, and when."""

    at: int
    who: Who
    asked: HouseCommand


class Timer(NamedTuple):
    """What the table waits for from players, and until when."""

    what: str
    ends_at: int


class AutomaticSchedule:
    """The dealer of one table, and a floorperson who did not deal. Remembers only how long the table has waited."""

    def __init__(self, dealer: Who, floor: Who, times: Times | None = None) -> None:
        self.dealer, self.floor, self._times = dealer, floor, times or Times()
        self._mark: Mark = ()
        self._since = self._changed = 0
        self._wagers: object = None
        self._idle: dict[int, tuple[str, int]] = {}

    def next(self, table: Table, now: int) -> Turn | None:
        """What comes next; None while nobody has bet."""
        timer = self.timer(table, now)
        if timer and timer.what == "decision":
            # The house acts, not the player: the box makes no choice.
            return Turn(timer.ends_at, self.floor, c.FreeSeat(_asked_box(table)))
        if table.round is None and (gone := self._gone(table)):
            return Turn(now, self.floor, c.FreeSeat(gone))
        step = next_command(table, now // 1000)
        if step is None:
            return None
        at = timer.ends_at if timer else self._since + self._pause(table)
        return Turn(at, self._asker(step), step)

    def timer(self, table: Table, now: int) -> Timer | None:
        """What the table waits for from its players. It depends on the table, so ask after every change."""
        self._look(table, now)
        if _asked_box(table):
            return Timer("decision", self._since + self._times.decision)
        round_ = table.round
        if round_ is None or round_.phase != "betting" or not round_.in_play():
            return None
        ends = self._since + self._times.bets
        if all(round_.boxes[box].wagers for box in table.seats):
            ends = min(ends, self._changed + self._times.all_bet)
        return Timer("bets", ends)

    def _look(self, table: Table, now: int) -> None:
        mark = _mark(table)
        if mark != self._mark:
            if mark[0] == "between" and self._mark[:1] not in ((), ("between",)):
                self._count(table)
            self._mark, self._since, self._changed = mark, now, now
        wagers = {box: dict(there.wagers) for box, there in table.round.boxes.items()} if table.round else None
        if wagers != self._wagers:
            self._wagers, self._changed = wagers, now

    def _pause(self, table: Table) -> int:
        if table.round is not None:
            return self._times.step
        # The first round has nothing to look at before it; and an empty table keeps nobody waiting.
        return self._times.result if table.last and table.seats else 0

    def _count(self, table: Table) -> None:
        """Counts for how many rounds each box has not bet."""
        played = table.last.in_play() if table.last else []
        before, self._idle = self._idle, {}
        for box, player in table.seats.items():
            who, rounds = before.get(box, (player, 0))
            self._idle[box] = player, 0 if box in played else rounds + 1 if who == player else 1

    def _gone(self, table: Table) -> int:
        """A box at which its player no longer plays; 0 if there is none."""
        most = self._times.sat_out
        return next((box for box, (who, n) in self._idle.items() if n >= most and table.seats.get(box) == who), 0)

    def _asker(self, step: HouseCommand) -> Who:
        # The dealer enters what players do with the cards.
        by_floor = isinstance(step, c.ValidateWin) or (isinstance(step, c.Perform) and step.who == "floorperson")
        return self.floor if by_floor else self.dealer


def _mark(table: Table) -> Mark:
    round_ = table.round
    if round_ is None:
        return "between", table.rounds
    if round_.phase == "betting":
        return "betting", round_.number, bool(round_.in_play())
    if due := pending(table):
        return "decision", round_.number, due[0].decision, due[1][0]
    return "step", round_.number, round_.phase, len(round_.asked), len(round_.validated)


def _asked_box(table: Table) -> int:
    """The box whose player decides now; 0 if nobody does."""
    due = pending(table)
    return due[1][0] if due else 0
