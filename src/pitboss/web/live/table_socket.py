"""The WebSocket of a table: entries and views out, commands in. Anybody may watch; each command is checked anew."""

import asyncio
from contextlib import closing, suppress
from time import monotonic
from typing import Any

import orjson
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.routing import Match, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.errors import CommandRefused, InputError, PitbossError
from pitboss.house.authority import Who
from pitboss.house.environment import wall_clock
from pitboss.house.live_house import HouseSuspended, LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.store import StoreFailed
from pitboss.web.http.auth import token_of
from pitboss.web.http.guard import MOST_BYTES
from pitboss.web.http.models import CommandSent, fault
from pitboss.web.http.rate_limits import Bucket
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.fast_websocket import put_of
from pitboss.web.live.json_diff import written
from pitboss.web.live.listener import GONE, TOO_SLOW, Ending, Listener, ending_of
from pitboss.web.live.rendering import answer_of
from pitboss.web.run.config import ServerConfig
from pitboss.web.run.metrics import Metrics

PING_EVERY = 10
"""Seconds between two pings; who hears nothing for longer than two of them has lost us."""
_GOODBYE = 2
"""Seconds that a connection has to take leave."""
TOO_MANY = Ending(1008, "too many messages: connect again, and send fewer")


def add_live(app: FastAPI, house: LiveHouse, desk: CommandQueue, metrics: Metrics, setting: ServerConfig) -> None:
    """The route of every table's WebSocket."""
    route = WebSocketRoute("/api/tables/{table}/live", _Live(house, desk, metrics, setting))
    app.router.routes.append(route)
    app.add_middleware(_Straight, route=route)


