"""The pages of the records and the library in a real browser, by keyboard."""

import json
from typing import Any

import pytest

from tests.web.archive import BETS
from tests.web.browser import Browser, Page
from tests.web.played import READY, ROUNDS, Records, house, opened

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["house"]


def text(page: Page, selector: str) -> str:
    return str(page.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"))


def value(page: Page, selector: str) -> Any:
    return page.evaluate(f"document.querySelector({json.dumps(selector)}).value")


def test_who_is_not_signed_in_is_shown_the_door(house: Records, browser: Browser) -> None:
    for path in ("/rounds", "/rounds/three-card/1", "/ledger", "/reports"):
        page = browser.page()
        page.goto(house.address + path)
        page.wait("document.querySelector('#problem a')?.getAttribute('href').startsWith('/sign-in?to=')")


# Rounds


def test_rounds_are_found_by_keyboard_and_by_address(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/rounds")
    assert text(page, "#found") == f"{ROUNDS * len(BETS)} rounds"
    page.evaluate("document.getElementById('player').focus()")
    page.fill("bob")
    page.press("Tab")
    page.fill("$1,000,000")
    page.press("Enter")
    page.wait("document.getElementById('found').textContent === 'No rounds'")
    assert page.evaluate("location.search") == "?player=bob&amount=%241%2C000%2C000"
    page.goto(f"{house.address}/rounds?table=top-five")
    page.wait(f"document.querySelectorAll('#list tbody tr').length === {ROUNDS}")
    assert value(page, "#table") == "top-five"
    page.evaluate("document.querySelector('#list a').focus()")
    page.press("Enter")
    page.wait(f"location.pathname === '/rounds/top-five/{ROUNDS}' && document.querySelector('.step[aria-current]')")


def test_a_player_finds_the_own_rounds(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/rounds", "ann")
    assert page.wait("document.getElementById('player-field').hidden")
    assert text(page, "#found") == f"{ROUNDS * len(BETS)} rounds"


# One round


def at(page: Page) -> int:
    return int(value(page, "#scrub"))


def test_a_round_is_leafed_through_by_keyboard(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/rounds/three-card/1")
    last = int(page.evaluate("document.getElementById('scrub').max"))
    assert at(page) == last
    page.press("Home")
    assert at(page) == 0
    assert text(page, ".now__said").startswith("Red deck: shuffled by")
    page.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert at(page) == 1
    assert page.evaluate("location.search") == "?step=2"
    assert page.evaluate("document.querySelectorAll('#sketch playing-card').length") == 0
    page.press("End")
    assert page.evaluate("document.querySelectorAll('#sketch playing-card').length") == 12
    page.reload()
    page.wait(READY["/rounds/three-card/1"])
    assert at(page) == last
    assert page.evaluate("[...document.querySelectorAll('.step')].every((step) => step.querySelector('.cite'))")
    assert "paid as due" in text(page, "#verdict")
    assert page.errors == []


@pytest.mark.parametrize("width", [1024, 1440])
def test_the_meters_of_a_round_are_shown_whole(house: Records, browser: Browser, width: int) -> None:
    page = opened(house, browser.page(width), "/rounds/three-card/1")
    meters = "document.querySelector('#more [aria-label=\"Meters through the round\"]')"
    assert page.evaluate(f"{meters}.querySelector('thead th:last-child').textContent") == "After"
    assert page.evaluate(f"{meters}.scrollWidth - {meters}.clientWidth") == 0


def test_the_round_plays_by_itself_and_stops(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/rounds/three-card/1?step=3")
    page.wait(READY["/rounds/three-card/1"])
    page.press(" ")
    page.wait("document.getElementById('scrub').value > 3")
    page.press(" ")
    assert text(page, "#play") == "Play"


def test_the_deal_is_checked_in_the_browser(house: Records, browser: Browser) -> None:
    for table in BETS:
        page = opened(house, browser.page(), f"/rounds/{table}/2", "ann")
        page.wait("document.querySelector('#more button')")
        page.click("#more button")
        page.wait("document.querySelector('#more [role=status] .tag')")
        assert text(page, "#more [role=status] .tag") == "the deal is correct"
        assert page.errors == []


def test_a_player_is_shown_no_hand_that_was_given_up(house: Records, browser: Browser) -> None:
    shown = "[...document.querySelectorAll('#sketch .seat playing-card')].map((card) => card.getAttribute('card'))"
    hidden = 0
    for number in range(1, ROUNDS + 1):
        own = opened(house, browser.page(), f"/rounds/three-card/{number}", "ann")
        own.wait(READY["/rounds/three-card/1"])
        whole = opened(house, browser.page(), f"/rounds/three-card/{number}")
        whole.wait(READY["/rounds/three-card/1"])
        assert "back" not in whole.evaluate(shown)
        hidden += own.evaluate(shown).count("back")
        assert "Proof bundle" not in text(own, "#more")
        assert "Proof bundle" in text(whole, "#more")
    assert hidden


def test_a_round_is_kept_as_a_file(house: Records, browser: Browser) -> None:
    """Staff keep the case, and a player the page of what the player may know."""
    saved = "window.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download) }; null"
    buttons = "[...document.querySelectorAll('#more button')]"
    for who, label, file in (
        ("ann", "Your page of the round", "round-three-card-1.html"),
        ("audrey", "Case of the round", "case-three-card-1.zip"),
    ):
        page = opened(house, browser.page(), "/rounds/three-card/1", who)
        page.wait("document.querySelector('#more button')")
        page.evaluate(saved)
        page.evaluate(f"{buttons}.find((one) => one.textContent === {label!r}).click()")
        page.wait("saved.length")
        assert page.evaluate("saved") == [file]
        assert page.errors == []


# The ledger and reports


def test_the_ledger_is_verified_from_its_page(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/ledger")
    page.evaluate("document.getElementById('books').focus()")
    page.press(" ")
    page.evaluate("document.getElementById('verify').focus()")
    page.press("Enter")
    page.wait("document.querySelector('#state .tag')?.textContent === 'whole'")
    assert "books balance" in text(page, "#state")
    assert page.evaluate("document.activeElement.id") == "verify"


def test_reports_say_in_tables_what_plots_show(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/reports")
    rows = page.evaluate("[...document.querySelectorAll('#reports table')][0].querySelectorAll('tbody tr').length")
    assert rows == len(BETS)
    assert text(page, ".figures dd b") == str(ROUNDS * len(BETS))
    shown = text(page, "#reports")
    for told in ("Net revenue (COMAR 36.05.03.15 D)", "Win to drop", "To date", "By shift", "By dealer"):
        assert told in shown
    assert page.errors == []


# The library


def test_odds_follow_what_is_chosen(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/odds?regulation=MD-TCP&wager=pair_plus&paytable=A")
    page.wait("document.querySelector('.edge b')?.textContent === '4.5792 %'")
    assert "-253/5525" in text(page, "#one")
    page.evaluate("document.getElementById('paytable').focus()")
    page.press("ArrowDown")
    page.wait("location.search.includes('paytable=B') && document.querySelector('.edge b').textContent !== '4.5792 %'")
    assert page.evaluate("document.activeElement.id") == "paytable"
    page.goto(f"{house.address}/odds?regulation=MA-LIR&wager=cover_all&paytable=A")
    page.wait("document.getElementById('one').textContent.includes('By boxes in the round')")
    page.goto(f"{house.address}/odds?regulation=MD-TCP&wager=progressive&paytable=A")
    page.wait("document.querySelector('#meters input')")
    before = text(page, ".edge b")
    page.evaluate("document.querySelector('#meters input').focus()")
    page.fill("$20,000")
    page.wait(f"document.querySelector('.edge b').textContent !== {json.dumps(before)}")
    assert page.evaluate("document.activeElement.name") == "main"
    assert page.errors == []


def test_clauses_are_searched_and_named_by_address(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/rules/MD-TCP")
    shown = "[...document.querySelectorAll('.clause')].filter((node) => !node.hidden).length"
    every = page.evaluate(shown)
    page.evaluate("document.getElementById('search').focus()")
    page.fill("envy")
    page.wait(f"{shown} < {every}")
    assert page.evaluate(shown) > 0
    page.evaluate("location.hash = '#11.C(3)'")
    page.wait("document.activeElement.id === '11.C(3)' && document.activeElement.checkVisibility()")
    page.goto(f"{house.address}/rules/XX-YY")
    page.wait("document.getElementById('problem').textContent.includes('MD-TCP')")


def test_a_house_file_is_checked_as_it_is_written(house: Records, browser: Browser) -> None:
    page = opened(house, browser.page(), "/submission")
    assert text(page, "#verdict .tag") == "approved"
    edges = page.wait(
        "/\\b2 box/.test(document.getElementById('edges').textContent) && document.getElementById('edges').textContent"
    )
    assert ", 1 box" in edges
    assert "1 boxes" not in edges
    page.evaluate("""(() => { const text = document.getElementById('text'); text.focus();
      const place = text.value.indexOf('rate = "14%"') + 8; text.setSelectionRange(place, place + 2); })()""")
    page.fill("1")
    page.wait("document.querySelector('#verdict .tag').textContent === 'rejected'")
    assert page.evaluate("document.activeElement.id") == "text"
    line = page.evaluate(
        "document.getElementById('text').value.split('\\n').findIndex((row) => row.includes('\"1%\"')) + 1"
    )
    assert text(page, "#violations .link") == f"Line {line}"
    assert text(page, "#violations .cite") == "12.E(3)(a)"
    assert text(page, "#gutter .is-bad").strip() == f"! {line}"
    page.evaluate("document.querySelector('#violations .link').focus()")
    page.press("Enter")
    assert page.evaluate("document.activeElement.id") == "text"
    assert page.evaluate("document.getElementById('text').selectionStart") > 0
    assert page.errors == []
