"""Lobby and door in a real browser: who is let in, what is shown, which look is kept."""

import time

import pytest

from tests.web.bots import PASSWORD
from tests.web.browser import Browser
from tests.web.staffed import RealHouse, house, serious, signed_in, text

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["house"]


# Who may


def test_consoles_are_for_those_who_work_there(house: RealHouse, browser: Browser) -> None:
    page = browser.page()
    page.goto(f"{house.address}/tables/three-card/dealer")
    page.wait("location.pathname === '/sign-in'")
    signed_in(house, page, "zoe", "/tables/three-card/dealer")
    page.wait("document.getElementById('away').textContent.includes('Sign in as staff')")
    page = browser.page()
    signed_in(house, page, "aud", "/floor")
    page.wait("document.getElementById('problem').textContent.includes('You may look')")
    assert page.evaluate("document.querySelectorAll('#orders button').length") == 0


@pytest.mark.parametrize("path", ["", "/sign", "/dealer"])
def test_a_table_that_is_not_there_is_said_to_be_none(house: RealHouse, browser: Browser, path: str) -> None:
    page = browser.page(360)
    signed_in(house, page, "dora", f"/tables/baccarat{path}")
    page.wait("/there is no table 'baccarat'/i.test(document.querySelector('main [role=alert]:not(:empty)').innerText)")
    assert not [address for address in page.addresses if address.startswith("ws:")]
    shown = "[...document.querySelectorAll('main button:not(#whole)')].filter((one) => one.checkVisibility()).length"
    assert page.evaluate(shown) == 0


def test_the_door_says_why_and_leads_only_into_the_house(house: RealHouse, browser: Browser) -> None:
    page = browser.page(360)
    page.goto(f"{house.address}/sign-in?to=//elsewhere.example/")
    page.wait("document.activeElement.id === 'name'")
    page.fill("max")
    page.press("Tab")
    page.fill("not the password")
    page.press("Enter")
    page.wait("document.getElementById('problem').textContent.startsWith('Name or password')")
    assert page.evaluate("document.activeElement.id") == "password"
    page.evaluate("document.getElementById('password').value = ''")
    page.fill(PASSWORD)
    page.press("Enter")
    page.wait("location.pathname === '/floor'")
    page.wait("document.getElementById('who').textContent === 'max'")


# The look


def test_the_lobby_shows_every_table(house: RealHouse, browser: Browser) -> None:
    page = browser.page()
    page.goto(f"{house.address}/")
    page.wait("document.querySelectorAll('.spot').length === 4")
    assert text(page, "facility") == "Chesapeake Sample Casino"
    ways = page.evaluate(
        "[...document.querySelectorAll('.spot a:not([hidden])')].map((way) => way.getAttribute('href'))"
    )
    assert {"/tables/three-card?sit", "/tables/three-card", "/tables/three-card/sign"} <= set(ways)
    # The list is brought up to date in place: whoever has the focus keeps it.
    page.evaluate("document.querySelector('.spot a').focus(); window.focused = document.activeElement")
    time.sleep(4.5)
    assert page.evaluate("document.activeElement === window.focused")
    assert serious(page) == []


def test_themes_and_decks_are_kept(house: RealHouse, browser: Browser) -> None:
    page = browser.page()
    page.goto(f"{house.address}/")
    page.wait("document.getElementById('theme') !== null")
    grounds = []
    for theme in ("light", "dark", "contrast"):
        page.evaluate(f"theme.value = '{theme}'; theme.dispatchEvent(new Event('change'))")
        page.reload()
        page.wait(f"document.documentElement.dataset.theme === '{theme}'")
        grounds.append(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(set(grounds)) == 3
    page.evaluate("four.click()")
    page.reload()
    page.wait("document.documentElement.dataset.deck === 'four'")
