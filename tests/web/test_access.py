"""Who gets what: every route and every command, each as every role and as nobody. What is not listed here fails."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
from fastapi import FastAPI

from pitboss.cards import DECK, parse_cards
from pitboss.house.authority import MAY, ROLES
from pitboss.house.people import People
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.play.notation import show_command
from pitboss.web.app import make_app
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.pages import PAGES
from tests.web.bots import PASSWORD
from tests.web.inside import HOUSE, QUICK, Inside
from tests.web.sockets import request

NOBODY = ""
STAFF = {
    "dealer": "dora", "floorperson": "flo", "auditor": "ada", "manager": "max", "cage": "cate", "surveillance": "sue",
    "count": "cora", "regulator": "reg",
}  # fmt: skip
PEOPLE = {NOBODY: "", "player": "pat", **STAFF}
"""Somebody of each role. The rounds were played by others."""
EVERYONE = tuple(PEOPLE)
SIGNED_IN = ROLES
OVERSEERS = ("auditor", "floorperson", "manager", "surveillance", "regulator")
SEE_ROUNDS = ("player", "dealer", *OVERSEERS)
FLOOR = ("floorperson", "manager")
TRANSFER = "/api/tables/{table}/transfers/{transfer}"
LIMITS = "/api/tables/{table}/limits"
COUNTS = "/api/tables/{table}/counts"
PAYOUT, NO_PAYOUT = "/api/tables/{table}/payouts/{payout}", "/api/tables/top-five/payouts/none"
SIGNED = {"id": "access-signed", "part": "prepared"}
PAID_BY = {"id": "access-paid", "method": "cash"}
EXAMINED = {"table": "top-five", "candidate": "dora"}
COUNTED = {"id": "access-count", "chips": []}
SAME_LIMITS = {"id": "access-limits", "wager": "ante", "minimum": 1000, "maximum": 20_000}
FILL = {"id": "access-fill", "kind": "fill", "amount": 500_000}
CORRECTED = {"id": "access-correct", "command": "floorperson gives player nobody $5,000 because short"}
SOLD = {"id": "access-sold", "command": "player pat buys $20,000"}
CONFIRMED, WITHDRAWN = ({"id": f"access-{answer}", "answer": answer} for answer in ("confirm", "withdraw"))


def standing(
    order: str, who: tuple[str, ...] = FLOOR, **more: object
) -> tuple[str, tuple[str, ...], dict[str, object]]:
    """A table where nobody plays is closed and opened again by the floor alone; the count team counts its drop too."""
    return "/api/tables/commonwealth/standing", who, {"id": f"access-{order}", "order": order, **more}


class Case(NamedTuple):
    """A route, a request to it, and who is let in; others are told to sign in, or that it is not theirs."""

    method: str
    route: str
    path: str
    who: tuple[str, ...] = EVERYONE
    body: object = None
    status: int = 200


CASES = (
    Case("GET", "/api/openapi.json", "/api/openapi.json"),
    Case("POST", "/api/sign-in", "/api/sign-in", body={"name": "pat", "password": PASSWORD}),
    Case("POST", "/api/guest", "/api/guest", (), {"name": "A guest"}, 401),
    # Nobody has this badge; a wrong one is told so to whoever may relieve, and to all others that they may not.
    Case("POST", "/api/badge", "/api/badge", (), {"badge": "77", "pin": "314159"}, 401),
    Case("POST", "/api/relief", "/api/relief", (), {"badge": "77", "pin": "314159", "table": "top-five"}, 401),
    # The old password is wrong, which is said only to those who are signed in.
    Case(
        "POST", "/api/password", "/api/password", SIGNED_IN, {"old": "not the old one", "new": "another password"}, 401
    ),
    Case("POST", "/api/sign-out", "/api/sign-out", SIGNED_IN),
    Case("GET", "/api/me", "/api/me"),
    Case("GET", "/api/house", "/api/house"),
    Case("GET", "/api/lobby", "/api/lobby"),
    Case("GET", "/api/head", "/api/head"),
    Case("GET", "/api/tables/{table}", "/api/tables/three-card"),
    Case("GET", "/api/tables/{table}/layout", "/api/tables/three-card/layout"),
    Case("GET", "/api/rounds/{table}/{number}/deal", "/api/rounds/three-card/1/deal"),
    Case("GET", "/api/rounds", "/api/rounds", SEE_ROUNDS),
    Case("GET", "/api/rounds/{table}/{number}", "/api/rounds/three-card/1", ("dealer", *OVERSEERS)),
    Case("GET", "/api/rounds/{table}/{number}/proof", "/api/rounds/three-card/1/proof", ("dealer", *OVERSEERS)),
    # It waits for the second deck, which was shuffled meanwhile.
    Case(
        "GET", "/api/rounds/{table}/{number}/case", "/api/rounds/three-card/1/case", ("dealer", *OVERSEERS), status=409
    ),
    # The player of the matrix did not play this round; tests/web/test_records.py asks as those who did.
    Case("GET", "/api/rounds/{table}/{number}/page", "/api/rounds/three-card/1/page", ()),
    Case("GET", "/api/ledger", "/api/ledger", OVERSEERS),
    Case("POST", "/api/ledger/verify", "/api/ledger/verify", OVERSEERS, {}, 202),
    Case("GET", "/api/incidents", "/api/incidents", OVERSEERS),
    Case("GET", "/api/alerts", "/api/alerts", OVERSEERS),
    Case("GET", "/api/slips", "/api/slips", tuple(STAFF)),
    Case("GET", "/api/slips/{number}", "/api/slips/1", tuple(STAFF), status=400),
    Case("GET", "/api/slips/{number}/pdf", "/api/slips/1/pdf", tuple(STAFF), status=400),
    Case("POST", "/api/slips/{number}/print", "/api/slips/1/print", tuple(STAFF), {"id": "access-print"}, 400),
    Case("POST", "/api/slips/{number}/void", "/api/slips/1/void", FLOOR, {"id": "access-void", "reason": "torn"}, 400),
    Case("GET", "/api/reports", "/api/reports?day=2026-01-01", OVERSEERS),
    Case("GET", "/api/rules", "/api/rules"),
    Case("GET", "/api/rules/{regulation}", "/api/rules/MD-TCP"),
    Case("GET", "/api/rules/{regulation}/clauses", "/api/rules/MD-TCP/clauses"),
    Case("GET", "/api/odds", "/api/odds"),
    Case("GET", "/api/odds/{regulation}", "/api/odds/MD-TCP"),
    Case("GET", "/api/odds/{regulation}/{wager}/{paytable}", "/api/odds/MD-TCP/pair_plus/A"),
    Case("GET", "/api/strategy/{regulation}", "/api/strategy/MD-TCP"),
    Case("GET", "/api/strategy/{regulation}", "/api/strategy/MD-TCP?hand=Qs+6d+4c", tuple(STAFF)),
    Case("GET", "/api/sample-house", "/api/sample-house"),
    Case("POST", "/api/check", "/api/check", body={"text": HOUSE.read_text()}),
    Case("POST", "/api/tables/{table}/standing", *standing("closing")),
    Case("POST", "/api/tables/{table}/standing", *standing("closed", counted=0, who=(*FLOOR, "count"))),
    Case("POST", "/api/tables/{table}/standing", *standing("open")),
    Case("POST", "/api/tables/{table}/transfers", "/api/tables/commonwealth/transfers", FLOOR, FILL),
    Case("POST", "/api/tables/{table}/corrections", "/api/tables/commonwealth/corrections", FLOOR, CORRECTED, 409),
    Case("POST", COUNTS, "/api/tables/top-five/counts", ("dealer",), {**COUNTED, "kind": "opener"}, 409),
    Case("POST", COUNTS, "/api/tables/top-five/counts", (*FLOOR, "count"), {**COUNTED, "kind": "drop"}, 409),
    Case("POST", f"{COUNTS}/{{count}}", "/api/tables/top-five/counts/none", FLOOR, {"id": "access-counted"}, 400),
    Case("POST", "/api/tables/{table}/hand-pay", "/api/tables/top-five/hand-pay", FLOOR, {"id": "access-hand"}, 409),
    Case("POST", f"{PAYOUT}/signatures", f"{NO_PAYOUT}/signatures", ("dealer", *FLOOR), SIGNED, 400),
    Case("POST", f"{PAYOUT}/payment", f"{NO_PAYOUT}/payment", ("cage", *FLOOR), PAID_BY, 400),
    Case("POST", f"{PAYOUT}/void", f"{NO_PAYOUT}/void", FLOOR, {"id": "access-torn", "reason": "torn"}, 400),
    Case("POST", "/api/tables/{table}/sales", "/api/tables/commonwealth/sales", ("dealer", *FLOOR), SOLD),
    Case("POST", TRANSFER, "/api/tables/top-five/transfers/none", FLOOR, WITHDRAWN, 400),
    Case("POST", TRANSFER, "/api/tables/top-five/transfers/none", ("dealer", "cage", *FLOOR), CONFIRMED, 400),
    Case("GET", "/api/house/changes", "/api/house/changes", tuple(STAFF)),
    Case("GET", "/api/house/file", "/api/house/file", tuple(STAFF)),
    Case("POST", "/api/house/file", "/api/house/file", FLOOR, {"id": "access-file", "text": HOUSE.read_text()}),
    Case("POST", "/api/tables/{table}/rules", "/api/tables/top-five/rules", FLOOR, {"id": "access-rules"}),
    Case("POST", LIMITS, "/api/tables/top-five/limits", FLOOR, SAME_LIMITS, 409),
    Case("POST", f"{LIMITS}/{{change}}", "/api/tables/top-five/limits/none", FLOOR, {"id": "access-none"}, 400),
    Case("GET", "/api/sessions", "/api/sessions", ("manager",)),
    Case("POST", "/api/sessions/end", "/api/sessions/end", ("manager",), {"name": "ann"}),
    Case("GET", "/api/supervision", "/api/supervision", OVERSEERS),
    Case("POST", "/api/supervision", "/api/supervision", ("manager",), {"name": "flo", "tables": ["top-five"]}),
    Case("POST", "/api/supervision", "/api/supervision", ("manager",), {"name": "flo", "tables": []}),
    Case("POST", "/api/table-tests", "/api/table-tests", ("manager",), {"id": "access-test", **EXAMINED}),
    Case(
        "POST",
        "/api/table-tests/{test}",
        "/api/table-tests/access-test",
        ("manager",),
        {**EXAMINED, "answers": []},
        400,
    ),
    Case("GET", "/metrics", "/metrics", tuple(STAFF)),
    Case("GET", "/healthz", "/healthz"),
    # Nobody has started this application.
    Case("GET", "/readyz", "/readyz", status=503),
    Case("GET", "/favicon.ico", "/favicon.ico"),
    Case("GET", "/static", "/static/base.css"),
)
ELSEWHERE = {
    ("POST", "/api/tables/{table}/commands"): "each command below",
    ("POST", "/api/tables/{table}/cards"): "tests/web/test_card_reading.py, and as the commands it stands for",
    ("WEBSOCKET", "/api/tables/{table}/live"): "tests/web/test_live.py: anybody watches, each command is judged",
    **{("GET", path): "a shell without data: tests/web/test_pages.py" for path in PAGES},
}
"""Routes that are tested by more than a request, and where."""


def routes(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Every method and path of an application, those of included routers too."""

    def walk(found: list[Any]) -> Iterator[tuple[str, str]]:
        for route in found:
            if inner := getattr(route, "original_router", None):
                yield from walk(inner.routes)
            elif "WebSocket" in type(route).__name__:
                yield "WEBSOCKET", route.path
            else:
                methods = getattr(route, "methods", None) or {"GET"}
                yield from ((method, route.path) for method in methods if method != "HEAD")

    yield from walk(app.routes)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A house in which ann and bob have played a round."""
    people = [(name, role) for role, name in PEOPLE.items() if name] + [("ann", "player"), ("bob", "player")]
    with Inside(tmp_path_factory.mktemp("access"), people) as inside:
        inside.crew("three-card", ("ann", "bob"), 1).play(1)
        yield inside


def ask(house: Inside, role: str, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """The status of an answer to somebody of a role, and what it says."""
    name = PEOPLE[role]
    headers = {}
    if name:
        headers["authorization"] = f"Bearer {house.app.state.queue.people.sign_in(name, PASSWORD)}"
    answer = house._loop.run_until_complete(request(house.app, method, path, body, headers))
    return answer.status, answer.json if answer.headers["content-type"] == "application/json" else answer.text


def test_every_route_is_listed(house: Inside) -> None:
    listed = {(case.method, case.route) for case in CASES} | set(ELSEWHERE)
    assert set(routes(house.app)) == listed


def test_a_route_that_is_not_listed_is_found(house: Inside) -> None:
    app = make_app(house.house, lambda store: People(store, cost=QUICK))
    app.add_api_route("/api/secret", lambda: "")
    assert set(routes(app)) - set(routes(house.app)) == {("GET", "/api/secret")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.method} {case.path}")
def test_each_route_as_each_role(house: Inside, case: Case) -> None:
    for role in EVERYONE:
        status, answer = ask(house, role, case.method, case.path, case.body)
        if role in case.who:
            assert status == case.status, (role, answer)
        else:
            wanted = (401, 403) if role == NOBODY else (401,) if case.status == 401 else (403,)
            assert status in wanted, (role, answer)
            assert {"code", "reason"} <= set(answer)


def test_guests_are_let_in_for_practice_alone(tmp_path: Path) -> None:
    with Inside(tmp_path, []) as inside:
        assert inside.request("POST", "/api/guest", {"name": "Gus"})[0] == 401
        inside.app = make_app(
            inside.house, lambda store: People(store, cost=QUICK, guests=True), ServerConfig(practice=True)
        )
        status, text = inside.request("POST", "/api/guest", {"name": "Gus"})
        assert (status, json.loads(text)["role"]) == (200, "player")
        assert inside.request("POST", "/api/guest", {"name": "gus"})[0] == 401


@pytest.mark.parametrize("token", ["", "x", "\u00e9", "Bearer", "0" * 43, "../../etc", "' OR 1=1 --"], ids=ascii)
def test_a_made_up_token_is_nobodys(house: Inside, token: str) -> None:
    for headers in ({"authorization": f"Bearer {token}"}, {"cookie": f"pitboss={token}"}):
        answer = house._loop.run_until_complete(request(house.app, "GET", "/api/rounds", headers=headers))
        assert answer.status == 401, answer
        answer = house._loop.run_until_complete(request(house.app, "GET", "/api/me", headers=headers))
        assert (answer.status, answer.json) == (200, None), answer


# Commands

ORDER = parse_cards("As Ks Qs")
COMMANDS: tuple[Command, ...] = (
    c.BuyChips("pat", 100), c.CashOut("pat", 100), c.TakeSeat("pat", 1), c.LeaveSeat(1), c.FreeSeat(1),
    c.FillTable(100), c.CreditTable(100), c.EmptyDrop(), c.CorrectPayment("ann", 100, "a reason"),
    c.ReceiveDecks(2, False),
    c.Perform("inspect", "floorperson"), c.Perform("inspect", "dealer"), c.RecordShuffle(DECK, "hand"), c.CutCards(20),
    c.OrderRecut(), c.OrderShuffle(), c.LoadShuffler(), c.GoIdle(), c.OpenBets(0), c.WithdrawBets(),
    c.PlaceWagers(1, (("ante", 1000),)), c.CloseBets(),
    c.ReadCards(ORDER), c.DealCards(), c.TurnCards("dealer", ORDER[:7]), c.CorrectCards("1", ORDER[:7]),
    c.CorrectChoice(1, "play", "fold"), c.Choose(1, "play"), c.Settle(), c.ValidateWin(1, "progressive"),
    c.CountStub(52), c.Report("card_face_up"), c.ConfirmReport(), c.RefuseReport(),
    c.AcceptWager("progressive", 1), c.RefuseWager("progressive", 1), c.CountChips("progressive", 1),
    c.TakeOutOfService("shuffler", "covered"), c.ReturnToService("shuffler"), c.DeclareAbandoned(1),
    c.FindViolation(1),
)  # fmt: skip
ALSO_FLOOR = (c.ReceiveDecks, c.TakeOutOfService, c.BuyChips)
"""What falls to the dealer, and the floor does too."""
BY_THE_HOUSE = (c.RecordShuffle, c.OpenBets)
"""What the house completes itself; as they are written here they are refused before anybody asks who sent them."""


def test_every_command_is_listed() -> None:
    assert {type(command) for command in COMMANDS} == set(get_args(Command))


@pytest.mark.parametrize("command", COMMANDS, ids=show_command)
def test_each_command_as_each_role(house: Inside, command: Command) -> None:
    """Whose command it is not is told so; whose it is, is told anything else, and never that."""
    for number, role in enumerate(EVERYONE):
        name = f"access-{type(command).__name__}-{getattr(command, 'who', '')}-{number}"
        sent = {"id": name, "command": show_command(command)}
        status, answer = ask(house, role, "POST", "/api/tables/top-five/commands", sent)
        if role == NOBODY:
            assert (status, answer["code"]) == (401, "not-signed-in")
        elif isinstance(command, BY_THE_HOUSE):
            assert (status, answer["clause"][:6]) == (409, "MD-TFP")
        elif isinstance(command, c.BuyChips) and role in ("player", "dealer"):
            # Somebody takes the money for chips with a value: their buyer does not.
            assert (status, answer.get("code")) == ((409, "chips-are-sold") if role == "player" else (200, None))
        elif (
            role in MAY[given_by(command)]
            or (isinstance(command, ALSO_FLOOR) and role in FLOOR)
            or (isinstance(command, c.EmptyDrop) and role == "count")
        ):
            assert status in (200, 409)
            assert answer.get("code") != "not-your-role"
        else:
            assert (status, answer["code"]) == (409, "not-your-role")


@pytest.mark.parametrize(("text", "by"), [("dealer shuffles", "dealer"), ("dealer opens bets", "dealer")])
def test_what_the_house_completes_is_the_dealers(house: Inside, text: str, by: str) -> None:
    for role in ROLES:
        sent = {"id": f"completed-{text.replace(' ', '-')}-{role}", "command": text}
        status, answer = ask(house, role, "POST", "/api/tables/top-five/commands", sent)
        assert status == 409
        assert (answer["code"] == "not-your-role") == (role != by)
