"""CommandQueue: every command, however it arrives, waits here for its turn at the house.

Commands that arrive while others are being stored are decided together, in the order of their arrival, and stored by
one transaction. No command is answered before it is on disk. Each is counted, timed and logged.
"""

import asyncio
from functools import partial
from time import perf_counter
from typing import NamedTuple

from pitboss.errors import CommandRefused, InputError, PitbossError
from pitboss.house.authority import Who
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import CommandResult, LiveHouse
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.house.request import CommandRequest, parse_house_command
from pitboss.ledger.store import StoreFailed
from pitboss.web.http.log import note
from pitboss.web.http.metrics import Metrics
from pitboss.web.http.models import CommandSent

MOST_AT_ONCE = 64
"""Commands that one transaction stores."""
_LABELS: dict[type[Exception], str] = {
    CommandRefused: "refused", HouseSuspended: "suspended", PitbossError: "unusable", Exception: "failed",
}  # fmt: skip
_CLOSED = "the house is closing and takes no more commands; nothing that it acknowledged is lost"
Outcome = tuple[Who, CommandResult] | Exception


class _Waiting(NamedTuple):
    """A request that waits for its turn, and the future of its outcome."""

    by: Who | str
    """The person, or the token of a session."""
    request: CommandRequest
    answered: asyncio.Future[tuple[Who, CommandResult]]


class CommandQueue:
    """Gives commands to the house. Its coroutines run on one event loop, whose threads do nothing else."""

    def __init__(self, house: LiveHouse, people: People, metrics: Metrics) -> None:
        self._house, self.people, self._metrics = house, people, metrics
        self.is_closing = False
        """A house that closes takes no more commands."""
        self._waiting: list[_Waiting] = []
        self._worker: asyncio.Task[None] | None = None

    async def identify(self, tokens: list[str], before: list[Who | None]) -> list[Who | None]:
        """The person of each session; None if it is over, and the same as before while the storage is lost.

        An open connection uses no session: only what a person asks does.
        """
        try:
            found = await asyncio.to_thread(partial(self.people.whose, tokens, used=False)) if any(tokens) else before
        except StoreFailed:
            return before
        return [None if isinstance(who, AccessRefused) else who for who in found]

    async def give_text(self, token: str, table: str, sent: CommandSent) -> tuple[Who, CommandResult]:
        """Gives a command in the notation of a table that exists; InputError if the text is not a command."""
        try:
            request = CommandRequest(sent.id, table, parse_house_command(sent.command), sent.round)
        except ValueError as error:
            # A client that is not signed in learns that first.
            await asyncio.to_thread(self.people.who, token)
            self._metrics.command(table, "unusable", 0)
            raise InputError(str(error)) from None
        return await self.give(token, request)

    async def give(self, by: Who | str, request: CommandRequest) -> tuple[Who, CommandResult]:
        """Has the house do a command; the person who gave it, and its result, after both are on disk.

        A token is looked up when the turn comes: AccessRefused if nobody is signed in with it then. HouseSuspended at
        once if no table acts, because the storage may hang.
        """
        self._house.check_acting()
        waiting = _Waiting(by, request, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._worker = self._worker or asyncio.create_task(self._work())
        return await waiting.answered

    async def _work(self) -> None:
        """Works until nothing waits, one batch at a time."""
        try:
            while batch := self._waiting[:MOST_AT_ONCE]:
                del self._waiting[:MOST_AT_ONCE]
                try:
                    outcomes = await asyncio.to_thread(self._do, batch)
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
        people = dict(zip(tokens, self.people.whose(tokens) if tokens else (), strict=True))
        by = [people[one.by] if isinstance(one.by, str) else one.by for one in batch]
        given = [(who, one.request) for who, one in zip(by, batch, strict=True) if isinstance(who, Who)]
        results = iter([HouseSuspended(_CLOSED)] * len(given) if self.is_closing else self._house.do_all(given))
        outcomes = zip(by, batch, strict=True)
        return [
            who if isinstance(who, AccessRefused) else self._count(who, one.request, next(results), began)
            for who, one in outcomes
        ]

    def _count(self, who: Who, request: CommandRequest, result: CommandResult | Exception, began: float) -> Outcome:
        """Counts and logs a request; its outcome."""
        table, code, seq = request.table, getattr(result, "code", None), getattr(result, "seq", None)
        if isinstance(result, CommandResult):
            label = "again" if result.again else "done"
        else:
            label = next(label for kind, label in _LABELS.items() if isinstance(result, kind))
        seconds = perf_counter() - began
        self._metrics.command(table, label, seconds, code or "")
        # Only the kind of command is logged: its text may name cards.
        note(
            "command", table=table, by=who.name, role=who.role, kind=type(request.command).__name__, result=label,
            code=code, seq=seq, ms=round(seconds * 1000, 1),
        )  # fmt: skip
        return result if isinstance(result, Exception) else (who, result)
