"""The log: one line an event on stderr, for people or for programs.

A line says what kind of command came, never its text: that may hold cards. No line holds a token or a password.
"""

import json
import logging
import sys
import time
from typing import Any, Literal

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.web.run.metrics import Metrics

LOG = logging.getLogger("pitboss.web")
Form = Literal["json", "text"]


def note(event: str, /, *, level: int = logging.INFO, **about: Any) -> None:
    """Writes an event, with what is to be known about it."""
    if LOG.isEnabledFor(level):
        LOG.log(level, event, extra={"about": {key: value for key, value in about.items() if value is not None}})


class _Formatter(logging.Formatter):
    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form

    def format(self, record: logging.LogRecord) -> str:
        about = getattr(record, "about", {})
        seconds = time.gmtime(record.created)
        at = f"{time.strftime('%Y-%m-%dT%H:%M:%S', seconds)}.{int(record.msecs):03}Z"
        event = record.getMessage()
        if record.exc_info and record.exc_info[0]:
            # The kind of error and where it arose; its text may quote what somebody sent.
            about = {**about, "error": record.exc_info[0].__name__, "place": _place(record.exc_info[2])}
        if self._form == "json":
            return json.dumps({"at": at, "level": record.levelname.lower(), "event": event, **about}, default=str)
        return " ".join([at, record.levelname.lower(), event, *(f"{key}={value!s}" for key, value in about.items())])


def _place(traceback: Any) -> str:
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    return f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}" if traceback else ""


def start_log(form: Form, level: int = logging.INFO) -> None:
    """Sends our events, and what the server has to complain about, to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter(form))
    for name, least in (("pitboss.web", level), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(least)


class Journal:
    """Counts and notes every HTTP answer, by the route and not by the address: an address may hold anything."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            self._metrics.answer(status)
            route = getattr(scope.get("route"), "path", None)
            spent = round((time.perf_counter() - began) * 1000, 1)
            level = logging.INFO if status < 500 else logging.ERROR
            note("answer", level=level, method=scope["method"], route=route, status=status, ms=spent)
