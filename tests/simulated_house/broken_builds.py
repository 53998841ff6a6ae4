"""Builds of the house that are broken on purpose: a line of its source is another one. Each must be found."""

import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import pitboss.house.decision
import pitboss.house.live_house
from pitboss.house.house_records import HouseRecords
from pitboss.house.ledger_memory import LedgerMemory
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.sqlite import SqliteStore
from pitboss.web.live.broadcast import Broadcast, Broadcasts
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.ledger_follower import LedgerFollower
from pitboss.web.run.automatic_tables import AutomaticTables
from pitboss.web.run.storage_watch import StorageWatch


class Broken(NamedTuple):
    """A method or function whose text is changed in one place; without a text, it is replaced."""

    owner: Any
    name: str
    old: str
    new: str = ""
    instead: Callable[..., Any] | None = None


BUILDS: dict[str, Broken] = {  # The first three are found by almost any seed.
    "the id of a command is not stored": Broken(
        LiveHouse, "_do_together", "(by.drafts, given[number][1].id)", "(by.drafts, '')"
    ),
    "the meters of a link are not read again": Broken(
        pitboss.house.decision, "link_meter_events", "", instead=lambda *_: ()
    ),
    "hands lie open": Broken(
        sys.modules["pitboss.views.seat"], "is_turned_up", "", instead=lambda *_: True
    ),
    "commits are not synced": Broken(SqliteStore, "_prepare", '"synchronous = FULL"', '"synchronous = OFF"'),
    "who was behind is not shown the table": Broken(
        Broadcast, "join", "connection.socket.on_writable = lambda", "connection.unused = lambda"
    ),
    "what could not be stored is not undone": Broken(
        LiveHouse, "_do_together", "self._records, self._links = before", "pass"
    ),
    "a suspended house is never resumed": Broken(
        StorageWatch, "_look", "if await self._in_time(self._resume, SECONDS_TO_RESUME):", "if None:"
    ),
    "tables go by the clock of the system": Broken(
        AutomaticTables, "run", "turn.at - steady_clock()", "turn.at - self._house.clock()"
    ),
    "any ledger will do": Broken(LedgerMemory, "check", "", instead=lambda *_, **__: None),
    "a change does not wake anybody": Broken(
        Broadcasts, "_take", "if len(self._changes) == 1:", "if len(self._changes) == 2:"
    ),
    "answers go to the wrong people": Broken(
        CommandQueue, "_work", "zip(batch, outcomes, strict=True)", "zip(batch, outcomes[::-1], strict=True)"
    ),
    "a follower reads no tables": Broken(LedgerFollower, "_read_new", "tables.add(name)", "pass"),
    "a refusal is not recorded": Broken(
        LiveHouse, "_refused", "(entry,) = self._store.append", "raise refused\n    (entry,) = self._store.append"
    ),
    "the place of a stored command is not compared": Broken(
        pitboss.house.live_house, "_is_new", "drafts[0].after not in (None, entries[0].seq - 1)", "False"
    ),
    "a failed storage suspends nothing": Broken(
        HouseRecords, "_suspend", "self.suspended = str(error)", "pass"
    ),
}  # fmt: skip


@contextmanager
def broken(name: str) -> Iterator[None]:
    """The house with this build's fault."""
    build = BUILDS[name]
    instead = build.instead or _rewritten(build)
    with patch.object(build.owner, build.name, instead):
        yield


def _rewritten(build: Broken) -> Callable[..., Any]:
    method = getattr(build.owner, build.name)
    source = textwrap.dedent(inspect.getsource(method))
    assert source.count(build.old) == 1, f"{build.name} has changed: choose another fault"
    found: dict[str, Any] = {}
    exec(source.replace(build.old, build.new), sys.modules[method.__module__].__dict__, found)
    return found[build.name]  # type: ignore[no-any-return]
