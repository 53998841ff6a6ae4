"""Guard: limits, names, origins and security headers, for every request."""

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.web.http.clients import CLIENT
from pitboss.web.http.host_names import HostNames
from pitboss.web.http.rate_limits import Buckets, GoodTokens, Limits

MOST_BYTES = 65_536
"""The most bytes of a client's message."""
MOST_HEADER_BYTES = 16_384
"""The most bytes of the address and the headers of a request."""
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
_SIGN_IN_PATHS = ("/api/sign-in", "/api/badge", "/api/relief", "/api/guest", "/api/password")


def problem(status: int, code: str, reason: str, **more: object) -> JSONResponse:
    """The answer to a request that is refused: a stable code for programs, and a sentence."""
    return JSONResponse({"code": code, "reason": reason, **more}, status)


class Guard:
    """Refuses messages that are too large, too many, for another house, or sent by a page of another site."""

    def __init__(
        self, app: ASGIApp, limits: Limits | None = None, tokens: GoodTokens | None = None,
        names: HostNames | None = None,
    ) -> None:  # fmt: skip
        self._app, self._tokens, self._names = app, tokens or GoodTokens(), names
        self._buckets = {name: Buckets(rate) for name, rate in limits._asdict().items()} if limits else {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            headers = Headers(scope=scope)
            if (
                _header_bytes(scope) > MOST_HEADER_BYTES
                or _is_foreign(headers)
                or self._is_elsewhere(headers)
                or self._is_too_often(scope)
            ):
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
        if _header_bytes(scope) > MOST_HEADER_BYTES:
            return problem(431, "headers-too-large", f"an address and headers have at most {MOST_HEADER_BYTES} bytes")
        headers = Headers(scope=scope)
        if self._is_elsewhere(headers):
            reason = "this house is served under other names: open its own address, or allow this one by --host-name"
            return problem(421, "other-host", reason)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > MOST_BYTES or "transfer-encoding" in headers:
            return problem(413, "too-large", f"a message has at most {MOST_BYTES} bytes, and a content-length")
        if scope["method"] not in ("GET", "HEAD") and _is_foreign(headers):
            return problem(403, "other-origin", "only pages of this house may send this")
        if self._is_too_often(scope):
            answer = problem(429, "too-many", "too many requests: wait a few seconds and try again")
            answer.headers["retry-after"] = "5"
            # A client that goes on must connect again, which is limited more cheaply.
            answer.headers["connection"] = "close"
            return answer
        return None

    def _is_too_often(self, scope: Scope) -> bool:
        if not self._buckets:
            return False
        client = CLIENT.get()
        if scope["path"] in _SIGN_IN_PATHS and not self._buckets["doors"].take(client):
            return True
        scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
        # A header proves nothing: only a token that has opened something is counted by itself.
        if scheme.lower() == "bearer" and (known := self._tokens.client(token)):
            return not self._buckets["programs"].take(known)
        return not self._buckets["anybody"].take(client)

    def _is_elsewhere(self, headers: Headers) -> bool:
        """Whether the request is for another name than the house has."""
        return self._names is not None and not self._names.allows(headers.get("host", ""))


def _header_bytes(scope: Scope) -> int:
    address = len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")
    return address + sum(len(name) + len(value) for name, value in scope["headers"])


def _is_foreign(headers: Headers) -> bool:
    """Whether a page of another site sent this. Programs send no origin."""
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
