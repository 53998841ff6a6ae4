"""Pages and what surrounds them: nothing foreign runs, nothing secret is counted or noted, a stop loses nothing."""

import asyncio
import json
import logging
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pitboss.cli.listening import listening_on
from pitboss.cli.main import main
from pitboss.evidence.verify import verify_store
from pitboss.ledger.open_store import open_store
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.guard import MOST_BYTES, POLICY
from pitboss.web.http.log import LOG, start_log
from pitboss.web.http.pages import MISSING, PAGES, STATIC, PageFile, page_html
from pitboss.web.http.rate_limits import Buckets, Limits, Rate
from tests.web.bots import PASSWORD
from tests.web.serving import free_port
from tests.web.sockets import Answer, Crew, Running, request, running

VALUES = {"table": "three-card", "number": "1", "regulation": "MD-TCP"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(tmp_path_factory.mktemp("pages"), {"ann": "player"})
    yield made
    made.house.close()


def ask(house: Running, method: str, address: str, body: object = None, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return asyncio.run(request(house.app, method, address, body, named))


# Pages


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_a_shell_under_a_strict_policy(house: Running, path: str) -> None:
    answer = ask(house, "GET", path.format(**VALUES))
    assert answer.status == 200
    assert answer.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert POLICY.startswith("default-src 'self'; ")
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text == page_html(PAGES[path])
    assert (STATIC / f"{PAGES[path].name}.html").read_text(encoding="utf-8") in answer.text


def test_a_mistyped_address_is_a_page_for_people_and_json_for_programs(house: Running) -> None:
    page = ask(house, "GET", "/table/three-card", accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert (page.status, page.headers["content-security-policy"]) == (404, POLICY)
    assert page.text == page_html(MISSING)
    for headers in ({}, {"accept": "application/json"}, {"accept": "*/*"}):
        answer = ask(house, "GET", "/table/three-card", **headers)
        assert (answer.status, answer.json["code"]) == (404, "no-such-address")


class Inline(HTMLParser):
    """What a policy without `unsafe-inline` would not run, and addresses that are not ours."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given):
            self.faults.append(f"<{tag}> without a file")
        for name, value in given.items():
            if name.startswith("on") or name == "style":
                self.faults.append(f"{name} in <{tag}>")
            if name in ("src", "href", "action") and re.match(r"(?i)([a-z+.-]+:|//)", value or ""):
                self.faults.append(f"{value} in <{tag}>")


@pytest.mark.parametrize("page", sorted({*PAGES.values(), MISSING}), ids=lambda page: page.name)
def test_no_page_holds_what_its_policy_forbids(page: PageFile) -> None:
    reader = Inline()
    reader.feed(page_html(page))
    assert reader.faults == []
    named = {Path(src).name for src in re.findall(r'(?:src|href)="/static/([^"]+)"', page_html(page))}
    assert named == {"icon.svg", "base.css", f"{page.style}.css", "page.js", f"{page.name}.js"}


def test_every_page_that_is_there_has_an_address() -> None:
    assert {path.stem for path in STATIC.glob("*.html")} == {page.name for page in (*PAGES.values(), MISSING)} | {
        "frame"
    }


@pytest.mark.parametrize(
    "text", ["<script>1</script>", "<p style='x'>", "<a onclick=x>", "<style></style>", "<img src=//cdn/x>"]
)
def test_what_a_policy_forbids_is_found(text: str) -> None:
    reader = Inline()
    reader.feed(text)
    assert reader.faults


def test_no_file_reaches_for_anything_elsewhere() -> None:
    """No address of another host in any file that a browser gets; the names of XML's own spaces are no addresses."""
    spaces = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/1999/xhtml")
    for path in STATIC.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".svg"):
            text = path.read_text(encoding="utf-8")
            found = re.findall(r"https?://[^\s\"'`)<]+", text)
            assert not [address for address in found if address not in spaces], path


@pytest.mark.parametrize(
    ("ending", "kind"),
    [("js", "text/javascript"), ("css", "text/css"), ("svg", "image/svg+xml"), ("html", "text/html")],
)
def test_files_are_served_as_what_they_are(house: Running, ending: str, kind: str) -> None:
    path = next(STATIC.rglob(f"*.{ending}")).relative_to(STATIC)
    answer = ask(house, "GET", f"/static/{path}")
    assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, kind)
    again = ask(house, "GET", f"/static/{path}", if_none_match=answer.headers["etag"])
    assert (again.status, again.text) == (304, "")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "lib/../../app.py", "/etc/passwd", "lib", "", "nothing.js"]
)
def test_nothing_else_is_served(house: Running, path: str) -> None:
    answer = ask(house, "GET", f"/static/{path}")
    assert answer.status in (404, 405)
    assert "content-security-policy" in answer.headers


