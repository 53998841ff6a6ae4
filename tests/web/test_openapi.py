"""The HTTP interface keeps what its own description promises: every operation, as every role, whatever is sent.

No answer is a failure of ours, has a status or a form that is not described, or tells how the program is made.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

import httpx
import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pitboss.house.people_registry import AccessRefused
from pitboss.web.app import make_app
from tests.web.bots import PASSWORD
from tests.web.inside import Inside
from tests.web.sockets import request

PEOPLE = {
    "nobody": "", "player": "pat", "dealer": "dora", "floorperson": "flo", "auditor": "ada", "manager": "max",
}  # fmt: skip
CHECKS: list[Any] = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip
INSIDES = re.compile(r"Traceback|File \\?\"|site-packages|src/pitboss|<\w+ object|0x[0-9a-f]{8}")
"""What an answer would show of the program."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A house in which a round was played at each kind of table, so that there is something to ask for."""
    people = [(name, role) for role, name in PEOPLE.items() if name] + [("ann", "player"), ("bob", "player")]
    with Inside(tmp_path_factory.mktemp("described"), people) as inside:
        inside.crew("three-card", ("ann", "bob"), 1).play(1)
        yield inside


KNOWN = {"table": "three-card", "number": 1, "regulation": "MD-TCP", "wager": "pair_plus", "paytable": "A"}
"""What there is, for the parts of an address that name something."""


class Asker:
    """Somebody of a role who sends what Schemathesis makes up, and looks at every answer."""

    def __init__(self, house: Inside, app: FastAPI, role: str) -> None:
        self._house, self._app, self._name, self._token = house, app, PEOPLE[role], ""
        self.statuses: set[int] = set()

    def send(self, case: Case[Any]) -> None:
        made = case.as_transport_kwargs(base_url="http://house")
        sent = httpx.Request(
            made["method"], made["url"], params=made.get("params"), json=made.get("json"), content=made.get("data"),
            headers={name: value for name, value in made["headers"].items() if _fits(value)},
        )  # fmt: skip
        given = {name: value for name, value in sent.headers.items() if name not in ("authorization", "cookie")}
        address = sent.url.raw_path.decode()
        asked = request(self._app, sent.method, address, sent.read(), given | self._authority())
        answer = self._house._loop.run_until_complete(asked)
        self.statuses.add(answer.status)
        assert not INSIDES.findall(answer.text), (address, answer.text[:1000])
        response = httpx.Response(answer.status, headers=answer.headers, content=answer.body, request=sent)
        response.elapsed = timedelta(0)
        case.validate_response(response, checks=CHECKS)

    def _authority(self) -> dict[str, str]:
        """A session that holds, whatever was asked before."""
        if not self._name:
            return {}
        people = self._house.app.state.queue.people
        try:
            people.who(self._token)
        except AccessRefused:
            self._token = people.sign_in(self._name, PASSWORD)
        return {"authorization": f"Bearer {self._token}"}


