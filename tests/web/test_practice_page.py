"""Practice mode in a real browser: what choices are worth, what they cost, autoplay, results beside theory."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.money import show_money
from tests.web.bots import PASSWORD
from tests.web.browser import Browser, Page
from tests.web.inside import TABLES
from tests.web.table_player import DECIDES, IS_OVER, KEYS, Open, bet, faults, leave, play_on, sit, tab_to, view

pytestmark = pytest.mark.slow  # a real browser takes its time


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    opened = Open(tmp_path_factory.mktemp("practice"))
    yield opened
    opened.close()


WORTHS = """Object.fromEntries([...document.querySelectorAll('.choice:not([hidden])')].map((choice) => [
    choice.querySelector('button > span').firstChild.textContent.toLowerCase(),
    ['best', 'value', 'exact'].map((part) => choice.querySelector(`.worth__${part}`).textContent.trim())]))"""
SEEN = "[...document.querySelectorAll('.choice:not([hidden]) .worth__exact')].map((one) => one.checkVisibility({ visibilityProperty: true }))"  # noqa: E501
LAST = "document.querySelector('.practice__last').textContent"
SUM = "document.querySelector('.practice__sum').textContent"
ROWS = """[...document.querySelectorAll('.practice__table tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent))"""
GIVE = """fetch('/api/tables/{table}/commands', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }},
    body: {body} }}).then((answer) => answer.status)"""
PRESSED = "document.querySelector('.bar__money [aria-pressed]').getAttribute('aria-pressed')"


def dollars(cents: float) -> str:
    whole = round(cents)
    text = f"${abs(whole) // 100:,}" + (f".{abs(whole) % 100:02}" if whole % 100 else "")
    return f"+{text}" if whole > 0 else f"−{text}" if whole < 0 else "$0"  # noqa: RUF001 - a minus as it is printed


def decide_badly(page: Page, table: str) -> dict[str, Any]:
    """Makes the worst choice of the next decision; the advice that was not taken."""
    page.wait(DECIDES, 60)
    advice: dict[str, Any] = view(page, table)["advice"]
    worst = max(advice["choices"], key=lambda choice: advice["choices"][choice]["cost"])
    page.press(KEYS[worst])
    page.wait(f"{LAST}.startsWith('Last decision')")
    return {**advice, "made": worst}


@pytest.mark.parametrize("table", TABLES)
def test_every_choice_has_its_exact_value_and_a_bad_one_its_cost(house: Open, browser: Browser, table: str) -> None:
    page = browser.page()
    sit(page, house, table)
    bet(page)
    page.wait(DECIDES, 60)
    advice = view(page, table)["advice"]
    shown = page.wait(f"Object.values({WORTHS})[0]?.[1] && {WORTHS}")
    assert set(shown) == set(advice["choices"])
    for choice, (best, value, exact) in shown.items():
        known = Fraction(advice["choices"][choice]["value"])
        assert best == ("★ Best" if choice == advice["best"] else "")
        assert value.startswith(dollars(float(known * advice["stake"])))
        assert exact.replace("−", "-").startswith(f"exactly {known} × $")  # noqa: RUF001 - as it is printed
    assert page.evaluate(SEEN) == [False, False]
    tab_to(page, ".choice:not([hidden]) button")
    # The choice in focus says its value exactly.
    page.wait(f"String({SEEN}) === 'true,false'")
    made = decide_badly(page, table)
    cost = Fraction(made["choices"][made["made"]]["cost_exact"])
    told = page.evaluate(LAST)
    assert f"cost {float(cost * made['stake']):.2f} cents" in told
    assert f"{float(100 * cost):.2f} % of " in told
    assert page.evaluate("document.activeElement.matches('.area, .choice button')"), "the focus is not lost"
    play_on(page)
    page.wait(f"{SUM}.startsWith('1 round: ')")
    assert faults(page) == []
    leave(page)


def test_results_stand_beside_theory_and_are_kept_for_the_visit(house: Open, browser: Browser) -> None:
    page = browser.page(360, 780)
    name = sit(page, house, "three-card")
    nets: list[int] = []
    means: list[Fraction] = []
    for _ in range(2):
        bet(page)
        play_on(page, "fold")
        page.wait(f"{SUM}.startsWith('{len(nets) + 1} round')")
        now = view(page, "three-card")
        (box,) = [box for box in now["last"]["boxes"].values() if box["player"] == name]
        back = sum(due["returned"] + due["amount"] for due in box["settled"].values())
        nets.append(back - sum(box["wagers"].values()))
        means.append(Fraction(now["prospect"]["mean"]))
        assert now["prospect"]["round"] == now["last"]["number"]
    rows = page.evaluate(ROWS)
    assert [row[2] for row in rows] == [dollars(net) for net in reversed(nets)]
    assert rows[0][3:5] == [dollars(sum(nets)), dollars(float(sum(means)))]
    assert all(mean < 0 for mean in means)
    assert page.evaluate("document.querySelectorAll('.practice .plot .line').length") == 2
    assert page.evaluate("document.querySelectorAll('.practice .plot .band').length") == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.reload()
    page.wait(f"{SUM}.startsWith('2 rounds: ')")
    assert page.evaluate(ROWS) == rows
    page.click(".practice > .button")
    page.wait(f"{SUM} === 'No round yet.'")
    page.reload()
    page.wait("document.querySelector('.place')")
    assert page.evaluate(SUM) == "No round yet.", "the round before is not counted again"
    leave(page)


def test_autoplay_bets_as_last_takes_the_best_choice_and_stops_at_once(house: Open, browser: Browser) -> None:
    page = browser.page()
    name = sit(page, house, "let-it-ride")
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    placed = bet(page)
    page.press("a")
    assert page.evaluate(PRESSED) == "true"
    page.wait(f"{SUM}.startsWith('3 rounds: ')", 120)
    assert page.evaluate(SUM).endswith("Decisions cost $0.")
    (box,) = [box for box in view(page, "let-it-ride")["last"]["boxes"].values() if box["player"] == name]
    assert box["wagers"] == placed
    page.wait(DECIDES, 60)
    page.press("Escape")
    assert page.evaluate(PRESSED) == "false"
    before = view(page, "let-it-ride")["round"]["boxes"]
    page.tab.wait_for_timeout(1500)
    after = view(page, "let-it-ride")
    assert after["round"]["boxes"] == before, "the decision is the player's again"
    play_on(page)
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    page.tab.wait_for_timeout(1500)
    assert page.evaluate("document.querySelectorAll('.area.is-on').length") == 0
    leave(page)


def test_autoplay_stops_when_the_chips_are_gone(house: Open, browser: Browser) -> None:
    page = browser.page()
    name = sit(page, house, "top-five", chips="$25")
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    page.press("2", "Enter")
    page.wait("/is on the felt/.test(document.querySelector('.bar__status').textContent)")
    page.press("a")
    page.wait(IS_OVER, 60)
    assert page.evaluate(PRESSED) == "true"
    if rack := view(page, "top-five")["rack"]:
        # The round was won: what it brought goes to the cage before the next one.
        given = {"id": "cash-out", "command": f'player "{name}" cashes {show_money(rack)}'}
        assert page.evaluate(GIVE.format(table="top-five", body=json.dumps(json.dumps(given)))) == 200
    page.wait(f"{PRESSED} === 'false'", 60)
    assert "cannot bet" in page.evaluate("document.querySelector('.bar__status').textContent")
    assert view(page, "top-five")["rack"] == 0
    leave(page)


def test_a_regulated_house_has_nothing_of_it(tmp_path: Path, browser: Browser) -> None:
    opened = Open(tmp_path, practice=False)
    try:
        page = browser.page()
        people = opened.app.state.queue.people
        people.add("ann", "player", PASSWORD)
        people.add("flo", "floorperson", PASSWORD)
        site = f"http://127.0.0.1:{opened.port}"
        page.sign_in(site, people.sign_in("ann", PASSWORD))
        page.goto(opened.url("three-card"))
        page.wait("document.querySelector('.bar__sit .button')?.getAttribute('aria-disabled') === 'false'")
        page.click(".bar__sit .button")
        page.wait("document.querySelector('dialog[open]')")
        page.press("Enter")
        page.wait("document.querySelector('.place') && !document.querySelector('dialog[open]')", 60)
        # Chips have a value here, so the floor, which took the money, sells them.
        floor = browser.page()
        floor.sign_in(site, people.sign_in("flo", PASSWORD))
        floor.goto(f"{site}/floor")
        sold = {"id": "sold-to-ann", "command": "player ann buys $2,000"}
        assert floor.evaluate(GIVE.format(table="three-card", body=json.dumps(json.dumps(sold)))) == 200
        bet(page)
        page.wait(DECIDES, 60)
        page.press("a")
        shown = view(page, "three-card")
        assert not {"advice", "prospect"} & set(shown)
        assert (
            page.evaluate(
                "document.querySelectorAll('.worth, .panel--practice, [aria-pressed=true]:not(.chip)').length"
            )
            == 0
        )
        assert not [address for address in page.addresses if "practice" in address]
        assert "practice" not in json.dumps(shown)
        play_on(page)
    finally:
        opened.close()
