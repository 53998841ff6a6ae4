"""Rounds with real cards at a full table, dealt at the dealer's console in a real browser.

Every key and every card that is entered counts as an action. Cards are scanned one by one. Nothing that the house
answers or shows names a card before the law turns it up, because nobody has read it.

A round with the wagers of the round before takes 52 actions at Maryland Let It Ride, 35 at Three Card Poker, of whose
seven boxes two fold, 51 at Top Five Poker, of whose six boxes two fold, and 49 at Massachusetts Let It Ride.
"""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK
from tests.web.axe import names_twice, overhang, small_targets, violations
from tests.web.bots import Client, staff_and
from tests.web.browser import Browser, Page
from tests.web.inside import HOUSE, TABLES
from tests.web.serving import Served, hire
from tests.web.staffed import serious

WIDTHS = (1440, 768, 360)
MOST = 60
"""The actions that a round with repeated wagers may take, from the shuffle to the settlement."""
CARD = re.compile(r"[2-9TJQKA][cdhs]")
FOLDERS = {"three-card": (2, 5), "top-five": (2, 4)}
"""The boxes that fold, if the game lets them; their cards are never read."""


class FullTables(Served):
    """A house whose tables all have real cards, with a player at every box."""

    def __init__(self, folder: Path) -> None:
        url = str(folder / "house.db")
        hire(url, staff_and(()))
        super().__init__(HOUSE, url, folder / "house.key")
        for table in TABLES:
            self._arguments += ["--physical", table]
        self.tokens: dict[str, str] = {}
        self._open: list[Client] = []
        self._ids = count()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, name: str) -> Client:
        client = Client(lambda: [self.port], name)
        client.sign_in(self.tokens)
        self._open.append(client)
        return client

    def stop(self) -> None:
        for client in self._open:
            client.close()
        super().stop()

    def give(self, client: Client, table: str, command: str) -> None:
        sent = {"id": f"physical-{next(self._ids)}", "command": command}
        client.call("POST", f"/api/tables/{table}/commands", sent)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FullTables]:
    served = FullTables(tmp_path_factory.mktemp("physical"))
    served.start()
    yield served
    served.stop()


