"""Broadcast: everybody who watches a table is sent each entry, in order, as far as they may know it.

Everything here runs on the event loop, unless a method says otherwise. No client is waited for.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Any

from pitboss.books.alerts import Alert
from pitboss.house.authority import Who
from pitboss.house.house_records import TableChange
from pitboss.house.live_house import LiveHouse
from pitboss.house.steady_clock import steady_clock
from pitboss.ledger.fold import TableRecord
from pitboss.play.events import Event
from pitboss.views.event_view import EventViews
from pitboss.views.memo import ViewMemo
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.connection import FAILED, SIGNED_OUT, Connection, Ending, framed
from pitboss.web.live.table_frame import TableFrame, events_for, json_text

KEPT_CHANGES = 64
"""The newest entries of a table, for clients that lost their connection."""
PING_EVERY = 10
"""Seconds between two pings; a client that receives nothing for two of them has lost the connection."""

Beside = Callable[[TableRecord, Who | None], dict[str, Any]]
"""What a person is shown besides the table itself: the timer, and at a practice house the value of choices."""


class Broadcast:
    """One table as its watchers know it, its newest entries, and the watchers' connections."""

    def __init__(self, record: TableRecord, beside: Beside, *, physical: bool = False, names: bool = False) -> None:
        """`physical` means that the table is dealt from real cards, `names` that anybody may read who plays."""
        self.beside, self.record, self._names = beside, record, names
        self.connections: set[Connection] = set()
        self.changed = asyncio.Event()
        """Set by every entry, and whenever a client connects."""
        self._changes: deque[TableChange] = deque(maxlen=KEPT_CHANGES)
        self._make_frame = partial(TableFrame, memo=ViewMemo(), physical=physical, names=names)
        self._frame = self._make_frame(record)
        """The table as every connection has been sent it."""
        self.sent_at = 0.0
        """When everybody was last told of the table, by the monotonic clock."""

    def publish(self, change: TableChange) -> None:
        """Sends everybody the next entry; the whole table if entries before it are missing."""
        if change.record.seq > self.record.seq + 1:
            self.refresh(change.record)
        elif change.record.seq > self.record.seq:
            self._changes.append(change)
            self._show(change.record, change.events)

    def refresh(self, record: TableRecord, *, always: bool = False) -> None:
        """Shows everybody a table that has changed without an entry: other tables move the meters of a link.

        If entries are missing, or in any case, everybody is shown the whole table.
        """
        if always or record.seq > self.record.seq:
            self._changes.clear()
            self.record, self._frame = record, self._make_frame(record)
            self.changed.set()
            for connection in self.connections:
                self.show_all(connection)
        elif record.seq == self.record.seq and record.table.meters() != self.record.table.meters():
            self._show(record)

    def _show(self, record: TableRecord, events: Sequence[Event] | None = None) -> None:
        """Sends everybody what has changed; people who see the same share one text and one frame."""
        self.record, self.sent_at = record, monotonic()
        self.changed.set()
        frame = self._frame = self._make_frame(record, events, before=self._frame if self.connections else None)
        messages: dict[Who | None, bytes] = {}
        for connection in self.connections:
            who = frame.audience(connection.who)
            if who not in messages:
                messages[who] = frame.change(who, self.beside(record, who))
            connection.show(messages[who])

    def tell(self, text: str) -> None:
        """Sends everybody a message that is not about the table."""
        for connection in self.connections:
            connection.tell(text)

    def end(self, why: Ending) -> None:
        for connection in self.connections:
            connection.socket.end(why)

    # Who watches

    def join(self, connection: Connection, after: int | None) -> None:
        """Sends what a client has missed since entry `after`, or the whole table; and from now on everything."""
        self.connections.add(connection)
        connection.socket.on_writable = lambda: self.show_all(connection) if connection.is_behind else None
        kept, missed = self._changes, -1 if after is None else self.record.seq - after
        # Entries do not say everything if some are no longer kept, or meters have moved since the last.
        if kept and kept[-1].record is self.record and 0 <= missed <= len(kept):
            for change in [*kept][len(kept) - missed :]:
                beside = self.beside(self.record, connection.who) if change.record is self.record else {}
                frame = self._make_frame(change.record, change.events, memo=None)
                connection.show(frame.change(connection.who, beside))
        else:
            self.show_all(connection)
        self.changed.set()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        connection.socket.on_writable = None

    def show_all(self, connection: Connection) -> None:
        """Shows a client the whole table as it is now."""
        connection.is_behind = False
        connection.show(self._frame.snapshot(connection.who, self.beside(self.record, connection.who)))

    def identify(self, connection: Connection, who: Who | None) -> None:
        """Shows a client no more and no less than this person may see."""
        if who != connection.who:
            connection.who = who
            self.show_all(connection)

    def recent(self, who: Who | None) -> str:
        """The message that tells a person who has just come of the newest entries."""
        views = ((change.record, EventViews(change.events, change.record.table)) for change in self._changes)
        entries = [
            {"seq": record.seq, "events": events_for(events, who, names=self._names)} for record, events in views
        ]
        return json_text({"type": "recent", "entries": entries})


