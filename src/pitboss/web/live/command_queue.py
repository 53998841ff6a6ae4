"""CommandQueue: every command, however it arrives, waits here for its turn at the house.

Commands that arrive while others are being stored are decided together, in the order of their arrival, and stored by
one transaction. No command is answered before it is on disk. Each is counted, timed and logged.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import NamedTuple

from pitboss.errors import CommandRefused, InputError, PitbossError
from pitboss.house.authority import Who
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import CommandResult, LiveHouse
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.house.request import CommandRequest, parse_house_command
from pitboss.web.http.log import note
from pitboss.web.http.metrics import Metrics
from pitboss.web.http.models import CommandSent

MOST_AT_ONCE = 64
"""Commands that one transaction stores."""
Outcome = tuple[Who, CommandResult] | Exception


class _Waiting(NamedTuple):
    """A request that waits for its turn, and the future of its outcome."""

    by: Who | str
    """The person, or the token of a session."""
    request: CommandRequest
    answered: asyncio.Future[tuple[Who, CommandResult]]


class CommandQueue:
    """Gives commands to the house. Its coroutines run on one event loop."""

    def __init__(self, house: LiveHouse, people: People, metrics: Metrics) -> None:
        self._house, self.people, self._metrics = house, people, metrics
        self.is_closing = False
        """A house that closes takes no more commands."""
        self._waiting: list[_Waiting] = []
        self._worker: asyncio.Task[None] | None = None
        # A thread for each kind of work: commands and sessions wait for nothing else that the house does.
        self._command_thread, self._session_thread = (
            ThreadPoolExecutor(1, "commands"),
            ThreadPoolExecutor(1, "sessions"),
        )

    def close(self) -> None:
        """Ends the threads after their last work."""
        self._command_thread.shutdown()
        self._session_thread.shutdown()

    async def look_up(self, token: str) -> Who:
        """The person of a session; AccessRefused if nobody is signed in with the token."""
        return await asyncio.get_running_loop().run_in_executor(self._session_thread, self.people.who, token)

    async def give_text(self, token: str, table: str, sent: CommandSent) -> tuple[Who, CommandResult]:
        """Gives a command in the notation of the table; InputError if the text is not a command."""
        try:
            request = CommandRequest(sent.id, table, parse_house_command(sent.command), sent.round)
        except ValueError as error:
            # A client that is not signed in learns that first.
            await self.look_up(token)
            self._metrics.command(self._table_label(table), "unusable", 0)
            raise InputError(str(error)) from None
        return await self.give(token, request)

    async def give(self, by: Who | str, request: CommandRequest) -> tuple[Who, CommandResult]:
        """Has the house do a command; the person who gave it, and its result, after both are on disk.

        A token is looked up when the turn comes: AccessRefused if nobody is signed in with it then.
        """
        waiting = _Waiting(by, request, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        return await waiting.answered

    async def _work(self) -> None:
        """Works until nothing waits, one batch at a time."""
        loop = asyncio.get_running_loop()
        try:
            while batch := self._waiting[:MOST_AT_ONCE]:
                del self._waiting[:MOST_AT_ONCE]
                try:
                    outcomes = await loop.run_in_executor(self._command_thread, self._do, batch)
                except Exception as error:  # noqa: BLE001 - every request is answered
                    outcomes = [error] * len(batch)
                for waiting, outcome in zip(batch, outcomes, strict=True):
                    if waiting.answered.done():
                        continue
                    if isinstance(outcome, Exception):
                        waiting.answered.set_exception(outcome)
                    else:
                        waiting.answered.set_result(outcome)
        finally:
            self._worker = None

    def _do(self, batch: list[_Waiting]) -> list[Outcome]:
        """Does a batch in one turn of the house; the outcome of each request."""
        began = perf_counter()
        tokens = [waiting.by for waiting in batch if isinstance(waiting.by, str)]
        people = iter(self.people.whose(tokens) if tokens else ())
        by = [next(people) if isinstance(waiting.by, str) else waiting.by for waiting in batch]
        given = [(who, one.request) for who, one in zip(by, batch, strict=True) if not isinstance(who, AccessRefused)]
        results = iter([_closing()] * len(given) if self.is_closing else self._house.do_all(given))
        outcomes: list[Outcome] = []
        for who, waiting in zip(by, batch, strict=True):
            if isinstance(who, AccessRefused):
                outcomes.append(who)
                continue
            result = next(results)
            self._count(who, waiting.request, result, perf_counter() - began)
            outcomes.append(result if isinstance(result, Exception) else (who, result))
        return outcomes

    def _count(self, who: Who, request: CommandRequest, result: CommandResult | Exception, seconds: float) -> None:
        table, code, seq = self._table_label(request.table), "", None
        match result:
            case CommandResult():
                label, seq = "again" if result.again else "done", result.seq
            case CommandRefused():
                label, code = "refused", result.code
            case HouseSuspended():
                label = "suspended"
            case PitbossError():
                label = "unusable"
            case _:
                label = "failed"
        self._metrics.command(table, label, seconds, code)
        # Only the kind of command is logged: its text may name cards.
        note(
            "command", table=table, by=who.name, role=who.role, kind=type(request.command).__name__, result=label,
            code=code or None, seq=seq, ms=round(seconds * 1000, 1),
        )  # fmt: skip

    def _table_label(self, table: str) -> str:
        """The name of a table that exists, so that clients cannot invent labels."""
        return table if table in self._house.approved.tables else "-"


def _closing() -> HouseSuspended:
    return HouseSuspended("the house is closing and takes no more commands; nothing that it acknowledged is lost")
