"""Fair shuffles: the order of a deck from a seed alone, and the commitment that is published before bets open.

Anybody can redo a shuffle:

1. The keystream is ChaCha20 (RFC 8439) with the 32-byte seed as key, counter 0 and a nonce of 12 zero bytes.
2. The cards lie in the order of a new deck: clubs, diamonds, hearts, spades, each from two to ace.
3. For n = 52, 51, … 2: read bytes of the keystream, one at a time, until one is below the greatest multiple of n that
   is at most 256. Its remainder by n is a place from 0; the cards at that place and at place n - 1 change places.
4. Place 0 is the top.

A commitment is the SHA-256, in hex, of the line `pitboss deck 1`, a line feed, 32 bytes of salt, and the order from the
top as text (`As Kd … 2c`). The salt of a house shuffle is its seed; an order that was scanned has a salt of its own.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import compare_digest

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from pitboss.cards import DECK, Card, show_cards
from pitboss.errors import LedgerBroken

SEED_BYTES = 32
"""256 bits: more than the 226 that name every order of 52 cards."""
_BLOCK = bytes(64)
_DOMAIN = b"pitboss deck 1\n"


def shuffled(seed: bytes) -> tuple[Card, ...]:
    """The deck from the top that a seed makes: each of the 52! orders is equally likely if the seed is random.

    It depends on the seed alone, and the same seed always makes the same order.
    """
    cards, stream = list(DECK), keystream(seed)
    for last in range(len(cards) - 1, 0, -1):
        place = _below(last + 1, stream)
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def keystream(seed: bytes) -> Iterator[int]:
    """The bytes of ChaCha20 under a seed; practically endless."""
    _check_length(seed)
    # The algorithm takes the counter and the nonce as one; all of it is zero, because a key is used once.
    cipher = Cipher(ChaCha20(seed, bytes(16)), mode=None).encryptor()
    while True:
        yield from cipher.update(_BLOCK)


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number below `bound`, each equally likely: bytes that would favour some numbers are skipped."""
    limit = 256 - 256 % bound
    while (byte := next(stream)) >= limit:
        pass
    return byte % bound


def commitment(salt: bytes, order: Sequence[Card]) -> str:
    """What is published before bets open: it binds the house to the order, and reveals nothing about it."""
    _check_length(salt)
    return sha256(_DOMAIN + salt + show_cards(order).encode()).hexdigest()


def check_opening(published: str, salt: bytes, order: Sequence[Card], by_seed: bool) -> None:
    """Raises LedgerBroken unless an opened order matches its commitment and, if it is `by_seed`, its seed."""
    if len(salt) != SEED_BYTES:
        raise LedgerBroken(f"the opened salt has {len(salt)} bytes; a salt has {SEED_BYTES}")
    if not compare_digest(published.encode(), commitment(salt, order).encode()):
        raise LedgerBroken("the opened salt and order do not make the commitment that was published before the bets")
    if by_seed and shuffled(salt) != tuple(order):
        raise LedgerBroken("the published order is not the one that its seed makes")


def _check_length(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed or salt has {SEED_BYTES} bytes, not {len(seed)}")
