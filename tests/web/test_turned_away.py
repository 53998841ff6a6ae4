"""The consoles in a real browser, for somebody who does not work at them: a word on whom they are for, nothing else."""

from collections.abc import Iterator

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser, Page
from tests.web.staffed import RealHouse, house, serious, signed_in, text
from tests.web.table_player import Open, faults

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["house"]
DEALER = "/tables/three-card/dealer"
BESIDE = "[...document.querySelector('main').children].map((part) => part.id || part.tagName)"
CONTROLS = "[...document.querySelectorAll('main :is(a, button, input, select)')].map((one) => one.textContent)"


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    opened = Open(tmp_path_factory.mktemp("away"))
    yield opened
    opened.close()


def assert_turned_away(page: Page, name: str, width: int) -> None:
    page.wait("document.getElementById('away') !== null")
    assert f"You are signed in as {name}" in text(page, "away")
    assert page.evaluate(BESIDE) == ["H1", "away"]
    assert page.evaluate(CONTROLS) == ["Sign in as staff", "Lobby"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("path", ["/floor", DEALER])
def test_a_player_is_told_whom_a_console_is_for(house: RealHouse, browser: Browser, path: str, width: int) -> None:
    page = browser.page(width)
    signed_in(house, page, "zoe", path)
    assert_turned_away(page, "zoe, player", width)
    assert not [address for address in page.addresses if address.startswith("ws:")]
    assert serious(page) == []
    page.click("#away a")
    page.wait("location.pathname === '/sign-in'")
    assert page.evaluate("new URLSearchParams(location.search).get('to')") == path


@pytest.mark.parametrize("width", [1440, 360])
def test_a_guest_is_told_whom_a_console_is_for(practice: Open, browser: Browser, width: int) -> None:
    page, address = browser.page(width), f"http://127.0.0.1:{practice.port}"
    name = f"Visitor {width}"
    page.goto(f"{address}/sign-in?to=/floor")
    page.wait("document.activeElement.id === 'guest-name'")
    page.fill(name)
    page.press("Enter")
    page.wait("location.pathname === '/floor'")
    assert_turned_away(page, name, width)
    page.goto(address + DEALER)
    assert_turned_away(page, name, width)
    assert faults(page) == []


@pytest.mark.parametrize("path", ["/floor", DEALER])
def test_who_is_not_signed_in_comes_to_the_door(house: RealHouse, browser: Browser, path: str) -> None:
    page = browser.page()
    page.goto(house.address + path)
    page.wait("location.pathname === '/sign-in'")
    assert faults(page) == []


def test_an_auditor_looks_at_the_floor_and_deals_nowhere(house: RealHouse, browser: Browser) -> None:
    house.crew("three-card", ("ann",))
    page = browser.page()
    signed_in(house, page, "aud", "/floor")
    page.wait("document.getElementById('chosen').textContent")
    page.wait("[...document.querySelectorAll('.watch .facts dd')].every((fact) => fact.textContent)")
    page.click(".watch:nth-child(2) .watch__name")
    page.wait("document.getElementById('chosen').textContent.includes('three-card')")
    page.wait("document.querySelectorAll('#correct-player option').length === 1")
    shown = "['chips', 'correcting'].filter((id) => document.getElementById(id).checkVisibility())"
    assert page.evaluate(shown) == []
    page.goto(house.address + DEALER)
    assert_turned_away(page, "aud, auditor", 1440)
    assert serious(page) == []
