"""ServerConfig: how a house is served. By default it is a regulated house, dealt by people."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from pitboss.house.automatic_schedule import Times
from pitboss.web.http.host_names import HostNames
from pitboss.web.http.rate_limits import Limits
from pitboss.web.http.traces import Traces, no_traces

Dealt = Literal["automatic", "dealer", "physical"]
PRACTICE_PLAYERS = 3
"""Practice players at each table."""


class ServerConfig(NamedTuple):
    """What the operator chose when starting the house."""

    practice: bool = False
    """Guests play without money, practice players fill seats, and players see the value of their choices."""
    dealt: Mapping[str, Dealt] = MappingProxyType({})
    """Who deals at a table; a dealer if the table is not named."""
    limits: Limits | None = None
    """How often a client may ask; None means without limit."""
    times: Times = Times()
    """How long an automatic table waits."""
    players: int = PRACTICE_PLAYERS
    address: str = ""
    """The address at which other devices in the network reach the house; empty if they cannot."""
    share: frozenset[str] | None = None
    """The tables that this process looks after; None means all that are not elsewhere."""
    elsewhere: frozenset[str] = frozenset()
    """The tables that other processes look after."""
    proxies: frozenset[str] = frozenset()
    """The addresses of the proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    names: HostNames | None = None
    """The names under which the house is served; None means that any is allowed."""
    traces: Traces = no_traces
    """Begins the trace of a request."""

    def looks_after(self, table: str) -> bool:
        return table in self.share if self.share is not None else table not in self.elsewhere

    def dealt_at(self, table: str) -> Dealt:
        return self.dealt.get(table, "automatic" if self.practice else "dealer")
