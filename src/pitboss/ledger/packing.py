"""Packing: the body of an entry in a fraction of its bytes, and back, to the byte.

A packed body is its form, the number of bytes beside the text, these bytes, and the compressed text. The form is the
number of the dictionary: later versions can have another one and still read what this one packed.
"""

from collections.abc import Callable

from pitboss.ledger.compression import MOST, NEWEST, compress, decompress
from pitboss.ledger.shorthand import Place, restore, shorten

PLAIN = b"\x00"
"""The form of a body that is stored as it is: one that is very long, or would not come back exactly."""
_CONTROL = bytes(range(32))


def pack(body: bytes, place: Place, person: int | None, name: Callable[[int], str]) -> bytes:
    """The packed body. `person` is the number of who made the entry, if the ledger has one for `name`."""
    if len(body) <= MOST and len(body.translate(None, _CONTROL)) == len(body):
        text, beside = shorten(body, place, person)
        block = compress(text)
        if block and len(beside) < 256:
            packed = bytes((NEWEST, len(beside))) + beside + block
            if unpack(packed, place, name) == body:
                return packed
    return PLAIN + body


def unpack(packed: bytes, place: Place, name: Callable[[int], str]) -> bytes:
    """The body that was packed. ValueError if none was packed to these bytes."""
    if packed[:1] == PLAIN:
        return packed[1:]
    if len(packed) < 3:
        raise ValueError("it is too short")
    start = 2 + packed[1]
    return restore(decompress(packed[0], packed[start:]), packed[2:start], place, name)
