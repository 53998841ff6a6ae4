"""Reads back what the PDF writer wrote, strictly: every offset, length and name is followed, nothing is guessed."""

import re
import zlib
from typing import NamedTuple

_TEXT = re.compile(rb"BT /([BR]) ([\d.]+) Tf [\d. ]+ rg (-?[\d.]+) (-?[\d.]+) Td \(((?:[^\\()]|\\.)*)\) Tj ET")
_LINE = re.compile(rb"[\d.]+ w [\d. ]+ RG (-?[\d.]+) (-?[\d.]+) m (-?[\d.]+) (-?[\d.]+) l S")
_OUTLINE = re.compile(rb"[\d.]+ w [\d. ]+ RG -?[\d.]+ -?[\d.]+ m(?: -?[\d.]+ -?[\d.]+ l)+ s")
_CIRCLE = re.compile(rb"[\d.]+ w [\d. ]+ RG -?[\d.]+ -?[\d.]+ m(?:(?: -?[\d.]+){6} c){4} s")


class TableFrame(NamedTuple):
    """A text on a page: where its left end lies, from the lower left corner."""

    text: str
    x: float
    y: float
    size: float
    bold: bool


class ReadPage(NamedTuple):
    width: float
    height: float
    texts: tuple[TableFrame, ...]
    lines: int
    outlines: int = 0
    circles: int = 0


def objects_of(data: bytes) -> dict[int, bytes]:
    """Every object, found through the table at the end."""
    assert data.startswith(b"%PDF-1.")
    tail = re.search(rb"startxref\n(\d+)\n%%EOF\n\Z", data)
    assert tail, "no end"
    start = int(tail[1])
    head = re.match(rb"xref\n0 (\d+)\n", data[start:])
    assert head, "the table is not where the end says"
    number, at = int(head[1]), start + head.end()
    assert data[at : at + 20] == b"0000000000 65535 f \n"
    found = {}
    for index in range(1, number):
        entry = data[at + 20 * index : at + 20 * index + 20]
        match = re.fullmatch(rb"(\d{10}) 00000 n \n", entry)
        assert match, f"object {index} has no entry"
        opening = b"%d 0 obj\n" % index
        begins = int(match[1])
        assert data.startswith(opening, begins), f"object {index} is elsewhere"
        found[index] = data[begins + len(opening) : data.index(b"\nendobj\n", begins)]
    trailer = re.search(rb"trailer\n<< /Size (\d+) /Root 1 0 R /Info 5 0 R >>", data[start:])
    assert trailer, "no trailer"
    assert int(trailer[1]) == number
    return found


def pages_of(data: bytes) -> list[ReadPage]:
    """Every page in order, with its texts."""
    objects = objects_of(data)
    assert b"/Type /Catalog /Pages 2 0 R" in objects[1]
    kids = re.search(rb"/Kids \[([\d R]*)\] /Count (\d+)", objects[2])
    assert kids
    numbers = [int(number) for number in re.findall(rb"(\d+) 0 R", kids[1])]
    assert len(numbers) == int(kids[2])
    return [_page(objects, objects[number]) for number in numbers]


def _page(objects: dict[int, bytes], page: bytes) -> ReadPage:
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page)
    content = re.search(rb"/Contents (\d+) 0 R", page)
    assert box
    assert content
    stream = re.fullmatch(
        rb"<< /Length (\d+) /Filter /FlateDecode >>\nstream\n(.*)\nendstream", objects[int(content[1])], re.DOTALL
    )
    assert stream
    assert len(stream[2]) == int(stream[1])
    drawn = zlib.decompress(stream[2]).split(b"\n")
    texts = [match for line in drawn if (match := _TEXT.fullmatch(line))]
    lines = [match for line in drawn if (match := _LINE.fullmatch(line))]
    outlines = sum(bool(_OUTLINE.fullmatch(line)) for line in drawn)
    circles = sum(bool(_CIRCLE.fullmatch(line)) for line in drawn)
    assert len(texts) + len(lines) + outlines + circles == len(drawn), "something else is drawn"
    shown = tuple(
        TableFrame(
            re.sub(rb"\\(.)", rb"\1", m[5]).decode("cp1252"), float(m[3]), float(m[4]), float(m[2]), m[1] == b"B"
        )
        for m in texts
    )
    return ReadPage(float(box[1]), float(box[2]), shown, len(lines), outlines, circles)
