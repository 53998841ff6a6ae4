"""The shuffle once more, from its description alone: ChaCha20 in plain integers, cards as texts, a deck built here."""

from collections.abc import Iterator

Words = list[int]


def _turn(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) & 0xFFFFFFFF


def _quarter_round(x: Words, a: int, b: int, c: int, d: int) -> None:
    for left, right, moved, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[left] = (x[left] + x[right]) & 0xFFFFFFFF
        x[moved] = _turn(x[moved] ^ x[left], by)


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """RFC 8439, section 2.3: one block of 64 bytes."""
    text = b"expand 32-byte k" + key + counter.to_bytes(4, "little") + nonce
    start = [int.from_bytes(text[at : at + 4], "little") for at in range(0, 64, 4)]
    x = list(start)
    for _ in range(10):
        for column in range(4):
            _quarter_round(x, column, column + 4, column + 8, column + 12)
        for column in range(4):
            _quarter_round(x, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return b"".join(((a + b) & 0xFFFFFFFF).to_bytes(4, "little") for a, b in zip(x, start, strict=True))


def _bytes(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from chacha20_block(seed, counter, bytes(12))
        counter += 1


def shuffled_texts(seed: bytes) -> list[str]:
    """The deck from the top, by steps 1 to 4 of the description."""
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    source = _bytes(seed)
    taken: list[str] = []
    for n in range(52, 1, -1):
        byte = next(source)
        while byte >= 256 // n * n:
            byte = next(source)
        # What lies last fills the gap of the card that goes to place n - 1.
        card, deck[byte % n] = deck[byte % n], deck[n - 1]
        taken.append(card)
        deck.pop()
    return [*deck, *reversed(taken)]
