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
    return token if scheme.lower() == "bearer" else cookie_of(request, COOKIE)


def cookie_of(request: HTTPConnection, name: str) -> str:
    """The value of a cookie; empty if there is none. A token has no quotes, so none are undone, which can take long."""
    for header in request.headers.getlist("cookie"):
        for pair in header.split(";"):
            key, _, value = pair.partition("=")
            if key.strip() == name:
                return value.strip()
    return ""


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


class _DescribedCookie(APIKeyCookie):
    """Only for the HTTP description: the cookie is read by `token_of`."""

    async def __call__(self, request: HTTPConnection) -> str | None:  # noqa: ARG002 - the library passes it
        return None


_BEARER = HTTPBearer(auto_error=False, scheme_name="token", description="A session's token, for programs.")
_COOKIE = _DescribedCookie(
    name=COOKIE, auto_error=False, scheme_name="cookie", description="A session's token, for pages."
)


def session_token(
    request: Request, _token: Annotated[object, Depends(_BEARER)], _cookie: Annotated[object, Depends(_COOKIE)]
) -> str:
    """The token of the request; empty if it has none. The two schemes are for the HTTP description."""
    return token_of(request)


Token = Annotated[str, Depends(session_token)]


def someone(request: Request, token: Token) -> Who | None:
    """The person who asks; None if the request has no token. AccessRefused if the session has ended."""
    return signed_in(request, token) if token else None


def signed_in(request: Request, token: Token) -> Who:
    """The person who asks; AccessRefused if nobody is signed in."""
    who = people_of(request).who(token)
    note_open(request, token, who)
    return who


def note_open(request: HTTPConnection, token: str, who: Who) -> None:
    """Lets requests with this token be counted by themselves; a guest of a practice house stays a stranger."""
    if who.role != "player" or not request.app.state.practice:
        request.app.state.tokens.note(token)


Someone = Annotated[Who | None, Depends(someone)]
SignedIn = Annotated[Who, Depends(signed_in)]
