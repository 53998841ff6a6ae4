"""Setting: how a house is served. A house that nobody says more about is regulated, and dealt by people."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from pitboss.house.automatic_schedule import Times
from pitboss.web.http.rate_limits import Limits

Dealt = Literal["automatic", "dealer", "physical"]
PRACTICE_PLAYERS = 3
"""Practice players at each table."""


class ServerConfig(NamedTuple):
    """What the operator chose when the house was started."""

    practice: bool = False
    """Guests play for nothing, practice players fill seats, and players see what their choices are worth."""
    dealt: Mapping[str, Dealt] = MappingProxyType({})
    """Who deals at a table, where it is not a dealer."""
    limits: Limits | None = None
    """How much a client may ask for; None where nobody counts."""
    times: Times = Times()
    """How long an automatic table waits."""
    players: int = PRACTICE_PLAYERS
    address: str = ""
    """Where other devices in the network reach the house; empty where they cannot."""

    share: frozenset[str] | None = None
    """The tables that this process looks after; None where it is alone."""

    def looks_after(self, table: str) -> bool:
        return self.share is None or table in self.share

    def dealt_at(self, table: str) -> Dealt:
        return self.dealt.get(table, "automatic" if self.practice else "dealer")
