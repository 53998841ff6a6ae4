"""Bookmark: how far a ledger was verified, remembered outside of it, so that the next verification continues there.

A person who can change a ledger must not be able to move its bookmark. It is signed with the house's key, or sealed
with a key of its own, and names the first entry of its ledger. A bookmark that was changed, or is another ledger's, is
not used.
"""

import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import NamedTuple, Protocol

from pitboss.errors import LedgerBroken
from pitboss.evidence.heads import Head, PublicKey, SigningKey, read_head
from pitboss.evidence.merkle import Frontier
from pitboss.evidence.page_check import PAGE, Reader, StreamTip
from pitboss.evidence.segment_making import identity
from pitboss.evidence.verify import Cores, LedgerVerification, Progress, verify_store
from pitboss.ledger.entry import Entry, canonical
from pitboss.ledger.store import Store

FORMAT = "pitboss verified 1"
READ_AGAIN = 50_000
"""A ledger that was verified up to no more entries than this is read again from the beginning: it takes a moment."""


class Known(NamedTuple):
    """What was verified, and when, in milliseconds."""

    found: LedgerVerification
    at: int


class Seal(Protocol):
    """What protects a bookmark."""

    def made(self, text: str) -> bytes: ...

    def holds(self, seal: bytes, text: str) -> bool: ...


class HouseSeal(NamedTuple):
    """The signature of the house."""

    key: SigningKey

    def made(self, text: str) -> bytes:
        return self.key.signature(f"{FORMAT}\n{text}")

    def holds(self, seal: bytes, text: str) -> bool:
        return self.key.public.signed(seal, f"{FORMAT}\n{text}")


class OwnSeal(NamedTuple):
    """A keyed hash, where the house's key is not at hand."""

    key: bytes

    def made(self, text: str) -> bytes:
        return hmac.digest(self.key, f"{FORMAT}\n{text}".encode(), "sha256")

    def holds(self, seal: bytes, text: str) -> bool:
        return hmac.compare_digest(seal, self.made(text))


def write_bookmark(store: Store, known: Known, seal: Seal) -> str:
    """What is to be remembered of this ledger."""
    found, newest = known.found, known.found.newest
    text = canonical({
        "ledger": identity(store), "at": known.at, "size": found.size, "root": found.root.hex(), "heads": found.heads,
        "streams": {name: [tip.seq, tip.hash.hex()] for name, tip in found.streams.items()},
        "key": str(found.key) if found.key else "", "frontier": list(found.frontier), "command": found.command,
        "newest": [newest.origin, newest.size, newest.root.hex(), newest.at] if newest else [],
    }).decode()  # fmt: skip
    return f"{b64encode(seal.made(text)).decode()}\n{text}\n"


def read_bookmark(store: Store, written: str, seal: Seal) -> Known | None:
    """What was remembered of this ledger; None if it is another ledger's. LedgerBroken if it was changed."""
    sealed, _, text = written.removesuffix("\n").partition("\n")
    try:
        if not seal.holds(b64decode(sealed, validate=True), text):
            raise ValueError
    except ValueError:
        raise LedgerBroken("the bookmark is not sealed with this key, or it was changed") from None
    document = json.loads(text)
    if document["ledger"] != identity(store):
        return None
    newest = document["newest"]
    found = LedgerVerification(
        document["size"],
        bytes.fromhex(document["root"]),
        document["heads"],
        {name: StreamTip(seq, bytes.fromhex(hash_)) for name, (seq, hash_) in document["streams"].items()},
        PublicKey.parse(document["key"]) if document["key"] else None,
        Head(newest[0], newest[1], bytes.fromhex(newest[2]), newest[3]) if newest else None,
        tuple(document["frontier"]),
        document["command"],
    )
    return Known(found, document["at"])


def goes_on(known: Known | None, key: PublicKey | None, older_head: str = "") -> bool:
    """Whether a verification goes on from an earlier one, and does not read again what that one read.

    A small ledger is read again from the beginning; so is one whose older head or key was not looked at then.
    """
    if known is None or known.found.size <= READ_AGAIN or key not in (None, known.found.key):
        return False
    return not older_head or read_head(older_head).size > known.found.size


def verify_on(  # noqa: PLR0913 - each is a question of its own
    store: Store,
    key: PublicKey | None,
    known: Known | None,
    *,
    older_head: str = "",
    progress: Progress | None = None,
    cores: Cores,
    reader: Reader | None = None,
) -> LedgerVerification:
    """Verifies what came after an earlier verification, and that the ledger still begins as it did then.

    `reader` is given the entries that are read.
    """
    since = known.found if known and goes_on(known, key, older_head) else None
    found = verify_store(store, key, older_head=older_head, since=since, progress=progress, cores=cores, reader=reader)
    if known and not since:
        size, root = known.found.size, known.found.root
        if found.size < size:
            raise LedgerBroken(f"it is missing, but was there when {size} entries were verified", found.size)
        if _root(store.page, size) != root:
            raise LedgerBroken(f"the first {size:,} entries are not those that were verified before")
    return found


def _root(page: Callable[[int, int], list[Entry]], size: int) -> bytes:
    """The root of the first entries."""
    frontier = Frontier()
    while frontier.size < size:
        frontier.extend([entry.hash for entry in page(frontier.size, min(size, frontier.size + PAGE))])
    return frontier.root()
