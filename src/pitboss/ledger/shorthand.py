"""Shorthand: what a body need not say at length. Control characters, which no canonical body has, stand for it.

What the row holds besides the body is left out: the stream, the number, the hash before. What is random is written as
it is, beside the text: a hash as 32 bytes instead of 64 digits. A card is one letter. Each text is put back where it
stood, so nothing here depends on what an entry means.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pitboss.ledger.entry import canonical

_PREV, _SEQ, _STREAM, _TIME, _BY, _BOX, _UUID, _DIGITS, _HASH, _CARDS = (bytes([code]) for code in range(1, 11))
_SINCE = 1_577_836_800_000
"""2020 in milliseconds: from then on until 2054 a moment takes five bytes."""
_IS_TIME = re.compile(rb'\{"at":([1-9][0-9]{12}),').match
_IS_BOX = re.compile(rb'"command":"box ([1-9]) ').search
_IS_BY = re.compile(rb'"by":"([^"\\]{1,200})"').search
_IS_DIGITS = re.compile(rb'"id":"([0-9a-f]{32})"').search
_IS_UUID = re.compile(rb'"id":"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"').search
_IS_HASH = re.compile(rb'"(commitment|salt)":"([0-9a-f]{64})"')
_ARE_CARDS = re.compile(rb'\["[2-9TJQKA][cdhs]"(?:,"[2-9TJQKA][cdhs]")*\]')
_ARE_LETTERS = re.compile(rb"\x0a([A-Za-z]+)")
_DECK = [f"{rank}{suit}".encode() for rank in "23456789TJQKA" for suit in "cdhs"]
_CARD_OF = dict(zip(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", _DECK, strict=True))
_LETTER_OF = {card: bytes([letter]) for letter, card in _CARD_OF.items()}


class Place(NamedTuple):
    """What the row of an entry holds besides its body."""

    stream: str
    seq: int
    prev: bytes


def person_of(body: bytes) -> str:
    """Who made an entry, if a number can stand for the name; else nothing."""
    found = _IS_BY(body)
    return found[1].decode() if found else ""


def shorten(body: bytes, place: Place, person: int | None) -> tuple[bytes, bytes]:
    """The text in shorthand, and the bytes beside it. `person` is the number of who made the entry."""
    text, beside = body, b""
    for marker, known in _known(place):
        text = text.replace(known, marker, 1)
    if (found := _IS_TIME(text)) and (since := int(found[1]) - _SINCE) >> 40 == 0:
        text, beside = b'{"at":' + _TIME + text[19:], since.to_bytes(5)
    if person is not None and (found := _IS_BY(text)):
        text, beside = _put(text, found, b'"by":' + _BY), beside + _written(person)
    if found := _IS_BOX(text):
        text = _put(text, found, b'"command":"box ' + _BOX + b" ").replace(b'"box":%b,' % found[1], b'"box":' + _BOX)
        beside += found[1]
    if found := _IS_UUID(text):
        text, beside = _put(text, found, b'"id":' + _UUID), beside + bytes.fromhex(found[1].replace(b"-", b"").decode())
    elif found := _IS_DIGITS(text):
        text, beside = _put(text, found, b'"id":' + _DIGITS), beside + bytes.fromhex(found[1].decode())
    if b'"shuffle":' in text:
        beside += b"".join([bytes.fromhex(digits.decode()) for _, digits in _IS_HASH.findall(text)])
        text = _IS_HASH.sub(rb'"\1":' + _HASH, text)
    return _ARE_CARDS.sub(_letters, text) if b'["' in text else text, beside


def restore(text: bytes, beside: bytes, place: Place, name: Callable[[int], str]) -> bytes:
    """The body that was shortened. Whatever else it is given, it returns another body or raises ValueError."""
    for mark, known in _known(place):
        text = text.replace(mark, known, 1)
    if _TIME in text:
        text, beside = text.replace(_TIME, b"%d" % (int.from_bytes(beside[:5]) + _SINCE), 1), beside[5:]
    if _BY in text:
        number, beside = _read(beside)
        text = text.replace(_BY, b'"%b"' % name(number).encode(), 1)
    if _BOX in text:
        box, beside = beside[:1], beside[1:]
        text = text.replace(b"box " + _BOX, b"box " + box, 1).replace(_BOX, box + b",")
    if _UUID in text:
        text, beside = text.replace(_UUID, _dashed(beside[:16].hex()), 1), beside[16:]
    elif _DIGITS in text:
        text, beside = text.replace(_DIGITS, b'"%b"' % beside[:16].hex().encode(), 1), beside[16:]
    while _HASH in text:
        text, beside = text.replace(_HASH, b'"%b"' % beside[:32].hex().encode(), 1), beside[32:]
    if beside:
        raise ValueError("more stands beside its text than was left out of it")
    return _ARE_LETTERS.sub(_cards, text) if _CARDS in text else text


def _known(place: Place) -> tuple[tuple[bytes, bytes], ...]:
    """What the row holds, as the body says it."""
    return (
        (_PREV, b'"prev":"%b",' % place.prev.hex().encode()),
        (_SEQ, b'"seq":%d,' % place.seq),
        (_STREAM, _stream(place.stream)),
    )


@lru_cache(1024)
def _stream(name: str) -> bytes:
    return b'"stream":%b,' % canonical({"": name})[4:-1]


def _put(text: bytes, found: re.Match[bytes], shorter: bytes) -> bytes:
    """The text with something shorter in the place of what was found."""
    return text[: found.start()] + shorter + text[found.end() :]


def _letters(found: re.Match[bytes]) -> bytes:
    return _CARDS + b"".join([_LETTER_OF[card] for card in found[0][2:-2].split(b'","')])


def _cards(found: re.Match[bytes]) -> bytes:
    return b'["%b"]' % b'","'.join([_CARD_OF[letter] for letter in found[1]])


def _dashed(digits: str) -> bytes:
    return f'"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"'.encode()


def _written(number: int) -> bytes:
    """A number in as few bytes as it needs, seven bits in each."""
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + _written(number // 128)


def _read(beside: bytes) -> tuple[int, bytes]:
    """The number at the beginning, and the bytes after it."""
    number = 0
    for place, byte in enumerate(beside):
        number |= (byte & 127) << 7 * place
        if byte < 128:
            return number, beside[place + 1 :]
    raise ValueError("a number beside its text does not end")
