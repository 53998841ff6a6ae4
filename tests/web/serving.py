"""A house that is served by a process of its own, which can be killed at any instant and started again."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from tests.web.bots import PASSWORD

READY_WITHIN = 30


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def hire(url: str, people: Iterable[tuple[str, str]]) -> None:
    """Adds people with roles to a ledger, before the house opens."""
    with closing(open_store(url, create=True)) as store:
        register = People(store, cost=Cost(1, 8, 1))
        for name, role in people:
            register.add(name, role, PASSWORD)  # type: ignore[arg-type]


class Served:
    """`pitboss serve` in a process."""

    def __init__(self, house: Path, url: str, key: Path, *more: str) -> None:
        self.port = free_port()
        self.restarts: list[float] = []
        """Seconds from each start to the first answer."""
        self._arguments = [
            sys.executable, "-m", "pitboss", "serve", str(house), "--db", url, "--key", str(key),
            "--port", str(self.port), *more,
        ]  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        began = time.monotonic()
        self._process = subprocess.Popen(self._arguments, stdout=subprocess.DEVNULL)
        while time.monotonic() < began + READY_WITHIN:
            assert self._process.poll() is None, f"the server ended with {self._process.returncode}"
            try:
                with closing(self.connection()) as connection:
                    connection.request("GET", "/api/house")
                    if connection.getresponse().status == 200:
                        self.restarts.append(time.monotonic() - began)
                        return
            except (OSError, HTTPException):
                time.sleep(0.01)
        raise AssertionError("the server does not answer")

    def connection(self) -> HTTPConnection:
        """A connection to the process, as a client opens it."""
        return HTTPConnection("127.0.0.1", self.port, timeout=5)

    def kill(self) -> None:
        """Ends the process at once, as a power cut would."""
        assert self._process
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def code(self) -> int | None:
        """What the process ended with."""
        assert self._process
        return self._process.poll()

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Asks the process to end, and waits until it has."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            assert self._process.wait(timeout=20) in (0, -signal.SIGTERM)