# Requests


def test_answers_that_say_no_look_alike(house: Running) -> None:
    for method, path, body, status in (
        ("GET", "/api/nothing", None, 404),
        ("DELETE", "/api/house", None, 405),
        ("GET", "/api/tables/nothing", None, 404),
        ("GET", "/api/rounds/nothing/1/deal", None, 404),
        ("POST", "/api/sign-in", {"name": 1}, 400),
        ("POST", "/api/sign-in", b'{"\\ud800": 1}', 400),
        ("POST", "/api/sign-in", b"{", 400),
        ("POST", "/api/sign-in", b"\xff", 400),
        ("GET", "/api/rounds", None, 401),
    ):
        answer = ask(house, method, path, body)
        assert (answer.status, set(answer.json) >= {"code", "reason"}) == (status, True), (path, answer)
        assert answer.headers["cache-control"] == "no-store"


def test_commands_come_from_our_own_pages(house: Running) -> None:
    sent = {"name": "ann", "password": PASSWORD}
    for origin, status in (("http://elsewhere", 403), ("null", 403), ("http://house", 200)):
        assert ask(house, "POST", "/api/sign-in", sent, origin=origin).status == status
    assert ask(house, "POST", "/api/sign-in", sent, content_length=str(MOST_BYTES + 1)).status == 413
    assert ask(house, "POST", "/api/sign-in", sent, transfer_encoding="chunked").status == 413


def test_the_cookie_is_for_pages_of_ours_alone(house: Running) -> None:
    cookie = ask(house, "POST", "/api/sign-in", {"name": "ann", "password": PASSWORD}).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))


def test_a_client_that_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    limits = Limits(anybody=Rate(0.01, 5), programs=Rate(0.01, 8), doors=Rate(0.01, 2))
    house = Running(tmp_path, {"max": "manager"}, ServerConfig(limits=limits))
    token = {"authorization": f"Bearer {house.tokens['max']}"}
    doors = [ask(house, "POST", "/api/guest", {"name": "x"}).status for _ in range(3)]
    # The first request with a token shows that it opens something.
    assert ask(house, "GET", "/api/sessions", **token).status == 200
    others = [ask(house, "GET", "/api/house").status for _ in range(3)]
    programs = [ask(house, "GET", "/api/house", **token).status for _ in range(9)]
    assert (doors, others, programs) == ([401, 401, 429], [200, 200, 429], [200] * 8 + [429])
    # No other header lifts the limit.
    for name, value in (("authorization", "Bearer x"), ("authorization", "Basic x"), ("x-forwarded-for", "10.9.8.7")):
        assert ask(house, "GET", "/api/house", **{name: value}).status == 429
    answer = ask(house, "GET", "/api/house")
    assert (answer.json["code"], answer.headers["retry-after"]) == ("too-many", "5")
    house.house.close()


def test_a_bucket_fills_again() -> None:
    now = 0.0
    buckets = Buckets(Rate(2, 3), lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now = 1.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    now = 100.0
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]


def test_the_interface_describes_itself(house: Running) -> None:
    found = ask(house, "GET", "/api/openapi.json").json
    assert len(found["paths"]) > 20
    for path, operations in found["paths"].items():
        assert path.startswith("/api/")
        for operation in operations.values():
            assert "422" not in operation["responses"]
            problem = operation["responses"]["400"]["content"]["application/json"]["schema"]
            assert problem == {"$ref": "#/components/schemas/Problem"}
    assert "password" in found["components"]["schemas"]["SignIn"]["properties"]
    assert "HTTPValidationError" not in json.dumps(found)


# What is counted and noted


