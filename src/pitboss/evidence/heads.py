"""Signed tree heads: what the whole ledger was at one time, in a short text that anyone can keep and check.

A head is a checkpoint (evidence/checkpoint.py), so that other tools can read and witness it: the origin of the ledger,
the number of entries, the root in base64, an empty line, and signatures of the house: one of the text (Ed25519), and
one of the text and the time. Both name the origin as their key. Houses before 0.3 wrote the time into the text as a
fourth line and signed as `pitboss`; their heads are read and checked as they are.
"""

import os
import re
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.checkpoint import (
    HAS_ML_DSA,
    Checkpoint,
    ed25519_message,
    is_ed25519,
    ml_dsa_message,
    ml_dsa_public,
    ml_dsa_signature,
    read_checkpoint,
    signers,
)
from pitboss.evidence.signed_note import (
    ED25519,
    MOST_BYTES,
    TIMED_ED25519,
    TIMED_ML_DSA_44,
    NoteKey,
    SignedNote,
    read_note,
)

NAME = "pitboss"
"""The name under which keys are printed; the key id after it tells them apart."""
_OLDER_TIME = re.compile(r"time (0|[1-9][0-9]{0,17})\n")
_TIMED_BYTES = 72
_LONGEST_SLUG = 80


class Head(NamedTuple):
    """The state of a ledger: its name, the number of its entries, their root, and the time in milliseconds."""

    origin: str
    size: int
    root: bytes
    at: int

    @property
    def text(self) -> str:
        """The text that is signed."""
        return Checkpoint(self.origin, self.size, self.root).text


class PublicKey(NamedTuple):
    """What is needed to check heads. Printed as `pitboss+2ec4b9f1+AbC…`, the form of signed-note verifier keys."""

    raw: bytes

    @classmethod
    def parse(cls, text: str) -> "PublicKey":
        """The key that a text prints, under any name. InputError if it is not a public key, or mistyped."""
        key = NoteKey.parse(text)
        if key.kind not in (ED25519, TIMED_ED25519):
            raise InputError(f"expected an Ed25519 key, found one of type {key.kind}")
        return cls(key.raw)

    @property
    def id(self) -> str:
        """Eight hex digits that name the key; they prove nothing."""
        return NoteKey(NAME, ED25519, self.raw).id.hex()

    def origin(self, facility: str) -> str:
        """The name of a facility's log in checkpoints: it has no space, and the same key has it at every start."""
        slug = re.sub(r"[^a-z0-9]+", "-", facility.lower()).strip("-")[:_LONGEST_SLUG]
        return f"{NAME}/{slug or 'house'}/{self.id}"

    def named(self, name: str, kind: int = ED25519) -> NoteKey:
        """The key as it signs notes under a name."""
        return NoteKey(name, kind, self.raw)

    def __str__(self) -> str:
        return str(self.named(NAME))

    def signed(self, signature: bytes, text: str) -> bool:
        """Whether the owner of this key signed a text."""
        return is_ed25519(self.raw, signature, text.encode())


