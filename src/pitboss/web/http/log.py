"""The log: one line for each event on stderr, for people or for programs.

A line names the kind of a command, never its text, which may hold cards. No line holds a token or a password.
"""

import json
import logging
import sys
import time
from typing import Any, Literal

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.text import printable
from pitboss.web.http.metrics import Metrics
from pitboss.web.http.traces import Traces, name_span, no_traces

LOG = logging.getLogger("pitboss.web")
Form = Literal["json", "text"]


def note(event: str, /, *, level: int = logging.INFO, **details: Any) -> None:
    """Writes an event with its details."""
    if LOG.isEnabledFor(level):
        LOG.log(level, event, extra={"details": {key: value for key, value in details.items() if value is not None}})


class _Formatter(logging.Formatter):
    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form

    def format(self, record: logging.LogRecord) -> str:
        details = getattr(record, "details", {})
        seconds = time.gmtime(record.created)
        at = f"{time.strftime('%Y-%m-%dT%H:%M:%S', seconds)}.{int(record.msecs):03}Z"
        event = record.getMessage()
        if record.exc_info and record.exc_info[0]:
            # The kind and place of an error, without its text, which may quote what a client sent.
            details = {**details, "error": record.exc_info[0].__name__, "place": _place(record.exc_info[2])}
        if self._form == "json":
            return json.dumps({"at": at, "level": record.levelname.lower(), "event": event, **details}, default=str)
        # A value with a line break could pass for a line of its own, and one with controls colours a terminal.
        told = (f"{key}={printable(str(value))}" for key, value in details.items())
        return " ".join([at, record.levelname.lower(), printable(event), *told])


def _place(traceback: Any) -> str:
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    return f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}" if traceback else ""


def start_log(form: Form, level: int = logging.INFO) -> None:
    """Sends our events and the server's warnings to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter(form))
    for name, least in (("pitboss.web", level), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(least)


class RequestLog:
    """Counts, logs and traces every HTTP answer by its route, not its address, which may hold anything."""

    def __init__(self, app: ASGIApp, metrics: Metrics, traces: Traces = no_traces) -> None:
        self._app, self._metrics, self._traces = app, metrics, traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._traces() as span:
            try:
                await self._app(scope, receive, send_and_note)
            finally:
                self._metrics.answer(status)
                route = getattr(scope.get("route"), "path", None)
                name_span(span, scope, route, status)
                spent = round((time.perf_counter() - began) * 1000, 1)
                # 503 is not a fault: the house is busy, closing or suspended, and says by itself that it is. A client
                # that asks too often does not fill the log.
                level = logging.ERROR if status == 500 else logging.DEBUG if status == 429 else logging.INFO
                note("answer", level=level, method=scope["method"], route=route, status=status, ms=spent)
