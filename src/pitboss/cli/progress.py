"""The progress of long work, on standard error, while a person watches."""

import sys
import time
from types import TracebackType

from pitboss.cli.output import width

_WIDEST = 40
_SECONDS = 0.1
"""Seconds between two lines: no eye sees more."""


class ProgressBar:
    """A line within the terminal's width. It shows nothing if nobody watches, and leaves nothing behind."""

    def __init__(self, of: str) -> None:
        self._of, self._watched, self._shown = of, sys.stderr.isatty(), 0.0

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def show(self, done: int, size: int = 0, note: str = "") -> None:
        """Shows how many are done, of how many if that is known, and a note."""
        now = time.monotonic()
        if self._watched and (now - self._shown > _SECONDS or done == size):
            self._shown = now
            print(f"\r{bar_text(done, size, self._of, note, width())}\033[K", end="", file=sys.stderr, flush=True)


def bar_text(done: int, size: int, of: str, note: str, columns: int) -> str:
    """The line: numbers first, then as much of a bar and of the note as fits."""
    numbers = f"{done:,} of {size:,} {of}" if size else f"{done:,} {of}"
    # The last column stays free: otherwise a terminal would begin a new line.
    text = f"{numbers}{note}"[: columns - 1]
    room = min(_WIDEST, columns - len(text) - 4)
    if not size or room < 5:
        return text
    return f"[{('#' * (room * done // size)).ljust(room, '.')}] {text}"
