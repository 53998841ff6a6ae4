"""Relief at the dealer's console, and who supervises on the floor's page, in a real browser."""

from contextlib import closing

import pytest

from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from tests.web.browser import Browser, Page
from tests.web.inside import QUICK
from tests.web.staffed import RealHouse, house, serious, signed_in, text, until_changed

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["house"]
TABLE = "three-card"


def enter(page: Page, **fields: str) -> None:
    """Fills in the question that is open, and answers it."""
    for name, value in fields.items():
        page.wait(f"document.getElementById('ask-{name}')")
        page.evaluate(f"document.getElementById('ask-{name}').focus(); document.getElementById('ask-{name}').select()")
        page.fill(value)
    page.click("dialog button[value=yes]")


def test_the_next_dealer_takes_over_without_leaving_the_console(house: RealHouse, browser: Browser) -> None:
    with closing(open_store(house.url)) as store:
        people = People(store, cost=QUICK)
        people.add("dan", "dealer", "a long enough password")
        people.issue_badge("dan", "1043", "271828")
    crew, page = house.crew(TABLE, ("ann",)), browser.page()
    signed_in(house, page, "dora", f"/tables/{TABLE}/dealer")
    page.wait("document.getElementById('next').getAttribute('aria-disabled') === 'false'")
    assert text(page, "dealer-now") == "Dealer: dora"
    page.click("#relieve")
    enter(page, badge="1043", pin="000001")
    page.wait("document.getElementById('problem').textContent.includes('adge or PIN is wrong')")
    assert text(page, "dealer-now") == "Dealer: dora"
    page.click("#relieve")
    enter(page, badge="1043", pin="271828")
    page.wait("document.getElementById('dealer-now').textContent === 'Dealer: dan'")
    page.wait("document.getElementById('who').textContent === 'dan'")
    page.wait("document.getElementById('next').getAttribute('aria-disabled') === 'false'")
    before = text(page, "step")
    page.wait(f"performance.now() > {page.evaluate('performance.now()') + 400}")
    page.evaluate("document.getElementById('next').click()")
    until_changed(page, "step", before)
    with closing(open_store(house.url)) as store:
        *_, last = store.stream(f"table {TABLE}")
        assert (last.content["by"], last.content["role"]) == ("dan", "dealer")
    # Both have made the first round ready.
    assert crew.view(crew.dealer)["dealer"] == "dan, dora"
    # A browser reports the wrong PIN, which the house answered with 401.
    assert [error for error in serious(page) if "/api/relief" not in error] == []


def test_a_dealer_signs_in_by_badge(house: RealHouse, browser: Browser) -> None:
    with closing(open_store(house.url)) as store:
        People(store, cost=QUICK).issue_badge("dora", "1042", "314159")
    page = browser.page(360)
    page.goto(f"{house.address}/sign-in")
    for id_, value in (("badge", "1042"), ("pin", "314159")):
        page.evaluate(f"document.getElementById('{id_}').focus()")
        page.fill(value)
    page.press("Enter")
    page.wait("document.getElementById('greeting')?.textContent.startsWith('Signed in as dora')")
    assert serious(page) == []


def test_a_manager_assigns_tables(house: RealHouse, browser: Browser) -> None:
    page = browser.page()
    signed_in(house, page, "max", "/floor")
    page.wait("document.querySelector('#supervision button')")
    told = "document.querySelector('#supervision li').textContent"
    assert page.evaluate(told).startswith("flo let-it-ride, three-card, top-five, commonwealth. 3 of 6")
    page.click("#supervision button")
    enter(page, tables="three-card, top-five")
    page.wait(f"{told}.startsWith('flo three-card, top-five. 2 of 6 (COMAR 36.05.03.01 C(1))')")
    assert "supervises let-it-ride, commonwealth" in page.evaluate(
        "document.querySelector('#supervision p').textContent"
    )
    page.click("#supervision button")
    enter(page, tables="nowhere")
    page.wait("document.getElementById('problem').textContent.includes('nowhere')")
    assert [error for error in serious(page) if "/api/supervision" not in error] == []
