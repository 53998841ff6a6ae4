"""The own place in a real browser: nothing of it goes under the rail, and nothing of the bar leaves the screen."""

from collections.abc import Iterator

import pytest

from tests.web.browser import Browser
from tests.web.table_player import Open, leave, sit

pytestmark = pytest.mark.slow  # a real browser takes its time


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    opened = Open(tmp_path_factory.mktemp("areas"))
    yield opened
    opened.close()


# A part in the place of each frame and title is hit at its edge, unless the rail clips it away.
CLIPPED = """(() => {
    const felt = document.querySelector('.felt');
    felt.scrollIntoView();
    document.querySelector('.bar').style.visibility = 'hidden';
    const found = [], cloth = felt.getBoundingClientRect();
    for (const area of document.querySelectorAll('.area')) {
        area.focus();
        const framed = [area, area.firstChild].filter((part) => getComputedStyle(part).outlineStyle !== 'none');
        if (framed.length !== 1) found.push(`${area.dataset.wager} has ${framed.length} frames`);
        for (const part of [...framed, area.querySelector('.area__title')]) {
            const { outlineStyle, outlineOffset, outlineWidth, borderRadius } = getComputedStyle(part);
            const beyond = outlineStyle === 'none' ? 0 : parseFloat(outlineOffset) + parseFloat(outlineWidth);
            const at = part.getBoundingClientRect();
            const [width, height] = [at.width + 2 * beyond, at.height + 2 * beyond];
            const round = borderRadius.endsWith('%') ? width / 2 : beyond && parseFloat(borderRadius) + beyond;
            const probe = document.createElement('div');
            const [x0, y0] = [cloth.left + felt.clientLeft + beyond, cloth.top + felt.clientTop + beyond];
            probe.style.cssText = `position: absolute; z-index: 99; left: ${at.left - x0}px; top: ${at.top - y0}px;
                width: ${width}px; height: ${height}px; border-radius: ${round}px`;
            felt.append(probe);
            const { left, right, top, bottom } = probe.getBoundingClientRect();
            const inset = round * 0.3 + 1;
            const ends = [left + inset, right - inset].flatMap((x) => [[x, top + inset], [x, bottom - inset]]);
            if (ends.some(([x, y]) => document.elementFromPoint(x, y) !== probe)) found.push(`${area.dataset.wager} ${part.className}`);
            probe.remove();
        }
    }
    document.querySelector('.bar').style.visibility = '';
    return found;
})()"""  # noqa: E501
AT_REST = "document.querySelector('.felt').getAnimations().length === 0"
STEEP = """document.querySelector('.felt').style.borderRadius = '46px 46px 50% 50% / 46px 46px 80% 80%'"""


@pytest.mark.parametrize(
    ("width", "height"), [(768, 1024), (900, 900), (1024, 768), (1200, 900), (1440, 900), (1440, 1000)]
)
def test_no_area_nor_its_frame_is_under_the_rail(house: Open, browser: Browser, width: int, height: int) -> None:
    page = browser.page(width, height)
    sit(page, house, "let-it-ride")
    page.wait(AT_REST)
    assert page.evaluate(CLIPPED) == []
    page.evaluate(STEEP)
    page.wait(AT_REST)
    assert page.evaluate(CLIPPED) != [], "a rail that bends more would cover them"
    leave(page)


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_rack_is_read_whole_beside_autoplay(house: Open, browser: Browser, width: int) -> None:
    page = browser.page(width, 780)
    sit(page, house, "three-card")
    page.press("a")
    page.wait("document.querySelector('.bar__money [aria-pressed]').getAttribute('aria-pressed') === 'true'")
    ends = """(() => {
        const parts = [...document.querySelector('.bar__money').children].map((part) => part.getBoundingClientRect());
        return [Math.min(...parts.map(({ left }) => left)), Math.max(...parts.map(({ right }) => right))];
    })()"""
    for amount in ("$1,010", "$20,985", "$1,234,567.50"):
        page.evaluate(f"document.querySelector('.bar__rack strong').textContent = '{amount}'")
        left, right = page.evaluate(ends)
        assert left >= 6, amount
        assert right <= width - 6, amount
    leave(page)
