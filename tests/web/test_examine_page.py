"""The table test in a real browser: answered by keyboard and mouse, round by round, down to the certificate."""

import pytest

from tests.web.browser import Browser
from tests.web.staffed import RealHouse, house, serious, signed_in, text

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["house"]


@pytest.mark.parametrize("width", [1440, 360])
def test_a_dealer_answers_round_by_round(house: RealHouse, browser: Browser, width: int) -> None:
    page = browser.page(width)
    signed_in(house, page, "max", "/examine")
    page.wait("document.querySelectorAll('#table option').length === 4")
    page.evaluate("document.getElementById('candidate').focus()")
    page.fill("dora")
    page.press("Enter")
    for number in range(1, 13):
        page.wait(f"document.getElementById('asking-title').textContent.includes('round {number} of 12')")
        page.evaluate("document.querySelector('#lines li:last-child input').click()")
        # The last line is often what follows from a finding: the first choice is as good as any here.
        page.evaluate("""{
            const field = document.querySelector('#right [name=right]');
            if (field) field.value = field.tagName === 'SELECT' ? field.options[1].value : '$1';
        }""")
        page.click("#answer button")
    page.wait("!document.getElementById('result').hidden")
    assert text(page, "result-title").startswith("Not passed: ")
    assert page.evaluate("document.getElementById('save').hidden")
    assert "What was right" in text(page, "marks")
    assert serious(page) == []


def test_a_dealer_sets_no_test(house: RealHouse, browser: Browser) -> None:
    page = browser.page()
    signed_in(house, page, "dora", "/examine")
    page.wait("document.querySelector('main').textContent.includes('A manager sets and judges table tests')")
    assert serious(page) == []
