"""Where the ledger of a simulated house is: a file on a disk that fails, or a database whose connection breaks."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

import apsw

from pitboss.ledger.open_store import open_store
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store
from pitboss.web.run.storage_watch import hang_up
from tests.house.faulty_disk import Disk, FaultyDisk, Files, Operation, lay_out
from tests.simulated_house.prepared import LEDGER, prepare, prepared

if TYPE_CHECKING:
    from tests.simulated_house.machines import Server

_NAMES = count()


class Storage(Protocol):
    """What a run does with the storage of its house."""

    place: str
    """A part of messages that is another one in each run."""
    tokens: dict[str, str]

    def opener(self, server: "Server") -> Callable[[], Store]:
        """Opens the ledger for a process, as long as this process lives."""

    def fail(self, server: "Server", operations: int, error: str, *, forever: bool = False) -> None:
        """Refuses what this process does next; `forever` after so many operations, until the process is gone."""

    def mend(self, server: "Server") -> None:
        """Lets the process work again."""

    def release(self, server: "Server") -> None:
        """The process is gone."""

    def lose_power(self, chance: Random | None) -> None:
        """Everything that is not on disk for good is lost, or an arbitrary part of it. No process runs."""

    def copy(self) -> Files | None:
        """The files as they are now; None if nobody can copy and replace them."""

    def put(self, files: Files) -> None:
        """Puts files in the place of the ledger's. No process runs."""

    def reader(self) -> AbstractContextManager[Store]:
        """The ledger as it is now."""


class SharedDisk:
    """The files of the machine as they are, and as they would be after the power was lost."""

    def __init__(self, folder: Path, files: Files) -> None:
        self.folder = folder
        self.put(files)

    def put(self, files: Files) -> None:
        """These files and no others are on the disk, for good. No process may run."""
        lay_out(files, self.folder)
        self.model = Disk()
        for name, data in files.items():
            self.model.written[name] = bytearray(data)
            self.model._synced[name] = bytearray(data)
            self.model._entered.add(name)


class Controller(FaultyDisk):
    """The way of one process to the disk."""

    def __init__(self, disk: SharedDisk) -> None:
        super().__init__(f"simulated {next(_NAMES)}")
        self._disk = disk
        self.operations = _Performed(disk)  # type: ignore[assignment]


class _Performed:
    """A list of operations that performs what is appended."""

    def __init__(self, disk: SharedDisk) -> None:
        self._disk = disk

    def append(self, operation: Operation) -> None:
        self._disk.model.perform(operation)


class SqliteStorage:
    """A file on the disk of the machine."""

    def __init__(self, folder: Path) -> None:
        begun = prepared()
        self.tokens, self.place, self._path = begun.tokens, str(folder), str(folder / LEDGER)
        self._disk, self._controllers = SharedDisk(folder, begun.files), dict["Server", Controller]()

    def opener(self, server: "Server") -> Callable[[], Store]:
        life = server.lives

        def opened() -> Store:
            if server.is_dead or server.lives != life:
                raise OSError("this process is dead")
            controller = self._controllers.setdefault(server, Controller(self._disk))
            return SqliteStore(self._path, vfs=controller.name)

        return opened

    def fail(self, server: "Server", operations: int, error: str, *, forever: bool = False) -> None:
        if server not in self._controllers:
            return
        left = operations

        def fault(_: Operation) -> apsw.Error | None:
            nonlocal left
            left -= 1
            if left >= 0 and not forever:
                return _ERRORS[error]()
            return _ERRORS[error]() if forever and left < 0 else None

        self._controllers[server].fault = fault

    def mend(self, server: "Server") -> None:
        if server in self._controllers:
            self._controllers[server].fault = None

    def release(self, server: "Server") -> None:
        if controller := self._controllers.pop(server, None):
            controller.unregister()

    def lose_power(self, chance: Random | None) -> None:
        self._disk.put(self._disk.model.after_power_loss(chance))

    def copy(self) -> Files:
        return {name: bytes(data) for name, data in self._disk.model.written.items()}

    def put(self, files: Files) -> None:
        self._disk.put(files)

    @contextmanager
    def reader(self) -> Iterator[Store]:
        controller = Controller(self._disk)
        store = SqliteStore(self._path, vfs=controller.name)
        try:
            yield store
        finally:
            store.close()
            controller.unregister()


_ERRORS: dict[str, Callable[[], apsw.Error]] = {
    "full": lambda: apsw.FullError("the disk is full"),
    "broken": lambda: apsw.IOError("the disk does not answer"),
}


class PostgresStorage:
    """A schema of a real server. What fails is the connection: the server keeps what it acknowledged."""

    place = ""

    def __init__(self, url: str) -> None:
        self._url, self._stores = url, dict["Server", list[Store]]()
        self.tokens = prepare(lambda: open_store(url, create=True))

    def opener(self, server: "Server") -> Callable[[], Store]:
        life = server.lives

        def opened() -> Store:
            if server.is_dead or server.lives != life:
                raise OSError("this process is dead")
            store = open_store(self._url)
            self._stores.setdefault(server, []).append(store)
            return store

        return opened

    def fail(self, server: "Server", operations: int, error: str, *, forever: bool = False) -> None:
        del operations, error, forever
        for store in self._stores.get(server, ()):
            hang_up(store)

    def mend(self, server: "Server") -> None:
        """Nothing: the next connection works."""

    def release(self, server: "Server") -> None:
        self._stores.pop(server, None)

    def lose_power(self, chance: Random | None) -> None:
        """Nothing: the server is another machine."""

    def copy(self) -> Files | None:
        return None

    def put(self, files: Files) -> None:
        raise NotImplementedError

    @contextmanager
    def reader(self) -> Iterator[Store]:
        store = open_store(self._url)
        try:
            yield store
        finally:
            store.close()
