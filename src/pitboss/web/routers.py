"""The parts of the HTTP interface that are written apart from the application, one module each.

A module of this folder that is named here has `def router(house: LiveHouse) -> APIRouter`, whose paths begin with
`/api/`. Its handlers learn who asks by a parameter of type `Someone` or `SignedIn` (pitboss.web.visitor). They raise
CommandRefused, AccessRefused or InputError, or return `problem(...)` (pitboss.web.guard), and never hold up the event
loop: `async def` is for what is quick, plain `def` (run in a thread) for what takes long.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from fastapi import APIRouter

from pitboss.house.live import LiveHouse

MODULES = ("layouts", "records", "library", "floor", "sessions")


def routers(house: LiveHouse) -> Iterator[APIRouter]:
    """Every part that is there."""
    for name in MODULES:
        if find_spec(f"pitboss.web.{name}"):
            yield import_module(f"pitboss.web.{name}").router(house)
