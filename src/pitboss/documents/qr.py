"""QR codes (ISO/IEC 18004) for documents: bytes, versions 1 to 25, error correction level M."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from pitboss.errors import InputError

Rows = list[list[int]]
_CHECKS = (10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28)
_BLOCKS = (1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21)
"""By version, from 1: check bytes in a block, and blocks."""
_MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda r, c: (r + c) % 2,
    lambda r, _: r % 2,
    lambda _, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)
_FREE = -1


def qr_rows(text: str) -> Rows:
    """The code as rows of 0 and 1, without its quiet zone. InputError if the text is too long."""
    data = text.encode()
    for version, (checks, blocks) in enumerate(zip(_CHECKS, _BLOCKS, strict=True), 1):
        words = _words(version)
        room = words - checks * blocks
        if room >= len(data) + (2 if version < 10 else 3):
            bits = list(_bits(_interleaved(_padded(data, version, room), checks, blocks)))
            frame = _frame(version)
            places = list(_places(frame))
            return min((_masked(frame, places, bits, mask) for mask in range(8)), key=_price)
    raise InputError(f"{len(data)} bytes do not fit into a code")


def _words(version: int) -> int:
    """The bytes that a version holds, check bytes included."""
    size = 17 + 4 * version
    near = version // 7 + 2 if version > 1 else 0
    taken = 192 + 31 + 2 * (size - 16) + (36 if version >= 7 else 0)
    if near:
        taken += 25 * (near * near - 3) - 10 * (near - 2)
    return (size * size - taken) // 8


def _padded(data: bytes, version: int, room: int) -> bytes:
    length = f"{len(data):0{8 if version < 10 else 16}b}"
    bits = f"0100{length}{''.join(f'{byte:08b}' for byte in data)}0000"
    made = bytes(int(bits[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(bits), 8))
    return made[:room] + bytes((0xEC, 0x11)[at % 2] for at in range(room - len(made)))


def _interleaved(data: bytes, checks: int, blocks: int) -> Iterator[int]:
    short, longer = divmod(len(data), blocks)
    parts, at = [], 0
    for block in range(blocks):
        size = short + (block >= blocks - longer)
        parts.append(data[at : at + size])
        at += size
    for woven in (parts, [_check_bytes(part, checks) for part in parts]):
        for column in zip_longest(*woven):
            yield from (byte for byte in column if byte is not None)


def _times(a: int, b: int) -> int:
    """The product in the field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1."""
    found = 0
    for bit in range(7, -1, -1):
        found = (found << 1) ^ (0x11D if found & 128 else 0)
        found ^= a if b >> bit & 1 else 0
    return found


def _check_bytes(data: bytes, number: int) -> bytes:
    """The Reed-Solomon check bytes of a block."""
    divisor, root = [1], 1
    for _ in range(number):
        longer = [*divisor, 0]
        for at, term in enumerate(divisor):
            longer[at + 1] ^= _times(term, root)
        divisor, root = longer, _times(root, 2)
    rest = [0] * number
    for byte in data:
        lead = byte ^ rest.pop(0)
        rest.append(0)
        rest = [term ^ _times(divisor[at + 1], lead) for at, term in enumerate(rest)]
    return bytes(rest)


def _bits(words: Iterator[int]) -> Iterator[int]:
    for word in words:
        yield from (word >> bit & 1 for bit in range(7, -1, -1))


def _centres(version: int) -> list[int]:
    """The rows and columns of the centres of alignment patterns."""
    if version == 1:
        return []
    number = version // 7 + 2
    step = (version * 4 + 4 + number * 2 - 3) // (number * 2 - 2) * 2
    return [6, *(4 * version + 10 - step * at for at in range(number - 2, -1, -1))]


def _frame(version: int) -> Rows:
    """Everything but the data; places for the format are taken."""
    size = 17 + 4 * version
    rows = [[_FREE] * size for _ in range(size)]

    def square(row: int, column: int, reach: int, light: Sequence[int]) -> None:
        for r in range(max(0, row - reach), min(size, row + reach + 1)):
            for c in range(max(0, column - reach), min(size, column + reach + 1)):
                rows[r][c] = int(max(abs(r - row), abs(c - column)) not in light)

    for row, column in ((3, 3), (3, size - 4), (size - 4, 3)):
        square(row, column, 4, (2, 4))
    centres = _centres(version)
    for row in centres:
        for column in centres:
            if rows[row][column] == _FREE:
                square(row, column, 2, (1,))
    if version >= 7:
        word = version << 12 | _remainder(version << 12, 0x1F25, 12)
        for at in range(18):
            near, far = at // 3, size - 11 + at % 3
            rows[near][far] = rows[far][near] = word >> at & 1
    for at in range(8, size - 8):
        rows[6][at] = rows[at][6] = 1 - at % 2
    _write_format(rows, 0)
    return rows


def _remainder(value: int, divisor: int, degree: int) -> int:
    while value.bit_length() > degree:
        value ^= divisor << (value.bit_length() - degree - 1)
    return value


def _write_format(rows: Rows, mask: int) -> None:
    """The level M is 0, so the format is the mask with its check bits."""
    size, bits = len(rows), (mask << 10 | _remainder(mask << 10, 0x537, 10)) ^ 0x5412
    for at in range(15):
        along = at if at < 6 else at + 1 if at < 8 else size - 15 + at
        across = size - 1 - at if at < 8 else 7 if at == 8 else 14 - at
        rows[along][8] = rows[8][across] = bits >> at & 1
    rows[size - 8][8] = 1


def _places(rows: Rows) -> Iterator[tuple[int, int]]:
    """The places of the data: pairs of columns from the right, up and down by turns, past the timing column."""
    size, up = len(rows), True
    for pair in range(size - 1, 0, -2):
        right = pair if pair > 6 else pair - 1
        for step in range(size):
            row = size - 1 - step if up else step
            yield from ((row, column) for column in (right, right - 1) if rows[row][column] == _FREE)
        up = not up


def _masked(frame: Rows, places: Sequence[tuple[int, int]], bits: Sequence[int], mask: int) -> Rows:
    rows, flips = [list(row) for row in frame], _MASKS[mask]
    for at, (row, column) in enumerate(places):
        rows[row][column] = (bits[at] if at < len(bits) else 0) ^ (flips(row, column) == 0)
    _write_format(rows, mask)
    return rows


def _price(rows: Rows) -> int:
    """How hard a code is to read: long runs, and light and dark out of balance."""
    size, runs = len(rows), 0
    for line in (*rows, *map(list, zip(*rows, strict=True))):
        text = "".join(map(str, line))
        runs += sum(len(run) - 2 for part in text.split("0") for run in [part] if len(run) >= 5)
        runs += sum(len(run) - 2 for part in text.split("1") for run in [part] if len(run) >= 5)
    dark = sum(map(sum, rows))
    return runs + 10 * abs(dark * 20 // (size * size) - 10)
