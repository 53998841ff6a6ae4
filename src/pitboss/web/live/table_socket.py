"""The WebSocket of a table: entries and views go out, commands come in. Anybody may watch; commands need a session."""

from contextlib import suppress
from time import monotonic
from typing import Any

import orjson
from fastapi import FastAPI, WebSocket
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from pitboss.errors import CommandRefused, InputError, PitbossError
from pitboss.house.authority import Who
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.store import StoreFailed
from pitboss.web.http.auth import token_of
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.guard import MOST_BYTES
from pitboss.web.http.metrics import Metrics
from pitboss.web.http.models import CommandSent, fault
from pitboss.web.http.rate_limits import Bucket
from pitboss.web.live.broadcast import Broadcast, ping_frame
from pitboss.web.live.command_queue import CommandQueue
from pitboss.web.live.connection import FAILED, FRAMES, Connection, Ending, FastWebSocket
from pitboss.web.live.table_frame import command_answer, json_text

TOO_MANY = Ending(1008, "too many messages: connect again, and send fewer")
_CODES: dict[type[Exception], str] = {InputError: "unusable", HouseSuspended: "suspended", StoreFailed: "suspended"}
_FORMS = (
    'send {"type": "command", "id": "…", "command": "…", "round": 1}, {"type": "snapshot"} or {"type": "recent"} '
    f"as text, at most {MOST_BYTES} bytes"
)


def add_table_sockets(
    app: FastAPI, house: LiveHouse, queue: CommandQueue, metrics: Metrics, config: ServerConfig
) -> None:
    """Adds every table's WebSocket, for a server whose WebSockets are FastWebSocket."""

    @app.websocket("/api/tables/{table}/live")
    async def serve(socket: WebSocket, table: str, after: int | None = None) -> None:
        if table not in house.approved.tables or queue.is_closing:
            await socket.close(1008)
            return
        await socket.accept()
        (who,) = await queue.identify([token := token_of(socket)], [None])
        broadcasts, writer = app.state.broadcasts, socket.scope["extensions"][FRAMES]
        client = TableSocket(who, token, writer, table, broadcasts[table], queue, metrics)
        bucket = Bucket(config.limits.frames, monotonic()) if config.limits else None
        try:
            client.broadcast.join(client, after)
            writer.write_frame(ping_frame())
            if not config.looks_after(table):
                # Until now, this process did not follow the table.
                await run_in_threadpool(broadcasts.refresh, table)
            while (message := await socket.receive())["type"] == "websocket.receive":
                if bucket and not bucket.take(monotonic()):
                    metrics.frame("too many")
                    client.answer(type="problem", code="too-many", reason=TOO_MANY.reason)
                    await socket.close(*TOO_MANY)
                    return
                await client.take(message.get("text"))
                # A client that asks and does not listen is asked nothing more.
                await writer.writable.wait()
        except Exception:
            await socket.close(*FAILED)
            raise
        finally:
            client.broadcast.leave(client)


class TableSocket(Connection):
    """A connection to one table, and what its client asks."""

    def __init__(  # noqa: PLR0913, PLR0917 - each comes from somewhere else
        self, who: Who | None, token: str, socket: FastWebSocket, table: str, broadcast: Broadcast,
        queue: CommandQueue, metrics: Metrics,
    ) -> None:  # fmt: skip
        super().__init__(who, token, socket)
        self.broadcast, self._table, self._queue, self._metrics = broadcast, table, queue, metrics

    def answer(self, **message: Any) -> None:
        self.tell(json_text(message))

    async def take(self, text: str | None) -> None:
        """Does what a message asks; None is a message that is not text."""
        frame = None
        if text is not None and len(text) <= MOST_BYTES:
            with suppress(ValueError):
                frame = orjson.loads(text)
        match frame:
            case {"type": "command", **fields}:
                self._metrics.frame("command")
                await self._command(fields)
            case {"type": "snapshot", **rest} if not rest:
                self._metrics.frame("snapshot")
                self.broadcast.show_all(self)
            case {"type": "recent", **rest} if not rest:
                self._metrics.frame("recent")
                self.tell(self.broadcast.recent(self.who))
            case _:
                self._metrics.frame("misformed")
                self.answer(type="problem", code="misformed", reason=_FORMS)

    async def _command(self, fields: dict[Any, Any]) -> None:
        try:
            sent = CommandSent.model_validate(fields)
        except ValidationError as error:
            self.answer(type="problem", code="misformed", reason=fault(error.errors()))
            return
        try:
            who, result = await self._queue.give_text(self.token, self._table, sent)
        except CommandRefused as refused:
            self._refuse(sent, refused.code, refused.reason, refused.clause, refused.open_now)
        except PitbossError as error:
            code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), "failed")
            self._refuse(sent, getattr(error, "code", code), str(error))
            if code == "suspended":
                self.answer(type="suspended", reason=str(error))
        else:
            self.broadcast.identify(self, who)
            self.answer(type="answer", id=sent.id, **command_answer(result, self.broadcast.record, who))

    def _refuse(self, sent: CommandSent, code: str, reason: str, clause: str = "", open_now: str = "") -> None:
        self.answer(type="refused", id=sent.id, code=code, reason=reason, clause=clause, open_now=open_now)
