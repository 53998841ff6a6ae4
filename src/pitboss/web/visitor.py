"""Who is asking: every handler that wants to know takes `Someone` or `SignedIn` as a parameter."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from pitboss.house.authority import Who
from pitboss.house.people import People
from pitboss.house.roll import AccessRefused

COOKIE = "pitboss"


def token_of(request: HTTPConnection) -> str:
    """The session's token: from a program's Authorization header, or a page's cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")


def people_of(request: HTTPConnection) -> People:
    """The people of the house, as its store knows them now."""
    people: People = request.app.state.people
    return people


async def someone(request: HTTPConnection) -> Who | None:
    """Who is asking; None where nobody is signed in."""
    token = token_of(request)
    return people_of(request).who(token) if token else None


async def signed_in(request: HTTPConnection) -> Who:
    """Who is asking; AccessRefused where nobody is signed in."""
    who = await someone(request)
    if who is None:
        raise AccessRefused("not-signed-in", "sign in first")
    return who


Someone = Annotated[Who | None, Depends(someone)]
SignedIn = Annotated[Who, Depends(signed_in)]
