"""The alerts of a running house: kept for the floor's page, and sent to the webhook of the house file."""

import asyncio
import json
import logging
from collections import deque
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool

from pitboss.books.alert_watch import AlertWatch
from pitboss.books.alerts import Alert
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.store import StoreFailed
from pitboss.views.alert_shapes import alert_json
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.log import note
from pitboss.web.live.broadcast import Broadcasts

SECONDS_A_LOOK = 2
_MOST = 50
"""Alerts of the gaming day that the page shows."""
_WAITING = 200
"""Alerts that wait for a webhook which does not answer; older ones are dropped."""
_TIMEOUT = 5


class HouseAlerts:
    """The newest alerts of the gaming day, and those that wait for the webhook."""

    def __init__(self, house: LiveHouse, config: ServerConfig, broadcasts: Broadcasts) -> None:
        self._house, self._config, self._broadcasts = house, config, broadcasts
        self._newest: deque[Alert] = deque(maxlen=_MOST)
        self._waiting: deque[Alert] = deque(maxlen=_WAITING)
        self._seen: set[Alert] = set()
        self._began = house.clock()
        self._watch: AlertWatch | None = None

    @property
    def newest(self) -> list[Alert]:
        """The alerts of the gaming day, the newest first."""
        start = self._house.gaming_day(self._house.clock()).start
        return [alert for alert in reversed(self._newest) if alert.at >= start]

    async def run(self) -> None:
        """Looks at new entries every few seconds, for as long as the house runs."""
        # Work that failed begins anew, perhaps with another store.
        self._watch = None
        while True:
            try:
                await run_in_threadpool(self.look)
            except StoreFailed:
                # The watch over the storage says so, and opens the ledger again.
                self._watch = None
            self._broadcasts.alerts = self.newest
            await run_in_threadpool(self.send)
            await asyncio.sleep(SECONDS_A_LOOK)

    def look(self) -> None:
        """Takes in the alerts of entries that came since the last look."""
        self._watch = self._watch or AlertWatch(self._house.store, self._house.gaming_day)
        for alert in self._watch.follow(self._house.clock()):
            if alert in self._seen:
                continue
            self._seen.add(alert)
            self._newest.append(alert)
            # What happened before this process began was sent by the one before, and other tables by their process.
            if alert.at >= self._began and self._config.looks_after(alert.table):
                self._waiting.append(alert)

    def send(self) -> None:
        """Sends what waits, in order; what is not taken is sent again at the next look."""
        url = self._house.approved.submission.alerts.webhook
        while url and self._waiting:
            try:
                post_json(url, {"facility": self._house.approved.submission.facility, **alert_json(self._waiting[0])})
            except OSError as error:
                note("webhook", level=logging.WARNING, reason=str(error)[:200])
                return
            self._waiting.popleft()
        if not url:
            self._waiting.clear()


def post_json(url: str, document: object) -> None:
    """Sends a document; an OSError says why it was not taken."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=_TIMEOUT)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, json.dumps(document).encode(), {"content-type": "application/json"})
        status = connection.getresponse().status
    except (HTTPException, ValueError) as error:
        raise OSError(f"its answer cannot be read: {error}") from None
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise OSError(f"it answered {status}")
