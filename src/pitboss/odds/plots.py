"""Plots as inline SVG: bars and lines, with every number in words beside them. No information is in colour alone."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from pitboss.text import show_percentage

WIDTH = 640
ROW = 22


class PlotBar(NamedTuple):
    """A bar: its label on the left, its length, the text at its end. Hatched bars are the other kind."""

    label: str
    value: Fraction
    text: str
    hatched: bool = False


class Mark(NamedTuple):
    """A point on a line, with a label."""

    x: Fraction
    y: Fraction
    text: str


def percent(share: Fraction, places: int = 2) -> str:
    """A fraction as a percentage, rounded for reading; a loss with a true minus sign."""
    return show_percentage(share, places).replace("-", "\N{MINUS SIGN}")


def one_in(chance: Fraction) -> str:
    """`25.6 %`, `1 in 30.7` or `1 in 22,100`, whichever is easier to read."""
    if chance >= Fraction(1, 10):
        return percent(chance, 1)
    times = float(1 / chance)
    return f"1 in {times:,.1f}" if times < 100 else f"1 in {times:,.0f}"


def bars(title: str, says: str, rows: Sequence[PlotBar], log: bool = False) -> str:
    """Bars from the left. On a log scale each step of the grid is ten times less likely than the next."""
    label = 12 + 7 * max(len(row.label) for row in rows)
    text = 12 + 7 * max(len(row.text) for row in rows)
    room, top = WIDTH - label - text, 30 if log else 8
    least, most = _scale(rows, log)
    height = top + ROW * len(rows) + 4
    body: list[str] = list(_decades(least, label, room, top, height)) if log else []
    for index, row in enumerate(rows):
        y = top + ROW * index
        long = (log10(row.value) - least) / -least if log else float(abs(row.value)) / most
        size = max(1.5, room * long)
        body += [
            f'<text x="{label - 8}" y="{y + 15}" class="end">{escape(row.label)}</text>',
            f'<rect x="{label}" y="{y + 3}" width="{size:.1f}" height="{ROW - 6}"{_fill(title, row.hatched)}/>',
            f'<text x="{label + size + 6:.1f}" y="{y + 15}" class="num">{escape(row.text)}</text>',
        ]
    return _svg(title, says, height, body, any(row.hatched for row in rows))


def _scale(rows: Sequence[PlotBar], log: bool) -> tuple[int, float]:
    """The decade that a log scale begins with, and the greatest length of a plain one."""
    if not log:
        return 0, max(float(abs(row.value)) for row in rows) or 1.0
    return min(floor(log10(min(row.value for row in rows)) - 0.2), -1), 1.0


def _decades(least: int, left: int, room: int, top: int, height: int) -> Iterator[str]:
    step = max(1, ceil(-least / 4))
    for power in range(0, least, -step):
        x = left + room * (power - least) / -least
        name = "always" if power == 0 else f"1 in {10**-power:,}"
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top - 6}" y2="{height}" class="grid"/>'
        yield f'<text x="{x:.1f}" y="{top - 12}" class="mid small">{name}</text>'


def line(title: str, says: str, slope: tuple[Mark, Mark], marks: Sequence[Mark], even: Fraction) -> str:
    """A straight line between two points, marks on it, and a level at `even`."""
    (x0, y0, _), (x1, y1, _) = slope
    left, right, top, bottom = 64, WIDTH - 20, 22, 232
    low, high = min(y0, even), max(y1, even)

    def at(x: Fraction, y: Fraction) -> tuple[float, float]:
        return (
            left + (right - left) * float((x - x0) / (x1 - x0)),
            bottom - (bottom - top) * float((y - low) / ((high - low) or 1)),
        )

    body = []
    for tick in _ticks(x0, x1):
        x, _ = at(tick, low)
        body += [
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}" class="grid"/>',
            f'<text x="{x:.1f}" y="{bottom + 18}" class="mid small">${float(tick):,.0f}</text>',
        ]
    for level in _ticks(low, high):
        _, y = at(x0, level)
        body += [
            f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>',
            f'<text x="{left - 8}" y="{y + 4:.1f}" class="end small">{show_percentage(level, 0)}</text>',
        ]
    _, level_y = at(x0, even)
    (ax, ay), (bx, by) = at(x0, y0), at(x1, y1)
    body += [
        f'<line x1="{left}" x2="{right}" y1="{level_y:.1f}" y2="{level_y:.1f}" class="even"/>',
        f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" class="curve"/>',
    ]
    for index, mark in enumerate(sorted(marks)):
        x, y = at(mark.x, mark.y)
        # Labels stand clear of a rising line: above it on the left half, below it on the right half.
        side, dx, dy = ("end", -10, -8) if x > (left + right) / 2 else ("", 10, 18)
        if side and len(mark.text) * 7 > x - left:
            side, dx, dy = "", 10, 18
        body += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="mark{index % 2}"/>',
            f'<text x="{x + dx:.1f}" y="{y + dy:.1f}" class="{side} halo">{escape(mark.text)}</text>',
        ]
    return _svg(title, says, bottom + 28, body, False)


def _ticks(low: Fraction, high: Fraction) -> list[Fraction]:
    """About five round numbers between two ends."""
    size = Fraction(10) ** floor(log10((high - low) or 1))
    step = next(size * part for part in (Fraction(1, 5), Fraction(1, 2), 1, 2) if (high - low) / (size * part) <= 6)
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


def _fill(title: str, hatched: bool) -> str:
    return f' style="fill:url(#{_key(title)}-hatch)"' if hatched else ' class="bar"'


def _key(title: str) -> str:
    return "p-" + "".join(letter if letter.isalnum() else "-" for letter in title.lower())


def _svg(title: str, says: str, height: int, body: Sequence[str], hatch: bool) -> str:
    key = _key(title)
    pattern = (
        f'<defs><pattern id="{key}-hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="6" height="6" class="weak"/>'
        '<line x1="1.5" x2="1.5" y1="0" y2="6" class="hatch"/></pattern></defs>'
        if hatch
        else ""
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{key}-t {key}-d">'
        f'<title id="{key}-t">{escape(title)}</title><desc id="{key}-d">{escape(says)}</desc>{pattern}'
        f"{''.join(body)}</svg>"
    )
