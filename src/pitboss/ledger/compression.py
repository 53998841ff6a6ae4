"""Compression of short texts by Zstandard, with a dictionary of what every ledger repeats.

A dictionary is data of the package, `dictionaries/NUMBER.zst-dict`. Ledgers cannot be read without it, so one that was
released is never changed: a better one gets the next number. `tools/dictionary.py` makes it.
"""

from hashlib import sha256
from importlib.resources import files
from threading import Lock

import zstandard

from pitboss.errors import PitbossError

NEWEST = 1
DIGESTS = {1: "ffe562fad81d7fbb37785900192485640dc6d0b7c028454e7bd6bb85c00daec3"}
"""The SHA-256 of each dictionary."""
_COMMONEST, _BEGINNING, _END = 20_000, b'{"at":\x04', b'"v":1}'
"""How many bytes at the end of dictionary 1 are texts that stand whole, and how each of them begins and ends."""
MOST = 100_000
"""The longest text, in bytes, that is compressed; damaged bytes give no longer one."""
LEVEL = 11
_FORMAT = zstandard.FORMAT_ZSTD1_MAGICLESS
_FRAME = b"\x00\x38"
"""How a frame begins that says nothing of its size or dictionary, and whose text is within 128 kB."""
_LAST_BLOCK = 0b101
"""The low bits of a block's three bytes: it is the last one, and compressed. The others are its size."""


def _whole_texts(data: bytes) -> tuple[bytes, ...]:
    """The texts that stand whole at the end of a dictionary."""
    begun = [_BEGINNING + text for text in data[-_COMMONEST:].split(_BEGINNING)[1:]]
    return tuple([text for text in begun if text.endswith(_END)])


def compress(text: bytes) -> bytes:
    """The compressed text, without what every frame repeats; empty if the frame differs in that from others."""
    with _IN_USE:
        frame = _COMPRESSOR.compress(text)
    block = frame[5:]
    return block if frame[2:5] == _head(block) else b""


def decompress(number: int, block: bytes) -> bytes:
    """The text that was compressed. ValueError if none was, or if this version has no such dictionary."""
    if number not in _DECOMPRESSORS:
        raise ValueError(f"it is packed by dictionary {number}, which this version of pitboss does not have")
    try:
        with _IN_USE:
            return _DECOMPRESSORS[number].decompress(_FRAME + _head(block) + block, max_output_size=MOST)
    except (zstandard.ZstdError, OverflowError):
        raise ValueError("its packed body is damaged") from None


def _head(block: bytes) -> bytes:
    return (len(block) << 3 | _LAST_BLOCK).to_bytes(3, "little")


def _data(number: int) -> bytes:
    file = files("pitboss.ledger").joinpath("dictionaries", f"{number}.zst-dict")
    data = file.read_bytes()
    if sha256(data).hexdigest() != DIGESTS[number]:
        raise PitbossError(f"{file} was changed, and ledgers are read by it: install pitboss again")
    return data


def _compressor(dictionary: zstandard.ZstdCompressionDict) -> zstandard.ZstdCompressor:
    parameters = zstandard.ZstdCompressionParameters.from_level(
        LEVEL, source_size=1000, dict_size=len(dictionary), format=_FORMAT,
        write_content_size=False, write_checksum=False, write_dict_id=False,
    )  # fmt: skip
    dictionary.precompute_compress(compression_params=parameters)
    return zstandard.ZstdCompressor(dict_data=dictionary, compression_params=parameters)


_IN_USE = Lock()
"""A compressor or decompressor does one thing at a time."""
_DICTIONARIES = {number: _data(number) for number in DIGESTS}
_COMPRESSOR = _compressor(zstandard.ZstdCompressionDict(_DICTIONARIES[NEWEST]))
_DECOMPRESSORS = {
    number: zstandard.ZstdDecompressor(zstandard.ZstdCompressionDict(data), format=_FORMAT)
    for number, data in _DICTIONARIES.items()
}
WHOLE_TEXTS = _whole_texts(_DICTIONARIES[1])
"""What is written most: dictionary 1 ends with these texts. Their numbers are in ledgers, so they never change."""
