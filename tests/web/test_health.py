"""What a proxy, a supervisor and a collector of traces hear of a process."""

import asyncio
from pathlib import Path

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pitboss.errors import InputError
from pitboss.ledger.store import StoreFailed
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.traces import traces_of, traces_to
from tests.web.sockets import Running, request, running


async def asked(house: Running, path: str) -> tuple[int, str]:
    answer = await request(house.app, "GET", path)
    return answer.status, answer.text


def test_a_house_that_runs_is_alive_and_ready(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as house:
            assert await asked(house, "/healthz") == (200, "alive\n")
            assert await asked(house, "/readyz") == (200, "ready\n")

    asyncio.run(play())


def test_a_house_that_stores_nothing_is_alive_but_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> int:
        raise StoreFailed("secret-host.example: no route")

    async def play() -> None:
        async with running(tmp_path) as house:
            monkeypatch.setattr(house.house.store, "size", failing)
            assert await asked(house, "/readyz") == (503, "the ledger does not answer\n")
            monkeypatch.undo()
            house.house.suspended = "disk /secret/ledger.db is full"
            assert await asked(house, "/readyz") == (503, "suspended\n")
            assert await asked(house, "/healthz") == (200, "alive\n")
            house.house.suspended = ""
            assert await asked(house, "/readyz") == (200, "ready\n")

    asyncio.run(play())


def test_a_trace_names_the_route_and_nothing_that_a_client_sent(tmp_path: Path) -> None:
    spans = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))

    async def play() -> None:
        async with running(tmp_path, setting=ServerConfig(traces=traces_of(provider))) as house:
            await asked(house, "/api/tables/three-card?token=abc")
            await asked(house, "/api/nothing/abc")

    asyncio.run(play())
    found = [
        (span.name, dict(span.attributes or {})["http.response.status_code"]) for span in spans.get_finished_spans()
    ]
    assert found == [("GET /api/tables/{table}", 200), ("GET unknown", 404)]
    assert "abc" not in "".join(span.to_json() for span in spans.get_finished_spans())


def test_the_address_of_a_collector_is_checked() -> None:
    with pytest.raises(InputError, match="not the address of a collector"):
        traces_to("localhost:4318")
