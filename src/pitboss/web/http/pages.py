"""The pages: shells that hold no data of their own, and the files that they are made of."""

import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from pitboss.web.http.guard import problem

STATIC = Path(__file__).parents[1] / "static"
PAGES = {
    "/": "lobby",
    "/sign-in": "signin",
    "/tables/{table}": "table",
    "/tables/{table}/dealer": "dealer",
    "/tables/{table}/sign": "sign",
    "/floor": "floor",
    "/rounds": "rounds",
    "/rounds/{table}/{number}": "replay",
    "/ledger": "ledger",
    "/reports": "reports",
    "/odds": "odds",
    "/rules": "rules",
    "/rules/{regulation}": "rules",
    "/submission": "submission",
}
"""Each page's address and its shell. A shell reads from its own address what it shows."""
_FRESH = {"cache-control": "no-cache"}
"""A browser keeps the file and asks whether it is still the same."""

# Browsers run a module only as what it is, and some systems call it something else.
for _type, _ending in (("text/javascript", ".js"), ("text/css", ".css"), ("image/svg+xml", ".svg")):
    mimetypes.add_type(_type, _ending)


class _Files(StaticFiles):
    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(_FRESH)
        return response


def add_pages(app: FastAPI) -> None:
    """Serves every page, and `/static`."""
    for path, shell in PAGES.items():
        app.add_api_route(path, _page(shell), methods=["GET", "HEAD"], include_in_schema=False, name=f"page {path}")

    @app.api_route("/favicon.ico", methods=["GET", "HEAD"], include_in_schema=False)
    async def icon() -> Response:
        return _file(STATIC / "icon.svg")

    app.mount("/static", _Files(directory=STATIC, check_dir=False), name="static")


def nowhere() -> Response:
    """What stands at an address that nothing has."""
    return FileResponse(STATIC / "nowhere.html", 404, headers=_FRESH)


def _page(shell: str) -> Callable[[], Awaitable[Response]]:
    async def page() -> Response:
        return _file(STATIC / f"{shell}.html")

    return page


def _file(path: Path) -> Response:
    if not path.is_file():
        return problem(404, "no-such-page", "there is no such page here")
    return FileResponse(path, headers=_FRESH)
