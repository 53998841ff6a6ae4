"""Metrics: counters for Prometheus. None names a person or a card."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the latency buckets, in seconds."""
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library leaves its type out


class Metrics:
    """Counters of one process. Safe for several threads."""

    def __init__(self) -> None:
        self._registry = where = CollectorRegistry()
        self._tables = Gauge("pitboss_tables", "Tables that this process runs.", registry=where)
        self._suspended = Gauge(
            "pitboss_suspended", "1 while no table acts because the ledger stores nothing.", registry=where
        )
        self._listeners = Gauge("pitboss_listeners", "Open connections to a table.", ["table"], registry=where)
        self._commands = Counter(
            "pitboss_commands", "Commands by how they were answered.", ["table", "result"], registry=where
        )
        self._refusals = Counter("pitboss_refusals", "Refused commands by code.", ["code"], registry=where)
        self._answers = Counter("pitboss_http_answers", "HTTP answers by status.", ["status"], registry=where)
        self._frames = Counter("pitboss_frames", "WebSocket frames that came in, by kind.", ["kind"], registry=where)
        self._tasks = Counter("pitboss_task_failures", "Background work that failed.", ["task"], registry=where)
        self._jumps = Counter("pitboss_clock_jumps", "Times the system's clock was set.", registry=where)
        self._seconds = Histogram(
            "pitboss_command_seconds", "From the arrival of a command to its answer.", buckets=BUCKETS, registry=where
        )

    def command(self, table: str, result: str, seconds: float, code: str = "") -> None:
        """A command was answered after `seconds`."""
        self._commands.labels(table, result).inc()
        if code:
            self._refusals.labels(code).inc()
        self._seconds.observe(seconds)

    def answer(self, status: int) -> None:
        """An HTTP request was answered."""
        self._answers.labels(str(status)).inc()

    def task_failed(self, task: str) -> None:
        """Background work failed and is begun again."""
        self._tasks.labels(task).inc()

    def clock_jumped(self) -> None:
        """The system's clock was set."""
        self._jumps.inc()

    def frame(self, kind: str) -> None:
        """A WebSocket frame came in."""
        self._frames.labels(kind).inc()

    def text(self, *, tables: int, suspended: bool, listeners: Mapping[str, int]) -> bytes:
        """Every counter and gauge, in the text format of Prometheus."""
        self._tables.set(tables)
        self._suspended.set(suspended)
        self._listeners.clear()
        for table, number in listeners.items():
            self._listeners.labels(table).set(number)
        return generate_latest(self._registry)
