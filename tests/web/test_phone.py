"""The way from lobby and sign to a phone: an address that a phone can reach, or a line that says how to get one."""

import socket

import pytest

from pitboss.cli.listening import reachable
from tests.web.browser import Browser, Page
from tests.web.staffed import RealHouse, house, serious

__all__ = ["house"]


def test_an_address_is_told_where_others_can_reach_it() -> None:
    assert reachable("127.0.0.1", 8000) == ""
    assert reachable("::1", 8000) == ""
    assert reachable("localhost", 8000) == ""
    assert reachable("192.168.1.20", 8000) == "http://192.168.1.20:8000"
    assert reachable("fd00::5", 8000) == "http://[fd00::5]:8000"
    assert reachable("tables.example", 80) == "http://tables.example:80"


def test_every_address_of_the_machine_stands_for_the_one_that_leads_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe(socket.socket):
        def connect(self, _: object) -> None:
            pass

        def getsockname(self) -> tuple[str, int]:
            return "10.1.2.3", 40_000

    class Offline(Probe):
        def connect(self, _: object) -> None:
            raise OSError("network is unreachable")

    for made, expected in ((Probe, "http://10.1.2.3:8000"), (Offline, "")):
        monkeypatch.setattr("pitboss.cli.listening.socket.socket", made)
        assert reachable("0.0.0.0", 8000) == expected


@pytest.mark.slow
def test_the_code_leads_to_an_address_that_phones_reach(house: RealHouse, browser: Browser) -> None:
    page = opened(house, browser, "")
    page.wait("document.getElementById('alone').checkVisibility()")
    assert not page.evaluate("document.getElementById('address').checkVisibility()")
    assert page.evaluate("document.getElementById('code').childElementCount") == 0
    page = opened(house, browser, "http://192.168.1.20:8000")
    page.wait("document.getElementById('code').childElementCount === 1")
    link = page.evaluate("document.getElementById('address').href")
    assert link.startswith("http://192.168.1.20:8000/tables/")
    assert not page.evaluate("document.getElementById('alone').checkVisibility()")
    assert serious(page) == []


@pytest.mark.slow
def test_the_sign_has_the_code_of_the_lobby_or_none(house: RealHouse, browser: Browser) -> None:
    page = told(house, browser.page(), "")
    with page.tab.expect_response("**/api/lobby"):
        page.goto(f"{house.address}/tables/three-card/sign")
    page.wait("document.querySelector('#parts table') && document.getElementById('asof').textContent.trim()")
    assert page.evaluate("document.querySelectorAll('#phone svg').length") == 0
    assert not page.evaluate("document.getElementById('phone').checkVisibility()")
    page = told(house, browser.page(), "http://192.168.1.20:8000")
    page.goto(f"{house.address}/tables/three-card/sign")
    page.wait("document.querySelector('#phone svg')?.checkVisibility()")
    address = "http://192.168.1.20:8000/tables/three-card"
    assert page.evaluate("document.querySelector('#phone a').href") == address
    label = page.evaluate("document.querySelector('#phone svg').getAttribute('aria-label')")
    assert label == f"QR code of this table: {address}"
    assert serious(page) == []


def told(house: RealHouse, page: Page, address: str) -> Page:
    """A page of a house that says where it can be reached."""
    lobby = {**house.client("flo").call("GET", "/api/lobby"), "address": address}
    page.tab.route("**/api/lobby", lambda route: route.fulfill(json=lobby))
    return page


def opened(house: RealHouse, browser: Browser, address: str) -> Page:
    """The dialog for a phone, at a house that says where it can be reached."""
    page = told(house, browser.page(360), address)
    page.goto(f"{house.address}/")
    page.wait("document.querySelectorAll('.spot button').length > 0")
    page.evaluate("document.querySelector('.spot button').focus()")
    page.press("Enter")
    page.wait("document.getElementById('phone').open")
    return page
