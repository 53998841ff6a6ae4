"""The rounds of a record, read from a stream in constant memory, however long its lines are."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import chain, islice
from typing import BinaryIO, NamedTuple

from pitboss.errors import InputError
from pitboss.play.json_values import Path
from pitboss.recorded.csv_rows import document_of, read_header, read_row
from pitboss.recorded.json_positions import line_of
from pitboss.recorded.json_text import parse_document

MOST_BYTES = 1_000_000
"""The longest line; a round of seven boxes takes a few thousand bytes."""

MOST_ROWS = 20
"""The most rows of one round; no table has more boxes."""


class Unusable(NamedTuple):
    """A line that cannot be judged."""

    line: int
    reason: str

    @property
    def size(self) -> int:
        return len(self.reason)


class JsonText(NamedTuple):
    """A round as JSON: on a line of its own, or over several as people write it for `pitboss settle`."""

    line: int
    data: bytes

    @property
    def size(self) -> int:
        return len(self.data)

    def document(self) -> object:
        return parse_document(self.data)

    def line_of(self, path: Path) -> int:
        """The line of the value at a path of the document."""
        return self.line - 1 + (line_of(self.data.decode("utf-8-sig"), path) or 1)


class CsvRows(NamedTuple):
    """A round with one line for each box."""

    lines: list[int]
    columns: tuple[str, ...]
    rows: list[list[str]]

    @property
    def line(self) -> int:
        return self.lines[0]

    @property
    def size(self) -> int:
        return sum(len(cell) for row in self.rows for cell in row)

    def document(self) -> object:
        return document_of(self.columns, self.rows)

    def line_of(self, path: Path) -> int:
        """The line of the value at a path of the document."""
        match path:
            case ("boxes", int(index), *_):
                return self.lines[index]
            case ("paid", str(box), *_) if box in (boxes := self._boxes()):
                return self.lines[boxes.index(box)]
        return self.line

    def _boxes(self) -> list[str]:
        place = self.columns.index("box")
        return [row[place].strip() for row in self.rows]


RoundSource = JsonText | CsvRows
Entry = RoundSource | Unusable


def json_entries(stream: BinaryIO) -> Iterator[Entry]:
    """One entry for each line that is not blank, or one for all lines if they are one round."""
    lines = ((line, data) for line, data in _lines(stream) if data is None or not data.isspace())
    first = list(islice(lines, 2))
    if len(first) == 2 and not any(_is_object(data) for _, data in first) and _opens_object(first[0][1]):
        yield _one_document(first, lines)
        return
    for line, data in chain(first, lines):
        yield Unusable(line, _TOO_LONG) if data is None else JsonText(line, data)


def _opens_object(data: bytes | None) -> bool:
    return data is not None and data.removeprefix(BOM_UTF8).lstrip()[:1] == b"{"


def _is_object(data: bytes | None) -> bool:
    """Whether a line is a whole JSON object."""
    try:
        return data is not None and isinstance(parse_document(data), dict)
    except InputError:
        return False


def _one_document(
    first: list[tuple[int, bytes | None]], lines: Iterator[tuple[int, bytes | None]]
) -> JsonText | Unusable:
    """All lines as one document, with every line at its number."""
    begin, text, last = first[0][0], b"", first[0][0] - 1
    for line, data in chain(first, lines):
        text += b"\n" * (line - last - 1) + (data or b"")
        last = line
        if data is None or len(text) > MOST_BYTES:
            return Unusable(begin, _TOO_LONG.replace("a line", "one"))
    return JsonText(begin, text)


def csv_entries(stream: BinaryIO) -> Iterator[Entry]:
    """One entry for each round: consecutive rows with the same `round`, or one row without it."""
    columns: tuple[str, ...] = ()
    grouped = _Grouped()
    for line, data in _lines(stream):
        try:
            text = _text(data)
            if not columns:
                columns = read_header(text.removeprefix("\ufeff"))
                continue
            cells = read_row(text)
        except ValueError as error:
            yield Unusable(line, str(error))
            if not columns:
                return
            grouped.gap = True
            continue
        if any(cells):
            yield from grouped.row(line, columns, cells)
    yield from grouped.close()


class _Grouped:
    """The round whose rows are being read."""

    def __init__(self) -> None:
        self.gap = False
        """Whether a line since the last row could not be read."""
        self._round = CsvRows([0], (), [])
        self._label = ""
        self._fault = ""
        self._seen: set[str] = set()

    def row(self, line: int, columns: tuple[str, ...], cells: list[str]) -> Iterator[Entry]:
        label = dict(zip(columns, cells, strict=False)).get("round", "").strip()
        if label and label == self._label:
            if self.gap:
                self._fault = f"a row of round {label[:40]!r} cannot be read"
            elif len(self._round.rows) == MOST_ROWS:
                self._fault = f"round {label[:40]!r} has more rows than any table has boxes"
            else:
                self._round.rows.append(cells)
                self._round.lines.append(line)
        else:
            yield from self.close()
            self._round, self._label = CsvRows([line], columns, [cells]), label
            self._fault = f"rows of round {label[:40]!r} also appear further up; expected them together"
            if label not in self._seen:
                self._fault = ""
            if label:
                self._seen.add(label)
        self.gap = False

    def close(self) -> Iterator[Entry]:
        if self._fault:
            yield Unusable(self._round.line, self._fault)
        elif self._round.rows:
            yield self._round


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Each line with its number; None for a line that is too long, which is skipped piece by piece."""
    number = 0
    while data := stream.readline(MOST_BYTES + 1):
        number += 1
        if len(data) <= MOST_BYTES:
            yield number, data
            continue
        while not data.endswith(b"\n") and (data := stream.readline(MOST_BYTES)):
            pass
        yield number, None


def _text(data: bytes | None) -> str:
    if data is None:
        raise ValueError(_TOO_LONG)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"expected UTF-8, found the byte 0x{data[error.start]:02x}") from None


_TOO_LONG = f"expected a round, found a line of more than {MOST_BYTES:,} bytes"