def _fits(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isprintable()


def _of_what_there_is(case: Case[Any]) -> Case[Any]:
    """The same request for something that exists, and a command that can be read."""
    case.path_parameters.update({name: value for name, value in KNOWN.items() if name in case.path_parameters})
    if isinstance(case.body, dict) and "command" in case.body:
        case.body["command"] = "dealer deals"
    return case


def strict(schema: Any) -> Any:
    """The description as the test holds answers to it: a key that is not described is a fault."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: strict(one) for key, one in schema.items()}
    return {**found, "additionalProperties": False} if isinstance(schema.get("properties"), dict) else found


def operations(app: FastAPI) -> list[Any]:
    """Everything that is described."""
    found = list(schemathesis.openapi.from_dict(strict(app.openapi())).get_all_operations())
    assert all(isinstance(result, Ok) for result in found)
    return [result.ok() for result in found if isinstance(result, Ok)]


def tried(operation: Any, askers: Sequence[Asker], examples: int) -> None:
    """Sends `examples` requests that fit the description of an operation, and as many that do not, as each asker."""
    _sending(operation.as_strategy(generation_mode=GenerationMode.POSITIVE), askers, examples)
    # What takes nothing cannot be asked for wrongly.
    with suppress(Unsatisfiable):
        _sending(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE), askers, examples)


def _sending(strategy: Any, askers: Sequence[Asker], examples: int) -> None:
    @settings(
        max_examples=examples, database=None, derandomize=True, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(strategy)
    def sending(case: Case[Any]) -> None:
        for asker in askers:
            asker.send(case)
        known = _of_what_there_is(case)
        for asker in askers:
            asker.send(known)

    sending()


def test_every_operation_answers_as_it_is_described(house: Inside) -> None:
    askers = {role: Asker(house, house.app, role) for role in PEOPLE}
    found = operations(house.app)
    assert len(found) == sum(len(methods) for methods in house.app.openapi()["paths"].values()) > 25
    for operation in found:
        tried(operation, tuple(askers.values()), 1)
    assert all(asker.statuses >= {200, 400, 404} for asker in askers.values())
    assert set().union(*(asker.statuses for asker in askers.values())) >= {200, 202, 400, 401, 403, 404, 409}


def described(house: Inside) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of every operation."""
    for path, methods in house.app.openapi()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


NAMES = {
    "assign_tables", "mark_table_test", "set_table_test",
    "change_limits", "change_password", "check_house", "confirm_count", "correct_payment",
    "end_sessions", "get_case", "get_deal", "get_head", "get_house", "get_house_changes", "get_house_file",
    "get_layout", "get_ledger", "get_lobby", "get_me", "get_odds", "get_odds_of_regulation", "get_page",
    "get_proof", "get_regulation", "get_round", "get_sample_house", "get_slip", "get_slip_pdf", "get_strategy",
    "get_supervision", "get_table", "give_command", "list_alerts", "list_clauses", "list_day_reports",
    "list_incidents", "list_odds", "list_regulations", "list_rounds", "list_sessions", "list_slips", "make_count",
    "order_hand_pay", "pay_payout", "print_slip", "put_house_file", "read_cards", "relieve_dealer", "reply_to_transfer",
    "request_transfer", "sell_chips", "set_table_status", "sign_in", "sign_in_as_guest", "sign_in_by_badge",
    "sign_out", "sign_payout", "take_rules", "verify_ledger", "void_payout", "void_slip", "withdraw_limits",
}  # fmt: skip


def test_every_operation_has_a_name_that_programs_may_rely_on(house: Inside) -> None:
    names = [operation["operationId"] for _, _, operation in described(house)]
    assert sorted(names) == sorted(NAMES)


def test_every_answer_has_a_type(house: Inside) -> None:
    schemas, faults = house.app.openapi()["components"]["schemas"], list[str]()
    for _, path, operation in described(house):
        (answer,) = (answer for status, answer in operation["responses"].items() if status.startswith("2"))
        for schema in (content["schema"] for content in answer["content"].values()):
            faults += [f"{path}: {fault}" for fault in untyped(schema, schemas, set())]
    assert faults == []


def untyped(schema: dict[str, Any], schemas: dict[str, Any], seen: set[str], way: str = "") -> Iterator[str]:
    """The places of a schema that say nothing of what stands there."""
    if name := schema.get("$ref", "").removeprefix("#/components/schemas/"):
        if name not in seen:
            seen.add(name)
            yield from untyped(schemas[name], schemas, seen, name)
        return
    if not schema.keys() & {"type", "anyOf", "oneOf", "enum", "const"}:
        yield f"{way} has no type"
    for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from untyped(one, schemas, seen, way)
    if schema.get("type") == "array":
        yield from untyped(schema.get("items", {}), schemas, seen, f"{way}[]")
    if schema.get("type") == "object" and way != "EmptyAnswer":
        values = schema.get("additionalProperties")
        if "properties" not in schema and not isinstance(values, dict):
            yield f"{way} is an object of anything"
        if isinstance(values, dict):
            yield from untyped(values, schemas, seen, f"{way}.*")
        for key, one in schema.get("properties", {}).items():
            yield from untyped(one, schemas, seen, f"{way}.{key}")


def test_an_answer_without_a_type_is_found() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {}, "b": {"type": "array"}, "c": {"type": "object", "additionalProperties": True}},
    }
    assert [*untyped(schema, {}, set(), "it")] == [
        "it.a has no type",
        "it.b[] has no type",
        "it.c is an object of anything",
    ]


