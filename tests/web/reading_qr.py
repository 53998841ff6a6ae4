"""Reads a QR code as a scanner does, from its modules alone; written from the standard, apart from the encoder."""

from collections.abc import Callable

Rows = list[list[int]]
LEVEL_M = {1: (10, 1, 16), 2: (16, 1, 28), 3: (26, 1, 44), 4: (18, 2, 32), 5: (24, 2, 43), 6: (16, 4, 27)}
"""By version: check bytes in a block, blocks, data bytes in a block (ISO/IEC 18004, table 9)."""
FORMATS = {
    0b101010000010010: 0, 0b101000100100101: 1, 0b101111001111100: 2, 0b101101101001011: 3,
    0b100010111111001: 4, 0b100000011001110: 5, 0b100111110010111: 6, 0b100101010100000: 7,
}  # fmt: skip
"""The eight formats of level M as the standard tabulates them (annex C), and their masks."""
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _: i % 2 == 0,
    lambda _, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
)
FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]


def read_qr(rows: Rows) -> tuple[str, int, int]:
    """The text, the version and the mask; an AssertionError where a scanner would have to correct anything."""
    size = len(rows)
    version = (size - 17) // 4
    assert all(len(row) == size for row in rows)
    mask = _mask(rows, size)
    taken = _function_modules(rows, size, version)
    bits = [
        rows[i][j] ^ MASKS[mask](i, j)
        for i, j in _zigzag(size)
        if (i, j) not in taken
    ]  # fmt: skip
    checks, blocks, each = LEVEL_M[version]
    number = blocks * (each + checks)
    words = [int("".join(map(str, bits[8 * n : 8 * n + 8])), 2) for n in range(number)]
    assert not any(bits[8 * number :]), "remainder bits"
    data: list[int] = []
    for block in range(blocks):
        own = words[block : each * blocks : blocks]
        _check(own + words[each * blocks + block :: blocks], checks)
        data += own
    stream = "".join(f"{word:08b}" for word in data)
    assert stream[:4] == "0100", "not bytes"
    length = int(stream[4:12], 2)
    body = stream[12 : 12 + 8 * length]
    assert stream[12 + 8 * length :].startswith("0000"[: len(stream) - 12 - 8 * length]), "no terminator"
    return bytes(int(body[n : n + 8], 2) for n in range(0, len(body), 8)).decode(), version, mask


def _mask(rows: Rows, size: int) -> int:
    """Both copies of the format, highest bit first."""
    beside = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    split = [(size - 1 - n, 8) for n in range(7)] + [(8, size - 8 + n) for n in range(8)]
    first, second = (int("".join(str(rows[i][j]) for i, j in places), 2) for places in (beside, split))
    assert first == second
    return FORMATS[first]


def _function_modules(rows: Rows, size: int, version: int) -> set[tuple[int, int]]:
    taken = set()
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        assert ["".join(map(str, rows[top + i][left : left + 7])) for i in range(7)] == FINDER
        around = [(top + i, left + j) for i in range(-1, 8) for j in range(-1, 8)]
        inside = [(i, j) for i, j in around if 0 <= i < size and 0 <= j < size]
        quiet = [(i, j) for i, j in inside if not (top <= i < top + 7 and left <= j < left + 7)]
        assert not any(rows[i][j] for i, j in quiet), "separator"
        taken |= set(inside)
    for n in range(8, size - 8):
        assert rows[6][n] == rows[n][6] == 1 - n % 2, "timing"
        taken |= {(6, n), (n, 6)}
    if version > 1:
        centre = size - 7
        assert ["".join(map(str, rows[centre + i][centre - 2 : centre + 3])) for i in range(-2, 3)] == [
            "11111", "10001", "10101", "10001", "11111",
        ]  # fmt: skip
        taken |= {(centre + i, centre + j) for i in range(-2, 3) for j in range(-2, 3)}
    assert rows[size - 8][8] == 1, "dark module"
    taken |= {(8, n) for n in range(9)} | {(n, 8) for n in range(9)}
    return taken | {(8, size - 1 - n) for n in range(8)} | {(size - 1 - n, 8) for n in range(8)}


def _zigzag(size: int) -> list[tuple[int, int]]:
    columns = [n for n in range(size - 1, -1, -1) if n != 6]
    order = []
    for turn, start in enumerate(range(0, len(columns), 2)):
        lines = range(size) if turn % 2 else range(size - 1, -1, -1)
        order += [(i, j) for i in lines for j in columns[start : start + 2]]
    return order


def _check(block: list[int], checks: int) -> None:
    """A block without error has the roots 2^0, 2^1, …"""
    root = 1
    for _ in range(checks):
        value = 0
        for word in block:
            value = _times(value, root) ^ word
        assert value == 0, "check bytes"
        root = _times(root, 2)


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = (a << 1) ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product
