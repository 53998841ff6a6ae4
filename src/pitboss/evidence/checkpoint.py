"""Checkpoints (c2sp.org/tlog-checkpoint) and the signatures under them: of logs and, with the time, of cosigners.

A cosignature (c2sp.org/tlog-cosignature) states that at a time its signer had seen no larger tree of this log, and that
this one continues all that it saw before. ML-DSA-44 is used if the installed package `cryptography` has it.
"""

import re
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.errors import LedgerBroken
from pitboss.evidence.signed_note import (
    ED25519,
    TIMED_ML_DSA_44,
    NoteKey,
    NoteLine,
    SignedNote,
    base64_text,
    canonical_bytes,
)

try:
    from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey, MLDSA44PublicKey
except ImportError:  # cryptography before 47
    HAS_ML_DSA = False
else:
    HAS_ML_DSA = True
NO_ML_DSA = "this installation has no ML-DSA-44: upgrade the package cryptography"
MOST_TIME = 2**63 - 1
LONGEST_NAME = 255
"""The bytes of a name that an ML-DSA-44 cosignature can commit to."""
_TIME_BYTES = 8
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_LEAST_LINES = 3
_ROOT_BYTES = 32


class Checkpoint(NamedTuple):
    """A tree head of a log. Extension lines are carried along and mean nothing."""

    origin: str
    size: int
    root: bytes
    extension: str = ""

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{base64_text(self.root)}\n{self.extension}"


class Timed(NamedTuple):
    """A signature that holds: whose it is and, if it states one, the time in seconds."""

    key: NoteKey
    at: int | None


def read_checkpoint(text: str) -> Checkpoint:
    """The tree head in the text of a note. LedgerBroken if it is not one."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < _LEAST_LINES or not all(lines) or not _NUMBER.fullmatch(lines[1]):
        raise LedgerBroken("it is not a checkpoint: expected origin, size, root")
    try:
        root = canonical_bytes(lines[2])
    except ValueError:
        root = b""
    if len(root) != _ROOT_BYTES:
        raise LedgerBroken("it is not a checkpoint: expected a root of 32 bytes in base64")
    found = Checkpoint(lines[0], int(lines[1]), root, "".join(f"{line}\n" for line in lines[3:]))
    if found.text != text:
        raise LedgerBroken("it is not a checkpoint: expected newlines between its lines")
    return found


def signers(note: SignedNote, keys: tuple[NoteKey, ...]) -> tuple[Timed, ...]:
    """Who signed a note, among known keys. LedgerBroken if a line of a known key does not hold; others are ignored."""
    return tuple(Timed(key, _checked(note.text, line, key)) for line in note.lines for key in keys if line.is_by(key))


def _checked(text: str, line: NoteLine, key: NoteKey) -> int | None:
    """The time that a signature states; LedgerBroken if it does not hold."""
    wrong = LedgerBroken(
        f"its signature by the key {key.name}+{key.id.hex()} is wrong: it was changed after it was signed"
    )
    if key.kind == ED25519:
        if not is_ed25519(key.raw, line.signature, text.encode()):
            raise wrong
        return None
    at = int.from_bytes(line.signature[:_TIME_BYTES], "big")
    signature = line.signature[_TIME_BYTES:]
    if not 0 < at <= MOST_TIME:
        raise wrong
    if key.kind == TIMED_ML_DSA_44:
        holds = _is_ml_dsa(key.raw, signature, ml_dsa_message(key.name, at, read_checkpoint(text)))
    else:
        holds = is_ed25519(key.raw, signature, ed25519_message(at, text))
    if not holds:
        raise wrong
    return at


def ed25519_message(at: int, text: str) -> bytes:
    """What an Ed25519 cosignature signs."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def ml_dsa_message(name: str, at: int, head: Checkpoint) -> bytes:
    """What an ML-DSA-44 cosignature signs. ValueError if a name is too long for it."""
    cosigner, origin = name.encode(), head.origin.encode()
    if not 0 < len(cosigner) <= LONGEST_NAME or not 0 < len(origin) <= LONGEST_NAME:
        raise ValueError(f"an ML-DSA-44 cosignature takes names of up to {LONGEST_NAME} bytes")
    return b"".join(
        (
            *(b"subtree/v1\n\0", bytes([len(cosigner)]), cosigner, at.to_bytes(8, "big")),
            *(bytes([len(origin)]), origin, bytes(8), head.size.to_bytes(8, "big"), head.root),
        )
    )


def is_ed25519(raw: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the owner of a key signed a message."""
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_ml_dsa(raw: bytes, signature: bytes, message: bytes) -> bool:
    if not HAS_ML_DSA:
        raise LedgerBroken(NO_ML_DSA)
    try:
        MLDSA44PublicKey.from_public_bytes(raw).verify(signature, message)
    except (InvalidSignature, ValueError, UnsupportedAlgorithm):
        return False
    return True


def ml_dsa_public(seed: bytes) -> bytes:
    """The public key of a seed of 32 bytes."""
    return MLDSA44PrivateKey.from_seed_bytes(seed).public_key().public_bytes_raw()


def ml_dsa_signature(seed: bytes, message: bytes) -> bytes:
    return MLDSA44PrivateKey.from_seed_bytes(seed).sign(message)
