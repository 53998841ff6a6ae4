"""One step at the dealer's console and the floor's answer to it, in a real browser: the first thing to break."""

from tests.web.browser import Browser
from tests.web.staffed import RealHouse, house, serious, signed_in, text, until_changed

__all__ = ["house"]
TABLE = "let-it-ride"


def test_the_dealer_takes_a_step_and_the_floor_does_what_waits_for_it(house: RealHouse, browser: Browser) -> None:
    crew, page = house.crew(TABLE, ("ann",)), browser.page()
    signed_in(house, page, "dora", f"/tables/{TABLE}/dealer")
    page.wait("document.getElementById('next').getAttribute('aria-disabled') === 'false'")
    while crew.view(crew.dealer)["next"]["by"] != "floorperson":
        before = text(page, "step")
        # A new step cannot be taken at once.
        page.wait(f"performance.now() > {page.evaluate('performance.now()') + 400}")
        page.press(" ")
        until_changed(page, "step", before)
    assert text(page, "step").startswith("Waits for the floorperson: ")
    waiting = text(page, "step")
    floor = browser.page()
    signed_in(house, floor, "flo", "/floor")
    floor.click(f"#tables li[data-key='{TABLE}'] button")
    floor.wait("document.querySelector('#orders .button--main')")
    floor.click("#orders .button--main")
    until_changed(page, "step", waiting)
    assert serious(page) == serious(floor) == []
