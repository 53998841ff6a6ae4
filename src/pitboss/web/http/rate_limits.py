"""Limits: how often one client may ask. Each request takes a token from a bucket that fills steadily."""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import NamedTuple

MOST_CLIENTS = 10_000
"""Clients that are remembered; the one that has been silent longest is forgotten first."""
GOOD_FOR = 60
"""Seconds for which a token counts as good after it has opened something."""


class Rate(NamedTuple):
    """Requests a second in the long run, and at once."""

    each_second: float
    at_once: int


class Bucket:
    """The tokens of one client."""

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._at = rate, float(rate.at_once), now

    def take(self, now: float) -> bool:
        """Takes a token; False if there is none."""
        filled = self._left + (now - self._at) * self._rate.each_second
        self._left, self._at = min(float(self._rate.at_once), filled), now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limits(NamedTuple):
    """The rates that a house allows each client."""

    anybody: Rate = Rate(40, 240)
    """Requests of a browser: a page asks for two dozen files at once."""
    programs: Rate = Rate(1000, 2000)
    """Requests of a program with a token that has opened something lately."""
    doors: Rate = Rate(1, 20)
    """Sign-ins and guests: checking a password is slow by design, and each guest takes a name."""
    frames: Rate = Rate(20, 60)
    """Messages over one WebSocket."""


class Buckets:
    """A bucket for each client."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether the client may send one more request."""
        now = self._clock()
        bucket = self._buckets.setdefault(client, Bucket(self._rate, now))
        self._buckets.move_to_end(client)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket.take(now)


class GoodTokens:
    """The tokens that have lately proved to be of open sessions: any other Authorization header is a stranger's."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._until: OrderedDict[bytes, float] = OrderedDict()

    def note(self, token: str) -> None:
        """The token is of an open session."""
        digest = _digest(token)
        self._until[digest] = self._clock() + GOOD_FOR
        self._until.move_to_end(digest)
        if len(self._until) > MOST_CLIENTS:
            self._until.popitem(last=False)

    def client(self, token: str) -> str:
        """What requests with the token are counted by; empty for a stranger's."""
        digest = _digest(token)
        return digest.hex() if token and self._until.get(digest, 0.0) > self._clock() else ""


def _digest(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()
