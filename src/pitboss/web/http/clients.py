"""Which machine asks. A header can claim any address, so only the proxies that the operator names are believed."""

from collections.abc import Collection
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

CLIENT = ContextVar("client", default="")
"""The client of the request under way, as `client_key` names it."""


def client_key(address: str) -> str:
    """What the limits count by: an address, and of IPv6 the network of one site, which has addresses without end."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))


class ClientAddress:
    """Puts the client's address into the scope: the connection's, or the one that a trusted proxy passes on."""

    def __init__(self, app: ASGIApp, proxies: Collection[str] = ()) -> None:
        self._app, self._proxies = app, frozenset(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            address = (scope.get("client") or ("",))[0]
            if address in self._proxies:
                headers = Headers(scope=scope)
                # Each proxy adds the address that it was asked by, so the last one that is not a proxy's is the client.
                passed_on = [one.strip() for one in ",".join(headers.getlist("x-forwarded-for")).split(",")]
                address = next((one for one in reversed(passed_on) if one and one not in self._proxies), address)
                is_secure = headers.get("x-forwarded-proto", "") == "https"
                scheme = {"http": "https", "websocket": "wss"}[scope["type"]] if is_secure else scope["scheme"]
                scope = {**scope, "client": (address, 0), "scheme": scheme}
            CLIENT.set(client_key(address))
        await self._app(scope, receive, send)
