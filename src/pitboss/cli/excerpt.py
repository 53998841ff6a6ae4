"""Faults of files for people: each under the line that it is about, with a mark."""

from collections.abc import Sequence
from pathlib import Path

from pitboss.cli.output import paint, paragraph, say, width
from pitboss.cli.wrapping import display_width
from pitboss.errors import Violation
from pitboss.rules.edition_check import RulesFault


class Excerpts:
    """The lines of the files that some faults are about."""

    def __init__(self, faults: Sequence[Violation | RulesFault]) -> None:
        self._margin = len(str(max(fault.line for fault in faults))) + 2
        self._lines = {
            file: Path(file).read_text(encoding="utf-8-sig").split("\n")
            for file in {fault.file for fault in faults if fault.line}
        }

    def show(self, fault: Violation | RulesFault, clause: str = "", before: str = "") -> None:
        """Prints a fault; a fault without a line is about the whole file."""
        place = ":".join([fault.file, *map(str, filter(None, (fault.line, fault.column)))])
        say(f"{paint(place, 'bold')}  {paint(fault.code, 'red')}  {paint(clause, 'cyan')}".rstrip())
        margin = self._margin
        if fault.line:
            text = self._lines[fault.file][fault.line - 1]
            line, mark = _excerpt(text, max(0, fault.column - 1), width() - margin - 3)
            print(f"{fault.line:>{margin}} | {line}")
            print(f"{'':{margin}} | {' ' * mark}{paint('^', 'red')}")
        print(paragraph(before + fault.message, margin + 3))
        print()


def _excerpt(line: str, place: int, room: int) -> tuple[str, int]:
    """As much of a line as fits, and how far in it the place is that the message is about."""
    line = line.replace("\t", " ")
    start = max(0, min(place - room // 2, len(line) - room)) if len(line) > room else 0
    shown = line[start : start + room]
    while display_width(shown) > room:
        shown = shown[:-1]
    return shown, display_width(line[start:place])
