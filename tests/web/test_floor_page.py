"""The floor's console in a real browser: tables that close and open, devices, sessions, and focus that stays."""

import json
import time
from contextlib import closing
from typing import Any
from urllib.parse import quote

import pytest

from pitboss.house.environment import wall_clock
from pitboss.house.people import People
from pitboss.ledger.incidents import ClockJumped, incident_draft
from pitboss.ledger.open_store import open_store
from tests.web.axe import violations
from tests.web.bots import Crew
from tests.web.browser import Browser, Page
from tests.web.staffed import RealHouse, house, serious, signed_in, text
from tests.web.test_consoles import confirm, dealt_by_hand, press_order, press_space, seat

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["house"]


def choose(page: Page, table: str) -> None:
    """Chooses a table by keyboard."""
    name = f"[...document.querySelectorAll('.watch__name')].find((name) => name.textContent === '{table}')"
    page.wait(f"Boolean({name})")
    page.evaluate(f"{name}.focus()")
    page.press("Enter")
    page.wait(f"document.getElementById('chosen').textContent.endsWith({json.dumps(table)})")


def press(page: Page, selector: str) -> None:
    """Presses a control that can be pressed now, with the Enter key."""
    quoted = json.dumps(selector)
    page.wait(f"document.querySelector({quoted})?.checkVisibility()")
    page.wait(f"document.querySelector({quoted}).getAttribute('aria-disabled') !== 'true'")
    page.evaluate(f"document.querySelector({quoted}).focus()")
    page.press("Enter")


def fact(page: Page, label: str) -> str:
    """What the card of the chosen table says."""
    rows = "[...document.querySelectorAll('.is-chosen .facts > div')]"
    return str(page.evaluate(f"{rows}.find((row) => row.firstChild.textContent === '{label}').lastChild.textContent"))


@pytest.mark.parametrize("width", [1440, 360])
def test_a_table_is_closed_and_opened_by_keyboard(house: RealHouse, browser: Browser, width: int) -> None:
    table = {1440: "commonwealth", 360: "let-it-ride"}[width]
    page = browser.page(width)
    signed_in(house, page, "flo", "/floor")
    choose(page, table)
    assert fact(page, "Dealer") == "Nobody yet"
    crew = house.crew(table, ("ann", "bob"))
    while crew.view(crew.dealer)["phase"] != "playing":
        crew.step()
    page.wait("document.querySelector('.is-chosen .tag').textContent === 'Players decide'")
    assert fact(page, "Dealer") == "dora"
    press(page, "#closing-act")
    confirm(page)
    page.wait("document.getElementById('closing-told').textContent.includes('played to its end')")
    assert page.evaluate("document.getElementById('closing-act').getAttribute('aria-disabled')") == "true"
    while crew.rounds < 1:
        crew.step()
    for left in (4, 3, 2, 1):
        page.wait(f"document.querySelectorAll('#clear button').length === {left}")
        press(page, "#clear button")
    page.wait("document.querySelectorAll('#clear button').length === 0")
    press(page, "#closing-act")
    page.wait("document.getElementById('ask-counted') !== null")
    page.fill("$99,990")
    page.press("Enter")
    page.wait("document.querySelector('.is-chosen .tag').textContent === 'Closed'")
    page.wait("document.getElementById('closing-result').textContent.length > 0")
    assert text(page, "closing-result") == "Counted $99,990, $10 less than the books have."
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    assert crew.view(crew.players[1])["closed"] == "closed"
    watching = browser.page(width)
    watching.goto(f"http://127.0.0.1:{house.port}/tables/{table}")
    watching.wait("document.querySelector('.bar__status').textContent.includes('This table is closed')")
    assert watching.evaluate("document.querySelector('.bar__sit').checkVisibility()") is False
    press(page, "#closing-act")
    confirm(page)
    page.wait("document.querySelector('.is-chosen .tag').textContent === 'Between rounds'")
    assert crew.view(crew.dealer)["next"]["command"] == "dealer performs inspect_cards"
    assert serious(page) == []


def test_a_device_goes_out_of_service_and_decks_are_changed(house: RealHouse, browser: Browser) -> None:
    page, floor = browser.page(), house.client("flo")
    signed_in(house, page, "flo", "/floor")
    choose(page, "three-card")
    press_order(page, "Take the shuffler out of service")
    page.wait("document.getElementById('ask-how') !== null")
    page.press("ArrowDown")
    page.evaluate("document.querySelector('dialog .button--bad').focus()")
    page.press("Enter")
    page.wait("document.querySelector('.is-chosen').textContent.includes('Shuffler out of service, marked')")
    # Without a shuffler the table plays with one deck.
    press_order(page, "Receive a new deck")
    confirm(page)
    page.wait("document.getElementById('next-line').textContent.includes('Inspect')")
    view: dict[str, Any] = floor.call("GET", "/api/tables/three-card")
    assert view["out_of_service"] == {"shuffler": "marked"}
    assert serious(page) == []


