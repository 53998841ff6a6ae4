"""Text for people: tables that fit the terminal, in colour if it has colour, plain when piped."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from pitboss.cli.text_table import TextTable
from pitboss.cli.wrapping import wrap

_NARROWEST, _USUAL = 30, 80
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def is_terminal() -> bool:
    """Whether a person is looking at standard output."""
    return sys.stdout.isatty()


def _colours() -> bool:
    return is_terminal() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def paint(text: str, *styles: str) -> str:
    """The text in a style. Colour only repeats what the words say."""
    if not text or not _colours():
        return text
    return f"\033[{';'.join(_CODES[style] for style in styles)}m{text}\033[0m"


def heading(text: str) -> str:
    """A line of its own above a table or paragraph, after an empty line."""
    return "\n" + paragraph(paint(text, "bold"), 0, 2)


def width() -> int:
    """The columns that a text may take: `COLUMNS`, else the terminal's, else 80."""
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdigit() and int(given):
        return max(_NARROWEST, int(given))
    # Piped output is mostly read on the terminal that shows errors or takes keys.
    for stream in (sys.__stdout__, sys.__stderr__, sys.__stdin__):
        with suppress(AttributeError, ValueError, OSError):
            if columns := os.get_terminal_size(stream.fileno()).columns:  # type: ignore[union-attr]
                return max(_NARROWEST, columns)
    return _USUAL


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = (), indent: int = 2, keys: int = 1
) -> str:
    """Aligned columns that fit the terminal: those in `right` to the right. If the columns have to be shown in parts,
    each part begins with the first `keys` of them."""
    shown = TextTable(head, rows, right, keys)
    return "\n".join(
        f"{' ' * indent}{line}" if line else ""
        for line in shown.lines(width() - indent, lambda line: paint(line, "bold"))
    )


def paragraph(text: str, indent: int = 2, hang: int = 0) -> str:
    """A paragraph wrapped to the terminal; lines after the first begin `hang` columns further in."""
    first, *rest = wrap(text, width() - indent)
    if rest:
        rest = wrap(" ".join(rest), width() - indent - hang)
    return "\n".join([" " * indent + first, *(" " * (indent + hang) + line for line in rest)])


def say(text: str, indent: int = 0, hang: int = 2) -> None:
    """Prints a paragraph."""
    print(paragraph(text, indent, hang))
