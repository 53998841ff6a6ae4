"""Begun: work that is done at once where it need not wait for anything; else whoever awaits it goes on with it."""

from collections.abc import Coroutine, Generator
from typing import Any


class Begun:
    """A coroutine on its way, and what it waits for."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], awaited: Any) -> None:
        self._coroutine, self._awaited = coroutine, awaited

    def __await__(self) -> Generator[Any, Any, None]:
        while True:
            sent = yield self._awaited
            try:
                self._awaited = self._coroutine.send(sent)
            except StopIteration:
                return


def begin(coroutine: Coroutine[Any, Any, None]) -> Begun | None:
    """Takes a coroutine as far as it goes without waiting; None where that was all."""
    try:
        return Begun(coroutine, coroutine.send(None))
    except StopIteration:
        return None