def test_every_operation_says_who_may_ask(house: Inside) -> None:
    """Without a session, exactly those operations answer 401 that say so."""
    schemes = house.app.openapi()["components"]["securitySchemes"]
    assert {name: scheme["type"] for name, scheme in schemes.items()} == {"token": "http", "cookie": "apiKey"}
    both: list[dict[str, list[str]]] = [{"token": []}, {"cookie": []}]
    for method, path, operation in described(house):
        assert operation["security"] in ([], both, [{}, *both]), path
        filled = re.sub(r"\{(\w+)\}", lambda part: str(KNOWN.get(part[1], "none")), path)
        sent = BODIES.get(operation["operationId"], {}) if method == "post" else None
        answer = house._loop.run_until_complete(request(house.app, method.upper(), filled, sent))
        is_closed = answer.status == 401 and "wrong-password" not in answer.text and "no-guests" not in answer.text
        assert is_closed == (operation["security"] == both), (path, answer)


ID = "an-id-of-ours"
BODIES: dict[str, dict[str, object]] = {
    "sign_in": {"name": "pat", "password": "wrong"}, "sign_in_as_guest": {"name": "gus"}, "check_house": {"text": ""},
    "give_command": {"id": ID, "command": "dealer deals"}, "read_cards": {"id": ID, "cards": "As"},
    "set_table_status": {"id": ID, "order": "closing"},
    "correct_payment": {"id": ID, "command": "floorperson gives player ann $5 because short"},
    "request_transfer": {"id": ID, "kind": "fill", "amount": 100}, "end_sessions": {"name": "pat"},
    "reply_to_transfer": {"id": ID, "answer": "confirm"}, "put_house_file": {"id": ID, "text": ""},
    "take_rules": {"id": ID}, "withdraw_limits": {"id": ID},
    "change_limits": {"id": ID, "wager": "ante", "minimum": 1, "maximum": 2},
}  # fmt: skip


def test_the_messages_of_a_table_are_described(house: Inside) -> None:
    description = house.app.openapi()
    ((path, messages),) = description["x-websockets"].items()
    assert path == "/api/tables/{table}/live"
    names = [one["$ref"].rpartition("/")[2] for one in (*messages["from_client"], *messages["from_house"])]
    assert len(names) == len(set(names)) == 11
    assert set(names) <= description["components"]["schemas"].keys()


@pytest.mark.slow
@pytest.mark.parametrize("role", PEOPLE)
def test_every_operation_answers_as_it_is_described_whatever_comes(house: Inside, role: str) -> None:
    for operation in operations(house.app):
        tried(operation, (Asker(house, house.app, role),), 100)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (JSONResponse({}, 500), "Server error"),
        (JSONResponse({}, 418), "Undocumented status code"),
        (PlainTextResponse("a text"), "Undocumented Content-Type"),
        (JSONResponse({"reason": 'File "pitboss/web/app.py", line 3'}), "line 3"),
    ],
)
def test_an_operation_that_does_otherwise_is_found(house: Inside, answer: Response, told: str) -> None:
    app = make_app(house.house, lambda _: house.app.state.queue.people)
    app.add_api_route("/api/wrong", lambda: answer, response_model=dict[str, str])
    (operation,) = (one for one in operations(app) if one.path == "/api/wrong")
    with pytest.raises((AssertionError, FailureGroup), match=told):
        tried(operation, (Asker(house, app, "nobody"),), 1)


def test_metrics_are_for_the_staff_and_for_this_machine(house: Inside) -> None:
    def ask(client: str, name: str = "", **headers: str) -> int:
        if name:
            headers["authorization"] = f"Bearer {house.app.state.queue.people.sign_in(name, PASSWORD)}"
        return house._loop.run_until_complete(
            request(house.app, "GET", "/metrics", None, headers, client=client)
        ).status

    assert [ask("127.0.0.1"), ask("::1")] == [200, 200]
    assert [ask("192.0.2.7"), ask("client"), ask("127.0.0.1", **{"x-forwarded-for": "192.0.2.7"})] == [401, 401, 401]
    assert ask("192.0.2.7", "pat") == 403
    assert {ask("192.0.2.7", name) for name in ("dora", "flo", "ada", "max")} == {200}
