"""The house file and the limits on the floor's page, in a real browser and by keyboard."""

import json

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser, Page
from tests.web.inside import HOUSE
from tests.web.staffed import RealHouse, house, serious, signed_in, text
from tests.web.test_consoles import confirm
from tests.web.test_floor_page import choose, press

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["house"]

CHANGED = HOUSE.read_text().replace('paytable = "D", minimum = "$5"', 'paytable = "A", minimum = "$5"')
"""Another Pair Plus table at three-card."""


def enter(page: Page, selector: str, value: str) -> None:
    page.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
    page.fill(value)


@pytest.mark.parametrize("width", [1440, 360])
def test_a_file_is_put_in_force_and_taken_by_keyboard(house: RealHouse, browser: Browser, width: int) -> None:
    page, watching = browser.page(width), browser.page(width)
    wanted = {1440: CHANGED, 360: HOUSE.read_text()}[width]
    signed_in(house, page, "flo", "/floor")
    page.wait("document.getElementById('file-told').textContent.startsWith('In force since')")
    watching.goto(f"{house.address}/tables/three-card/sign")
    paytable = {1440: "Paytable D", 360: "Paytable A"}[width]
    watching.wait(f"document.getElementById('parts').textContent.includes({json.dumps(paytable)})")
    press(page, "#file-new summary")
    press(page, "#file-current")
    page.wait("document.getElementById('file-text').value.includes('facility')")
    enter(page, "#file-text", wanted.replace("boxes = 6", "boxes = 60"))
    press(page, "#file-check")
    page.wait("document.getElementById('file-violations').children.length === 1")
    assert "boxes-out-of-range" in text(page, "file-violations")
    assert text(page, "file-verdict") == "rejected 1 violation"
    enter(page, "#file-text", wanted)
    press(page, "#file-form .button--main")
    confirm(page)
    page.wait("document.getElementById('file-verdict').textContent === 'The file is in force.'")
    page.wait("document.getElementById('file-waiting').textContent.includes('three-card has not taken the file yet')")
    assert "put in force by flo" in text(page, "file-told")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    press(page, "#file-waiting button")
    page.wait("document.getElementById('file-waiting').children.length === 0")
    # A sign that somebody watches shows the new rules by itself.
    other = {1440: "Paytable A", 360: "Paytable D"}[width]
    watching.wait(f"document.getElementById('parts').textContent.includes('{other}, MD-TCP 12.D')")
    assert serious(page) == []


def test_limits_are_announced_and_shown_on_the_sign(house: RealHouse, browser: Browser) -> None:
    house.crew("top-five", ("ann",))
    page, sign, table = browser.page(), browser.page(), browser.page()
    signed_in(house, page, "flo", "/floor")
    choose(page, "top-five")
    page.wait("document.getElementById('limits-maximum').value === '$200'")
    enter(page, "#limits-maximum", "$400")
    page.press("Enter")
    page.wait("document.querySelector('dialog')?.textContent.includes('in 30 minutes')")
    confirm(page)
    page.wait("document.getElementById('limits-coming').textContent.includes('Ante: $10 to $400 from')")
    assert violations(page) == []
    for other, path in ((sign, "/sign"), (table, "")):
        other.goto(f"{house.address}/tables/top-five{path}")
        other.wait("document.getElementById('coming')?.textContent.includes('Ante: $10 to $400')")
        assert violations(other) == []
    # A minimum is not raised in this way, and the law is named, which is no page of the rulebook.
    enter(page, "#limits-minimum", "$20")
    page.press("Enter")
    page.wait("document.querySelector('dialog') !== null")
    confirm(page)
    page.wait("document.getElementById('problem').textContent.includes('COMAR 36.05.03.21 B')")
    assert page.evaluate("document.querySelector('#problem a')") is None
    press(page, "#limits-coming button")
    page.wait("document.getElementById('limits-coming').children.length === 0")
    sign.wait("document.getElementById('coming').children.length === 0")
    # The browser itself notes the refusal.
    assert [error for error in serious(page) if "409" not in error] == []
