"""A slip as PDF on A5 paper: number, facts, chips by denomination, signatures, and the code with its proof."""

from collections.abc import Callable

from pitboss.books.slips import Slip
from pitboss.documents.pdf import Document, Ink, PdfPage, wrapped
from pitboss.documents.qr import qr_rows
from pitboss.money import show_money

_WIDTH, _HEIGHT, _EDGE = 419.53, 595.28, 30.0
_RIGHT = _WIDTH - _EDGE
_CODE = 150.0
_LINE = (150, 150, 150)
_TITLE, _NUMBER, _TEXT, _BOLD, _SMALL = Ink(16, True), Ink(16, True), Ink(9), Ink(9, True), Ink(7)
_MARK = Ink(22, True, (170, 0, 0))


def slip_pdf(slip: Slip, facility: str, code: str, show_time: Callable[[int], str]) -> bytes:
    """The whole file. Void and reprint are written across the head."""
    document = Document(f"{slip.title} {slip.number}", _WIDTH, _HEIGHT, code)
    page = document.page()
    page.text(_EDGE, 44, facility, _BOLD)
    page.text(_EDGE, 66, slip.title, _TITLE)
    page.text(_RIGHT, 66, f"No. {slip.number:06}", _NUMBER, "right")
    y = 80.0
    for mark in marks_of(slip):
        for line in wrapped(mark, _MARK.size, _RIGHT - _EDGE, bold=True):
            y += 24
            page.text(_EDGE, y, line, _MARK)
    y += 18
    for label, value in (
        ("Date and time", show_time(slip.at)), ("Gaming day, shift", f"{slip.day}, shift {slip.shift}"),
        ("Game, table", f"{slip.game}, {slip.table}"), *slip.facts,
    ):  # fmt: skip
        y = _row(page, y, label, value)
    y = _chips(page, y + 8, slip)
    y = _signatures(page, y + 8, slip, show_time)
    _code(page, code)
    return bytes(document)


def marks_of(slip: Slip) -> list[str]:
    """What is written across a slip: void and why, reprint, or that it waits."""
    marks = [f"VOID: {slip.why}"] if slip.state == "void" else []
    if slip.state == "waits":
        marks.append("WAITS FOR SIGNATURES")
    if slip.prints > 1:
        marks.append(f"REPRINT {slip.prints - 1}")
    return marks


def _row(page: PdfPage, y: float, label: str, value: str) -> float:
    page.text(_EDGE, y, label, _TEXT)
    for line in wrapped(value, _BOLD.size, _RIGHT - _EDGE - 130, bold=True):
        page.text(_EDGE + 130, y, line, _BOLD)
        y += 13
    return y


def _chips(page: PdfPage, y: float, slip: Slip) -> float:
    if slip.chips:
        page.text(_EDGE, y, "Denomination", _SMALL)
        page.text(_EDGE + 170, y, "Number", _SMALL, "right")
        page.text(_EDGE + 270, y, "Value", _SMALL, "right")
        y += 12
    for value, number in slip.chips:
        page.text(_EDGE, y, show_money(value), _TEXT)
        page.text(_EDGE + 170, y, f"{number:,}", _TEXT, "right")
        page.text(_EDGE + 270, y, show_money(value * number), _TEXT, "right")
        y += 12
    page.line(_EDGE, y - 8, _EDGE + 270, 0.5, _LINE)
    page.text(_EDGE, y + 4, "Total", _BOLD)
    page.text(_EDGE + 270, y + 4, show_money(slip.amount), _BOLD, "right")
    return y + 18


def _signatures(page: PdfPage, y: float, slip: Slip, show_time: Callable[[int], str]) -> float:
    for role, name, at in slip.signatures:
        y = _row(page, y, f"Signed: {role}", f"{name}{f', {show_time(at)}' if at else ''}")
        page.line(_EDGE, y - 9, _RIGHT, 0.25, _LINE)
        y += 3
    return y


def _code(page: PdfPage, code: str) -> None:
    """The code, a line for each run of dark modules, with a quiet zone around it."""
    rows = qr_rows(code)
    size = _CODE / len(rows)
    top = _HEIGHT - _EDGE - _CODE
    for number, row in enumerate(rows):
        start = None
        for column, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                y = top + (number + 0.5) * size
                page.line(_EDGE + start * size, y, _EDGE + column * size, size)
                start = None
    for number, line in enumerate(code.split("\n")[:2]):
        told = wrapped(line, _SMALL.size, _RIGHT - _EDGE - _CODE - 12)
        page.text(_EDGE + _CODE + 12, top + 20 + 26 * number, told[0], _SMALL)
        for extra, rest in enumerate(told[1:], 1):
            page.text(_EDGE + _CODE + 12, top + 20 + 26 * number + 9 * extra, rest[:70], _SMALL)
