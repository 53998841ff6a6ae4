"""The body of an entry, read as strictly as it is written."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import FORMAT, canonical

_HASH = re.compile("[0-9a-f]{64}")


class EntryBody(NamedTuple):
    """The place of an entry, as its body gives it."""

    stream: str
    seq: int
    prev: bytes
    content: Mapping[str, Any]


def read_sealed(body: bytes, position: int, stream: str = "", seq: int = 0) -> EntryBody:
    """Reads a body. Raises LedgerBroken if it is not in the form of entries."""
    try:
        content = json.loads(body.decode())
        if not isinstance(content, dict):
            raise LedgerBroken("its body is not an object", position, stream, seq)
        if type(content.get("v")) is not int or content["v"] != FORMAT:
            found = json.dumps(content.get("v"))[:40]
            raise LedgerBroken(
                f"its format is {found}, but this version of pitboss reads only {FORMAT}", position, stream, seq
            )
        if canonical(content) != body:
            raise LedgerBroken("its body is not canonical JSON", position, stream, seq)
    except (ValueError, RecursionError):
        raise LedgerBroken("its body is not JSON", position, stream, seq) from None
    name, number, prev = content.get("stream"), content.get("seq"), content.get("prev")
    if (
        not isinstance(name, str)
        or type(number) is not int
        or number < 1
        or not (isinstance(prev, str) and _HASH.fullmatch(prev))
    ):
        raise LedgerBroken(
            "its body does not name its stream, its number and the entry before it", position, stream, seq
        )
    return EntryBody(name, number, bytes.fromhex(prev), content)


def events_of(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The events that an entry records; empty if it records something else."""
    events = content.get("events")
    return [event for event in events if isinstance(event, dict)] if isinstance(events, list) else []
