"""Reads a QR code as a scanner does, from its modules alone; written from the standard, apart from the encoder."""

from collections.abc import Callable

Rows = list[list[int]]
LEVEL_M = {
    1: (10, 1, 26), 2: (16, 1, 44), 3: (26, 1, 70), 4: (18, 2, 100), 5: (24, 2, 134), 6: (16, 4, 172), 7: (18, 4, 196),
    8: (22, 4, 242), 9: (22, 5, 292), 10: (26, 5, 346), 11: (30, 5, 404), 12: (22, 8, 466), 13: (22, 9, 532),
    14: (24, 9, 581), 15: (24, 10, 655), 16: (28, 10, 733), 17: (28, 11, 815), 18: (26, 13, 901), 19: (26, 14, 991),
    20: (26, 16, 1085), 21: (26, 17, 1156), 22: (28, 17, 1258), 23: (28, 18, 1364), 24: (28, 20, 1474),
    25: (28, 21, 1588),
}  # fmt: skip
"""By version: check bytes in a block, blocks, words in all (ISO/IEC 18004, tables 1 and 9)."""
CENTRES = {
    1: (), 2: (6, 18), 3: (6, 22), 4: (6, 26), 5: (6, 30), 6: (6, 34), 7: (6, 22, 38), 8: (6, 24, 42), 9: (6, 26, 46),
    10: (6, 28, 50), 11: (6, 30, 54), 12: (6, 32, 58), 13: (6, 34, 62), 14: (6, 26, 46, 66), 15: (6, 26, 48, 70),
    16: (6, 26, 50, 74), 17: (6, 30, 54, 78), 18: (6, 30, 56, 82), 19: (6, 30, 58, 86), 20: (6, 34, 62, 90),
    21: (6, 28, 50, 72, 94), 22: (6, 26, 50, 74, 98), 23: (6, 30, 54, 78, 102), 24: (6, 28, 54, 80, 106),
    25: (6, 32, 58, 84, 110),
}  # fmt: skip
"""Rows and columns of the centres of alignment patterns (annex E)."""
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
    checks, blocks, number = LEVEL_M[version]
    words = [int("".join(map(str, bits[8 * n : 8 * n + 8])), 2) for n in range(number)]
    assert not any(bits[8 * number :]), "remainder bits"
    short, longer = divmod(number - blocks * checks, blocks)
    data: list[int] = []
    own = [[words[n + block] for n in range(0, short * blocks, blocks)] for block in range(blocks)]
    at = short * blocks
    for block in range(blocks - longer, blocks):
        own[block].append(words[at])
        at += 1
    for block, read in enumerate(own):
        _check(read + words[at + block :: blocks], checks)
        data += read
    stream = "".join(f"{word:08b}" for word in data)
    assert stream[:4] == "0100", "not bytes"
    start = 12 if version < 10 else 20
    length = int(stream[4:start], 2)
    body = stream[start : start + 8 * length]
    assert stream[start + 8 * length :].startswith("0000"[: len(stream) - start - 8 * length]), "no terminator"
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
    for row in CENTRES[version]:
        for column in CENTRES[version]:
            if (row, column) in ((6, 6), (6, size - 7), (size - 7, 6)):
                continue
            assert ["".join(map(str, rows[row + i][column - 2 : column + 3])) for i in range(-2, 3)] == [
                "11111", "10001", "10101", "10001", "11111",
            ]  # fmt: skip
            taken |= {(row + i, column + j) for i in range(-2, 3) for j in range(-2, 3)}
    if version >= 7:
        places = [(n // 3, size - 11 + n % 3) for n in range(18)]
        said = sum(rows[i][j] << n for n, (i, j) in enumerate(places))
        assert said == sum(rows[j][i] << n for n, (i, j) in enumerate(places))
        assert said >> 12 == version, "version"
        taken |= {*places, *((j, i) for i, j in places)}
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