class SigningKey:
    """The house's private key. Anyone who has it can sign a false ledger, so it is never printed."""

    def __init__(self, seed: bytes) -> None:
        """The key made from 32 bytes of entropy."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        # Someone who breaks Ed25519 learns the hash of the seed, and cannot compute this second seed from it.
        self._ml_dsa_seed = sha256(b"pitboss ML-DSA-44\n" + seed).digest()
        self.public = PublicKey(self._key.public_key().public_bytes_raw())

    def sign(self, head: Head, *, ml_dsa: bool = False) -> str:
        """The head as a signed note; with `ml_dsa`, also by the ML-DSA-44 key of the same file."""
        if not (0 <= head.size < 10**18 and 0 < head.at < 10**18 and len(head.root) == 32):
            raise ValueError(f"{head} cannot be the head of a ledger")
        signed = self.public.named(head.origin).line(self._key.sign(head.text.encode()))
        timed = self.cosign(head.origin, head.text, head.at // 1000, ml_dsa=ml_dsa)
        note = f"{head.text}\n{signed}{timed}"
        read_head(note)
        return note

    def cosign(self, name: str, text: str, at: int, *, ml_dsa: bool) -> str:
        """The lines of timed signatures, of Ed25519 and perhaps ML-DSA-44, under the text of a checkpoint."""
        stamp = at.to_bytes(8, "big")
        line = self.public.named(name, TIMED_ED25519).line(stamp + self._key.sign(ed25519_message(at, text)))
        if ml_dsa:
            message = ml_dsa_message(name, at, read_checkpoint(text))
            line += self.ml_dsa_key(name).line(stamp + ml_dsa_signature(self._ml_dsa_seed, message))
        return line

    def ml_dsa_key(self, name: str) -> NoteKey:
        """The public ML-DSA-44 key of the same file, under a name."""
        return NoteKey(name, TIMED_ML_DSA_44, ml_dsa_public(self._ml_dsa_seed))

    def keys(self, name: str, kind: int) -> tuple[NoteKey, ...]:
        """The public keys under a name: the Ed25519 key as one of a kind and, if there is ML-DSA-44 here, that one."""
        return (self.public.named(name, kind), *([self.ml_dsa_key(name)] if HAS_ML_DSA else []))

    def signature(self, text: str) -> bytes:
        """The signature of another text. Such a text begins with its kind, so it can never pass for a head."""
        return self._key.sign(text.encode())

    def save(self, file: str) -> None:
        """Writes the key (PEM, PKCS 8) so that only its owner can read it; an existing file is never overwritten."""
        pem = self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                stream.write(pem)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise InputError(f"the signing key cannot be written: {error.strerror}", file) from None

    @classmethod
    def load(cls, file: str) -> "SigningKey":
        """The key in a file that `save` wrote. InputError if others may read the file too."""
        try:
            with open(file, "rb") as stream:
                mode = os.fstat(stream.fileno()).st_mode
                pem = stream.read(MOST_BYTES)
        except OSError as error:
            raise InputError(f"the signing key cannot be read: {error.strerror}", file) from None
        if os.name == "posix" and mode & 0o077:
            raise InputError("others may read or change this signing key: chmod 600 it, or make a new one", file)
        try:
            key = load_pem_private_key(pem, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise InputError("expected a private key in PEM form without a password", file) from None
        if not isinstance(key, Ed25519PrivateKey):
            raise InputError("expected an Ed25519 private key, found another kind", file)
        return cls(key.private_bytes_raw())


def read_head(text: str) -> Head:
    """The head in a signed note, without checking any signature. LedgerBroken if the text is not a head."""
    return _read(text)[0]


def check_head(text: str, key: PublicKey) -> Head:
    """The head in a signed note. LedgerBroken unless this key signed it; other signatures are ignored."""
    head, note, older = _read(text)
    keys = (key.named(NAME),) if older else (key.named(head.origin), key.named(head.origin, TIMED_ED25519))
    found = signers(note, keys)
    if {timed.key for timed in found} != set(keys):
        raise LedgerBroken(f"it is not signed by the key {NAME}+{key.id}")
    return head


def _read(text: str) -> tuple[Head, SignedNote, bool]:
    """The head, the note that holds it, and whether it is in the older form."""
    try:
        note = read_note(text)
        found = read_checkpoint(note.text)
    except LedgerBroken as error:
        raise LedgerBroken(f"it is not a signed tree head: {error.reason}") from None
    older = _OLDER_TIME.fullmatch(found.extension)
    times = [line.signature for line in note.lines if line.name == found.origin and len(line.signature) == _TIMED_BYTES]
    if not found.origin.isprintable() or (found.extension and not older) or not (older or times):
        raise LedgerBroken("it is not a signed tree head: expected origin, size, root, empty line, signatures")
    at = int(older[1]) if older else max(int.from_bytes(each[:8], "big") for each in times) * 1000
    return Head(found.origin, found.size, found.root, at), note, bool(older)
