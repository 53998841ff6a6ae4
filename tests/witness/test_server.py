"""The process of a witness: over HTTP, under bad clients, through kill -9, and how much memory it takes."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from pitboss.evidence.policy import read_policy
from pitboss.evidence.signed_note import read_note
from pitboss.witness.state import origin_hash
from tests.witness.growing_log import NAME, GrowingLog

LOG = GrowingLog()


class Process:
    """`pitboss witness` as its operator starts it."""

    def __init__(self, folder: Path, *logs: GrowingLog) -> None:
        self.folder = folder
        lines = "".join(f"log {log.key.public.named(log.origin)}\n" for log in logs or (LOG,))
        (folder / "logs.policy").write_text(f"{lines}quorum none\n")
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pitboss", "witness", "logs.policy", "--name", NAME, "--port", "0", "--json"]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout
        self.told = json.loads(self.process.stdout.readline())
        self.port = int(self.told["address"].rpartition(":")[2])

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        code = self.process.wait(20)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream
            stream.close()
        return code

    def asks(self, method: str, path: str, body: bytes | None = None) -> tuple[int, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def sends(self, old: int, size: int, fork: int | None = None) -> tuple[int, str]:
        return self.asks("POST", "/add-checkpoint", LOG.request(old, size, fork))

    @property
    def memory(self) -> int:
        """The resident bytes of the process."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in text.splitlines() if line.startswith("VmHWM"))) * 1024


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Process]:
    process = Process(tmp_path)
    yield process
    process.end()


def test_a_checkpoint_is_cosigned_and_served(running: Process) -> None:
    status, lines = running.sends(0, 3)
    assert status == 200
    policy = read_policy(f"log {LOG.key.public.named(LOG.origin)}\nwitness W {running.told['keys'][0]}\nquorum W\n")
    assert list(policy.check(LOG.note(3) + lines).witnesses) == ["W"]
    status, served = running.asks("GET", f"/{origin_hash(LOG.origin)}/checkpoint")
    assert (status, list(policy.check(served).witnesses)) == (200, ["W"])
    assert read_note(served).text == read_note(LOG.note(3)).text


def test_a_witness_that_was_killed_remembers(running: Process) -> None:
    for size in range(1, 9):
        assert running.sends(size - 1, size)[0] == 200
        if size % 3 == 0:
            running.end(signal.SIGKILL)
            running.start()
            assert running.told["seen"] == 1
            assert running.sends(size - 1, size - 1) == (409, f"{size}\n")
    assert running.end() == 0
    running.start()


def test_requests_that_are_not_for_a_witness(running: Process) -> None:
    assert running.asks("GET", "/")[0] == 404
    assert running.asks("GET", "/x/checkpoint")[0] == 404
    assert running.asks("GET", "/../witness.key")[0] == 404
    assert running.asks("POST", "/elsewhere", b"x")[0] == 404
    assert running.asks("DELETE", "/add-checkpoint")[0] == 405
    assert running.asks("POST", "/add-checkpoint", b"x")[0] == 400
    assert running.asks("POST", "/add-checkpoint", b"x" * 200_000)[0] == 413
    for raw in (b"\r\n\r\n", b"POST /add-checkpoint HTTP/1.1\r\n\r\n", b"\xff" * 100 + b"\r\n\r\n", b"x" * 40_000):
        with socket.create_connection(("127.0.0.1", running.port), timeout=20) as client:
            client.sendall(raw)
            if raw.endswith(b"\r\n\r\n"):
                assert client.recv(100).split()[1] in (b"405", b"411")
    assert running.sends(0, 3)[0] == 200


def test_silent_connections_keep_nobody_out(running: Process) -> None:
    """An address has sixteen connections; more are closed, and a request passes when one of them ends."""
    with ExitStack() as open_ones:
        silent = [
            open_ones.enter_context(socket.create_connection(("127.0.0.1", running.port), timeout=20))
            for _ in range(40)
        ]
        assert silent[-1].recv(1) == b"", "the last is closed, so the first sixteen are those that stay"
        silent[0].close()
        for _ in range(100):
            try:
                assert running.sends(0, 3)[0] == 200
                break
            except (http.client.HTTPException, OSError):
                time.sleep(0.05)
        else:
            pytest.fail("the witness answered nobody")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.slow
def test_a_witness_of_a_thousand_logs_takes_less_than_40_megabytes(tmp_path: Path) -> None:
    logs = []
    for number in range(1_000):
        log = GrowingLog(f"House {number}")
        log.key = type(LOG.key)(number.to_bytes(32, "big"))
        log.origin = log.key.public.origin(f"House {number}")
        logs.append(log)
    running = Process(tmp_path, *logs)
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    for old, size in ((0, 3), (3, 8)):
        for log in logs:
            connection.request("POST", "/add-checkpoint", log.request(old, size))
            answer = connection.getresponse()
            assert (answer.status, bool(answer.read())) == (200, True)
    connection.close()
    memory = running.memory
    running.end(signal.SIGKILL)
    running.start()
    assert running.told["seen"] == 1_000
    most = max(memory, running.memory)
    running.end()
    assert most < 40 * 1024 * 1024, f"{most / 2**20:.1f} MB"
    if os.environ.get("PITBOSS_SHOW"):
        print(f"{most / 2**20:.1f} MB")