class Dealing:
    """A table with a player at every box, and a dealer's page."""

    def __init__(self, house: FullTables, table: str, page: Page) -> None:
        self.house, self.table, self.page = house, table, page
        self.dealer, self.floor = house.client("dora"), house.client("flo")
        self.chance = Random(table)
        self.actions: list[str] = []
        self.pack: list[str] = []
        self.read: set[str] = set()

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.dealer.call("GET", f"/api/tables/{self.table}")
        return found

    def give(self, command: str) -> None:
        self.house.give(self.dealer, self.table, command)

    def fill(self) -> None:
        """Seats a player at every box, and plays a round over the interface."""
        boxes = self.dealer.call("GET", f"/api/tables/{self.table}/layout")["boxes"]
        for box in range(1, boxes + 1):
            self.give(f"player p{box} buys $5,000")
            self.give(f"player p{box} takes box {box}")
        while not (view := self.view)["last"]:
            self.by_interface(view)

    def by_interface(self, view: dict[str, Any]) -> None:
        """What comes next at the table, without the console."""
        step = view["next"]
        if step["by"] == "floorperson":
            self.house.give(self.floor, self.table, step["command"])
        elif step["reads"]:
            self.give(f"dealer turns {step['turns']} {' '.join(self.drawn(step['reads']))}")
        elif view["turn"]:
            self.give(f"box {view['turn']['box']} {view['turn']['choices'][0]}s")
        elif step["command"] is None:
            for action in view["actions"]:
                if action["kind"] == "PlaceWagers" and "example" in action:
                    self.give(action["example"])
        else:
            self.shuffled(step)
            self.give(step.get("unread") or step["command"])

    def shuffled(self, step: dict[str, Any]) -> None:
        """A deck in an order that nobody has read."""
        if "unread" in step:
            self.pack = self.chance.sample([str(card) for card in DECK], len(DECK))
            self.read = set()

    def drawn(self, number: int) -> list[str]:
        """The next cards that the dealer turns up."""
        cards, self.pack = self.pack[:number], self.pack[number:]
        self.read |= set(cards)
        return cards

    # At the console

    def open_page(self) -> None:
        self.page.sign_in(self.house.address, self.house.tokens["dora"])
        self.page.goto(f"{self.house.address}/tables/{self.table}/dealer")
        self.page.wait("document.querySelectorAll('#boxes > li:not([data-free])').length > 5")

    def press(self, key: str) -> None:
        self.actions.append(key)
        self.page.press(key)

    def scan(self, card: str) -> None:
        """A scanner types a card and ends it with Enter."""
        self.actions.append(card)
        self.page.tab.keyboard.type(card)
        self.page.press("Enter")

    def reached(self, before: dict[str, Any]) -> None:
        """Waits until the page shows what comes after a step."""
        self.page.wait(f"document.body.dataset.seq > {before['seq']}")

    def assert_unseen(self, view: dict[str, Any]) -> None:
        """No card has a face on the page or in the view but those that were read."""
        shown = self.page.evaluate(
            "[...document.querySelectorAll('playing-card')].map((card) => card.getAttribute('card'))"
        )
        assert {card for card in shown if card != "back"} <= self.read
        assert {text for text in texts(view) if CARD.fullmatch(text)} <= self.read

    def step(self) -> None:
        """What comes next at the table, by the keys of the console."""
        view = self.view
        step = view["next"]
        if view["round"]:
            self.assert_unseen({**view, "last": None})
        if step["by"] == "floorperson":
            self.house.give(self.floor, self.table, step["command"])
        elif step["reads"]:
            self.page.wait(
                f"document.getElementById('reads-label').textContent.startsWith('Card 1 of {step['reads']}')"
            )
            cards = self.drawn(step["reads"])
            for card in cards:
                self.scan(card.replace("T", "10").lower() if self.chance.random() < 0.5 else card)
        elif turn := view["turn"]:
            self.assert_in_sight("#choices button")
            self.press(self.key(turn))
        elif step["command"] is None:
            self.assert_in_sight("#repeat-all")
            self.press("a")
            self.page.wait("document.getElementById('repeat-all').hidden")
            assert all(box["wagers"] for box in self.view["round"]["boxes"].values())
        else:
            self.shuffled(step)
            self.page.wait("performance.now() - Number(document.getElementById('next').dataset.since) > 360")
            self.press(" ")
        self.reached(view)

    def key(self, turn: dict[str, Any]) -> str:
        """The key of the decision, as its button shows it."""
        folds = "fold" in turn["choices"] and turn["box"] in FOLDERS.get(self.table, ())
        choice = "fold" if folds else turn["choices"][0]
        said = f"Box {turn['box']} {choice}s"
        self.page.wait(f"document.querySelector('#choices').textContent.includes('{said}')")
        button = (
            f"[...document.querySelectorAll('#choices button')].find((one) => one.textContent.startsWith('{said}'))"
        )
        return str(self.page.evaluate(f"{button}.querySelector('kbd').textContent")).lower()

    def assert_in_sight(self, selector: str) -> None:
        """What the dealer needs now is on the screen without scrolling, and so is every box."""
        for found in (selector, "#boxes > li:last-child"):
            place = f"document.querySelector('{found}').getBoundingClientRect()"
            self.page.wait(f"{place}.bottom <= innerHeight && {place}.top >= 0 && {place}.height > 0 && scrollY === 0")


def texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for part in value.values():
                yield from texts(part)
        case list():
            for part in value:
                yield from texts(part)