def test_whoever_dealt_does_not_validate_and_is_told_why(house: RealHouse, browser: Browser) -> None:
    """Two people look at a jackpot: a dealer who is a floorperson since a minute ago still dealt this round."""
    crew, page = house.crew("three-card", ("ann", "bob")), browser.page()
    crew.side_bets = ", progressive $1"
    while not (now := crew.view(crew.dealer))["waiting"]:
        if now["next"]["by"] == "floorperson":
            crew.give(crew.floor, now["next"]["command"])
        else:
            dealt_by_hand(crew, now)
    with closing(open_store(house.url)) as store:
        People(store).change("dora", role="floorperson")
        signed_in(house, page, "dora", "/floor")
        choose(page, "three-card")
        press_order(page, "Validate Three-Card Progressive of box 1")
        page.wait("document.getElementById('problem').textContent.startsWith('Dora has dealt here')")
        cite = page.evaluate("document.querySelector('#problem a.cite').textContent.trim()")
        assert cite == now["next"]["cite"]
        href = page.evaluate("document.querySelector('#problem a.cite').getAttribute('href')")
        assert href == f"/rules/MD-TCP#{quote(cite.removeprefix('MD-TCP '), safe='()')}"
        assert view_of(crew)["waiting"]
        People(store).change("dora", role="dealer")
    page = browser.page()
    signed_in(house, page, "flo", "/floor")
    choose(page, "three-card")
    press_order(page, "Validate Three-Card Progressive of box 1")
    page.wait("!document.querySelector('#orders').textContent.includes('Validate')")
    assert view_of(crew)["waiting"] == []
    crew.give(crew.dealer, "dealer settles")
    page.wait("document.getElementById('last-round').checkVisibility()")
    assert page.evaluate("document.getElementById('last-round').pathname") == "/rounds/three-card/1"
    assert serious(page) == []


def view_of(crew: Crew) -> dict[str, Any]:
    return crew.view(crew.floor)


def test_a_manager_ends_sessions_and_the_console_says_so(house: RealHouse, browser: Browser) -> None:
    dealing, page = browser.page(360), browser.page()
    signed_in(house, dealing, "dora", "/tables/top-five/dealer")
    dealing.wait("document.getElementById('step').textContent")
    signed_in(house, page, "flo", "/floor")
    page.wait("document.querySelectorAll('.watch').length === 4")
    assert page.evaluate("document.getElementById('sessions').hidden")
    signed_in(house, page, "max", "/floor")
    press(page, "[aria-label='End the sessions of dora']")
    confirm(page)
    began = time.monotonic()
    dealing.wait("document.getElementById('problem').textContent.includes('This session has ended')")
    assert time.monotonic() - began < 2
    page.wait("document.querySelector(\"[aria-label='End the sessions of dora']\") === null")
    house.tokens.pop("dora", None)
    assert serious(page) == []


def test_the_floor_reads_incidents_and_what_to_do(house: RealHouse, browser: Browser) -> None:
    page, dealing = browser.page(), browser.page()
    signed_in(house, dealing, "dora", "/floor")
    dealing.wait("document.querySelectorAll('.watch').length")
    assert dealing.evaluate("document.getElementById('incidents').hidden")
    signed_in(house, page, "flo", "/floor")
    page.wait("!document.getElementById('incidents').hidden")
    assert "Nothing went wrong" in text(page, "incidents-none")
    with closing(open_store(house.url)) as store:
        store.append([incident_draft(ClockJumped(5000), wall_clock())])
    page.reload()
    page.wait("document.querySelectorAll('#incidents-list li').length === 1")
    told = text(page, "incidents-list")
    assert "The system's clock was set forward by 5.0 seconds." in told
    assert "What to do: Have the technician check" in told
    assert page.evaluate("document.getElementById('incidents-none').hidden")
    page.evaluate("document.getElementById('incidents-list').focus()")
    assert page.evaluate("document.activeElement.id") == "incidents-list"
    assert serious(page) == []


def test_focus_stays_while_tables_go_on(house: RealHouse, browser: Browser) -> None:
    page, floor = browser.page(), house.client("flo")
    signed_in(house, page, "flo", "/floor")
    choose(page, "top-five")
    page.evaluate("document.getElementById('correct-reason') && document.getElementById('fill-amount').focus()")
    page.fill("12")
    for number in range(3):
        sent = {"id": f"focus-fill-{number}", "kind": "fill", "amount": 100}
        floor.call("POST", "/api/tables/top-five/transfers", sent)
        page.wait(f"document.querySelectorAll('#transfers-list > li').length === {number + 1}")
    assert page.evaluate("[document.activeElement.id, document.activeElement.value]") == ["fill-amount", "12"]
    # The same for a button of the list that is brought up to date.
    page.evaluate("document.querySelectorAll('#transfers-list button:not([hidden])')[2].focus()")
    page.evaluate("window.focused = document.activeElement")
    sent = {"id": "withdraw-first", "answer": "withdraw"}
    floor.call("POST", "/api/tables/top-five/transfers/focus-fill-0", sent)
    page.wait("document.querySelectorAll('#transfers-list > li').length === 2")
    assert page.evaluate("document.activeElement === window.focused")
    assert serious(page) == []


def test_a_whole_shoe_is_scanned(house: RealHouse, browser: Browser) -> None:
    page, floor = browser.page(360), house.client("flo")
    signed_in(house, page, "dora", "/tables/top-five/dealer")
    while "Shuffle" not in (step := text(page, "step")):
        if "nobody is seated yet" in step:
            seat(page, 1, "zoe")
        elif step.startswith("Waits"):
            sent = {"id": "verify-top-five", "command": "floorperson performs verify_inspection"}
            floor.call("POST", "/api/tables/top-five/commands", sent)
        else:
            press_space(page)
        page.wait(f"document.getElementById('step').textContent !== {json.dumps(step)}")
    press(page, "#whole")
    page.wait("document.activeElement.id === 'cards'")
    assert text(page, "reads-label") == "Card 1 of 52"
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # The last card sends them.
    page.fill("".join(f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK"))
    page.wait("document.getElementById('step').textContent.startsWith('Have the cards cut')")
    assert floor.call("GET", "/api/tables/top-five")["commitment"]
    assert serious(page) == []
