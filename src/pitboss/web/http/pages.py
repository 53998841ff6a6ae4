"""The pages and their files. A new page is its HTML, its JavaScript and one line in `PAGES`."""

import mimetypes
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from pitboss.money import CHIPS

STATIC = Path(__file__).parents[1] / "static"


class PageFile(NamedTuple):
    """One page: its content is `NAME.html`, put into `frame.html`; its script is `NAME.js`."""

    name: str
    title: str
    style: str
    """The style sheet beside `base.css`, without its ending."""
    body: str = ""
    """The class of the body, if the page looks different as a whole."""


PAGES = {
    "/": PageFile("lobby", "Lobby", "lobby"),
    "/sign-in": PageFile("signin", "Sign in", "lobby", "at-door"),
    "/password": PageFile("password", "Password", "lobby", "at-door"),
    "/tables/{table}": PageFile("table", "Table", "table", "at-table"),
    "/tables/{table}/dealer": PageFile("dealer", "Dealer", "consoles"),
    "/tables/{table}/sign": PageFile("sign", "Sign", "sign", "at-sign"),
    "/slips": PageFile("slips", "Slips", "records"),
    "/floor": PageFile("floor", "Floor", "consoles"),
    "/rounds": PageFile("rounds", "Rounds", "records"),
    "/rounds/{table}/{number}": PageFile("replay", "Round", "records"),
    "/ledger": PageFile("ledger", "Ledger", "records"),
    "/reports": PageFile("reports", "Reports", "records"),
    "/odds": PageFile("odds", "Odds", "records"),
    "/rules": PageFile("rules", "Rules", "records"),
    "/rules/{regulation}": PageFile("rules", "Rules", "records"),
    "/examine": PageFile("examine", "Table test", "records"),
    "/submission": PageFile("submission", "Submission", "records"),
}
"""The page at each address. A page holds no data; its script reads the address and asks for what it shows."""
MISSING = PageFile("missing", "Nothing here", "lobby")
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
    for path, page in PAGES.items():
        app.add_api_route(path, _page(page), methods=["GET", "HEAD"], include_in_schema=False, name=f"page {path}")

    @app.api_route("/favicon.ico", methods=["GET", "HEAD"], include_in_schema=False)
    async def icon() -> Response:
        return FileResponse(STATIC / "icon.svg", headers=_FRESH)

    app.mount("/static", _Files(directory=STATIC, check_dir=False), name="static")


def missing_page() -> Response:
    """The page for an address that does not exist."""
    return HTMLResponse(page_html(MISSING), 404, headers=_FRESH)


@lru_cache
def page_html(page: PageFile) -> str:
    """The page as a browser gets it."""
    frame = (STATIC / "frame.html").read_text(encoding="utf-8")
    main = (STATIC / f"{page.name}.html").read_text(encoding="utf-8")
    return frame.format(**page._asdict(), main=main, chips=" ".join(map(str, CHIPS)))


def _page(page: PageFile) -> Callable[[], Awaitable[Response]]:
    async def answer() -> Response:
        return HTMLResponse(page_html(page), headers=_FRESH)

    return answer
