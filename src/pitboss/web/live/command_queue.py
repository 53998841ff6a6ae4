"""Desk: where commands arrive, by whichever way. Each is counted, timed and noted; a house that closes takes none.

Commands that come while others are being kept wait for each other: the house decides them in the order of their coming
and has the disk keep them all at once. None is answered before it is on disk.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import NamedTuple, TypeVar

from pitboss.errors import CommandRefused, InputError, PitbossError
from pitboss.house.authority import Who
from pitboss.house.live_house import Answer, HouseSuspended, LiveHouse
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.house.request import CommandRequest, parse_asked
from pitboss.web.http.models import CommandSent
from pitboss.web.run.log import note
from pitboss.web.run.metrics import Metrics

Found = TypeVar("Found")
MOST_AT_ONCE = 64
"""Commands that are kept by one transaction."""


class _Waiting(NamedTuple):
    """A command that waits for its turn, and whoever waits for its answer."""

    token: str
    table: str
    sent: CommandSent
    answered: asyncio.Future[tuple[Who, Answer]]


class CommandQueue:
    """Gives commands to the house. Safe for several threads; whoever awaits an answer does so on one event loop."""

    def __init__(self, house: LiveHouse, people: People, metrics: Metrics) -> None:
        self._house, self.people, self._metrics = house, people, metrics
        self.is_closing = False
        self._waiting: list[_Waiting] = []
        self._giving: asyncio.Task[None] | None = None
        # Threads of their own: neither waits for what else is asked of the house, and neither crowds the other.
        self._clerk, self._porter = ThreadPoolExecutor(1, "commands"), ThreadPoolExecutor(1, "sessions")

    def close(self) -> None:
        """Ends the threads; what is under way is done first."""
        self._clerk.shutdown()
        self._porter.shutdown()

    async def look_up(self, who: Callable[[], Found]) -> Found:
        """Who somebody is now, when their turn comes."""
        return await asyncio.get_running_loop().run_in_executor(self._porter, who)

    async def give(self, token: str, table: str, sent: CommandSent) -> tuple[Who, Answer]:
        """Does what a message asks for, as whoever is signed in with the token when it is done; both, after it is kept.

        An InputError says how a command is written, an AccessRefused that nobody is signed in.
        """
        answered: asyncio.Future[tuple[Who, Answer]] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(token, table, sent, answered))
        if self._giving is None:
            self._giving = asyncio.create_task(self._give_all())
        return await answered

    async def _give_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while waiting := self._waiting[:MOST_AT_ONCE]:
                del self._waiting[:MOST_AT_ONCE]
                try:
                    outcomes = await loop.run_in_executor(self._clerk, self._done, waiting)
                except Exception as error:  # noqa: BLE001 - nobody is left without an answer
                    outcomes = [error] * len(waiting)
                for one, outcome in zip(waiting, outcomes, strict=True):
                    if one.answered.done():
                        continue
                    if isinstance(outcome, Exception):
                        one.answered.set_exception(outcome)
                    else:
                        one.answered.set_result(outcome)
        finally:
            self._giving = None

    def _done(self, waiting: list[_Waiting]) -> list[tuple[Who, Answer] | Exception]:
        """The outcome of each command, in one turn of the house."""
        began = perf_counter()
        people = self.people.whose([one.token for one in waiting])
        read = [self._read(one, who) for one, who in zip(waiting, people, strict=True)]
        asked = [one for one in read if not isinstance(one, Exception)]
        outcomes = iter(self._house.do_all(asked)) if not self.is_closing else iter([_closing()] * len(asked))
        found: list[tuple[Who, Answer] | Exception] = []
        for one in read:
            if isinstance(one, Exception):
                found.append(one)
                continue
            outcome = next(outcomes)
            self._count(*one, outcome, perf_counter() - began)
            found.append(outcome if isinstance(outcome, Exception) else (one[0], outcome))
        return found

    def _read(self, one: _Waiting, who: Who | AccessRefused) -> tuple[Who, CommandRequest] | Exception:
        """Who asks, and for what."""
        if isinstance(who, AccessRefused):
            return who
        try:
            return who, CommandRequest(one.sent.id, one.table, parse_asked(one.sent.command), one.sent.round)
        except ValueError as error:
            self._metrics.command(self._known(one.table), "unusable", 0)
            return InputError(str(error))
        except Exception as error:  # noqa: BLE001 - told to whoever asked
            return error

    def do(self, who: Who, ask: CommandRequest) -> Answer:
        """Does what is asked, as the house does, in the thread of whoever asks."""
        if self.is_closing:
            raise _closing()
        began = perf_counter()
        (outcome,) = self._house.do_all([(who, ask)])
        self._count(who, ask, outcome, perf_counter() - began)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _count(self, who: Who, ask: CommandRequest, outcome: Answer | Exception, spent: float) -> None:
        table, code, seq = self._known(ask.table), "", None
        match outcome:
            case Answer():
                result, seq = "again" if outcome.again else "done", outcome.seq
            case CommandRefused():
                result, code = "refused", outcome.code
            case HouseSuspended():
                result = "suspended"
            case PitbossError():
                result = "unusable"
            case _:
                result = "failed"
        self._metrics.command(table, result, spent, code)
        # The kind of command alone: its text may say how cards lie.
        note(
            "command", table=table, by=who.name, role=who.role, kind=type(ask.command).__name__, result=result,
            code=code or None, seq=seq, ms=round(spent * 1000, 1),
        )  # fmt: skip

    def _known(self, table: str) -> str:
        """A table's name; what somebody made up is not counted by name."""
        return table if table in self._house.approved.tables else "-"


def _closing() -> HouseSuspended:
    return HouseSuspended("the house is closing and takes no more commands; nothing that it answered is lost")