def test_neither_metrics_nor_log_tell_a_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handlers, level, propagate = LOG.handlers, LOG.level, LOG.propagate
    start_log("json")

    async def play() -> tuple[list[str], str]:
        async with running(tmp_path) as house:
            crew = await Crew(house, "three-card").sit_down("ann", "bob")
            await crew.round()
            await crew.players[1].give("box 7 leaves")
            await request(house.app, "POST", "/api/sign-in", {"name": "ann", "password": "a wrong password"})
            await request(house.app, "GET", "/api/nothing/" + house.tokens["ann"])
            await request(house.app, "GET", "/api/me?token=" + house.tokens["ann"])
            order = " ".join(map(str, house.house.record("three-card").table.rack))
            sent = {"id": "cards-of-a-shoe", "command": f"dealer shuffles hand {order}"}
            bearer = {"authorization": f"Bearer {house.tokens['dora']}"}
            await request(house.app, "POST", "/api/tables/three-card/commands", sent, bearer)
            metrics = (await request(house.app, "GET", "/metrics", client="127.0.0.1")).text
            return [*house.tokens.values(), PASSWORD, "a wrong password"], metrics

    try:
        secrets, metrics = asyncio.run(play())
    finally:
        LOG.handlers, LOG.propagate = handlers, propagate
        LOG.setLevel(level)
    log = capsys.readouterr().err
    lines = [json.loads(line) for line in log.splitlines()]
    assert {line["event"] for line in lines} == {"open", "command", "answer", "closed"}
    assert any(line.get("code") == "box-empty" for line in lines)
    card = re.compile(r"\b[2-9TJQKA][shdc]\b")
    for text in (log, metrics):
        assert not [secret for secret in secrets if secret in text]
        assert not card.findall(text)
    # The control: cards are found where they are.
    assert card.findall("dealer shuffles hand As Kd")
    assert 'pitboss_commands_total{result="refused",table="three-card"} ' in metrics
    assert 'pitboss_refusals_total{code="box-empty"} 1.0\n' in metrics
    assert 'pitboss_listeners{table="three-card"} 4.0\n' in metrics
    counted = float(re.findall(r"pitboss_command_seconds_count (\S+)", metrics)[0])
    assert counted == sum(float(n) for n in re.findall(r"pitboss_commands_total\{.*\} (\S+)", metrics)) > 0
    assert f'pitboss_command_seconds_bucket{{le="+Inf"}} {counted}\n' in metrics


def test_an_error_of_ours_is_noted_by_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("uvicorn.error")
    before = {name: logging.getLogger(name).__dict__.copy() for name in ("pitboss.web", "uvicorn")}
    start_log("json")
    try:
        raise ValueError("As Kd")
    except ValueError:
        logger.exception("a bug")
    finally:
        for name, state in before.items():
            logging.getLogger(name).__dict__.update(state)
            logging.getLogger(name).setLevel(state["level"])
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["error"]) == ("a bug", "ValueError")
    assert "test_pages.py:" in line["place"]
    assert "As" not in line["place"].split("/")[-1]


# The command


def test_a_port_that_is_taken_is_said_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--db", str(tmp_path / "house.db")]) == 2
    told = capsys.readouterr().err
    assert f"cannot listen on 127.0.0.1 port {port}" in told
    assert "--port" in told
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["three-card=robot", "nowhere=dealer", "three-card"])
def test_who_deals_is_checked_before_anything_is_made(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    port = str(free_port())
    assert main(["serve", "--port", port, "--db", str(tmp_path / "house.db"), "--dealt", option]) == 2
    assert "pitboss: " in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_served_house_stops_when_told_and_loses_nothing(tmp_path: Path, number: signal.Signals) -> None:
    """Over real sockets: a practice house, ready to play when it answers; an open WebSocket is told why it ends."""
    url = str(tmp_path / "house.db")
    command = [sys.executable, "-m", "pitboss", "serve", "--practice", "--json", "--log", "json", "--db", url]
    with subprocess.Popen(
        [*command, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as served:
        try:
            assert served.stdout
            address = json.loads(served.stdout.readline())["address"].removeprefix("http://")
            token = _sit_down(address)
            headers = {"Authorization": f"Bearer {token}"}
            with connect(f"ws://{address}/api/tables/top-five/live", additional_headers=headers) as live:
                assert json.loads(live.recv(timeout=10))["type"] == "snapshot"
                sent = {"type": "command", "id": "gus-buys-in", "command": "player Gus buys $500", "round": None}
                live.send(json.dumps(sent))
                while json.loads(live.recv(timeout=10))["type"] != "answer":
                    pass
                served.send_signal(number)
                with pytest.raises(ConnectionClosed, match=r"1001.*the house is closing"):
                    _to_the_end(live)
            _, err = served.communicate(timeout=30)
        finally:
            served.kill()
    assert served.returncode == 0, err
    assert json.loads(err.splitlines()[-1])["event"] == "closed"
    with closing(open_store(url)) as store:
        assert store.by_command("gus-buys-in")
        assert store.heads()[-1].size == store.size()
        verify_store(store, None)


def _sit_down(address: str) -> str:
    """The token of a guest, of a house where every table waits for bets."""
    with closing(HTTPConnection(address, timeout=30)) as connection:
        connection.request("GET", "/api/lobby")
        tables = json.loads(connection.getresponse().read())["tables"]
        assert all(table["phase"] == "betting" and table["dealt"] == "automatic" for table in tables)
        connection.request("POST", "/api/guest", json.dumps({"name": "Gus"}), {"content-type": "application/json"})
        token: str = json.loads(connection.getresponse().read())["token"]
        return token


def _to_the_end(live: ClientConnection) -> None:
    for _ in range(100):
        live.recv(timeout=10)


def test_small_answers_are_sent_at_once() -> None:
    """asyncio switches Nagle's delay off only where a socket names its protocol; with it, every answer takes 40 ms."""
    with closing(listening_on("127.0.0.1", 0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP
