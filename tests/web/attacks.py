"""What one stranger can do to a house that is served: each attack is a context, from an address of the attacker's.

`python -m tests.web.attacks NAME PORT` runs one in a process of its own until its standard input ends.
"""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[2]
STRANGER = "127.0.0.2"
"""Another address of this machine."""
PATIENCE = 20


def wire(port: int) -> socket.socket:
    """A connection of the stranger's."""
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(STRANGER, 0))


def ask(port: int, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The answer to one request of the stranger's: status, headers and body."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(STRANGER, 0))
    try:
        data = None if body is None else json.dumps(body)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, data, {"content-type": "application/json", **named})
        answer = connection.getresponse()
        return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


@contextmanager
def threads(number: int, act: Callable[[int], object]) -> Iterator[None]:
    """Acts in several threads, again and again, until the end."""
    over = threading.Event()

    def work(which: int) -> None:
        for turn in count(which, number):
            if over.is_set():
                return
            with suppress(OSError, HTTPException):
                act(turn)

    workers = [threading.Thread(target=work, args=(which,), daemon=True) for which in range(number)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        over.set()
        for worker in workers:
            worker.join(PATIENCE)


@contextmanager
def dotted_keys(port: int) -> Iterator[None]:
    """House files whose keys have thousands of parts."""
    text = f"a{'.a' * 29_000}=1"
    with threads(2, lambda _: ask(port, "POST", "/api/check", {"text": text})):
        yield


@contextmanager
def long_cookies(port: int) -> Iterator[None]:
    """Cookies in quotes with thousands of escapes."""
    cookie = 'pitboss="' + "\\\\" * 29_000 + '"'
    with threads(2, lambda _: ask(port, "GET", "/api/me", cookie=cookie)):
        yield


@contextmanager
def unread_pings(port: int) -> Iterator[None]:
    """A reader that never reads, and pings."""

    def ping(_: int) -> None:
        with wire(port) as socket_:
            socket_.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            socket_.sendall(
                b"GET /api/tables/let-it-ride/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            time.sleep(0.1)
            frame = b"\x89\xfd" + bytes(4) + bytes(125)
            for _ in range(400):
                socket_.sendall(frame * 400)

    with threads(2, ping):
        yield


@contextmanager
def silent_connections(port: int) -> Iterator[None]:
    """Connections that say nothing, and requests that stop half-way."""
    held: list[socket.socket] = []

    def hold(turn: int) -> None:
        if len(held) > 1300:
            time.sleep(0.05)
            return
        one = wire(port)
        held.append(one)
        if turn % 2:
            one.sendall(b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n{")

    try:
        with threads(4, hold):
            yield
    finally:
        for one in held:
            one.close()


@contextmanager
def old_deals(port: int) -> Iterator[None]:
    """Deals of rounds that were played long ago, sixty at once."""
    with threads(60, lambda turn: ask(port, "GET", f"/api/rounds/let-it-ride/{turn % 400 + 1}/deal")):
        yield


@contextmanager
def sign_ins(port: int) -> Iterator[None]:
    """Forty sign-ins at once."""
    body = {"name": "max", "password": "not the password"}
    with threads(40, lambda _: ask(port, "POST", "/api/sign-in", body)):
        yield


@contextmanager
def borrowed_headers(port: int) -> Iterator[None]:
    """Requests with headers that pretend to be a program, or another machine."""

    def pretend(turn: int) -> None:
        ask(
            port, "GET", "/api/lobby", authorization=f"Bearer {turn}",
            x_forwarded_for=f"10.{turn % 200}.{turn // 200 % 200}.7",
        )  # fmt: skip

    with threads(8, pretend):
        yield


ATTACKS = {
    attack.__name__: attack
    for attack in (
        dotted_keys, long_cookies, unread_pings, silent_connections, old_deals, sign_ins, borrowed_headers,
    )
}  # fmt: skip


@contextmanager
def attacked(name: str, port: int) -> Iterator[None]:
    """An attack by a process of its own, which gives way to others: the stranger has another machine."""
    command = [sys.executable, "-m", "tests.web.attacks", name, str(port)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    try:
        assert process.stdout
        assert process.stdout.readline() == b"attacking\n"
        yield
    finally:
        process.communicate(timeout=3 * PATIENCE)


if __name__ == "__main__":
    os.nice(10)
    with ATTACKS[sys.argv[1]](int(sys.argv[2])):
        print("attacking", flush=True)
        sys.stdin.read()
