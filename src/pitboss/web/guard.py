"""The door: what no handler should have to think about."""

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 65_536
"""No message of a client is larger."""
_HEADERS = {"cache-control": "no-store", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}


def problem(status: int, code: str, reason: str, **more: object) -> JSONResponse:
    """An answer that says no: a stable code for programs, and a sentence."""
    return JSONResponse({"code": code, "reason": reason, **more}, status)


class Guard:
    """Lets through messages that are small and come from our own pages, or from programs that are no page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await (_refusal(scope) or self._app)(scope, receive, marked)


def _refusal(scope: Scope) -> ASGIApp | None:
    headers = Headers(scope=scope)
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BYTES or "transfer-encoding" in headers:
        return problem(413, "too-large", f"a message has at most {MOST_BYTES} bytes, and says how many")
    origin = headers.get("origin")
    if scope["method"] not in ("GET", "HEAD") and origin and origin.partition("://")[2] != headers.get("host"):
        return problem(403, "other-origin", "commands come from the house's own pages")
    return None
