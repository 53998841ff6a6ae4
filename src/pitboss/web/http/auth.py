"""Who is asking. A handler states what it needs by a parameter, and the HTTP description says so:

`Someone` is a person or None, `SignedIn` a person, and `Token` the token of a session, looked up later. The storage may
take its time, so handlers with `Someone` or `SignedIn` never look people up on the event loop.
"""

from ipaddress import ip_address
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from pitboss.house.authority import Who
from pitboss.house.people import People

COOKIE = "pitboss"


def token_of(request: HTTPConnection) -> str:
    """The session's token: from a program's Authorization header, or from a page's cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")


def people_of(request: HTTPConnection) -> People:
    """The people of the house."""
    people: People = request.app.state.queue.people
    return people


def is_local(connection: HTTPConnection) -> bool:
    """Whether a program on this machine asks, and not a proxy for another machine."""
    passed_on = any(name in connection.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    try:
        local = connection.client is not None and ip_address(connection.client.host).is_loopback
    except ValueError:
        local = False
    return local and not passed_on


_BEARER = HTTPBearer(auto_error=False, scheme_name="token", description="A session's token, for programs.")
_COOKIE = APIKeyCookie(name=COOKIE, auto_error=False, scheme_name="cookie", description="A session's token, for pages.")


def session_token(
    request: Request, _token: Annotated[object, Depends(_BEARER)], _cookie: Annotated[object, Depends(_COOKIE)]
) -> str:
    """The token of the request; empty if it has none. The two schemes are for the HTTP description."""
    return token_of(request)


Token = Annotated[str, Depends(session_token)]


def someone(request: Request, token: Token) -> Who | None:
    """The person who asks; None if the request has no token. AccessRefused if the session has ended."""
    return people_of(request).who(token) if token else None


def signed_in(request: Request, token: Token) -> Who:
    """The person who asks; AccessRefused if nobody is signed in."""
    return people_of(request).who(token)


Someone = Annotated[Who | None, Depends(someone)]
SignedIn = Annotated[Who, Depends(signed_in)]
