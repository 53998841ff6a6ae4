"""HostNames: the names under which a house is served.

A page of another site can have its own name point at this machine, and would then share an origin with the house. It
cannot choose the Host header, so a name that the operator did not give is refused.
"""

from collections.abc import Iterable
from ipaddress import ip_address


class HostNames:
    """The names that a Host header may have. An address is always allowed, for no other site can be named by it."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(name.lower().rstrip(".") for name in ("localhost", *names))

    def allows(self, host: str) -> bool:
        """Whether a request with this Host header is for this house."""
        name = _without_port(host).lower().rstrip(".")
        if name in self._names:
            return True
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if name and port.isdecimal() and (":" not in name or name.endswith("]")) else host
