"""Sealed body: what the bytes of an entry say, read as strictly as they are written."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import FORMAT, canonical

_HASH = re.compile("[0-9a-f]{64}")


class EntryBody(NamedTuple):
    """What a body says of its own place."""

    stream: str
    seq: int
    prev: bytes
    content: Mapping[str, Any]


def read_sealed(body: bytes, position: int, stream: str = "", seq: int = 0) -> EntryBody:
    """What a body says; LedgerBroken if it is not written as entries are."""
    try:
        content = json.loads(body.decode())
        if not isinstance(content, dict):
            raise LedgerBroken("its body is not an object", position, stream, seq)
        if type(content.get("v")) is not int or content["v"] != FORMAT:
            found = json.dumps(content.get("v"))[:40]
            raise LedgerBroken(
                f"its format is {found}, and this version of pitboss knows {FORMAT} only", position, stream, seq
            )
        if canonical(content) != body:
            raise LedgerBroken("its body is not written in the canonical way", position, stream, seq)
    except (ValueError, RecursionError):
        raise LedgerBroken("its body is not JSON", position, stream, seq) from None
    name, number, prev = content.get("stream"), content.get("seq"), content.get("prev")
    if (
        not isinstance(name, str)
        or type(number) is not int
        or number < 1
        or not (isinstance(prev, str) and _HASH.fullmatch(prev))
    ):
        raise LedgerBroken("its body does not say its stream, its number and what it follows", position, stream, seq)
    return EntryBody(name, number, bytes.fromhex(prev), content)


def events_of(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The events that an entry records, none if it records something else."""
    events = content.get("events")
    return [event for event in events if isinstance(event, dict)] if isinstance(events, list) else []
