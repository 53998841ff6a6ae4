"""A sign as PDF on A3 paper, in two columns, on as many pages as it needs. A paytable stays on one page."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.documents.pdf import Align, Document, Ink, PdfPage, width_of, wrapped
from pitboss.documents.sign import PaytableSign, Sign

_WIDTH, _HEIGHT, _EDGE, _GAP = 841.89, 1190.55, 42.0, 30.0
_COLUMN = (_WIDTH - 2 * _EDGE - _GAP) / 2
_WHOLE = _WIDTH - 2 * _EDGE
_ACCENT, _MUTED, _LINE = (11, 93, 59), (77, 93, 84), (201, 210, 204)
# Capitals of 24 pt are 6 mm high, which eyes with full sight read from four metres.
_FACILITY, _TITLE, _STATEMENT = Ink(24, True, _ACCENT), Ink(60, True), Ink(27, True)
_HEAD, _HAND, _PAYS, _COLUMN_HEAD = Ink(26, True, _ACCENT), Ink(24), Ink(24, True), Ink(18, False, _MUTED)
_METER, _METER_HEAD = Ink(48, True), Ink(20, False, _MUTED)
_NOTE, _DETAIL, _FOOT = Ink(14, False, _MUTED), Ink(10, False, _MUTED), Ink(22)
_LEADING = 1.25


class Words(NamedTuple):
    """Text at a place of its line."""

    x: float
    text: str
    ink: Ink
    align: Align = "left"


class Strip(NamedTuple):
    """One line of a block: its height, its words, and whether a rule is drawn under it."""

    height: float
    words: tuple[Words, ...]
    ruled: bool = False


class Block(NamedTuple):
    """Lines that stay together, as wide as a column or as the page."""

    strips: tuple[Strip, ...]
    wide: bool = False

    @property
    def height(self) -> float:
        return sum(strip.height for strip in self.strips)


def sign_pdf(sign: Sign) -> bytes:
    """The whole file."""
    document = Document(f"{sign.title} at {sign.facility}", _WIDTH, _HEIGHT)
    blocks = [*_columns(sign), Block(tuple(_notes(sign)), wide=True)]
    _Flow(document, Block(tuple(_header(sign)), wide=True), f"Table {sign.table}. {sign.rules}").place(blocks)
    return bytes(document)


class _Flow:
    """Puts blocks on pages: a narrow one into the shorter column, a wide one under both."""

    def __init__(self, document: Document, header: Block, footer: str) -> None:
        self._document, self._footer = document, footer
        self._turn_page()
        self._draw(header, 0)

    def place(self, blocks: list[Block]) -> None:
        # What spans both columns comes last, so that it leaves no hole in them.
        for block in sorted(blocks, key=lambda block: block.wide):
            if not self._fits(block):
                self._turn_page()
            self._draw(block, self._shorter())

    def _shorter(self) -> int:
        return 0 if self._ends[0] <= self._ends[1] else 1

    def _fits(self, block: Block) -> bool:
        top = max(self._ends) if block.wide else min(self._ends)
        return top == _EDGE or top + block.height <= _HEIGHT - _EDGE - 20

    def _turn_page(self) -> None:
        self._page: PdfPage = self._document.page()
        self._ends = [_EDGE, _EDGE]
        self._page.text(_EDGE, _HEIGHT - 24, self._footer, _DETAIL)
        number = f"Page {len(self._document.pages)}"
        self._page.text(_WIDTH - _EDGE, _HEIGHT - 24, number, _DETAIL, "right")

    def _draw(self, block: Block, column: int) -> None:
        left = _EDGE if block.wide else _EDGE + column * (_COLUMN + _GAP)
        wide = _WHOLE if block.wide else _COLUMN
        y = max(self._ends) if block.wide else self._ends[column]
        for strip in block.strips:
            for words in strip.words:
                self._page.text(left + words.x, y + strip.height * 0.76, words.text, words.ink, words.align)
            y += strip.height
            if strip.ruled:
                self._page.line(left, y, left + wide, 0.75, _LINE)
        if block.wide:
            self._ends = [y, y]
        else:
            self._ends[column] = y


def _paragraph(text: str, ink: Ink, most: float) -> Iterator[Strip]:
    """A sentence, on as many lines as it needs."""
    for line in wrapped(text, ink.size, most, bold=ink.bold):
        yield Strip(ink.size * _LEADING, (Words(0, line, ink),))


def _space(height: float, *, ruled: bool = False) -> Strip:
    return Strip(height, (), ruled)


def _header(sign: Sign) -> Iterator[Strip]:
    yield from _paragraph(sign.facility, _FACILITY, _WHOLE)
    yield from _paragraph(sign.title, _TITLE, _WHOLE)
    for statement in sign.statements:
        yield from _paragraph(statement, _STATEMENT, _WHOLE)
    yield _space(8, ruled=True)
    yield _space(8)
    for at in range(0, len(sign.meters), 2):
        pair = list(enumerate(sign.meters[at : at + 2]))
        meters = [(f"{meter.title}{'' if meter.is_live else ' starts at'}", meter.amount) for _, meter in pair]
        xs = [index * (_COLUMN + _GAP) for index, _ in pair]
        yield Strip(26, tuple(Words(x, title, _METER_HEAD) for x, (title, _) in zip(xs, meters, strict=True)))
        yield Strip(54, tuple(Words(x, amount, _METER) for x, (_, amount) in zip(xs, meters, strict=True)))
    yield _space(12)


def _columns(sign: Sign) -> Iterator[Block]:
    rows = tuple((limit.wager, limit.stakes) for limit in sign.limits)
    limits = (strip for row in rows for strip in _pair(*row))
    yield Block((*_paragraph("Limits", _HEAD, _COLUMN), *limits, _space(22)))
    for paytable in sign.paytables:
        yield from _paytable(paytable)


def _pair(left: str, right: str) -> Iterator[Strip]:
    """A name and a value on one line if they fit, else the value under the name."""
    room = _COLUMN - width_of(right, _PAYS.size, bold=True) - 12
    value = Words(_COLUMN, right, _PAYS, "right")
    if width_of(left, _HAND.size) <= room:
        yield Strip(31, (Words(0, left, _HAND), value), ruled=True)
        return
    for line in wrapped(left, _HAND.size, _COLUMN):
        yield Strip(28, (Words(0, line, _HAND),))
    yield Strip(31, (value,), ruled=True)


def _paytable(paytable: PaytableSign) -> Iterator[Block]:
    """One block, or several if the columns do not fit beside the hands."""
    if not paytable.columns:
        body = tuple(strip for row in paytable.rows for strip in _pair(row.hand, row.pays[0]))
        yield _titled(paytable, paytable.title, body, _COLUMN)
        return
    hands = max(width_of(row.hand, _HAND.size) for row in paytable.rows)
    cells = [text for row in paytable.rows for text in row.pays]
    each = max(width_of(text, _PAYS.size, bold=True) for text in cells) + 20
    each = max(each, *(width_of(text, _COLUMN_HEAD.size) + 20 for text in paytable.columns))
    wide = hands + each * len(paytable.columns) > _COLUMN
    room = _WHOLE if wide else _COLUMN
    number = max(1, int((room - hands) // each))
    for start in range(0, len(paytable.columns), number):
        part = slice(start, start + number)
        ends = [room - each * index for index in reversed(range(len(paytable.columns[part])))]
        body = tuple(_cells(paytable, part, ends))
        title = paytable.title + (", continued" if start else "")
        yield _titled(paytable, title, body, room)


def _cells(paytable: PaytableSign, part: slice, ends: list[float]) -> Iterator[Strip]:
    heads = zip(ends, paytable.columns[part], strict=True)
    yield Strip(26, tuple(Words(x, text, _COLUMN_HEAD, "right") for x, text in heads), ruled=True)
    for row in paytable.rows:
        paid = zip(ends, row.pays[part], strict=True)
        yield Strip(31, (Words(0, row.hand, _HAND), *(Words(x, t, _PAYS, "right") for x, t in paid)), ruled=True)


def _titled(paytable: PaytableSign, title: str, body: tuple[Strip, ...], room: float) -> Block:
    notes = [strip for note in paytable.notes for strip in _paragraph(note, _NOTE, room)]
    detail = _paragraph(paytable.detail, _DETAIL, room)
    strips = (*_paragraph(title, _HEAD, room), *body, _space(4), *notes, *detail, _space(20))
    return Block(strips, wide=room == _WHOLE)


def _notes(sign: Sign) -> Iterator[Strip]:
    for note in sign.notes:
        yield from _paragraph(note, _FOOT, _WHOLE)
