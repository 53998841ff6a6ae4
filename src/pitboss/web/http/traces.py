"""Traces: one OpenTelemetry span for each HTTP answer, sent to a collector if the operator names one.

A span has the method, the route and the status. It has no address, no text of a command, no card and no person.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from starlette.types import Scope

from pitboss.errors import InputError, install_command

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

Traces = Callable[[], AbstractContextManager[Any]]
"""Begins a span; the span, or None if nothing is traced."""


def no_traces() -> AbstractContextManager[None]:
    """Nothing is traced."""
    return nullcontext()


def traces_to(url: str) -> Traces:
    """Spans are sent to the collector at `url`, such as http://127.0.0.1:4318/v1/traces, by a thread of their own."""
    if not find_spec("opentelemetry"):
        raise InputError(f"traces need OpenTelemetry: {install_command('traces')}")
    if not url.startswith(("http://", "https://")):
        raise InputError(f"{url!r} is not the address of a collector: give http://HOST:PORT/v1/traces")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - an extra
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - an extra
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415 - an extra
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415 - an extra

    provider = TracerProvider(resource=Resource.create({"service.name": "pitboss"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(url)))
    return traces_of(provider)


def traces_of(provider: "TracerProvider") -> Traces:
    """Spans go to a provider."""
    tracer = provider.get_tracer("pitboss.web")
    return lambda: tracer.start_as_current_span("request")


def name_span(span: Any, scope: Scope, route: str | None, status: int) -> None:
    """Names a span by its route, which holds nothing that a client sent."""
    if span is not None:
        span.update_name(f"{scope['method']} {route or 'unknown'}")
        span.set_attributes({
            "http.request.method": scope["method"], "http.route": route or "", "http.response.status_code": status,
        })  # fmt: skip
