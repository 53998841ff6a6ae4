"""A small PDF writer: pages of text and lines in the fonts that every reader has, measured exactly.

Text is Helvetica in the WinAnsi encoding. The same drawing gives the same bytes: no clock, no random names.
"""

import re
import zlib
from collections.abc import Sequence
from typing import Literal, NamedTuple

from pitboss.errors import InputError

Align = Literal["left", "right", "centre"]
Colour = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""


def _widths(first: int, text: str) -> dict[int, int]:
    return {first + index: int(width) for index, width in enumerate(text.split())}


# Adobe's metrics of the two fonts, in thousandths of the size, from code 32; what WinAnsi leaves open has width 0.
_REGULAR = _widths(
    32,
    """278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278
    584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944
    667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500
    278 556 500 722 500 500 500 334 260 334 584 0 556 0 222 556 333 1000 556 556 333 1000 667 333 1000 0 611 0 0 222
    222 333 333 350 556 1000 333 1000 500 333 944 0 500 667 278 333 556 556 556 556 260 556 333 737 370 556 584 333
    737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 667
    667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556
    889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500""",
)
_BOLD = _widths(
    32,
    """278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333
    584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944
    667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556
    333 611 556 778 556 556 500 389 280 389 584 0 556 0 278 556 500 1000 556 556 333 1000 667 333 1000 0 611 0 0 278
    278 500 500 350 556 1000 333 1000 556 333 944 0 500 667 278 333 556 556 556 556 280 556 333 737 370 556 584 333
    737 333 400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722 667 667
    667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556
    889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 611 584 611 611 611 611 611 556 611 556""",
)


def encoded(text: str) -> bytes:
    """The text in the fonts' encoding; an InputError names a letter that they do not have."""
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError as error:
        letter = text[error.start]
        raise InputError(
            f"the fonts of PDF readers lack {letter!r} in {text[:60]!r}: write HTML and print that"
        ) from None


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text, in points."""
    widths = _BOLD if bold else _REGULAR
    return sum(widths.get(code, 0) for code in encoded(text)) * size / 1000


def wrapped(text: str, size: float, most: float, *, bold: bool = False) -> list[str]:
    """The text in lines of at most this width, broken at spaces; a longer word has a line of its own."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width_of(longer, size, bold=bold) > most:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


_ROUND = 0.5523
"""How far the handles of four curves lie out that together look like a circle."""


class Ink(NamedTuple):
    """How text looks."""

    size: float
    bold: bool = False
    colour: Colour = (0, 0, 0)


class PdfPage:
    """One page. Coordinates are points from the upper left corner, as people read."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._drawn: list[bytes] = []

    def text(self, x: float, y: float, text: str, ink: Ink, align: Align = "left") -> None:
        """A line of text whose baseline lies at `y`; `x` is its left end, right end or centre."""
        wide = width_of(text, ink.size, bold=ink.bold)
        left = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        shown = encoded(text).replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        font = b"/B" if ink.bold else b"/R"
        place = f"{_number(ink.size)} Tf {_colour(ink.colour)} rg {_number(left)} {_number(self.height - y)} Td"
        self._drawn.append(b"BT %s %s (%s) Tj ET" % (font, place.encode(), shown))

    def line(self, left: float, y: float, right: float, thick: float = 0.5, colour: Colour = (0, 0, 0)) -> None:
        """A level line."""
        ends = f"{_number(left)} {_number(self.height - y)} m {_number(right)} {_number(self.height - y)} l S"
        self._drawn.append(f"{_number(thick)} w {_colour(colour)} RG {ends}".encode())

    def outline(self, corners: Sequence[tuple[float, float]], thick: float = 0.5, colour: Colour = (0, 0, 0)) -> None:
        """The closed line through some points."""
        moves = (f"{_number(x)} {_number(self.height - y)}" for x, y in corners)
        path = " l ".join(moves).replace(" l ", " m ", 1) + " l s"
        self._drawn.append(f"{_number(thick)} w {_colour(colour)} RG {path}".encode())

    def circle(self, x: float, y: float, radius: float, thick: float = 0.5, colour: Colour = (0, 0, 0)) -> None:
        """A circle, by its middle."""
        corner, y = radius * _ROUND, self.height - y
        turns = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))
        path = f"{_number(x + radius)} {_number(y)} m"
        for from_x, from_y, to_x, to_y in turns:
            curve = (
                x + from_x * radius + to_x * corner, y + from_y * radius + to_y * corner,
                x + to_x * radius + from_x * corner, y + to_y * radius + from_y * corner,
                x + to_x * radius, y + to_y * radius,
            )  # fmt: skip
            path += f" {' '.join(map(_number, curve))} c"
        self._drawn.append(f"{_number(thick)} w {_colour(colour)} RG {path} s".encode())

    def content(self) -> bytes:
        return b"\n".join(self._drawn)


class Document:
    """Pages of one size, with a title, and keywords for programs."""

    def __init__(self, title: str, width: float, height: float, keywords: str = "") -> None:
        self._title, self._width, self._height, self._keywords = title, width, height, keywords
        self.pages: list[PdfPage] = []

    def page(self) -> PdfPage:
        """A new page at the end."""
        self.pages.append(PdfPage(self._width, self._height))
        return self.pages[-1]

    def __bytes__(self) -> bytes:
        """The whole file."""
        first = 6
        kids = " ".join(f"{first + 2 * index} 0 R" for index in range(len(self.pages)))
        font = b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>"
        keywords = f" /Keywords {_hex_text(self._keywords)}" if self._keywords else ""
        info = f"<< /Title {_hex_text(self._title)} /Producer {_hex_text('pitboss')}{keywords} >>"
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>",
            f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} >>".encode(),
            font % b"Helvetica",
            font % b"Helvetica-Bold",
            info.encode(),
        ]
        for index, page in enumerate(self.pages):
            box = f"[0 0 {_number(page.width)} {_number(page.height)}]"
            fonts = "/Resources << /Font << /R 3 0 R /B 4 0 R >> >>"
            stream = f"/Contents {first + 2 * index + 1} 0 R"
            content = zlib.compress(page.content(), 9)
            objects += [
                f"<< /Type /Page /Parent 2 0 R /MediaBox {box} {fonts} {stream} >>".encode(),
                b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(content), content),
            ]
        return _file(objects)


def _file(objects: list[bytes]) -> bytes:
    """The objects in a row, then the table of where each begins."""
    out, starts = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, 1):
        starts.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % start for start in starts)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\n" % (len(objects) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)


def keywords_of(data: bytes) -> str:
    """The keywords of a file that this module wrote; empty if there are none."""
    found = re.search(rb"/Keywords <feff([0-9a-f]*)>", data)
    return bytes.fromhex(found[1].decode()).decode("utf-16-be") if found else ""


def _hex_text(text: str) -> str:
    """A text for the properties of a document; it does not depend on the fonts."""
    return f"<feff{text.encode('utf-16-be').hex()}>"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _colour(colour: Colour) -> str:
    return " ".join(_number(part / 255) for part in colour)
