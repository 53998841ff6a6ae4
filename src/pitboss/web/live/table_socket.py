"""The WebSocket of a table: entries and views go out, commands come in. Anybody may watch; commands need a session."""

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
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.store import StoreFailed
from pitboss.web.http.auth import token_of
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.guard import MOST_BYTES
from pitboss.web.http.metrics import Metrics
from pitboss.web.http.models import CommandSent, fault
from pitboss.web.http.rate_limits import Bucket
from pitboss.web.live.broadcast import Broadcasts
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.connection import GONE, TOO_SLOW, Connection, Ending, ending_of, frame_writer
from pitboss.web.live.table_frame import command_answer, json_text

PING_EVERY = 10
"""Seconds between two pings; a client that receives nothing for two of them has lost the connection."""
_GOODBYE = 2
"""Seconds that a connection has to close."""
TOO_MANY = Ending(1008, "too many messages: connect again, and send fewer")
_FORMS = (
    'send {"type": "command", "id": "…", "command": "…", "round": 1}, {"type": "snapshot"} or {"type": "recent"} '
    f"as text, at most {MOST_BYTES} bytes"
)


def add_table_sockets(
    app: FastAPI, house: LiveHouse, queue: CommandQueue, metrics: Metrics, config: ServerConfig
) -> None:
    """Adds the route of every table's WebSocket."""
    route = WebSocketRoute("/api/tables/{table}/live", _TableSockets(house, queue, metrics, config))
    app.router.routes.append(route)
    app.add_middleware(_DirectRoute, route=route)


