"""The HTTP description (OpenAPI): every operation with its name, its answers and its security."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema

from pitboss.web.http.answers.live import FROM_CLIENT, FROM_HOUSE

OPTIONAL_SESSION = frozenset({"get_me", "get_table", "get_strategy"})
"""Operations that answer without a session too, and more with one."""


def operation_name(route: APIRoute) -> str:
    """The operation's name in the description: its function's, which is unique."""
    return route.name


def describe(app: FastAPI) -> None:
    """Adds the description to the application."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _description(app)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


def _description(app: FastAPI) -> dict[str, Any]:
    found = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    for path in found["paths"].values():
        for operation in path.values():
            sessions = operation.setdefault("security", [])
            if operation["operationId"] in OPTIONAL_SESSION:
                sessions.insert(0, {})
            # A message of the wrong form is answered with 400 here, never with 422.
            operation["responses"].pop("422", None)
    components = found["components"]
    for name in ("HTTPValidationError", "ValidationError"):
        components["schemas"].pop(name, None)
    messages, live = models_json_schema(
        [(model, "serialization") for model in (*FROM_CLIENT, *FROM_HOUSE)], ref_template="#/components/schemas/{model}"
    )
    components["schemas"] |= live["$defs"]
    found["x-websockets"] = {
        "/api/tables/{table}/live": {
            "from_client": [messages[model, "serialization"] for model in FROM_CLIENT],
            "from_house": [messages[model, "serialization"] for model in FROM_HOUSE],
        }
    }
    return found
