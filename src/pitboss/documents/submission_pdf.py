"""A Rules Submission as PDF on letter paper: every page has the facility, the dates and its number."""

import json
from collections.abc import Sequence

from pitboss.documents.layout_drawing import LayoutDrawing, edge
from pitboss.documents.pdf import Document, Ink, PdfPage, keywords_of, width_of, wrapped
from pitboss.documents.submission import RulesSubmission, SubmittedTable, digests_of
from pitboss.documents.submission_parts import SubmissionPart
from pitboss.errors import InputError
from pitboss.text import listed

_WIDTH, _HEIGHT, _EDGE = 612.0, 792.0, 48.0
_ROOM = _WIDTH - 2 * _EDGE
_FOOT = _HEIGHT - 56
_SCALE = 12
"""A millimetre of the table is a twelfth of a millimetre on paper."""
_MM = 72 / 25.4 / _SCALE
_ACCENT, _MUTED, _LINE = (11, 93, 59), (77, 93, 84), (201, 210, 204)
_TITLE, _PART, _HEAD = Ink(22, True), Ink(13, True, _ACCENT), Ink(8.5, True, _MUTED)
_CELL, _NOTE, _SMALL, _MARK = Ink(9), Ink(8.5, False, _MUTED), Ink(7.5, False, _MUTED), Ink(6, True)
_LEADING, _GAP = 1.3, 10.0
_KIND = "pitboss rules submission"


def submission_pdf(submission: RulesSubmission) -> bytes:
    """The whole file. Its keywords have the digests, by which a house is compared with what was submitted."""
    kept = {"kind": _KIND, "prepared": submission.prepared, "digests": digests_of(submission)}
    title = f"Rules Submission of {submission.facility}"
    document = Document(title, _WIDTH, _HEIGHT, json.dumps(kept, sort_keys=True))
    paper = _Paper(document, submission)
    paper.title(title)
    for row in (
        ("To", listed(submission.authorities)),
        ("Prepared", submission.prepared),
        ("Approved", submission.approved or "not yet"),
        ("Tables", listed(f"{table.name} ({table.title}, {table.regulation})" for table in submission.tables)),
        ("Digest", submission.digest),
        ("Made by", f"pitboss {submission.version} from the house file"),
    ):
        paper.line(*row)
    for table in submission.tables:
        paper.begin(table)
        for part in table.parts:
            paper.part(part)
            if part.title == "Layout":
                paper.draw(table.drawing)
    paper.number_pages()
    return bytes(document)


