"""Text for people: tables that fit the terminal, colour where it has colour, plain lines when piped."""

import os
import shutil
import sys
from collections.abc import Iterable, Sequence

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def is_terminal() -> bool:
    """Whether a person is looking at standard output."""
    return sys.stdout.isatty()


def _colours() -> bool:
    return is_terminal() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def paint(text: str, *styles: str) -> str:
    """The text in a style. Colour only repeats what the words say already."""
    if not text or not _colours():
        return text
    return f"\033[{';'.join(_CODES[style] for style in styles)}m{text}\033[0m"


def heading(text: str) -> str:
    return "\n" + paint(text, "bold")


def width() -> int:
    """Columns to fill: the terminal's, or no limit where lines are read by programs."""
    return shutil.get_terminal_size((100, 24)).columns if is_terminal() else 100_000


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = (), indent: int = 2) -> str:
    """Aligned columns; the last one wraps to the terminal. Columns in `right` are aligned to the right."""
    body = [list(row) for row in rows]
    widths = [max(len(row[column]) for row in [list(head), *body]) for column in range(len(head))]
    before = indent + sum(widths[:-1]) + 2 * (len(widths) - 1)
    last = max(24, width() - before)
    lines = [_row(head, widths, right, indent, "bold")] if any(head) else []
    for row in body:
        first, *more = wrap(row[-1], last)
        lines.append(_row([*row[:-1], first], widths, right, indent))
        lines += [" " * before + line for line in more]
    return "\n".join(lines)


def _row(cells: Sequence[str], widths: Sequence[int], right: Iterable[int], indent: int, *styles: str) -> str:
    aligned = [
        cell.rjust(size) if column in set(right) else cell.ljust(size)
        for column, (cell, size) in enumerate(zip(cells, widths, strict=True))
    ]
    return " " * indent + paint("  ".join(aligned).rstrip(), *styles)


def wrap(text: str, columns: int) -> list[str]:
    """The text in lines of at most so many columns, broken at spaces; one line at least."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > columns:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines


def paragraph(text: str, indent: int = 2) -> str:
    """A paragraph wrapped to the terminal."""
    lines = wrap(text, max(40, width() - indent))
    return "\n".join(" " * indent + line for line in lines)


def plural(number: int, noun: str, nouns: str = "") -> str:
    """`1 table`, `3 tables`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"
