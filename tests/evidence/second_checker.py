"""A second checker of notes, cosignatures and Merkle proofs, written from the specifications alone.

It shares no code with the product: Ed25519 is the arithmetic of RFC 8032, trees are the recursive definitions of RFC
6962, and notes are cut by hand. ML-DSA-44 is checked by the package `cryptography` over a message that is built here.
"""

from base64 import b64decode
from collections.abc import Sequence
from hashlib import sha256, sha512

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE_Y = 4 * pow(5, -1, P) % P
Point = tuple[int, int, int, int]


def _added(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Point) -> Point:
    made: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            made = _added(made, point)
        point, number = _added(point, point), number >> 1
    return made


def _point(data: bytes) -> Point | None:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


_BASE = _point(BASE_Y.to_bytes(32, "little"))


def ed25519_holds(public: bytes, message: bytes, signature: bytes) -> bool:
    if len(signature) != 64 or len(public) != 32 or _BASE is None:
        return False
    key, r, s = _point(public), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= ORDER:
        return False
    h = int.from_bytes(sha512(signature[:32] + public + message).digest(), "little") % ORDER
    left, right = _times(s, _BASE), _added(r, _times(h, key))
    return (left[0] * right[2] - right[0] * left[2]) % P == (left[1] * right[2] - right[1] * left[2]) % P == 0


def root(leaves: Sequence[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, over leaf hashes."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256(b"").digest()
    k = _split(len(leaves))
    return sha256(b"\x01" + root(leaves[:k]) + root(leaves[k:])).digest()


def inclusion(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    k = _split(len(leaves))
    return [*inclusion(m, leaves[:k]), root(leaves[k:])] if m < k else [*inclusion(m - k, leaves[k:]), root(leaves[:k])]


def consistency(m: int, leaves: Sequence[bytes], *, whole: bool = True) -> list[bytes]:
    """PROOF of RFC 6962, 2.1.2."""
    if m == len(leaves):
        return [] if whole else [root(leaves)]
    k = _split(len(leaves))
    if m <= k:
        return [*consistency(m, leaves[:k], whole=whole), root(leaves[k:])]
    return [*consistency(m - k, leaves[k:], whole=False), root(leaves[:k])]


def _split(number: int) -> int:
    k = 1
    while k * 2 < number:
        k *= 2
    return k


def note_holds(note: bytes, vkey: str) -> bool:
    """Whether the key of a verifier key signed a note: kinds 1, 4 and 6; every line of this key must hold."""
    name, number, data = vkey.split("+", 2)
    kind, public = b64decode(data)[0], b64decode(data)[1:]
    if sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4].hex() != number:
        return False
    at = note.rindex(b"\n\n")
    text, lines = note[: at + 1], note[at + 2 :]
    found = []
    for line in lines.decode().splitlines():
        dash, who, signature = line.split(" ")
        raw = b64decode(signature)
        if dash == "\u2014" and who == name and raw[:4].hex() == number:
            found.append(_signature_holds(kind, public, name, text, raw[4:]))
    return bool(found) and all(found)


def _signature_holds(kind: int, public: bytes, name: str, text: bytes, signature: bytes) -> bool:
    if kind == 1:
        return ed25519_holds(public, text, signature)
    stamp, signature = signature[:8], signature[8:]
    if kind == 4:
        return ed25519_holds(public, b"cosignature/v1\ntime %d\n" % int.from_bytes(stamp, "big") + text, signature)
    origin, size, hash_ = text.split(b"\n")[:3]
    message = b"subtree/v1\n\x00" + bytes([len(name)]) + name.encode() + stamp + bytes([len(origin)]) + origin
    message += (0).to_bytes(8, "big") + int(size).to_bytes(8, "big") + b64decode(hash_)
    try:
        MLDSA44PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True
