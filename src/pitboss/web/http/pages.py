"""The pages and their files. A new page is its HTML, its JavaScript and one line in `PAGES`."""

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
"""The HTML file of each address. A page holds no data; its script reads the address and asks for what it shows."""
_FRESH = {"cache-control": "no-cache"}
"""A browser keeps the file, and asks each time whether it has changed."""

# Browsers run modules of this type only, and some systems name another type.
for _type, _ending in (("text/javascript", ".js"), ("text/css", ".css"), ("image/svg+xml", ".svg")):
    mimetypes.add_type(_type, _ending)


class _Files(StaticFiles):
    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(_FRESH)
        return response


def add_pages(app: FastAPI) -> None:
    """Serves every page, and their files under `/static`."""
    for path, name in PAGES.items():
        app.add_api_route(path, _page(name), methods=["GET", "HEAD"], include_in_schema=False, name=f"page {path}")

    @app.api_route("/favicon.ico", methods=["GET", "HEAD"], include_in_schema=False)
    async def icon() -> Response:
        return _file(STATIC / "icon.svg")

    app.mount("/static", _Files(directory=STATIC, check_dir=False), name="static")


def missing_page() -> Response:
    """The page for an address that does not exist."""
    return FileResponse(STATIC / "nowhere.html", 404, headers=_FRESH)


def _page(name: str) -> Callable[[], Awaitable[Response]]:
    async def page() -> Response:
        return _file(STATIC / f"{name}.html")

    return page


def _file(path: Path) -> Response:
    if not path.is_file():
        return problem(404, "no-such-page", "there is no such page")
    return FileResponse(path, headers=_FRESH)
