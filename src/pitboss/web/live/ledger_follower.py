"""Watch: a thread that reads what other processes append to the ledger, so that nobody here waits to see it."""

from threading import Event, Thread
from time import monotonic
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.fold import PEOPLE
from pitboss.ledger.store import StoreFailed
from pitboss.table.meters import linked
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.run.config import ServerConfig

_ENDS = ("SessionsEnded", "PersonRemoved", "PasswordChanged", "PersonChanged", "SignedOut")
AT_MOST_EVERY = 0.05
"""Seconds between two looks at the ledger."""
METERS_EVERY = 1.0
"""Seconds between two looks at meters that other tables move."""


class LedgerFollower:
    """Looks at the ledger until it is stopped. Entries of our own cost one query and are passed over."""

    def __init__(self, house: LiveHouse, feeds: Broadcasts, setting: ServerConfig) -> None:
        self._house, self._feeds, self._setting = house, feeds, setting
        self._position = house.store.size()
        self._stopped = Event()
        self._moved: set[str] = set()
        self._linked: dict[str, set[str]] = {}
        """The tables of each link, by what the house file says."""
        for feed in feeds:
            for link in linked(feed.record.table).values():
                self._linked.setdefault(link, set()).add(feed.record.table.ruleset.table)
        self._shown = 0.0
        self._thread = Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(timeout=3)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._house.store.wait(1)
                self._look()
                # Where much happens, what has come meanwhile is read in one go.
                self._stopped.wait(AT_MOST_EVERY)
            except (StoreFailed, PitbossError, RuntimeError):
                # The store is closed or lost, or the event loop has ended: whoever keeps the house sees to that.
                self._stopped.wait(1)

    def _look(self) -> None:
        tables: set[str] = set()
        for entry in self._house.store.entries(self._position):
            kind, _, name = entry.stream.partition(" ")
            if kind == "link":
                self._moved |= set(filter(self._is_followed, self._linked.get(name, ())))
            elif kind == "table" and self._is_followed(name) and entry.seq > self._house.newest(name):
                tables.add(name)
            elif kind == PEOPLE:
                self._drop(entry.content["events"][0])
            self._position = entry.position + 1
        now = monotonic()
        if self._moved and now - self._shown >= METERS_EVERY:
            # A table where something has just happened was told of its meters with it, and is looked at again later.
            quiet = {name for name in self._moved if now - self._feeds[name].told_at >= METERS_EVERY}
            tables, self._moved, self._shown = tables | quiet, self._moved - quiet, now
        for name in tables:
            self._feeds.refresh(name)

    def _is_followed(self, name: str) -> bool:
        """Whether somebody here wants to know at once what happens at a table."""
        if name not in self._house.approved.tables:
            return False
        return self._setting.looks_after(name) or bool(self._feeds[name].listeners)

    def _drop(self, event: dict[str, Any]) -> None:
        """Whoever's sessions have ended, in any process, loses the connections that they had."""
        if event["event"] in _ENDS:
            self._feeds.drop(event["name"])
