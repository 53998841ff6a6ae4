"""The quick check of entries: some hundreds at a time, by what holds for every whole ledger.

It says only that they are certainly whole. Whatever it is not sure of is left to the checks of `verify`, which read the
same entries one by one and name the first that is bad.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, NoReturn

import orjson
from msgspec import DecodeError
from msgspec.json import Decoder

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import FORMAT, Entry, canonical
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.store import Store

PAGE = 512


def _refuse(number: str) -> NoReturn:
    raise ValueError(number)


_read = Decoder(dict, float_hook=_refuse).decode


Reader = Callable[[Entry, Mapping[str, Any]], None]
"""Is given entries as they are read, in order, with what they say, so that they need not be read again.

What it is given holds only if the verification ends well. An entry can come a second time."""


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


def check_page(store: Store, start: int, stop: int, command: str, reader: Reader | None = None) -> EntriesFound | None:
    """The entries at these positions if they are certainly whole; `command` is the id of the command before them.

    None also for the first entry of the house, whose key has to be compared. Then the reader may have had some of them.
    """
    try:
        entries, keys = store.page(start, stop), store.command_keys(start, stop)
        whole = len(entries) == stop - start and store.leads_to(start, stop)
        return _checked(store, entries, keys, start, command, reader) if whole else None
    except (LedgerBroken, TypeError, ValueError, LookupError, MemoryError, RecursionError):
        # A file that was changed holds values that cannot be there; `verify` finds where.
        return None


def _checked(  # noqa: PLR0913, PLR0917 - what is asked of a page at once
    store: Store,
    entries: Sequence[Entry],
    keys: Mapping[int, str | int],
    start: int,
    command: str,
    reader: Reader | None,
) -> EntriesFound | None:
    firsts, ends = dict[str, Following](), dict[str, tuple[int, bytes]]()
    for expected, entry in enumerate(entries, start):
        position, stream, seq, body, digest = entry
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
        if reader:
            reader(entry, content)
    tips = {stream: StreamTip(*end) for stream, end in ends.items()}
    return EntriesFound([entry[4] for entry in entries], firsts, tips, command)


def read_canonical(body: bytes) -> dict[str, Any] | None:
    """What a body says; None unless it is certainly an object in canonical JSON."""
    try:
        content: dict[str, Any] = _read(body)
        return content if orjson.dumps(content, option=orjson.OPT_SORT_KEYS) == body else None
    except (DecodeError, TypeError):
        # Perhaps a number with a fraction or an exponent, or a very long one: only the writer itself is sure of those.
        exact = json.loads(body)
        return exact if type(exact) is dict and canonical(exact) == body else None


def follows(firsts: Mapping[str, Following], tips: Mapping[str, StreamTip], nothing: StreamTip) -> bool:
    """Whether entries continue the streams that end at these tips."""
    return all(
        first.seq == (tip := tips.get(name, nothing)).seq + 1 and first.prev == tip.hash.hex()
        for name, first in firsts.items()
    )