class Broadcasts:
    """The broadcasts of all tables: takes changes over from the house's threads to the event loop."""

    def __init__(self, house: LiveHouse, beside: Beside, *, names: bool = False) -> None:
        """`names` means that anybody reads who plays and what they win, as at a practice house."""
        self._house, self._beside, self._loop, self._names = house, beside, asyncio.get_running_loop(), names
        self._tables: dict[str, Broadcast] = {}
        self.alerts: Sequence[Alert] = ()
        """The alerts of the gaming day, the newest first."""
        for name in house.approved.tables:
            self[name]
        self._changes: deque[TableChange] = deque()
        """What waits to be published; only the event loop removes anything."""
        house.listeners.append(self._take)

    def _take(self, change: TableChange) -> None:
        """Takes a change from the thread that appended it.

        One wake-up serves all that wait: with one for each change, the threads hinder each other by a fifth.
        """
        self._changes.append(change)
        if len(self._changes) == 1:
            self._loop.call_soon_threadsafe(self._publish)

    def _publish(self) -> None:
        while self._changes:
            broadcast = self[self._changes[0].table]
            with self._ending(broadcast):
                broadcast.publish(self._changes[0])
            self._changes.popleft()

    @contextmanager
    def _ending(self, broadcast: Broadcast) -> Iterator[None]:
        """Ends a table's connections if something fails: a client that missed a change could not apply the next."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - the other tables are still served
            broadcast.end(FAILED)
            self._loop.call_exception_handler({"message": "a table was not published", "exception": error})

    async def ping(self, queue: CommandQueue) -> None:
        """Pings every client in turn, and looks whether its session has ended or the person's role has changed.

        Commands identify people too.
        """
        while True:
            for broadcast in self:
                await asyncio.sleep(PING_EVERY / len(self._tables))
                with self._ending(broadcast):
                    frame = ping_frame()
                    for connection in broadcast.connections:
                        connection.socket.write_frame(frame)
                    signed_in = [connection for connection in broadcast.connections if connection.token]
                    people = await queue.identify([one.token for one in signed_in], [one.who for one in signed_in])
                    for connection, who in zip(signed_in, people, strict=True):
                        if connection.who and who is None:
                            connection.socket.end(SIGNED_OUT)
                        else:
                            broadcast.identify(connection, who)

    def refresh(self, name: str, *, always: bool = False) -> None:
        """Reads a table again, from any thread; sends it if it changed, or in any case."""
        self._loop.call_soon_threadsafe(partial(self[name].refresh, self._house.record(name), always=always))

    def drop(self, person: str) -> None:
        """Ends a person's connections, from any thread; a client that is still signed in connects again."""
        for connection in [one for broadcast in self for one in tuple(broadcast.connections)]:
            if connection.who and connection.who.name == person:
                self._loop.call_soon_threadsafe(connection.socket.end, SIGNED_OUT)

    def close(self) -> None:
        self._house.listeners.remove(self._take)

    def __getitem__(self, name: str) -> Broadcast:
        """The broadcast of a table; it begins when a new table is first asked for."""
        if name not in self._tables:
            record, physical = self._house.record(name), name in self._house.physical
            self._tables.setdefault(name, Broadcast(record, self._beside, physical=physical, names=self._names))
        return self._tables[name]

    def __iter__(self) -> Iterator[Broadcast]:
        return iter(tuple(self._tables.values()))

    def connections(self) -> dict[str, int]:
        """The number of connections to each table."""
        return {name: len(broadcast.connections) for name, broadcast in tuple(self._tables.items())}


def ping_frame() -> bytes:
    """The frame that tells a client the house's time, and that the connection is alive."""
    return framed(json_text({"type": "ping", "now": steady_clock()}))
