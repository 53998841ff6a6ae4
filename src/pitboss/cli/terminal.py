"""The terminal of a table: text out; lines and single keys in, from a person or from a pipe.

The end of the input raises EOFError.
"""

import os
import select
import sys
from contextlib import suppress

from pitboss.cli.cards import Face, draw, drawn_width, write
from pitboss.cli.output import is_terminal, paint, width
from pitboss.cli.wrapping import wrap

_GAP = 3
_ANSWER = 10
"""Columns that a prompt leaves to the answer."""


class Terminal:
    """A terminal that shows a table. If it is plain: no colour, no drawing, and every answer is a line."""

    def __init__(self, *, plain: bool, silent: bool = False) -> None:
        self.silent = silent
        self.plain = plain or silent or not _is_interactive()
        if sys.stdin and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        if not self.plain:
            _edit_lines()

    def say(self, text: str = "", *styles: str, indent: int = 0, hang: int = 0) -> None:
        """A paragraph, wrapped to the terminal; lines after the first begin `hang` columns further in."""
        if self.silent:
            return
        room = max(20, width() - indent)
        first, *rest = wrap(text, room)
        if rest:
            rest = wrap(" ".join(rest), room - hang)
        for number, line in enumerate([first, *rest]):
            shown = paint(line, *styles) if styles and not self.plain else line
            print(" " * (indent + (hang if number else 0)) + shown if line else "")

    def show(self, piles: list[tuple[str, list[Face]]]) -> None:
        """Piles of cards under their names: side by side if they fit, or one on each line if plain."""
        if self.silent:
            return
        if self.plain:
            for name, faces in piles:
                print(f"  {name}: {write(faces)}")
            return
        while piles:
            row = [piles.pop(0)]
            while piles and _row_width([*row, piles[0]]) <= width():
                row.append(piles.pop(0))
            sizes = [max(len(name), drawn_width(faces)) for name, faces in row]
            drawn = [draw(faces) for _, faces in row]
            gap = " " * _GAP
            print("  " + gap.join(name.ljust(size) for (name, _), size in zip(row, sizes, strict=True)).rstrip())
            for lines in zip(*drawn, strict=True):
                cells = (
                    line + " " * (size - drawn_width(faces))
                    for line, size, (_, faces) in zip(lines, sizes, row, strict=True)
                )
                print("  " + gap.join(cells))

    def ask(self, prompt: str) -> str:
        """A line that the person enters."""
        if not self.plain:
            return input(_last_line(prompt)).strip()
        line = sys.stdin.readline() if sys.stdin else ""
        answer = "".join(letter if letter.isprintable() else " " for letter in line).strip()
        self.say(f"{prompt}{answer}".rstrip(), hang=2)
        if not line:
            raise EOFError
        return answer

    def press(self, prompt: str) -> str:
        """One key, without Enter; a line if there is no keyboard."""
        if self.plain or not _has_keys():
            return self.ask(prompt)
        print(_last_line(prompt), end="", flush=True)
        key = _key()
        print(key)
        return key


def _last_line(prompt: str) -> str:
    """Prints a long prompt except for its last line, which it returns."""
    *before, last = wrap(prompt, width() - _ANSWER)
    for line in before:
        print(line)
    return last


def _is_interactive() -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    draws = encoding.lower().replace("-", "").startswith("utf")
    return bool(sys.stdin and sys.stdin.isatty()) and is_terminal() and draws


def _row_width(row: list[tuple[str, list[Face]]]) -> int:
    return 2 + sum(max(len(name), drawn_width(faces)) + _GAP for name, faces in row) - _GAP


def _edit_lines() -> None:
    """Arrow keys and history, if the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - importing it is all


def _has_keys() -> bool:
    try:
        import termios  # noqa: F401, PLC0415 - POSIX only
    except ImportError:
        return False
    return True


def _key() -> str:
    """The next key. The terminal's state is restored, whatever happens."""
    import termios  # noqa: PLC0415 - POSIX only
    import tty  # noqa: PLC0415

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)
        pressed = os.read(keyboard, 1)
        if pressed == b"\033" or pressed >= b"\x80":
            # An arrow or a letter outside ASCII sends more bytes, which are ignored.
            while select.select([keyboard], [], [], 0.02)[0]:
                os.read(keyboard, 1)
            return "?"
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
    if pressed in (b"", b"\x04"):
        raise EOFError
    return pressed.decode("ascii").strip()
