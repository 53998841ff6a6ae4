"""Writes src/pitboss/web/wire.d.ts: the pages' types of everything that the house sends and takes.

They are made from the HTTP description and from the messages of a table's WebSocket. `--check` only compares.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import FastAPI

from pitboss.evidence.heads import SigningKey
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from pitboss.web.app import make_app

FILE = Path(__file__).parents[1] / "src/pitboss/web/wire.d.ts"
HEAD = """// What the house sends and takes over HTTP and the live connection.
// `make wire` writes this file from the server's models; a test compares the two.

declare namespace Wire {
"""
_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = Mapping[str, Any]


HOUSE = Path(__file__).parents[1] / "examples/house.toml"


def current_types() -> str:
    """The declarations for the house of the examples: the description is the same for every house."""
    with TemporaryDirectory() as folder:
        url = str(Path(folder) / "house.db")
        house = LiveHouse(
            lambda: open_store(url, create=True), HOUSE.read_text(encoding="utf-8"), SigningKey(bytes(32))
        )
        try:
            return wire_types(make_app(house, People))
        finally:
            house.close()


def wire_types(app: FastAPI) -> str:
    """The declarations: an interface for each model, and for each operation what it takes and answers."""
    described = app.openapi()
    (socket,) = described["x-websockets"].values()
    lines = [
        line for name, schema in sorted(described["components"]["schemas"].items()) for line in _model(name, schema)
    ]
    lines += [
        f"type ClientMessage = {_union(socket['from_client'])};",
        f"type HouseMessage = {_union(socket['from_house'])};",
    ]
    lines += ["", "/** The answer to every question, by its path. */", "interface Gets {"]
    lines += [f'  "{path}": {_answer(methods["get"])};' for path, methods in _api(described, "get")]
    lines += ["}", "", "/** What every message takes and what it is answered, by its path. */", "interface Posts {"]
    for path, methods in _api(described, "post"):
        lines.append(f'  "{path}": {{ sent: {_sent(methods["post"])}; answer: {_answer(methods["post"])} }};')
    return HEAD + "".join(f"  {line}\n" if line else "\n" for line in [*lines, "}"]) + "}\n"


def _api(described: Schema, method: str) -> Iterator[tuple[str, Schema]]:
    return ((path, methods) for path, methods in described["paths"].items() if method in methods)


def _answer(operation: Schema) -> str:
    content = next(
        operation["responses"][status]["content"] for status in ("200", "202") if status in operation["responses"]
    )
    return _type(next(iter(content.values()))["schema"])


def _sent(operation: Schema) -> str:
    body = operation.get("requestBody")
    return _type(body["content"]["application/json"]["schema"]) if body else "object"


def _model(name: str, schema: Schema) -> Iterator[str]:
    """An interface; a description becomes its comment."""
    yield from _comment(schema)
    if "enum" in schema:
        yield f"type {name} = {_type(schema)};"
    else:
        yield f"interface {name} {{"
        required = schema.get("required", ())
        for key, value in schema.get("properties", {}).items():
            # The house leaves out what has no value.
            is_optional = key not in required or "default" in value
            yield from (f"  {line}" for line in _comment(value))
            text = _type(value)
            yield f"  {key}{'?' * is_optional}: {text.removesuffix(' | null') if is_optional else text};"
        yield "}"
    yield ""


def _comment(schema: Schema) -> Iterator[str]:
    if text := " ".join(schema.get("description", "").split()):
        yield f"/** {text} */"


def _type(schema: Schema) -> str:
    match schema:
        case {"$ref": reference}:
            return str(reference).rsplit("/", 1)[-1]
        case {"enum": values}:
            return " | ".join(_literal(value) for value in values)
        case {"const": value}:
            return _literal(value)
        case {"anyOf": several} | {"oneOf": several}:
            return _union(several)
        case {"type": "array", "prefixItems": places}:
            return f"[{', '.join(map(_type, places))}]"
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict() as values} if values:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str() as simple}:
            return _SIMPLE[simple]
    return "unknown"


def _union(several: Iterable[Schema]) -> str:
    return " | ".join(dict.fromkeys(map(_type, several)))


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def main() -> None:
    text = current_types()
    if "--check" in sys.argv:
        sys.exit(None if FILE.read_text(encoding="utf-8") == text else f"{FILE.name} is not current: make wire")
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
