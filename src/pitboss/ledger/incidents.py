"""Incidents: what went wrong or looked wrong while a house ran. They have a stream of their own, `incidents`."""

from collections.abc import Mapping
from typing import get_args

from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.single_record import read_single
from pitboss.play.message import Message, message_to_json

INCIDENTS = "incidents"


class DrawUnused(Message):
    """Random bytes were drawn for a shuffle that is not in the ledger, because another process was quicker."""

    table: str
    id: str
    drawn: str


class ClockJumped(Message):
    """The system's clock was set: it is this many milliseconds ahead of the time that has passed."""

    by: int


class TaskFailed(Message):
    """Background work of the house failed and was begun again."""

    task: str
    reason: str


Incident = DrawUnused | ClockJumped | TaskFailed
_KINDS: Mapping[str, type[Incident]] = {kind.__name__: kind for kind in get_args(Incident)}


def incident_draft(incident: Incident, at: int) -> Draft:
    """The entry of an incident, which the house itself records."""
    return Draft(INCIDENTS, None, {"at": at, "by": "house", "role": "house", "events": [message_to_json(incident)]})


def read_incident(entry: Entry) -> Incident:
    """The incident in an entry of the stream."""
    return read_single(entry, _KINDS, "an incident")
