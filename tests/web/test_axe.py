"""Every page for everyone: axe finds nothing in any colours at any width, targets are large, nothing sticks out."""

from collections.abc import Iterator

import pytest

from tests.web.axe import names_twice, overhang, small_targets, violations
from tests.web.browser import Browser, Page
from tests.web.played import READY, Records, house, opened
from tests.web.table_player import Open, faults, sit

__all__ = ["house"]
WIDTHS = (1440, 768, 360)
LOOKS = ("light", "dark", "contrast")
TABLE = "/tables/three-card"
NOWHERE = "/table/three-card"
"""A mistyped address."""
PAGES = {
    "/": ("", "document.querySelectorAll('.spot').length === 4"),
    "/sign-in": ("", "document.activeElement.id === 'name'"),
    NOWHERE: ("", "document.querySelector('.top a[href=\"/\"]')"),
    TABLE: ("ann", "document.querySelector('.place') && !document.querySelector('.bar__choices').hidden"),
    f"{TABLE}/dealer": ("dora", "document.getElementById('step').textContent"),
    f"{TABLE}/sign": ("", "document.querySelector('#parts table') && !/…/.test(meters.textContent)"),
    "/tables/commonwealth/sign": ("", "document.querySelector('#parts table') && !/…/.test(meters.textContent)"),
    "/floor": ("flo", "document.querySelectorAll('.watch').length === 4"),
    "/examine": ("max", "document.querySelectorAll('#table option').length === 4"),
    **{path: ("audrey", ready) for path, ready in READY.items() if path != "/rules/MD-TCP"},
    # The shortest of the regulations: axe takes its time over each clause.
    "/rules/MA-LIR": ("audrey", "document.querySelectorAll('.clause').length > 100"),
}
"""Each page, who looks at it, and what is there when it has come to rest."""


def look_at(house: Records, page: Page, path: str) -> None:
    """Opens a page in the middle of a round, as somebody who works with it."""
    who, ready = PAGES[path]
    house.play_until_turn("three-card", "ann")
    opened(house, page, path, who)
    page.wait(ready)


def put_on(page: Page, look: str) -> None:
    """Shows the page in other colours, as the device wants them or as its reader has chosen."""
    if look == "contrast":
        page.evaluate("theme.value = 'contrast', theme.dispatchEvent(new Event('change'))")
    else:
        page.prefer(color_scheme=look)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_for_everyone(house: Records, browser: Browser, path: str, width: int) -> None:
    page = browser.page(width, reduced_motion="reduce")
    look_at(house, page, path)
    for look in LOOKS:
        put_on(page, look)
        assert violations(page) == [], look
    assert small_targets(page) == []
    assert names_twice(page) == []
    assert page.evaluate("[...document.querySelectorAll('h1')].filter((node) => node.checkVisibility()).length") == 1
    assert [fault for fault in faults(page) if not fault.endswith(NOWHERE)] == []
    assert overhang(page) <= 0
    assert {url.split("/")[2] for url in page.addresses if "://" in url} == {f"127.0.0.1:{house.port}"}


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_nothing_sticks_out_of_the_narrowest_window(house: Records, browser: Browser, path: str) -> None:
    """At 320 pixels, which is 1280 enlarged four times (WCAG 1.4.10); with the larger text of a user, too."""
    page = browser.page(320, 640)
    look_at(house, page, path)
    assert overhang(page) <= 0
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    page.tab.set_viewport_size({"width": 640, "height": 800})
    assert overhang(page) <= 0


LONGEST = """window.longest = 0; setInterval(() => document.getAnimations().forEach(({ effect }) =>
  { window.longest = Math.max(window.longest, effect.getComputedTiming().endTime); }), 20)"""
"""Keeps the milliseconds of the longest motion that a page has shown."""


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_who_wants_no_motion_sees_none(house: Records, browser: Browser, path: str) -> None:
    page = browser.page(reduced_motion="reduce")
    page.tab.add_init_script(LONGEST)
    look_at(house, page, path)
    page.tab.wait_for_timeout(400)
    assert page.evaluate("longest") < 1
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


@pytest.mark.slow
def test_cards_move_for_everybody_else(house: Records, browser: Browser) -> None:
    page = browser.page()
    page.tab.add_init_script(LONGEST)
    look_at(house, page, TABLE)
    page.wait("longest > 100")


@pytest.mark.slow
def test_focus_survives_what_happens_at_the_table(house: Records, browser: Browser) -> None:
    """Whoever stands on a control stands there still when others have acted."""
    crew = house.crews["three-card"]
    for path in (TABLE, f"{TABLE}/dealer", "/floor", "/", f"{TABLE}/sign"):
        page = browser.page(reduced_motion="reduce")
        look_at(house, page, path)
        page.evaluate(
            "window.held = [...document.querySelectorAll('main a, main button')].find((node) => "
            "node.checkVisibility() && !node.closest('.bar__choices, [aria-live]')), held.focus()"
        )
        assert page.evaluate("document.activeElement === held")
        before = page.evaluate("document.body.innerText")
        for _ in range(6):
            crew.step()
        page.wait(f"document.body.innerText !== {before!r}" if path != f"{TABLE}/sign" else "true")
        assert page.evaluate("document.activeElement === held && held.isConnected"), path


# What is quick enough to be tried every time


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    opened = Open(tmp_path_factory.mktemp("axe"))
    yield opened
    opened.close()


def test_the_table_is_for_everyone(practice: Open, browser: Browser) -> None:
    page = browser.page(360, 780)
    sit(page, practice, "three-card")
    assert violations(page) == []
    assert small_targets(page) == []
    assert overhang(page) <= 0


def test_what_is_wrong_is_found(browser: Browser) -> None:
    """The controls: a button without a name, pale text, a small target, a wide page, an id twice."""
    page = browser.page(360, 780)
    page.tab.set_content(
        "<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>Wrong</title>"
        "<main><h1>Wrong</h1><p style='color: #bbb'>pale</p><div style='width: 600px'>wide</div>"
        "<button id=one></button><button id=one aria-label=Small style='width: 20px; height: 20px'></button></main>"
    )
    found = {one.split(":")[0] for one in violations(page)}
    assert {"button-name", "color-contrast"} <= found
    assert len(small_targets(page)) == 2
    assert names_twice(page) == ["one"]
    assert overhang(page) > 200
