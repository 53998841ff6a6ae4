"""Guard: limits, origins and security headers, for every request."""

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.web.http.rate_limits import Buckets, Limits

MOST_BYTES = 65_536
"""The most bytes of a client's message."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""Pages run, show and reach only what this server serves."""
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_SIGN_IN_PATHS = ("/api/sign-in", "/api/guest")


def problem(status: int, code: str, reason: str, **more: object) -> JSONResponse:
    """The answer to a request that is refused: a stable code for programs, and a sentence."""
    return JSONResponse({"code": code, "reason": reason, **more}, status)


class Guard:
    """Refuses messages that are too large, too many, or sent by a page of another site."""

    def __init__(self, app: ASGIApp, limits: Limits | None = None) -> None:
        self._app = app
        self._buckets = {name: Buckets(rate) for name, rate in limits._asdict().items()} if limits else {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if _is_foreign(Headers(scope=scope)) or self._is_too_often(scope):
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await (self._refusal(scope) or self._app)(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > MOST_BYTES or "transfer-encoding" in headers:
            return problem(413, "too-large", f"a message has at most {MOST_BYTES} bytes, and a content-length")
        if scope["method"] not in ("GET", "HEAD") and _is_foreign(headers):
            return problem(403, "other-origin", "only pages of this house may send this")
        if self._is_too_often(scope):
            answer = problem(429, "too-many", "too many requests: wait a few seconds and try again")
            answer.headers["retry-after"] = "5"
            return answer
        return None

    def _is_too_often(self, scope: Scope) -> bool:
        if not self._buckets:
            return False
        client = (scope.get("client") or ("",))[0]
        kind = "programs" if "authorization" in Headers(scope=scope) else "anybody"
        if scope["path"] in _SIGN_IN_PATHS and not self._buckets["doors"].take(client):
            return True
        return not self._buckets[kind].take(client)


def _is_foreign(headers: Headers) -> bool:
    """Whether a page of another site sent this. Programs send no origin."""
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