def submitted_digests(data: bytes, file: str) -> tuple[str, dict[str, str]]:
    """The day of a submission and its digests, read from the file that was submitted."""
    try:
        kept = json.loads(keywords_of(data))
        if kept["kind"] == _KIND:
            return str(kept["prepared"]), {str(name): str(digest) for name, digest in kept["digests"].items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise InputError("this is no Rules Submission that pitboss submit wrote", file)


class _Paper:
    """Puts lines, tables and drawings one under the other, on as many pages as they need."""

    def __init__(self, document: Document, submission: RulesSubmission) -> None:
        self._document, self._submission = document, submission
        self._table = ""
        self._names: list[str] = []
        self._turn()

    def _turn(self) -> None:
        self._page: PdfPage = self._document.page()
        self._names.append(self._table)
        self._y = _EDGE + 24

    def _need(self, height: float) -> None:
        if self._y + height > _FOOT:
            self._turn()

    def _text(self, x: float, text: str, ink: Ink) -> None:
        self._page.text(_EDGE + x, self._y, text, ink)

    def title(self, text: str) -> None:
        for line in wrapped(text, _TITLE.size, _ROOM, bold=True):
            self._y += _TITLE.size * _LEADING
            self._text(0, line, _TITLE)
        self._y += 14

    def line(self, name: str, text: str) -> None:
        """A name and what it stands for."""
        for number, words in enumerate(_broken(text, _CELL, _ROOM - 80)):
            self._y += _CELL.size * _LEADING
            if not number:
                self._text(0, name, _HEAD)
            self._text(80, words, _CELL)
        self._y += 3

    def begin(self, table: SubmittedTable) -> None:
        self._table = table.name
        self._turn()
        self.title(f"{table.title}: table {table.name}")

    def part(self, part: SubmissionPart) -> None:
        """A chapter; its head is repeated on every page that it takes."""
        widths = _widths(part)
        rows = [[_broken(text, _CELL, wide) for text, wide in zip(row, widths, strict=True)] for row in part.rows]
        heights = [max(map(len, cells)) * _CELL.size * _LEADING + 4 for cells in rows]
        whole = sum(heights) + 60
        # A short table stays on one page.
        self._need(whole if whole < (_FOOT - _EDGE) / 2 else 80)
        self._y += 22
        self._text(0, part.title, _PART)
        self._head(part, widths)
        for cells, height in zip(rows, heights, strict=True):
            if self._y + height > _FOOT:
                self._turn()
                self._head(part, widths)
            top = self._y
            for index, lines in enumerate(cells):
                for number, words in enumerate(lines):
                    self._y = top + (number + 1) * _CELL.size * _LEADING
                    self._text(sum(widths[:index]) + index * _GAP, words, _CELL)
            self._y = top + height
            self._page.line(_EDGE, self._y, _WIDTH - _EDGE, 0.3, _LINE)
        for words in _broken(part.note, _NOTE, _ROOM) if part.note else ():
            self._need(12)
            self._y += _NOTE.size * _LEADING
            self._text(0, words, _NOTE)

    def _head(self, part: SubmissionPart, widths: Sequence[float]) -> None:
        if not any(part.columns):
            self._y += 4
            return
        self._y += 14
        for index, words in enumerate(part.columns):
            for line in _broken(words, _HEAD, widths[index])[:1]:
                self._text(sum(widths[:index]) + index * _GAP, line, _HEAD)
        self._y += 4
        self._page.line(_EDGE, self._y, _WIDTH - _EDGE, 0.8, _LINE)

    def draw(self, drawing: LayoutDrawing) -> None:
        """The layout to scale, with the scale under it."""
        self._need(drawing.depth * _MM + 60)
        top, left = self._y + 16, (_WIDTH - drawing.width * _MM) / 2

        def place(x: float, y: float) -> tuple[float, float]:
            return left + x * _MM, top + y * _MM

        page = self._page
        page.outline([place(x, y) for x, y in edge()], 1, _MUTED)
        for area in drawing.areas:
            x, y = place(area.x, area.y)
            if area.shape == "circle":
                page.circle(x, y, area.width / 2 * _MM)
            else:
                page.outline([place(*corner) for corner in area.corners()], 0.5 if area.number else 0.3)
            words = str(area.number) if area.number else area.label
            lines = wrapped(words, _MARK.size, area.width * _MM)
            for number, line in enumerate(lines):
                down = (number - (len(lines) - 1) / 2) * _MARK.size
                page.text(x, y + 2 + down, line, _MARK if area.number else Ink(5, False, _MUTED), "centre")
        for number, words in enumerate(drawing.words):
            page.text(_WIDTH / 2, top + (330 + 60 * number) * _MM, words, Ink(7, True, _ACCENT), "centre")
        self._y = top + drawing.depth * _MM + 14
        page.line(left, self._y, left + 500 * _MM, 1)
        page.text(
            left + 500 * _MM + 6,
            self._y + 3,
            f"500 mm at a scale of 1 to {_SCALE}; box 1 is at the dealer's left",
            _SMALL,
        )
        self._y += 10

    def number_pages(self) -> None:
        """The head and foot of every page: COMAR 36.05.03.19 D wants the day of approval on each."""
        one = self._submission
        dates = f"Prepared {one.prepared}   Approved {one.approved or '____________'}"
        for number, (page, table) in enumerate(zip(self._document.pages, self._names, strict=True), 1):
            page.text(_EDGE, _EDGE, f"{one.facility}: Rules Submission{f', table {table}' if table else ''}", _SMALL)
            page.text(_WIDTH - _EDGE, _EDGE, dates, _SMALL, "right")
            page.line(_EDGE, _EDGE + 6, _WIDTH - _EDGE, 0.5, _LINE)
            page.text(_EDGE, _HEIGHT - 32, f"Digest {one.digest[:16]}", _SMALL)
            page.text(_WIDTH - _EDGE, _HEIGHT - 32, f"Page {number} of {len(self._document.pages)}", _SMALL, "right")


def _broken(text: str, ink: Ink, most: float) -> list[str]:
    """Lines of at most this width; a word that is wider alone is broken too."""
    lines = list[str]()
    for line in wrapped(text, ink.size, most, bold=ink.bold):
        rest = line
        while width_of(rest, ink.size, bold=ink.bold) > most and len(rest) > 1:
            ends = range(len(rest) - 1, 1, -1)
            end = next((end for end in ends if width_of(rest[:end], ink.size, bold=ink.bold) <= most), 1)
            lines.append(rest[:end])
            rest = rest[end:]
        lines.append(rest)
    return lines


def _widths(part: SubmissionPart) -> list[float]:
    """Each column as wide as it wants; those that want too much share what the others leave, by how much they say."""
    columns = list(zip(part.columns, *part.rows, strict=True))
    natural = [[_wide(text) for text in column] for column in columns]
    least = [max(_wide(word) for text in column for word in (text.split() or [""])) for column in columns]
    widths, left = [0.0] * len(columns), _ROOM - _GAP * (len(columns) - 1)
    waiting = set(range(len(columns)))
    while waiting:
        said = {at: sum(natural[at]) ** 0.5 for at in waiting}
        shares = {at: left * amount / sum(said.values()) for at, amount in said.items()}
        settled = {at: max(natural[at]) for at, share in shares.items() if max(natural[at]) <= share}
        settled = settled or {at: least[at] for at, share in shares.items() if share < least[at] < _ROOM / 3} or shares
        for at, width in settled.items():
            widths[at] = width
            left -= width
        waiting -= settled.keys()
    return widths


def _wide(text: str) -> float:
    return width_of(text, _CELL.size, bold=True) + 2
