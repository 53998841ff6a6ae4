"""Metrics: counters for Prometheus. None names a person or a card."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from threading import Lock

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the latency buckets, in seconds."""


class Metrics:
    """Counters of one process. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._commands: Counter[tuple[str, str]] = Counter()
        self._refusals: Counter[str] = Counter()
        self._answers: Counter[int] = Counter()
        self._frames: Counter[str] = Counter()
        self._buckets = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def command(self, table: str, result: str, seconds: float, code: str = "") -> None:
        """A command was answered after `seconds`."""
        with self._lock:
            self._commands[table, result] += 1
            if code:
                self._refusals[code] += 1
            self._buckets[bisect_left(BUCKETS, seconds)] += 1
            self._seconds += seconds

    def answer(self, status: int) -> None:
        """An HTTP request was answered."""
        with self._lock:
            self._answers[status] += 1

    def frame(self, kind: str) -> None:
        """A WebSocket frame came in."""
        with self._lock:
            self._frames[kind] += 1

    def text(self, *, tables: int, suspended: bool, listeners: Mapping[str, int]) -> str:
        """Every counter and gauge, in the text format of Prometheus."""
        with self._lock:
            return "\n".join([*self._lines(tables, suspended, listeners), ""])

    def _lines(self, tables: int, suspended: bool, listeners: Mapping[str, int]) -> Iterator[str]:
        yield from _kind("pitboss_tables", "gauge", "Tables that this process runs.")
        yield f"pitboss_tables {tables}"
        yield from _kind("pitboss_suspended", "gauge", "1 while no table acts because the ledger stores nothing.")
        yield f"pitboss_suspended {int(suspended)}"
        yield from _kind("pitboss_listeners", "gauge", "Open connections to a table.")
        yield from (f"pitboss_listeners{_labels(table=table)} {n}" for table, n in listeners.items())
        yield from _kind("pitboss_commands_total", "counter", "Commands by how they were answered.")
        for (table, result), n in sorted(self._commands.items()):
            yield f"pitboss_commands_total{_labels(table=table, result=result)} {n}"
        yield from _kind("pitboss_refusals_total", "counter", "Refused commands by code.")
        yield from (f"pitboss_refusals_total{_labels(code=code)} {n}" for code, n in sorted(self._refusals.items()))
        yield from _kind("pitboss_http_answers_total", "counter", "HTTP answers by status.")
        yield from (f"pitboss_http_answers_total{_labels(status=str(s))} {n}" for s, n in sorted(self._answers.items()))
        yield from _kind("pitboss_frames_total", "counter", "WebSocket frames that came in, by kind.")
        yield from (f"pitboss_frames_total{_labels(kind=kind)} {n}" for kind, n in sorted(self._frames.items()))
        yield from self._latency()

    def _latency(self) -> Iterator[str]:
        name, count = "pitboss_command_seconds", 0
        yield from _kind(name, "histogram", "From the arrival of a command to its answer.")
        for bound, number in zip((*map(str, BUCKETS), "+Inf"), self._buckets, strict=True):
            count += number
            yield f"{name}_bucket{_labels(le=bound)} {count}"
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {count}"


def _kind(name: str, kind: str, help_: str) -> Iterator[str]:
    yield f"# HELP {name} {help_}"
    yield f"# TYPE {name} {kind}"


def _labels(**labels: str) -> str:
    written = (value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n") for value in labels.values())
    return "{" + ",".join(f'{name}="{value}"' for name, value in zip(labels, written, strict=True)) + "}"
