"""Broadcast: everybody who watches a table is sent each entry, in order, as far as they may know it.

Everything here runs on the event loop, unless a method says otherwise. No client is waited for.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from threading import Lock
from time import monotonic
from typing import Any

from pitboss.house.authority import Who
from pitboss.house.house_records import TableChange
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.fold import TableRecord
from pitboss.views.event_view import EventViews
from pitboss.views.memo import ViewMemo
from pitboss.web.live.connection import FAILED, SIGNED_OUT, Connection, Ending, Outbox
from pitboss.web.live.table_frame import TableFrame, json_text

KEPT_CHANGES = 64
"""The newest entries of a table, for clients that lost their connection."""

Beside = Callable[[TableRecord, Who | None], dict[str, Any]]
"""What a person is shown besides the table itself: the timer, and at a practice house the value of choices."""


class Broadcast:
    """One table as its watchers know it, its newest entries, and the watchers' connections."""

    def __init__(self, record: TableRecord, beside: Beside, *, physical: bool = False) -> None:
        """`physical` means that the table is dealt from real cards."""
        self.beside, self._physical = beside, physical
        self.connections: set[Connection] = set()
        self.changed = asyncio.Event()
        """Set by every entry, and whenever somebody connects."""
        self._changes: deque[TableChange] = deque(maxlen=KEPT_CHANGES)
        self._memo = ViewMemo()
        self.record = record
        self._frame = TableFrame(record, memo=self._memo, physical=physical)
        """The table as every connection has been sent it."""
        self.sent_at = 0.0
        """When everybody was last sent the table, by the monotonic clock."""

    def publish(self, change: TableChange) -> None:
        """Sends everybody the next entry; the whole table if entries before it are missing."""
        if change.record.seq <= self.record.seq:
            return
        if change.record.seq > self.record.seq + 1:
            self._replace(change.record)
            return
        self._changes.append(change)
        self.changed.set()
        self.record = change.record
        if not self.connections:
            self._frame = TableFrame(change.record, memo=self._memo, physical=self._physical)
            return
        self._frame = TableFrame(change.record, change.events, self._memo, self._frame, physical=self._physical)
        self._send_all(self._frame.entry)

    def refresh(self, record: TableRecord, always: bool) -> None:
        """Sends everybody the table if it changed without an entry: other tables move the meters of a link."""
        is_newer = record.seq > self.record.seq
        if record.seq >= self.record.seq and (
            is_newer or always or record.table.meters() != self.record.table.meters()
        ):
            self._replace(record, forget=is_newer)

    def _replace(self, record: TableRecord, *, forget: bool = True) -> None:
        """Sends everybody the whole table."""
        if forget:
            self._changes.clear()
        self.record, self._frame = record, TableFrame(record, memo=self._memo, physical=self._physical)
        self.changed.set()
        self._send_all(self._frame.snapshot)

    def suspend(self, reason: str) -> None:
        text = json_text({"type": "suspended", "reason": reason})
        for connection in self.connections:
            connection.send(text)

    def end(self, why: Ending) -> None:
        for connection in [*self.connections]:
            connection.end(why)

    def _send_all(self, write: Callable[[Who | None, dict[str, Any]], str]) -> None:
        """Sends a message to everybody; connections of the same person share one text."""
        self.sent_at = monotonic()
        texts: dict[Who | None, str] = {}
        for connection in self.connections:
            who = connection.who
            if who not in texts:
                texts[who] = write(who, self.beside(self.record, who))
            connection.send(texts[who])

    # Who watches

    def join(self, connection: Connection, after: int | None) -> None:
        """Sends what a client has missed since entry `after`, or the whole table; and from now on everything."""
        self.connections.add(connection)
        missed, who = self._missed(after), connection.who
        if missed is None:
            connection.send(self.snapshot(who))
        for change in missed or ():
            is_newest = change.record.seq == self.record.seq
            frame = TableFrame(change.record, change.events, physical=self._physical)
            connection.send(frame.entry(who, self.beside(self.record, who) if is_newest else {}))
        self.changed.set()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)

    def _missed(self, after: int | None) -> list[TableChange] | None:
        """The entries after a number; None if they do not say everything.

        That is so if some are no longer kept, or the number is not reached yet, or meters have moved since the last.
        """
        seq, kept = self.record.seq, self._changes
        if after is None or not kept or kept[-1].record is not self.record or not seq - len(kept) <= after <= seq:
            return None
        return [change for change in kept if change.record.seq > after]

    def snapshot(self, who: Who | None) -> str:
        """The message that shows a person the whole table as it is now."""
        return self._frame.snapshot(who, self.beside(self.record, who))

    def recent(self, who: Who | None) -> str:
        """The message that tells a person who has just come of the newest entries."""
        name, is_staff = (who.name, who.role != "player") if who else (None, False)
        views = ((change.record, EventViews(change.events, change.record.table)) for change in self._changes)
        entries = [{"seq": record.seq, "events": events.of(name, staff=is_staff)} for record, events in views]
        return json_text({"type": "recent", "entries": entries})


class Broadcasts:
    """The broadcasts of all tables: takes changes over from the house's threads to the event loop."""

    def __init__(self, house: LiveHouse, beside: Beside) -> None:
        self._house, self._beside, self._loop = house, beside, asyncio.get_running_loop()
        self.outbox = Outbox()
        self._tables: dict[str, Broadcast] = {}
        for name in house.approved.tables:
            self[name]
        self._changes: list[TableChange] = []
        self._lock = Lock()
        house.listeners.append(self._take)

    def _take(self, change: TableChange) -> None:
        """Takes a change from the thread that appended it; one wake-up of the event loop serves all waiting changes."""
        with self._lock:
            self._changes.append(change)
            is_first = len(self._changes) == 1
        if is_first:
            self._loop.call_soon_threadsafe(self._publish)

    def _publish(self) -> None:
        with self._lock:
            changes, self._changes = self._changes, []
        for change in changes:
            broadcast = self[change.table]
            try:
                broadcast.publish(change)
            except Exception as error:  # noqa: BLE001 - the other tables are still published
                # A client that missed an entry could not apply the next one's changes: it connects again.
                broadcast.end(FAILED)
                message = f"an entry of table {change.table} was not published"
                self._loop.call_exception_handler({"message": message, "exception": error})

    def refresh(self, name: str, *, always: bool = False) -> None:
        """Reads a table again, from any thread; sends it if it changed, or in any case."""
        self._loop.call_soon_threadsafe(self[name].refresh, self._house.record(name), always)

    def drop(self, person: str) -> None:
        """Ends a person's connections, from any thread; a client that is still signed in connects again."""
        self._loop.call_soon_threadsafe(self._drop, person)

    def _drop(self, person: str) -> None:
        for broadcast in self:
            for connection in [*broadcast.connections]:
                if connection.who and connection.who.name == person:
                    connection.end(SIGNED_OUT)

    def close(self) -> None:
        self._house.listeners.remove(self._take)

    def __getitem__(self, name: str) -> Broadcast:
        """The broadcast of a table; it begins when a new table is first asked for."""
        if name not in self._tables:
            record, physical = self._house.record(name), name in self._house.physical
            self._tables.setdefault(name, Broadcast(record, self._beside, physical=physical))
        return self._tables[name]

    def __iter__(self) -> Iterator[Broadcast]:
        return iter(tuple(self._tables.values()))

    def connections(self) -> dict[str, int]:
        """The number of connections to each table."""
        return {name: len(broadcast.connections) for name, broadcast in tuple(self._tables.items())}
