"""A practice house in a thread, and how a player plays there in a browser, by keyboard."""

import json
import threading
import time
from itertools import count
from pathlib import Path
from typing import Any

import uvicorn

from pitboss.evidence.heads import SigningKey
from pitboss.house.automatic_schedule import Times
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from pitboss.web.app import make_app
from pitboss.web.http.config import ServerConfig
from pitboss.web.live.connection import Ending, FastWebSocket
from tests.web.browser import Page
from tests.web.inside import HOUSE, QUICK, TABLES
from tests.web.serving import free_port

FAST = Times(bets=6000, all_bet=900, decision=30_000, step=60, result=2500)
KEYS = {"ride": "i", "withdraw": "w", "play": "p", "fold": "f"}
NAMES = (f"Guest {number}" for number in count(1))


class Open:
    """A house in a thread that deals by itself: for practice, with one practice player at each table, or regulated."""

    def __init__(self, folder: Path, *, practice: bool = True) -> None:
        url = str(folder / "house.db")
        key = SigningKey(bytes(range(32)))
        self.house = LiveHouse(lambda: open_store(url, create=True), HOUSE.read_text(), key)
        setting = ServerConfig(practice=practice, dealt=dict.fromkeys(TABLES, "automatic"), times=FAST, players=1)
        self.app = make_app(self.house, lambda store: People(store, guests=practice, cost=QUICK), setting)
        self.port = free_port()
        config = uvicorn.Config(
            self.app, port=self.port, ws=FastWebSocket, log_level="error", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        until = time.monotonic() + 30
        while not self._server.started:
            assert time.monotonic() < until, "the house does not open"
            time.sleep(0.05)

    def url(self, table: str) -> str:
        return f"http://127.0.0.1:{self.port}/tables/{table}"

    def cut(self, table: str) -> None:
        """Ends every connection to a table, as a broken network would."""
        feed = self.app.state.broadcasts[table]
        loop = self.app.state.broadcasts._loop
        loop.call_soon_threadsafe(feed.end, Ending(1012, "cut"))

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=20)


# How a player plays


def sit(page: Page, house: Open, table: str, motion: str = "reduce", chips: str = "") -> str:
    """Sits down as a guest, with the Tab and Enter keys; the name."""
    page.prefer(reduced_motion=motion)
    page.goto(house.url(table))
    page.wait("document.querySelector('.bar__sit .button')?.getAttribute('aria-disabled') === 'false'")
    tab_to(page, ".bar__sit .button")
    page.press("Enter")
    page.wait("document.activeElement.id === 'sit-name'")
    name = next(NAMES)
    page.fill(name)
    if chips:
        page.press("Tab", "Control+a")
        page.fill(chips)
    page.press("Enter")
    page.wait("document.querySelector('.place') && !document.querySelector('dialog[open]')", 60)
    page.wait("document.activeElement.matches('.area')")
    return name


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        page.press("Tab")
        if page.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
            return
    raise AssertionError(f"the Tab key does not come to {selector}")


def bet(page: Page, chip: str = "2") -> dict[str, int]:
    """Puts chips on every area that takes them before the deal, by keyboard; what the house then has, in cents."""
    page.wait("document.querySelector('.phase').textContent === 'Place your bets'", 60)
    page.wait("!document.querySelector('.area[data-result]:not([data-result=\"\"])')")
    if not page.evaluate("document.activeElement.matches('.area')"):
        tab_to(page, ".area")
    page.press("Home")
    names = page.evaluate("[...document.querySelectorAll('.area')].map((area) => area.dataset.wager)")
    for _ in names:
        # Of areas that must be equal, one chip is on all.
        if page.evaluate("!document.activeElement.matches('.is-on, [aria-disabled=true]')"):
            page.press(chip)
        page.press("ArrowRight")
    page.press("Enter")
    page.wait("/^\\$[0-9,.]+ is on the felt/.test(document.querySelector('.bar__status').textContent)")
    return lying(page)


def lying(page: Page) -> dict[str, int]:
    script = """Object.fromEntries([...document.querySelectorAll('.area')]
        .map((area) => [area.dataset.wager, Number(area.querySelector('chip-stack').getAttribute('cents'))])
        .filter(([, cents]) => cents))"""
    found: dict[str, int] = page.evaluate(script)
    return found


def shown_cards(page: Page) -> list[str]:
    script = "[...document.querySelectorAll('.place playing-card')].map((card) => card.getAttribute('card'))"
    found: list[str] = page.evaluate(script)
    return found


DECIDES = "!document.querySelector('.bar__choices').hidden"
IS_OVER = "/^You (win|lose|break)/.test(document.querySelector('.bar__status').textContent)"


def play_on(page: Page, *wanted: str) -> list[str]:
    """Makes every decision by its key until the round is over: the wanted ones, then whatever comes first."""
    made: list[str] = []
    while True:
        page.wait(f"{DECIDES} || {IS_OVER}", 60)
        if page.evaluate(IS_OVER):
            return made
        labels = page.evaluate(
            "[...document.querySelectorAll('.bar__choices button:not([hidden]) > span')]"
            ".map((label) => label.firstChild.textContent.toLowerCase())"
        )
        choice = next((one for one in wanted[len(made) :] if one in labels), labels[0])
        asked = page.evaluate("document.querySelector('.bar__status').textContent.split(':')[0]")
        page.press(KEYS[choice])
        made.append(choice)
        page.wait(f"!({DECIDES}) || document.querySelector('.bar__status').textContent.split(':')[0] !== '{asked}'")


def view(page: Page, table: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"fetch('/api/tables/{table}').then((answer) => answer.json())")
    return found


def faults(page: Page) -> list[str]:
    """Errors of the console; that nobody is signed in at first is none."""
    return [error for error in page.errors if "/api/me" not in error]


def layout(page: Page, table: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"fetch('/api/tables/{table}/layout').then((answer) => answer.json())")
    return found


def leave(page: Page) -> None:
    """Makes room for the next guest."""
    page.evaluate("[...document.querySelectorAll('.bar__money .button')].at(-1).click()")
    page.wait("!document.querySelector('.place')")