class _DirectRoute:
    """Serves one route before any other middleware, so that no message passes through the framework's layers."""

    def __init__(self, app: ASGIApp, route: WebSocketRoute) -> None:
        self._app, self._route = app, route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match, found = self._route.matches(scope)
        if match is Match.FULL:
            scope.update(found)
            await self._route.handle(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class _TableSockets:
    """Accepts connections to the tables of a house."""

    def __init__(self, house: LiveHouse, queue: CommandQueue, metrics: Metrics, config: ServerConfig) -> None:
        self._house, self._queue, self._metrics, self._config = house, queue, metrics, config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket, table = WebSocket(scope, receive, send), scope["path_params"]["table"]
        if table not in self._house.approved.tables or self._queue.is_closing:
            await socket.close(1008)
            return
        await socket.accept()
        client = TableSocket(
            socket, receive, send, table, socket.app.state.broadcasts,
            queue=self._queue, metrics=self._metrics, config=self._config,
        )  # fmt: skip
        await client.serve(_after(socket))


def _after(socket: WebSocket) -> int | None:
    """The last entry that the client has; None if it names none."""
    text = socket.query_params.get("after", "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 16 else None


class TableSocket:
    """One client's connection to one table."""

    def __init__(  # noqa: PLR0913 - each comes from somewhere else
        self,
        socket: WebSocket,
        receive: Receive,
        send: Send,
        table: str,
        broadcasts: Broadcasts,
        *,
        queue: CommandQueue,
        metrics: Metrics,
        config: ServerConfig,
    ) -> None:
        """`receive` and `send` are the server's own: nothing lies between them and the client."""
        self._socket, self._asgi_receive, self._asgi_send, self._token = socket, receive, send, token_of(socket)
        self._table, self._broadcasts, self._broadcast, self._queue = table, broadcasts, broadcasts[table], queue
        self._metrics, self._config, self._identified_at = metrics, config, monotonic()
        self._bucket = Bucket(config.limits.frames, self._identified_at) if config.limits else None

    async def serve(self, after: int | None) -> None:
        """Runs until the client goes, the connection is ended, or the house closes."""
        who, writer = await self._identify(None), frame_writer(self._socket.scope)
        with closing(Connection(who, self._asgi_send, self._broadcasts.outbox, writer)) as self._connection:
            why = await self._run(after)
            if why:
                with suppress(TimeoutError, *GONE):
                    async with asyncio.timeout(_GOODBYE):
                        # What still waits is sent first, unless that is what took too long.
                        if why != TOO_SLOW:
                            await self._connection.finish()
                        await self._socket.close(*why)

    async def _run(self, after: int | None) -> Ending | None:
        """Sends entries and takes commands until the connection ends; the ending, or None if the client has gone."""
        connection = self._connection
        self._broadcast.join(connection, after)
        tasks = {asyncio.create_task(work()) for work in (self._ping, self._receive)}
        try:
            if not self._config.looks_after(self._table):
                # Until now, this process did not follow the table.
                await run_in_threadpool(self._broadcasts.refresh, self._table)
            ends: set[asyncio.Future[Any]] = {*tasks, connection.ended}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if connection.ended.done():
                return connection.ended.result()
            errors = [error for task in tasks if task.done() and (error := task.exception())]
            return next((why for error in errors if (why := ending_of(error))), None)
        finally:
            self._broadcast.leave(connection)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _send(self, **message: Any) -> None:
        self._connection.send(json_text(message))

    # Who watches

    async def _identify(self, before: Who | None) -> Who | None:
        """The person of the session; None if it is over, and the same as before while the storage is lost."""
        if not self._token:
            return None
        try:
            return await self._queue.look_up(self._token)
        except AccessRefused:
            return None
        except StoreFailed:
            return before

    def _set_person(self, who: Who | None) -> None:
        """Shows the client no more and no less than this person may see."""
        self._identified_at = monotonic()
        if who != self._connection.who:
            self._connection.who = who
            self._connection.send(self._broadcast.snapshot(who))

    async def _ping(self) -> None:
        """Pings, and looks whether the session has ended or the person's role has changed.

        Each command identifies the person too.
        """
        while True:
            self._send(type="ping", now=wall_clock())
            await asyncio.sleep(PING_EVERY)
            if monotonic() - self._identified_at >= PING_EVERY:
                self._set_person(await self._identify(self._connection.who))

    # Messages

    async def _receive(self) -> None:
        while True:
            message = await self._asgi_receive()
            if message["type"] != "websocket.receive":
                raise WebSocketDisconnect
            if self._bucket and not self._bucket.take(monotonic()):
                self._metrics.frame("too many")
                self._send(type="problem", code="too-many", reason=TOO_MANY.reason)
                self._connection.end(TOO_MANY)
                return
            text, frame = message.get("text"), None
            if text is not None and len(text) <= MOST_BYTES:
                with suppress(ValueError):
                    frame = orjson.loads(text)
            match frame:
                case {"type": "command", **fields}:
                    self._metrics.frame("command")
                    await self._command(fields)
                case {"type": "snapshot", **rest} if not rest:
                    self._metrics.frame("snapshot")
                    self._connection.send(self._broadcast.snapshot(self._connection.who))
                case {"type": "recent", **rest} if not rest:
                    self._metrics.frame("recent")
                    self._connection.send(self._broadcast.recent(self._connection.who))
                case _:
                    self._metrics.frame("misformed")
                    self._send(type="problem", code="misformed", reason=_FORMS)

    async def _command(self, fields: dict[Any, Any]) -> None:
        try:
            sent = CommandSent.model_validate(fields)
        except ValidationError as error:
            self._send(type="problem", code="misformed", reason=fault(error.errors()))
            return
        try:
            who, result = await self._queue.give_text(self._token, self._table, sent)
        except CommandRefused as refused:
            self._refuse(sent, refused.code, refused.reason, clause=refused.clause, open_now=refused.open_now)
        except AccessRefused as refused:
            self._refuse(sent, refused.code, refused.reason)
        except InputError as error:
            self._refuse(sent, "unusable", str(error))
        except (HouseSuspended, StoreFailed) as error:
            self._refuse(sent, "suspended", str(error))
            self._send(type="suspended", reason=str(error))
        except PitbossError as error:
            self._refuse(sent, "failed", str(error))
        else:
            self._set_person(who)
            self._send(type="answer", id=sent.id, **command_answer(result, self._broadcast.record, who))

    def _refuse(self, sent: CommandSent, code: str, reason: str, *, clause: str = "", open_now: str = "") -> None:
        self._send(type="refused", id=sent.id, code=code, reason=reason, clause=clause, open_now=open_now)
