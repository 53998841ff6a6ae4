"""Entry: what one command did to one stream, as it is stored, chained and proved.

A body is one line of canonical JSON: keys sorted, no spaces, UTF-8. It names its stream, its number there and the hash
of the entry before it. Its own hash is the leaf hash of RFC 6962, so the chain of a stream and the Merkle tree of the
whole ledger rest on the same 32 bytes.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.errors import LedgerBroken

FORMAT = 1
"""The version of the body's form; a reader refuses one that it does not know."""
NOTHING = bytes(32)
"""The hash before a stream's first entry."""
_write = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


class Draft(NamedTuple):
    """What shall be appended to a stream. `after` is the number of its last entry; None takes it as it comes."""

    stream: str
    after: int | None
    content: Mapping[str, Any]


class Entry(NamedTuple):
    """One stored entry. Streams count from 1, positions in the whole ledger from 0."""

    position: int
    stream: str
    seq: int
    body: bytes
    hash: bytes

    @property
    def content(self) -> dict[str, Any]:
        """The body as it was drafted, with `stream`, `seq`, `prev` and `v` beside it; LedgerBroken if unreadable."""
        try:
            found = json.loads(self.body)
        except ValueError:
            raise self.broken("its body is not JSON") from None
        if not isinstance(found, dict):
            raise self.broken("its body is not an object")
        return found

    def broken(self, reason: str) -> LedgerBroken:
        """Says that the ledger does not hold, because of this entry."""
        return LedgerBroken(f"{reason}: run pitboss verify", self.position, self.stream, self.seq)


def leaf_hash(body: bytes) -> bytes:
    """The hash of an entry, and the leaf that it is in the Merkle tree."""
    return sha256(b"\x00" + body).digest()


def canonical(content: Mapping[str, Any]) -> bytes:
    """The only way in which a content is written."""
    return _write(content).encode()


def seal(draft: Draft, position: int, seq: int, prev: bytes) -> Entry:
    """The entry that a draft becomes at its place."""
    body = canonical({**draft.content, "v": FORMAT, "stream": draft.stream, "seq": seq, "prev": prev.hex()})
    return Entry(position, draft.stream, seq, body, leaf_hash(body))
