"""The routers of the HTTP interface.

A module of `http` or `live` offers `router(house)`, and its line here adds it. A handler learns who asks by a parameter
of type `Someone`, `SignedIn` or `Token` (pitboss.web.http.auth), declares its answer by `response_model`, and is known
in the HTTP description by its function's name. It raises CommandRefused, AccessRefused or InputError, or returns
`problem(...)`. It never blocks the event loop: `async def` is for quick work, plain `def` runs in a thread.
"""

from collections.abc import Callable

from fastapi import APIRouter

from pitboss.house.live_house import LiveHouse
from pitboss.web.http import (
    alerts,
    counts,
    floor,
    house_file,
    incidents,
    library,
    payouts,
    records,
    sessions,
    sign_in,
    slips,
    table_tests,
)
from pitboss.web.live import table_routes

ROUTERS: tuple[Callable[[LiveHouse], APIRouter], ...] = (
    sign_in.router, table_routes.router, records.router, library.router, floor.router, counts.router,
    payouts.router, slips.router, house_file.router, sessions.router, incidents.router, alerts.router,
    table_tests.router,
)  # fmt: skip
