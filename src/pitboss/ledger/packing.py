"""Packing: the body of an entry in a fraction of its bytes, and back, to the byte.

A packed body is its form, the number of bytes beside the text, these bytes, and the compressed text. The form is the
number of the dictionary: later versions can have another one and still read what this one packed. A text that stands
whole in dictionary 1 needs only its number there, in place of the number of bytes: these follow to the end.
"""

from collections.abc import Callable
from functools import lru_cache

from pitboss.ledger.compression import MOST, NEWEST, WHOLE_TEXTS, compress, decompress
from pitboss.ledger.shorthand import Place, restore, shorten

PLAIN = b"\x00"
"""The form of a body that is stored as it is: one that is very long, or would not come back exactly."""
WHOLE = b"\x02"
"""The form of a body whose text stands whole in dictionary 1."""
_NUMBERS = {text: number for number, text in enumerate(WHOLE_TEXTS)}
_CONTROL = bytes(range(32))
_REPEATED = 1000
"""The length of texts that are kept compressed: what is written most says the same again and again."""


def pack(body: bytes, place: Place, person: int | None, name: Callable[[int], str]) -> bytes:
    """The packed body. `person` is the number of who made the entry, if the ledger has one for `name`."""
    if len(body) <= MOST and len(body.translate(None, _CONTROL)) == len(body):
        text, beside = shorten(body, place, person)
        if (number := _NUMBERS.get(text)) is not None and restore(text, beside, place, name) == body:
            return WHOLE + bytes((number,)) + beside
        block = _repeated(text) if len(text) <= _REPEATED else _block(text)
        if block and len(beside) < 256 and restore(text, beside, place, name) == body:
            return bytes((NEWEST, len(beside))) + beside + block
    return PLAIN + body


def _block(text: bytes) -> bytes:
    """The compressed text; empty if it would not come back."""
    block = compress(text)
    return block if block and decompress(NEWEST, block) == text else b""


_repeated = lru_cache(1024)(_block)


def unpack(packed: bytes, place: Place, name: Callable[[int], str]) -> bytes:
    """The body that was packed. ValueError if none was packed to these bytes."""
    if packed[:1] == PLAIN:
        return packed[1:]
    if len(packed) < 3:
        raise ValueError("it is too short")
    if packed[:1] == WHOLE:
        if packed[1] >= len(WHOLE_TEXTS):
            raise ValueError(f"it names text {packed[1]}, which this version of pitboss does not have")
        return restore(WHOLE_TEXTS[packed[1]], packed[2:], place, name)
    start = 2 + packed[1]
    return restore(decompress(packed[0], packed[start:]), packed[2:start], place, name)
