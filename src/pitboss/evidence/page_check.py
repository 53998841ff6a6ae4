"""The quick check of entries: some hundreds at a time, by what holds for every whole ledger.

It says only that they are certainly whole. Whatever it is not sure of is left to the checks of `verify`, which read the
same entries one by one and name the first that is bad.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import FORMAT, Entry, canonical
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.store import Store

PAGE = 512
_CLASSES = bytes(
    ord("0")
    if chr(code) in "0123456789"
    else code
    if chr(code) in ".e"
    else ord(":")
    if chr(code) in ":,[-"
    else ord("x")
    for code in range(256)
)
"""Every byte as a digit, a point, an e, what a number may follow, or something else."""


class StreamTip(NamedTuple):
    """The last entry of a stream."""

    seq: int
    hash: bytes


class Following(NamedTuple):
    """The first entry of a stream among those that were checked, and the hash before it, in hex, as it names it."""

    seq: int
    prev: str


class EntriesFound(NamedTuple):
    """Some entries one after the other that are whole, if what comes before them is."""

    leaves: list[bytes]
    firsts: Mapping[str, Following]
    tips: Mapping[str, StreamTip]
    command: str
    """The id of the command that made the last of them."""


def check_page(store: Store, start: int, stop: int, command: str) -> EntriesFound | None:
    """The entries at these positions if they are certainly whole; `command` is the id of the command before them.

    None also for the first entry of the house, whose key has to be compared.
    """
    try:
        entries, keys = store.page(start, stop), store.command_keys(start, stop)
        whole = len(entries) == stop - start and store.leads_to(start, stop)
        return _checked(store, entries, keys, start, command) if whole else None
    except (LedgerBroken, TypeError, ValueError, LookupError, MemoryError, RecursionError):
        # A file that was changed holds values that cannot be there; `verify` finds where.
        return None


def _checked(
    store: Store, entries: Sequence[Entry], keys: Mapping[int, str | int], start: int, command: str
) -> EntriesFound | None:
    firsts, ends = dict[str, Following](), dict[str, tuple[int, bytes]]()
    for expected, (position, stream, seq, body, digest) in enumerate(entries, start):
        if position != expected or sha256(b"\x00" + body).digest() != digest or (stream == HOUSE and seq == 1):
            return None
        content = read_canonical(body)
        if content is None or content["stream"] != stream:
            return None
        version, number, prev, id_ = content["v"], content["seq"], content["prev"], content.get("id")
        # A truth and a fraction are equal to numbers too.
        if type(version) is not int or version != FORMAT or type(number) is not int or number != seq:
            return None
        if stream in ends:
            before, hash_ = ends[stream]
            if seq != before + 1 or prev != hash_.hex():
                return None
        else:
            firsts[stream] = Following(seq, prev)
        if id_ and id_ != command and type(id_) is str:
            if keys.get(position) != store.command_key(id_):
                return None
            command = id_
        ends[stream] = seq, digest
    tips = {stream: StreamTip(*end) for stream, end in ends.items()}
    return EntriesFound([entry[4] for entry in entries], firsts, tips, command)


def read_canonical(body: bytes) -> dict[str, Any] | None:
    """What a body says; None unless it is certainly an object in canonical JSON."""
    content = orjson.loads(body)
    if type(content) is not dict or orjson.dumps(content, option=orjson.OPT_SORT_KEYS) != body:
        return None
    classes = body.translate(_CLASSES)
    if b"0.0" in classes or b":0e" in classes:
        # Perhaps a number with a fraction or an exponent: the canonical form writes those in another way.
        return content if canonical(json.loads(body)) == body else None
    return content


def follows(firsts: Mapping[str, Following], tips: Mapping[str, StreamTip], nothing: StreamTip) -> bool:
    """Whether entries continue the streams that end at these tips."""
    return all(
        first.seq == (tip := tips.get(name, nothing)).seq + 1 and first.prev == tip.hash.hex()
        for name, first in firsts.items()
    )
