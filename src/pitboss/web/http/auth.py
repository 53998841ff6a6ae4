"""Who is asking: every handler that wants to know takes `Someone` or `SignedIn` as a parameter.

The storage is asked, and may have to be waited for: never on the event loop.
"""

from ipaddress import ip_address
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from pitboss.house.authority import Who
from pitboss.house.people import People
from pitboss.web.live.command_queue import CommandQueue

COOKIE = "pitboss"


def token_of(request: HTTPConnection) -> str:
    """The session's token: from a program's Authorization header, or a page's cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")


def people_of(request: HTTPConnection) -> People:
    """The people of the house, as its store knows them now."""
    queue: CommandQueue = request.app.state.queue
    return queue.people


def is_near(connection: HTTPConnection) -> bool:
    """Whether a program on this machine asks, directly. What a proxy passes on comes from elsewhere."""
    passed_on = any(name in connection.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    try:
        near = connection.client is not None and ip_address(connection.client.host).is_loopback
    except ValueError:
        near = False
    return near and not passed_on


def someone(request: HTTPConnection) -> Who | None:
    """Who is asking; None where nobody is signed in."""
    token = token_of(request)
    return people_of(request).who(token) if token else None


def signed_in(request: HTTPConnection) -> Who:
    """Who is asking; AccessRefused where nobody is signed in."""
    return people_of(request).who(token_of(request))


Someone = Annotated[Who | None, Depends(someone)]
SignedIn = Annotated[Who, Depends(signed_in)]
