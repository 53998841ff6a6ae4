"""Bar: how far long work is, on standard error, where a person watches it."""

import sys
from types import TracebackType

_WIDTH = 40


class Bar:
    """Shows nothing where nobody watches, and leaves nothing behind."""

    def __init__(self, of: str) -> None:
        self._of, self._watched = of, sys.stderr.isatty()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def show(self, done: int, size: int, note: str = "") -> None:
        """How many of all are done, and a note after it."""
        if self._watched and size:
            bar = ("#" * (_WIDTH * done // size)).ljust(_WIDTH, ".")
            print(f"\r[{bar}] {done:,} of {size:,} {self._of}{note}\033[K", end="", file=sys.stderr, flush=True)
