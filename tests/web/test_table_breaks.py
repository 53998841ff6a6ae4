"""The player's table when something breaks: reloads, lost connections, tabs that sleep, and two who play together."""

import json
from collections.abc import Iterator

import playwright.sync_api as pw
import pytest

from tests.web.browser import Browser, Page
from tests.web.table_player import DECIDES, IS_OVER, Open, bet, faults, leave, lying, play_on, shown_cards, sit, view

pytestmark = pytest.mark.slow  # a real browser takes its time


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    opened = Open(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


class Line:
    """The connection of a page, which can be made deaf or be cut at a word."""

    def __init__(self, page: Page) -> None:
        self.sent: list[str] = []
        self.is_deaf = False
        """Nothing that the house says arrives."""
        self.cut_at = ""
        """The message that holds this word arrives at the house; then the connection breaks, once."""
        page.tab.route_web_socket("**/live*", self._open)

    def _open(self, here: pw.WebSocketRoute) -> None:
        there = here.connect_to_server()

        def from_page(message: str | bytes) -> None:
            self.sent.append(str(message))
            there.send(message)
            if self.cut_at and self.cut_at in str(message):
                self.cut_at = ""
                here.close(code=1012)

        def from_house(message: str | bytes) -> None:
            if not self.is_deaf:
                here.send(message)

        here.on_message(from_page)
        there.on_message(from_house)


def test_a_reload_in_the_middle_of_a_round_keeps_everything(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "three-card")
    bet(page)
    page.wait(DECIDES, 60)
    chips, cards = lying(page), shown_cards(page)
    assert len(cards) == 3
    page.reload()
    page.wait(DECIDES)
    assert (lying(page), shown_cards(page)) == (chips, cards)
    play_on(page, "fold")
    assert page.evaluate("document.querySelector('[data-wager=ante]').dataset.result") == "lost"
    leave(page)


def test_nothing_can_be_done_while_the_connection_is_lost(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "top-five")
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    page.go_offline()
    house.cut("top-five")
    page.wait("!document.querySelector('.banner').hidden")
    open_now = "[...document.querySelectorAll('.felt button, .bar .button')].filter((button) => button.offsetParent)"
    assert page.evaluate(f"{open_now}.every((button) => button.getAttribute('aria-disabled') === 'true')")
    page.evaluate("document.querySelector('.area').focus()")
    page.press("2", "Enter")
    assert lying(page) == {}
    page.go_offline(False)
    page.wait("document.querySelector('.banner').hidden", 30)
    assert bet(page) != {}
    play_on(page)
    leave(page)


def test_a_lost_connection_in_the_middle_of_a_round_is_taken_up_again(house: Open, browser: Browser) -> None:
    page = browser.page()
    name = sit(page, house, "commonwealth")
    placed = bet(page)
    page.wait(DECIDES, 60)
    cards, number = shown_cards(page), view(page, "commonwealth")["round"]["number"]
    page.go_offline()
    house.cut("commonwealth")
    page.wait("!document.querySelector('.banner').hidden")
    page.press("i")
    page.go_offline(False)
    page.wait("document.querySelector('.banner').hidden", 30)
    page.wait(DECIDES)
    now = view(page, "commonwealth")
    (box,) = [box for box in now["round"]["boxes"].values() if box["player"] == name]
    assert box["choices"] == {}, "a key that was pressed without a connection does nothing later"
    assert (box["wagers"], now["round"]["number"]) == (placed, number)
    assert (shown_cards(page), lying(page)) == (cards, placed)
    assert len(play_on(page, "ride", "withdraw")) == 2
    leave(page)


def test_a_decision_whose_answer_is_lost_is_made_once(house: Open, browser: Browser) -> None:
    page = browser.page()
    line = Line(page)
    name = sit(page, house, "three-card")
    bet(page)
    page.wait(DECIDES, 60)
    line.cut_at = "plays"
    assert play_on(page, "play") == ["play"]
    asked = [json.loads(message) for message in line.sent if "plays" in message]
    assert len({frame["id"] for frame in asked}) == 1
    assert len(asked) == 2, "the page sends it again under the same id"
    (box,) = [box for box in view(page, "three-card")["last"]["boxes"].values() if box["player"] == name]
    assert box["choices"] == {"play": "play"}
    assert box["wagers"]["play"] == box["wagers"]["ante"]
    assert page.evaluate("document.querySelector('.bar .problem').textContent") == ""
    leave(page)


SHOW = """((state) => {
    for (const [name, value] of [['visibilityState', state], ['hidden', state === 'hidden']])
        Object.defineProperty(document, name, { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
})"""


def test_a_tab_that_slept_asks_how_things_stand(house: Open, browser: Browser) -> None:
    page, other = browser.page(), browser.page()
    line = Line(page)
    sit(page, house, "top-five")
    sit(other, house, "top-five")
    bet(page)
    bet(other)
    page.wait(DECIDES, 60)
    page.evaluate(f"{SHOW}('hidden')")
    line.is_deaf = True
    # The house goes on without the tab: its player decides elsewhere, and the round ends.
    twin = browser.page()
    twin.tab.context.add_cookies(page.tab.context.cookies())  # type: ignore[arg-type]
    twin.goto(house.url("top-five"))
    for one in (twin, other):
        one.wait(DECIDES, 60)
        one.press("p")
    twin.wait(IS_OVER, 60)
    assert page.evaluate(DECIDES), "the tab that sleeps knows nothing of it"
    before = len(line.sent)
    line.is_deaf = False
    page.evaluate(f"{SHOW}('visible')")
    # The round is over for this tab too; the next one may have begun.
    page.wait(f"!({DECIDES})")
    assert any(json.loads(message)["type"] == "snapshot" for message in line.sent[before:])
    now = view(page, "top-five")
    assert page.evaluate("document.querySelector('.bar__rack strong').textContent") == f"${now['rack'] / 100:,.0f}"
    assert faults(page) == []
    leave(page)
    leave(other)


def test_two_at_one_table_see_each_other(house: Open, browser: Browser) -> None:
    ann, bob = browser.page(), browser.page(360, 780)
    name = sit(ann, house, "let-it-ride")
    sit(bob, house, "let-it-ride")
    placed = bet(ann)
    seat = f"[...document.querySelectorAll('.seat')].find((seat) => seat.innerText.includes({json.dumps(name)}))"
    bob.wait(f"{seat}?.querySelector('.seat__total').textContent === '${sum(placed.values()) // 100}'")
    ann.wait(DECIDES, 60)
    assert len(shown_cards(ann)) == 3
    theirs = bob.wait(
        f"{seat} && [...{seat}.querySelectorAll('playing-card')].map((card) => card.getAttribute('card'))"
    )
    assert theirs == ["back"] * 3, "another player's cards lie face down"
    play_on(ann)
    leave(ann)
    leave(bob)
