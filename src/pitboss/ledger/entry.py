"""Entry: what one command did to one stream, as it is stored, chained and proved.

A body is one line of canonical JSON: keys sorted, no spaces, UTF-8. It names its stream, its number there and the hash
of the entry before it. Its own hash is the leaf hash of RFC 6962, so the chain of a stream and the Merkle tree of the
whole ledger rest on the same 32 bytes.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import DecodeError
from msgspec.json import Decoder

from pitboss.errors import LedgerBroken
from pitboss.text import printable

FORMAT = 1
"""The version of the body's form; a reader refuses a version that it does not know."""
NOTHING = bytes(32)
"""The hash before a stream's first entry."""
_write = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_read = Decoder().decode


class Draft(NamedTuple):
    """What to append to a stream. `after` is the number of its last entry; None accepts any."""

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
        """The drafted body together with `stream`, `seq`, `prev` and `v`. Raises LedgerBroken if it is unreadable."""
        try:
            found = _read(self.body)
        except (DecodeError, ValueError):
            found = self._read_exactly()
        if not isinstance(found, dict):
            raise self.broken("its body is not an object")
        return found

    def _read_exactly(self) -> object:
        """What the body says, read by the counterpart of its writer, which takes every text that the writer makes."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise self.broken("its body is not JSON") from None

    def broken(self, reason: str) -> LedgerBroken:
        """A LedgerBroken that names this entry; what the entry says is made safe for a terminal."""
        return LedgerBroken(f"{printable(reason)}: run pitboss verify", self.position, self.stream, self.seq)

    @contextmanager
    def being_read(self) -> Iterator[None]:
        """Turns any error of what is done with this entry's content into a LedgerBroken that names the entry."""
        try:
            yield
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError) as error:
            raise self.broken(f"it cannot have happened ({error})") from None


def leaf_hash(body: bytes) -> bytes:
    """The hash of an entry, which is also its leaf in the Merkle tree."""
    return sha256(b"\x00" + body).digest()


def canonical(content: Mapping[str, Any]) -> bytes:
    """The one form in which content is written."""
    return _write(content).encode()


def seal(draft: Draft, position: int, seq: int, prev: bytes) -> Entry:
    """The entry that a draft becomes at its place."""
    body = canonical({**draft.content, "v": FORMAT, "stream": draft.stream, "seq": seq, "prev": prev.hex()})
    return Entry(position, draft.stream, seq, body, leaf_hash(body))
