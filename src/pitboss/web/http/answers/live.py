"""The messages of a table's WebSocket."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.answers.table import BesideView, CommandAnswer, EventJson
from pitboss.web.http.models import CommandSent, Strict

Changes = Annotated[
    dict[str, JsonValue],
    Field(description="Each change by its path, such as `round/boxes/3/left`; the empty path is the whole."),
]


class CommandMessage(CommandSent):
    """A client gives a command."""

    type: Literal["command"]


class SnapshotRequest(Strict):
    """A client asks for the whole table."""

    type: Literal["snapshot"]


class RecentRequest(Strict):
    """A client that has just come asks for the newest entries."""

    type: Literal["recent"]


class SnapshotMessage(AnswerModel):
    """The whole table: what everybody sees, and what this person sees besides it or instead of it.

    If other tables have moved its meters, only what has changed.
    """

    type: Literal["snapshot"]
    seq: int
    shared: Changes
    own: Changes | None = None
    beside: BesideView | None = None


class EntryMessage(AnswerModel):
    """A new entry: its events, and what it changed in the view. `own` is missing if it did not change."""

    type: Literal["entry"]
    seq: int
    events: list[EventJson]
    shared: Changes
    own: Changes | None = None
    beside: BesideView | None = None


class EntryEvents(AnswerModel):
    """The events of one entry."""

    seq: int
    events: list[EventJson]


class RecentMessage(AnswerModel):
    """The newest entries, as far as the house remembers them."""

    type: Literal["recent"]
    entries: list[EntryEvents]


class AnswerMessage(CommandAnswer):
    """The effect of this client's command."""

    type: Literal["answer"]
    id: str


class RefusedMessage(AnswerModel):
    """This client's command is refused; `clause` and `open_now` are empty if no clause refuses it."""

    type: Literal["refused"]
    id: str
    code: str
    reason: str
    clause: str
    open_now: str


class ProblemMessage(AnswerModel):
    """A message of this client cannot be used."""

    type: Literal["problem"]
    code: str
    reason: str


class SuspendedMessage(AnswerModel):
    """No table acts, because the ledger cannot store anything."""

    type: Literal["suspended"]
    reason: str


class PingMessage(AnswerModel):
    """The connection is alive; `now` is the time of the house in milliseconds."""

    type: Literal["ping"]
    now: int


FROM_CLIENT = (CommandMessage, SnapshotRequest, RecentRequest)
FROM_HOUSE = (
    SnapshotMessage, EntryMessage, RecentMessage, AnswerMessage, RefusedMessage, ProblemMessage, SuspendedMessage,
    PingMessage,
)  # fmt: skip
