"""What every part of a store on an SQL database stands on."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from threading import RLock
from typing import Any


class SqlRows(ABC):
    """One connection: reading, and writing in a transaction under the lock."""

    _lock: RLock

    @abstractmethod
    def _run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    def _send(self, statement: str, *values: Any) -> None: ...

    @abstractmethod
    def _writing(self) -> AbstractContextManager[None]: ...
