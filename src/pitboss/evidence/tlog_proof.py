"""The proof that one entry is in a ledger, in the form of c2sp.org/tlog-proof: its checks need no code of ours.

The extra data is the body of the entry. It is not trusted: its hash must be the leaf that the proof leads from.
"""

import re
from typing import NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head, PublicKey, check_head
from pitboss.evidence.merkle import Hashes, check_inclusion
from pitboss.evidence.signed_note import base64_text, canonical_bytes
from pitboss.ledger.entry import leaf_hash

FIRST_LINE = "c2sp.org/tlog-proof@v1"
SUFFIX = ".tlog-proof"
MOST_BYTES = 2_000_000
_INDEX = re.compile(r"index (0|[1-9][0-9]{0,17})")
_HASH_BYTES = 32
_LONGEST_PATH = 63


class TlogProof(NamedTuple):
    """An entry, its place, the hashes between it and the root, and the checkpoint."""

    position: int
    body: bytes
    path: Hashes
    checkpoint: str

    @property
    def text(self) -> str:
        path = "".join(f"{base64_text(node)}\n" for node in self.path)
        return f"{FIRST_LINE}\nextra {base64_text(self.body)}\nindex {self.position}\n{path}\n{self.checkpoint}"


def read_tlog_proof(text: str) -> TlogProof:
    """The proof in a text. InputError if it is not one, or holds no entry."""
    start, _, checkpoint = text.partition("\n\n")
    first, extra, index, *path = [*start.split("\n"), "", ""]
    path = path[:-2]
    found = _INDEX.fullmatch(index)
    kind, _, data = extra.partition(" ")
    if first != FIRST_LINE or kind != "extra" or found is None or len(path) > _LONGEST_PATH:
        raise InputError(f"expected a proof that begins with {FIRST_LINE}, the entry as extra data, and its index")
    try:
        nodes = tuple(canonical_bytes(node) for node in path)
        body = canonical_bytes(data)
    except ValueError as error:
        raise InputError(str(error)) from None
    if any(len(node) != _HASH_BYTES for node in nodes):
        raise InputError("expected hashes of 32 bytes in base64")
    return TlogProof(int(found[1]), body, nodes, checkpoint)


def check_tlog_proof(proof: TlogProof, key: PublicKey) -> Head:
    """The head under which the entry is. LedgerBroken if the proof does not lead there or the key did not sign it."""
    head = check_head(proof.checkpoint, key)
    if not check_inclusion(leaf_hash(proof.body), proof.position, head.size, proof.path, head.root):
        raise LedgerBroken(f"it is not at this place in the ledger of {head.size} entries", proof.position)
    return head
