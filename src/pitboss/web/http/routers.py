"""The parts of the HTTP interface that are written apart from the application, one module each.

A module of this folder that is named here has `def router(house: LiveHouse) -> APIRouter`, whose paths begin with
`/api/`. A handler learns who asks by a parameter of type `Someone` or `SignedIn` (pitboss.web.http.auth). It raises
CommandRefused, AccessRefused or InputError, or returns `problem(...)` (pitboss.web.http.guard), and never blocks the
event loop: `async def` is for quick work, plain `def` (run in a thread) for slow work.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from fastapi import APIRouter

from pitboss.house.live_house import LiveHouse

MODULES = ("layouts", "records", "library", "floor", "sessions")


def routers(house: LiveHouse) -> Iterator[APIRouter]:
    """Every part that is there."""
    for name in MODULES:
        if find_spec(f"pitboss.web.http.{name}"):
            yield import_module(f"pitboss.web.http.{name}").router(house)
