"""Signed notes and verifier keys (c2sp.org/signed-note): a text, an empty line, and a line for each signature.

Nothing here knows what a text says. Bytes that could be read in two ways are refused, and so is base64 that is not in
its one canonical form.
"""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from hashlib import sha256
from typing import NamedTuple

from pitboss.errors import InputError, LedgerBroken

ED25519, TIMED_ED25519, TIMED_ML_DSA_44 = 1, 4, 6
"""The kinds of signature: over the text; over a text and a time; over a tree head, its time and the signer's name."""
KEY_BYTES = {ED25519: 32, TIMED_ED25519: 32, TIMED_ML_DSA_44: 1312}
MOST_SIGNATURES = 64
MOST_BYTES = 200_000
"""A signature takes up to 3,500 characters."""
_LOWEST_PRINTABLE = 0x20
_EM_DASH = "\N{EM DASH}"


class NoteKey(NamedTuple):
    """A public key with the name and the kind under which it signs. Printed as `example.com/log+530d903a+Aeky...`."""

    name: str
    kind: int
    raw: bytes

    @classmethod
    def parse(cls, text: str) -> "NoteKey":
        """The key that a text prints. InputError if it is not a verifier key of a known kind, or is mistyped."""
        if "PRIVATE KEY" in text:
            raise InputError("this is a private key, which only its owner may have: expected a public key")
        name, _, rest = text.strip().partition("+")
        number, _, data = rest.partition("+")
        try:
            typed = canonical_bytes(data)
        except ValueError:
            typed = b""
        if not is_key_name(name) or not typed:
            raise InputError(f"expected a public key like pitboss+2ec4b9f1+AbC..., found {text.strip()[:60]!r}")
        if len(typed) - 1 != KEY_BYTES.get(typed[0]):
            raise InputError(f"expected an Ed25519 or ML-DSA-44 key, found one of type {typed[0]}")
        key = cls(name, typed[0], typed[1:])
        if key.id.hex() != number:
            raise InputError(f"this public key is mistyped: its id is {key.id.hex()}, not {number[:20]}")
        return key

    @property
    def id(self) -> bytes:
        """Four bytes that distinguish keys of one name; they prove nothing."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.raw).digest()[:4]

    def line(self, signature: bytes) -> str:
        """The line of a note with a signature of this key."""
        return f"{_EM_DASH} {self.name} {base64_text(self.id + signature)}\n"

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64_text(bytes([self.kind]) + self.raw)}"


class NoteLine(NamedTuple):
    """A signature as a note has it: who is said to have signed, the id of the key, and the rest."""

    name: str
    id: bytes
    signature: bytes

    def is_by(self, key: NoteKey) -> bool:
        return (self.name, self.id) == (key.name, key.id)

    def __str__(self) -> str:
        return f"{_EM_DASH} {self.name} {base64_text(self.id + self.signature)}\n"


class SignedNote(NamedTuple):
    """A text that ends in a newline, and its signatures; none of them is checked."""

    text: str
    lines: tuple[NoteLine, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.lines))}"


def read_note(note: str) -> SignedNote:
    """The parts of a signed note. LedgerBroken if it is not one, or not in its canonical form."""
    if len(note) > MOST_BYTES:
        raise LedgerBroken(f"it is longer than a signed note may be: {MOST_BYTES:,} characters")
    text, _, lines = note.rpartition("\n\n")
    if not text or not lines.endswith("\n"):
        raise LedgerBroken("it is not a signed note: expected text, empty line, signatures")
    return SignedNote(_text(f"{text}\n"), read_lines(lines))


def read_lines(lines: str) -> tuple[NoteLine, ...]:
    """The signatures in lines of their own. LedgerBroken for anything else."""
    each = _text(lines).removesuffix("\n").split("\n")
    if len(each) > MOST_SIGNATURES:
        raise LedgerBroken(f"it has more than {MOST_SIGNATURES} signatures")
    return tuple(map(_line, each))


def _text(text: str) -> str:
    if any(ord(letter) < _LOWEST_PRINTABLE and letter != "\n" for letter in text) or not _is_utf_8(text):
        raise LedgerBroken("it has control characters, or is not UTF-8")
    return text


def _is_utf_8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _line(line: str) -> NoteLine:
    dash, _, rest = line.partition(" ")
    name, _, data = rest.partition(" ")
    try:
        signature = canonical_bytes(data)
    except ValueError:
        signature = b""
    if dash != _EM_DASH or not is_key_name(name) or len(signature) <= len(_KEY_ID):
        raise LedgerBroken(f"{line[:40]!r} is not the line of a signature")
    return NoteLine(name, signature[:4], signature[4:])


_KEY_ID = bytes(4)


def is_key_name(name: str) -> bool:
    """Whether a note can carry a name: it is not empty, and has no space, plus sign or control character."""
    return bool(name) and "+" not in name and not any(c.isspace() or ord(c) < _LOWEST_PRINTABLE for c in name)


def base64_text(data: bytes) -> str:
    return b64encode(data).decode()


def canonical_bytes(text: str) -> bytes:
    """The bytes that a text encodes. ValueError if it is not their one canonical base64."""
    try:
        data = b64decode(text, validate=True)
    except (NotBase64, ValueError):
        data = b""
    if not text or base64_text(data) != text:
        raise ValueError(f"{text[:12]}... is not canonical base64")
    return data
