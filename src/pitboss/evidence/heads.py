"""Signed tree heads: what the whole ledger was at one time, in a short text that anyone can keep and check.

A head is a checkpoint in the signed-note format of C2SP, so that other tools can read and witness it: the name of the
ledger, the number of entries, the root in base64, the time in milliseconds, an empty line, and the Ed25519 signature of
the house.
"""

import os
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from pitboss.errors import InputError, LedgerBroken

NAME = "pitboss"
"""The name of every house's key; the key id after it tells them apart."""
MOST_BYTES = 100_000
"""A head takes about 250, and more for each witness that also signed it."""
_ED25519 = b"\x01"
_BASE64 = r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
_NUMBER = r"0|[1-9][0-9]{0,17}"
_NOTE = re.compile(
    rf"((?P<origin>[^\n]+)\n(?P<size>{_NUMBER})\n(?P<root>[A-Za-z0-9+/]{{43}}=)\ntime (?P<at>{_NUMBER})\n)"
    rf"\n(?P<lines>(?:— [^\s+]+ {_BASE64}\n)+)"
)
_KEY = re.compile(rf"{NAME}\+([0-9a-f]{{8}})\+([A-Za-z0-9+/]{{44}})")


class Head(NamedTuple):
    """The state of a ledger: its name, the number of its entries, their root, and the time in milliseconds."""

    origin: str
    size: int
    root: bytes
    at: int

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\ntime {self.at}\n"


class PublicKey(NamedTuple):
    """What is needed to check heads. Printed as `pitboss+2ec4b9f1+AbC…`, the form of signed-note verifier keys."""

    raw: bytes

    @classmethod
    def parse(cls, text: str) -> "PublicKey":
        """The key that a text prints. InputError if it is not a public key, or mistyped."""
        found = _KEY.fullmatch(text.strip())
        if "PRIVATE KEY" in text:
            raise InputError("this is a private key, which only the house may have: expected its public key")
        if found is None:
            raise InputError(f"expected a public key like {NAME}+2ec4b9f1+AbC..., found {text.strip()[:60]!r}")
        typed = b64decode(found[2])
        if typed[:1] != _ED25519:
            raise InputError(f"expected an Ed25519 key, found one of type {typed[0]}")
        key = cls(typed[1:])
        if key.id != found[1]:
            raise InputError(f"this public key is mistyped: its id is {key.id}, not {found[1]}")
        return key

    @property
    def id(self) -> str:
        """Eight hex digits that name the key; they prove nothing."""
        return sha256(NAME.encode() + b"\n" + _ED25519 + self.raw).hexdigest()[:8]

    def __str__(self) -> str:
        return f"{NAME}+{self.id}+{_base64(_ED25519 + self.raw)}"

    def signed(self, signature: bytes, text: str) -> bool:
        """Whether the owner of this key signed a text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey:
    """The house's private key. Anyone who has it can sign a false ledger, so it is never printed."""

    def __init__(self, seed: bytes) -> None:
        """The key made from 32 bytes of entropy."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = PublicKey(self._key.public_key().public_bytes_raw())

    def sign(self, head: Head) -> str:
        """The head as a signed note."""
        if not head.origin.isprintable() or not head.origin:
            raise ValueError(f"the name of a ledger is one printable line, not {head.origin!r}")
        if not (0 <= head.size < 10**18 and 0 <= head.at < 10**18 and len(head.root) == 32):
            raise ValueError(f"{head} cannot be the head of a ledger")
        signature = bytes.fromhex(self.public.id) + self._key.sign(head.text.encode())
        return f"{head.text}\n— {NAME} {_base64(signature)}\n"

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
    head, signatures = _read(text)
    signer = bytes.fromhex(key.id)
    ours = [signature[4:] for name, signature in signatures if name == NAME and signature[:4] == signer]
    if not ours:
        raise LedgerBroken(f"it is not signed by the key {NAME}+{key.id}")
    if not all(key.signed(signature, head.text) for signature in ours):
        raise LedgerBroken(f"its signature by the key {NAME}+{key.id} is wrong: it was changed after it was signed")
    return head


def _read(text: str) -> tuple[Head, list[tuple[str, bytes]]]:
    found = _NOTE.fullmatch(text) if len(text) <= MOST_BYTES else None
    if found is None or not found["origin"].isprintable():
        raise LedgerBroken("it is not a signed tree head: expected name, size, root, time, empty line, signatures")
    head = Head(found["origin"], int(found["size"]), _bytes(found["root"]), int(found["at"]))
    lines = [line.split(" ") for line in found["lines"].split("\n")[:-1]]
    return head, [(name, _bytes(signature)) for _, name, signature in lines]


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def _bytes(text: str) -> bytes:
    """The bytes that a text encodes. LedgerBroken if it is not their one canonical encoding."""
    data = b64decode(text)
    if _base64(data) != text:
        raise LedgerBroken(f"{text[:12]}... is not canonical base64: it was changed")
    return data
