"""Feed: everybody who looks at a table hears of each entry, in order, as they may know it.

Everything here happens on the event loop. Nobody is waited for: whoever is too slow is let go, and comes back.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from threading import Lock
from time import monotonic
from typing import Any

from pitboss.house.authority import Who
from pitboss.house.live_house import Heard, LiveHouse
from pitboss.ledger.fold import TableRecord
from pitboss.views.memo import Kept
from pitboss.web.live.json_diff import written
from pitboss.web.live.listener import FAILED, SIGNED_OUT, Ending, Listener, Outbox
from pitboss.web.live.rendering import TableFrame

RING = 64
"""Entries of a table that can be told again to whoever lost the connection."""

Beside = Callable[[TableRecord, Who | None], dict[str, Any]]
"""What a view shows beside the table itself: what is waited for, and what choices are worth."""


class Broadcast:
    """One table as it is now, its newest entries, and those who listen."""

    def __init__(self, record: TableRecord, beside: Beside, *, physical: bool = False) -> None:
        """`physical` says that the table is dealt from real cards."""
        self.beside, self._physical = beside, physical
        self.listeners: set[Listener] = set()
        self.changed = asyncio.Event()
        """Set by every entry, and whenever somebody comes."""
        self._ring: deque[Heard] = deque(maxlen=RING)
        self._kept = Kept()
        self._shown = TableFrame(record, kept=self._kept, physical=self._physical)
        """As everybody has been shown the table: whoever listens knows it so."""
        self.told_at = 0.0
        """When everybody was last told how the table is, by the monotonic clock."""

    @property
    def record(self) -> TableRecord:
        return self._shown.record

    # What happens at the table

    def hear(self, heard: Heard) -> None:
        """Tells everybody of the next entry; after a gap, how the table is now."""
        seq = heard.record.seq
        if seq <= self.record.seq:
            return
        whole = seq == self.record.seq + 1
        self._shown = shown = TableFrame(heard.record, heard.events, self._kept, self._shown, physical=self._physical)
        self.changed.set()
        if whole:
            self._ring.append(heard)
            self._tell_all(lambda who: _entry(seq, shown.news(who) + self._now(who)))
        else:
            self._ring.clear()
            self._tell_how_it_is()

    def refresh(self, record: TableRecord, always: bool) -> None:
        """Tells everybody how the table is now, where that has changed without an entry: by meters of other tables."""
        if record.seq > self.record.seq:
            self._ring.clear()
        elif record.seq < self.record.seq or not (always or record.table.meters() != self.record.table.meters()):
            return
        self._shown = TableFrame(record, kept=self._kept, physical=self._physical)
        self._tell_how_it_is()
        self.changed.set()

    def suspend(self, reason: str) -> None:
        self._tell_all(lambda _: written({"type": "suspended", "reason": reason}))

    def end(self, why: Ending) -> None:
        for listener in [*self.listeners]:
            listener.end(why)

    def _tell_how_it_is(self) -> None:
        self._tell_all(self.snapshot)

    def _tell_all(self, text: Callable[[Who | None], str]) -> None:
        """Each audience's message is written once, however many it is for."""
        self.told_at = monotonic()
        made: dict[Who | None, str] = {}
        for listener in self.listeners:
            who = listener.who
            said = made.get(who)
            if said is None:
                said = made[who] = text(who)
            listener.tell(said)

    # Who listens

    def join(self, listener: Listener, after: int | None) -> None:
        """Tells a listener what it has missed since an entry, or how the table is; and from now on everything."""
        self.listeners.add(listener)
        missed = None if after is None else self._since(after)
        if missed is None:
            listener.tell(self.snapshot(listener.who))
        else:
            for heard in missed:
                said = TableFrame(heard.record, heard.events, physical=self._physical).whole(listener.who)
                now = self._now(listener.who) if heard.record.seq == self.record.seq else ""
                listener.tell(_entry(heard.record.seq, said + now))
        self.changed.set()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)

    def _since(self, after: int) -> list[Heard] | None:
        """The entries after a number; None where some of them are no longer known, or it is not there yet.

        Nor do they tell everything where the meters of other tables have moved since the last one.
        """
        seq = self.record.seq
        if not seq - len(self._ring) <= after <= seq or not self._ring or self._ring[-1].record is not self.record:
            return None
        return [heard for heard in self._ring if heard.record.seq > after]

    def snapshot(self, who: Who | None) -> str:
        """The table as it is now."""
        seq, view = self.record.seq, self._shown.text(who)
        return f'{{"type":"snapshot","seq":{seq},{view}{self._now(who)}}}'

    def _now(self, who: Who | None) -> str:
        """What stands beside the table now, where there is anything."""
        beside = self.beside(self.record, who)
        return f',"beside":{written(beside)}' if beside else ""


def _entry(seq: int, said: str) -> str:
    return f'{{"type":"entry","seq":{seq},{said}}}'


class Broadcasts:
    """The feeds of all tables, from the house's threads to the event loop."""

    def __init__(self, house: LiveHouse, beside: Beside) -> None:
        self._house, self._loop = house, asyncio.get_running_loop()
        self.outbox = Outbox()
        self._feeds = {
            name: Broadcast(house.record(name), beside, physical=name in house.physical)
            for name in house.approved.tables
        }
        self._heard: list[Heard] = []
        self._lock = Lock()
        house.listeners.append(self._hear)

    def _hear(self, heard: Heard) -> None:
        """Takes an entry over from the thread that appended it; the event loop is woken once for all that come."""
        with self._lock:
            self._heard.append(heard)
            is_first = len(self._heard) == 1
        if is_first:
            self._loop.call_soon_threadsafe(self._tell_heard)

    def _tell_heard(self) -> None:
        with self._lock:
            heard, self._heard = self._heard, []
        for one in heard:
            try:
                self[one.table].hear(one)
            except Exception as error:  # noqa: BLE001 - the other tables hear of theirs
                # Nobody is left with a table that is not as they know it: whoever comes back is shown all of it.
                self[one.table].end(FAILED)
                self._loop.call_exception_handler({"message": f"{one.table} was not told", "exception": error})

    def refresh(self, name: str, *, always: bool = False) -> None:
        """Looks at a table anew, from any thread; tells what has changed, or how it is in any case."""
        self._loop.call_soon_threadsafe(self[name].refresh, self._house.record(name), always)

    def drop(self, person: str) -> None:
        """Ends the connections of somebody, from any thread; who is still signed in comes back at once."""
        self._loop.call_soon_threadsafe(self._drop, person)

    def _drop(self, person: str) -> None:
        for feed in self:
            for listener in [*feed.listeners]:
                if listener.who and listener.who.name == person:
                    listener.end(SIGNED_OUT)

    def close(self) -> None:
        self._house.listeners.remove(self._hear)

    def __getitem__(self, name: str) -> Broadcast:
        return self._feeds[name]

    def __iter__(self) -> Iterator[Broadcast]:
        return iter(self._feeds.values())

    def listeners(self) -> dict[str, int]:
        """How many listen to each table."""
        return {name: len(feed.listeners) for name, feed in self._feeds.items()}