class _Straight:
    """Serves a route at once: what the framework has on the way there would be passed by every message."""

    def __init__(self, app: ASGIApp, route: WebSocketRoute) -> None:
        self._app, self._route = app, route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match, found = self._route.matches(scope)
        if match is Match.FULL:
            scope.update(found)
            await self._route.handle(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class _Live:
    """Serves connections as the server hands them over."""

    def __init__(self, house: LiveHouse, desk: CommandQueue, metrics: Metrics, setting: ServerConfig) -> None:
        self._house, self._desk, self._metrics, self._setting = house, desk, metrics, setting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket, table = WebSocket(scope, receive, send), scope["path_params"]["table"]
        if table not in self._house.approved.tables or self._desk.is_closing:
            await socket.close(1008)
            return
        await socket.accept()
        seat = _Seat(
            socket, receive, send, table, socket.app.state.feeds,
            desk=self._desk, metrics=self._metrics, setting=self._setting,
        )  # fmt: skip
        await seat.serve(_after(socket))


def _after(socket: WebSocket) -> int | None:
    """The last entry that the client knows; None where it names none."""
    text = socket.query_params.get("after", "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 16 else None


class _Seat:
    """One connection to one table."""

    def __init__(  # noqa: PLR0913 - each comes from somewhere else
        self, socket: WebSocket, receive: Receive, send: Send, table: str, feeds: Broadcasts,
        *, desk: CommandQueue, metrics: Metrics, setting: ServerConfig,
    ) -> None:  # fmt: skip
        self._socket, self._get, self._send, self._token = socket, receive, send, token_of(socket)
        self._table, self._feeds, self._feed, self._desk = table, feeds, feeds[table], desk
        self._metrics, self._setting, self._known_at = metrics, setting, monotonic()
        self._bucket = Bucket(setting.limits.frames, self._known_at) if setting.limits else None

    async def serve(self, after: int | None) -> None:
        """Runs until the client goes, is let go, or the house closes."""
        who, put = await self._watcher(None), put_of(self._socket.scope)
        with closing(Listener(who, self._send, self._feeds.outbox, put)) as self._listener:
            why = await self._listen(after)
            if why:
                with suppress(TimeoutError, *GONE):
                    async with asyncio.timeout(_GOODBYE):
                        await self._take_leave(why)

    async def _listen(self, after: int | None) -> Ending | None:
        """Tells what happens and takes commands until the connection ends; why it does."""
        listener = self._listener
        self._feed.join(listener, after)
        tasks = {asyncio.create_task(work()) for work in (self._ping, self._receive)}
        try:
            if not self._setting.looks_after(self._table):
                # Until now, nobody here wanted to know what happens at it.
                await run_in_threadpool(self._feeds.refresh, self._table)
            ends: set[asyncio.Future[Any]] = {*tasks, listener.ended}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if listener.ended.done():
                return listener.ended.result()
            errors = [error for task in tasks if task.done() and (error := task.exception())]
            return next((why for error in errors if (why := ending_of(error))), None)
        finally:
            self._feed.leave(listener)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _take_leave(self, why: Ending) -> None:
        """Sends what still waits, unless that is too much, and says why the connection ends."""
        if why != TOO_SLOW:
            await self._listener.finish()
        await self._socket.close(*why)

    def _tell(self, **message: Any) -> None:
        self._listener.tell(written(message))

    # Who

    async def _watcher(self, before: Who | None) -> Who | None:
        """Who watches: anybody, where a session is over; whoever did before, while the storage is lost."""
        try:
            return await self._desk.look_up(self._who)
        except AccessRefused:
            return None
        except StoreFailed:
            return before

    def _know(self, who: Who | None) -> None:
        """Takes the client for whoever it is now."""
        self._known_at = monotonic()
        if who != self._listener.who:
            self._listener.who = who
            self._listener.tell(self._feed.snapshot(who))

    def _who(self) -> Who | None:
        return self._desk.people.who(self._token) if self._token else None

    # Out

    async def _ping(self) -> None:
        """Pings; and a session that has ended, or a role that has changed, is shown no more than it may see now.

        Who gives commands is known anew with each.
        """
        while True:
            self._tell(type="ping", now=wall_clock())
            await asyncio.sleep(PING_EVERY)
            if monotonic() - self._known_at >= PING_EVERY:
                self._know(await self._watcher(self._listener.who))

    # In

    async def _receive(self) -> None:
        while True:
            message = await self._get()
            if message["type"] != "websocket.receive":
                raise WebSocketDisconnect
            if self._bucket and not self._bucket.take(monotonic()):
                self._metrics.frame("too many")
                self._tell(type="problem", code="too-many", reason=TOO_MANY.reason)
                self._listener.end(TOO_MANY)
                return
            await self._take(message.get("text"))

    async def _take(self, text: str | None) -> None:
        frame = _frame(text)
        match frame:
            case {"type": "snapshot"} if len(frame) == 1:
                self._metrics.frame("snapshot")
                self._listener.tell(self._feed.snapshot(self._listener.who))
            case {"type": "command"}:
                self._metrics.frame("command")
                await self._command({key: value for key, value in frame.items() if key != "type"})
            case _:
                self._metrics.frame("misformed")
                self._tell(type="problem", code="misformed", reason=_FORMS)

    async def _command(self, fields: dict[str, Any]) -> None:
        try:
            sent = CommandSent.model_validate(fields)
        except ValidationError as error:
            self._tell(type="problem", code="misformed", reason=fault(error.errors()))
            return
        try:
            who, answer = await self._desk.give(self._token, self._table, sent)
        except CommandRefused as refused:
            self._refuse(sent, refused.code, refused.reason, clause=refused.clause, open_now=refused.open_now)
        except AccessRefused as refused:
            self._refuse(sent, refused.code, refused.reason)
        except InputError as error:
            self._refuse(sent, "unusable", str(error))
        except (HouseSuspended, StoreFailed) as error:
            self._refuse(sent, "suspended", str(error))
            self._tell(type="suspended", reason=str(error))
        except PitbossError as error:
            self._refuse(sent, "failed", str(error))
        else:
            self._know(who)
            self._tell(type="answer", id=sent.id, **answer_of(answer, self._feed.record, who))

    def _refuse(self, sent: CommandSent, code: str, reason: str, *, clause: str = "", open_now: str = "") -> None:
        self._tell(type="refused", id=sent.id, code=code, reason=reason, clause=clause, open_now=open_now)


_FORMS = (
    'send {"type": "command", "id": "…", "command": "…", "round": 1} or {"type": "snapshot"} as text, '
    f"at most {MOST_BYTES} bytes"
)


def _frame(text: str | None) -> dict[str, Any]:
    """A message as it is written; empty where it is none."""
    if text is None or len(text) > MOST_BYTES:
        return {}
    try:
        found = orjson.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
