"""LedgerFollower: a thread that reads what other processes append to the ledger, so that clients here see it too."""

from threading import Event, Thread
from time import monotonic

from pitboss.house.live_house import LiveHouse
from pitboss.ledger import people_records as r
from pitboss.ledger.fold import HOUSE, PEOPLE
from pitboss.web.http.config import ServerConfig
from pitboss.web.live.broadcast import Broadcasts

AT_MOST_EVERY = 0.05
"""Seconds between two reads of the ledger."""
KEEP_SESSIONS = (
    r.PersonAdded,
    r.GuestAdmitted,
    r.SignedIn,
    r.SignInFailed,
    r.SignInBarred,
    r.BadgeIssued,
    r.TableTestTaken,
)
METERS_EVERY = 1.0
"""Seconds between two reads of meters that other tables move."""


class LedgerFollower:
    """Reads the ledger until it is stopped. Entries of this process cost one query and are skipped."""

    def __init__(self, house: LiveHouse, broadcasts: Broadcasts, config: ServerConfig) -> None:
        self._house, self._broadcasts, self._config = house, broadcasts, config
        self._position = house.store.size()
        self._stopped = Event()
        self._moved: set[str] = set()
        """Tables whose meters have moved since they were sent."""
        self._meters_sent_at = 0.0
        self._thread = Thread(target=self._run, name="ledger-follower", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(timeout=3)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._house.store.wait(1)
                self._read_new()
                # A busy ledger is read less often, and more of it at once.
                self._stopped.wait(AT_MOST_EVERY)
            except Exception:  # noqa: BLE001 - the thread ends only with the house
                # The store is closed or lost, the event loop has ended, or an entry is broken: the lifespan of the
                # house handles that.
                self._stopped.wait(1)

    def _read_new(self) -> None:
        tables: set[str] = set()
        for entry in self._house.store.entries(self._position):
            kind, _, name = entry.stream.partition(" ")
            if kind == "link":
                rules = self._house.approved.tables.items()
                self._moved |= {table for table, one in rules if name in one.meter_links.values()}
            elif kind == "table" and self._is_followed(name) and entry.seq > self._house.newest(name):
                tables.add(name)
            elif kind == HOUSE:
                self._house.follow()
            elif kind == PEOPLE and not isinstance(record := r.people_record(entry), KEEP_SESSIONS):
                # Here or in another process, sessions of this person have ended.
                self._broadcasts.drop(record.relieved if isinstance(record, r.DealerRelieved) else record.name)
            self._position = entry.position + 1
        if self._moved and (now := monotonic()) - self._meters_sent_at >= METERS_EVERY:
            followed = set(filter(self._is_followed, self._moved))
            # An entry carries the meters too: a table with a new entry has sent them, and is read again later.
            quiet = {name for name in followed if now - self._broadcasts[name].sent_at >= METERS_EVERY}
            tables, self._moved, self._meters_sent_at = tables | quiet, followed - quiet, now
        for name in tables:
            self._broadcasts.refresh(name)

    def _is_followed(self, name: str) -> bool:
        """Whether this process looks after the table, or a client here watches it."""
        if name not in self._house.approved.tables:
            return False
        return self._config.looks_after(name) or bool(self._broadcasts[name].connections)