@pytest.mark.parametrize(
    "table", ["three-card", *(pytest.param(table, marks=pytest.mark.slow) for table in TABLES if table != "three-card")]
)
def test_a_full_table_is_dealt_in_at_most_sixty_actions(house: FullTables, browser: Browser, table: str) -> None:
    page = browser.page(1280, 720, reduced_motion="reduce")
    dealing = Dealing(house, table, page)
    dealing.fill()
    dealing.open_page()
    done = dealing.view["last"]["number"]
    while dealing.view["last"]["number"] == done:
        dealing.step()
    last = dealing.view["last"]
    assert len(dealing.actions) <= MOST
    assert len(last["boxes"]) == len(dealing.view["seats"])
    for box, there in last["boxes"].items():
        folded = "fold" in there["choices"].values()
        assert folded == (int(box) in FOLDERS.get(table, ()))
        assert bool(there["cards"]) != folded, "a folded hand stays unread"
    assert serious(page) == []


@pytest.mark.slow
def test_nothing_is_said_of_a_commitment_to_cards_in_an_order_that_nobody_knows(
    house: FullTables, browser: Browser
) -> None:
    page = browser.page()
    page.goto(f"{house.address}/tables/three-card")
    page.wait("document.querySelector('.panel--rounds h2').textContent.startsWith('Round ')")
    assert "ommitment" not in page.tab.inner_text(".panel--rounds")


@pytest.mark.slow
def test_a_decision_and_every_box_are_in_sight_on_a_tablet(house: FullTables, browser: Browser) -> None:
    """Upright, with seven players and their cards."""
    dealing = Dealing(house, "commonwealth", browser.page(768, 1024, reduced_motion="reduce"))
    if not dealing.view["seats"]:
        dealing.fill()
    while not (view := dealing.view)["turn"]:
        dealing.by_interface(view)
    dealing.open_page()
    dealing.assert_in_sight("#choices button")
    while dealing.view["round"]:
        dealing.by_interface(dealing.view)


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_after_a_void_round_the_console_says_what_goes_back_and_nothing_of_the_round_before(
    house: FullTables, browser: Browser, width: int
) -> None:
    dealing = Dealing(house, "three-card", browser.page(width, reduced_motion="reduce"))
    if not dealing.view["seats"]:
        dealing.fill()
    dealing.open_page()
    while not dealing.view["turn"]:
        dealing.by_interface(dealing.view)
    dealing.give("dealer reports wrong_number_of_cards at box 3, 4 cards")
    dealing.page.wait("document.getElementById('step').textContent.endsWith('cards, box 3 with 4 cards')")
    house.give(dealing.floor, "three-card", "floorperson confirms report")
    for _ in range(2):
        dealing.page.wait("document.querySelectorAll('#void-list > li').length === 7")
        dealing.page.wait("!document.getElementById('void').hidden && document.getElementById('pays-scroll').hidden")
        assert dealing.page.evaluate("document.querySelectorAll('#piles playing-card').length") == 0
        dealing.page.wait("document.getElementById('void').getBoundingClientRect().bottom <= innerHeight")
        dealing.page.reload()
    assert overhang(dealing.page) <= 0
    assert serious(dealing.page) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_the_console_of_a_full_table_is_for_everyone(house: FullTables, browser: Browser, width: int) -> None:
    """With chips, wagers and decisions at every box, and with cards to be read."""
    page = browser.page(width, reduced_motion="reduce")
    dealing = Dealing(house, "three-card", page)
    if not dealing.view["seats"]:
        dealing.fill()
    dealing.open_page()
    seen: set[str] = set()
    while len(seen) < 3:
        view = dealing.view
        kind = "reads" if view["next"]["reads"] else "decides" if view["turn"] else view["phase"]
        if kind in ("betting", "reads", "decides") and kind not in seen:
            seen.add(kind)
            assert violations(page) == [], kind
            assert small_targets(page) == [], kind
            assert names_twice(page) == []
            assert overhang(page) <= 0, kind
        if not view["turn"] and view["next"]["command"] is None and not view["next"]["reads"]:
            page.press("a")
            dealing.reached(view)
        else:
            dealing.by_interface(view)
            dealing.reached(view)
    while (view := dealing.view)["round"]:
        dealing.by_interface(view)
    assert serious(page) == []
