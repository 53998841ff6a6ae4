"""Alerts of a running house: over HTTP to those who may read them, on the floor's page, and to a webhook."""

import json
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from pitboss.books.alerts import Alert
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import CommandRequest
from pitboss.ledger.open_store import open_store
from pitboss.play import commands as c
from pitboss.web.http.config import ServerConfig
from pitboss.web.run.alerting import HouseAlerts, post_json
from tests.web.browser import Browser
from tests.web.inside import HOUSE
from tests.web.staffed import RealHouse, house, signed_in

__all__ = ["house"]

FLO = Who("flo", "floorperson")


class Hook:
    """A server that takes alerts, or refuses the first ones."""

    def __init__(self, refuses: int = 0) -> None:
        self.taken: list[dict[str, object]] = []
        hook, left = self, [refuses]

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
                left[0] -= 1
                if left[0] < 0:
                    hook.taken.append(sent)
                self.send_response(204 if left[0] < 0 else 503)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/alerts?pit=1"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def hook() -> Iterator[Hook]:
    made = Hook(refuses=1)
    yield made
    made.close()


class Shown:
    """Where a house puts its alerts."""

    alerts: Sequence[Alert] = ()


def correct(live: LiveHouse, number: int) -> None:
    live.do(FLO, CommandRequest(f"c-{number}", "three-card", c.CorrectPayment("ann", 100 * number, "a chip")))


def looking(live: LiveHouse, config: ServerConfig) -> HouseAlerts:
    return HouseAlerts(live, config, Shown())  # type: ignore[arg-type]


def test_a_webhook_gets_each_alert_once_and_in_order(tmp_path: Path, hook: Hook) -> None:
    text = f'{HOUSE.read_text()}\n[alerts]\nwebhook = "{hook.url}"\n'
    live = LiveHouse(lambda: open_store(str(tmp_path / "house.db"), create=True), text, SigningKey(bytes(32)))
    live.do(Who("ann", "player"), CommandRequest("b", "three-card", c.BuyChips("ann", 10_000)))
    before = looking(live, ServerConfig())
    for number in (1, 2):
        correct(live, number)
    before.look()
    before.send()
    assert hook.taken == [], "it was refused, and is sent again"
    before.send()
    correct(live, 3)
    before.look()
    before.send()
    amounts = [str(one["text"]).split()[7] for one in hook.taken]
    assert amounts == ["$1:", "$2:", "$3:"]
    assert {(one["kind"], one["table"], one["facility"]) for one in hook.taken} == {
        ("correction", "three-card", "Chesapeake Sample Casino")
    }
    # Another process looks after other tables, and one that starts later tells nothing twice.
    other = looking(live, ServerConfig(share=frozenset({"top-five"})))
    later = looking(live, ServerConfig())
    correct(live, 4)
    for one in (other, later):
        one.look()
        one.send()
        assert [alert.text.split()[7] for alert in one.newest] == ["$4:", "$3:", "$2:", "$1:"]
    assert len(hook.taken) == 4
    live.close()


def test_what_no_server_takes_is_an_error(hook: Hook) -> None:
    with pytest.raises(OSError, match="answered 503"):
        post_json(hook.url, {})
    post_json(hook.url, {"kind": "void"})
    assert hook.taken == [{"kind": "void"}]
    hook.close()
    with pytest.raises(OSError, match="refused"):
        post_json(hook.url, {})


@pytest.mark.slow
def test_an_alert_comes_to_the_page_of_the_floor(house: RealHouse, browser: Browser) -> None:
    page = browser.page()
    signed_in(house, page, "flo", "/floor")
    page.wait("!document.getElementById('alerts').hidden")
    crew = house.crew("let-it-ride", ("ann", "bob"))
    while crew.view(crew.dealer)["phase"] != "playing":
        crew.step()
    command = "floorperson reports wrong_number_of_cards at box 1, 4 cards"
    house.client("flo").call("POST", "/api/tables/let-it-ride/commands", {"id": "void-the-round", "command": command})
    page.wait("document.querySelector('#alerts-list .tag')?.textContent === 'Void'")
    assert "is void" in page.evaluate("document.getElementById('alerts-list').textContent")
    assert page.evaluate("document.getElementById('alerts-none').hidden")
    found = house.client("aud").call("GET", "/api/alerts")
    assert [(one["kind"], one["table"], one["round"]) for one in found] == [("void", "let-it-ride", "let-it-ride/1")]
    assert page.errors == []
