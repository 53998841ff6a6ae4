"""Begun: work that is done at once where it need not wait for anything; else whoever awaits it goes on with it."""

from collections.abc import Awaitable, Generator
from contextlib import suppress
from typing import Any


class EagerResult:
    """Work on its way: what it waits for, and what is left of it then."""

    def __init__(self, awaited: Any, rest: Generator[Any, Any, None]) -> None:
        self._awaited, self._rest = awaited, rest

    def __await__(self) -> Generator[Any, Any, None]:
        try:
            yield self._awaited
        except BaseException as error:  # noqa: BLE001 - it is the work's to hear of
            with suppress(StopIteration):
                yield from EagerResult(self._rest.throw(error), self._rest).__await__()
        else:
            yield from self._rest


def begin(work: Awaitable[None]) -> EagerResult | None:
    """Takes some work as far as it goes without waiting; None where that was all."""
    steps = work.__await__()
    try:
        return EagerResult(next(steps), steps)
    except StopIteration:
        return None
