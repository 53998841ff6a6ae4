"""The player's table in a real browser: rounds of all four games by keyboard alone, chips, refusals, the deal."""

import json
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from pitboss.rules.load import load_regulation
from tests.web.browser import Browser
from tests.web.inside import TABLES
from tests.web.table_player import (
    DECIDES,
    NAMES,
    Open,
    bet,
    faults,
    layout,
    leave,
    lying,
    play_on,
    sit,
    tab_to,
    view,
)  # fmt: skip

pytestmark = pytest.mark.slow  # a real browser takes its time

MOST_BYTES = 300_000
SLOWEST_PAINT = 5_000
"""Milliseconds on a machine that is busy with other tests."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    opened = Open(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


@pytest.mark.parametrize("width", [1440, 768, 360])
@pytest.mark.parametrize("table", TABLES)
def test_a_round_is_played_by_keyboard_alone(house: Open, browser: Browser, table: str, width: int) -> None:
    page = browser.page(width, 900 if width > 600 else 780)
    name = sit(page, house, table)
    placed = bet(page)
    box = next(box for box, there in view(page, table)["seats"].items() if there == name)
    offered = {wager["name"] for wager in layout(page, table)["wagers"] if wager["placed"] == "before_deal"}
    assert set(placed) == offered, "every area takes chips"
    assert view(page, table)["round"]["boxes"][box]["wagers"] == placed
    made = play_on(page, "withdraw")
    assert made, "a player decides at least once"
    last = view(page, table)["last"]["boxes"][box]
    assert set(last["settled"]) >= set(last["wagers"])
    net = sum(due["returned"] + due["amount"] for due in last["settled"].values()) - sum(last["wagers"].values())
    assert view(page, table)["rack"] == 100_000 + net
    words = page.evaluate("document.querySelector('.bar__status').textContent")
    assert words.startswith(told(net))
    results = page.evaluate("[...document.querySelectorAll('.area[data-result]')].map((area) => area.dataset.result)")
    assert len([result for result in results if result]) == len(last["wagers"])
    lines = page.evaluate("[...document.querySelectorAll('.line.is-own')].map((line) => line.innerText)")
    assert any(re.search(r"\d+\S*\(\w+\)", line) for line in lines), "each wager is told with its clause"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []
    page.press("Tab")
    leave(page)


def told(net: int) -> str:
    dollars = f"${abs(net) // 100:,}" + (f".{abs(net) % 100:02}" if net % 100 else "")
    return f"You win {dollars}" if net > 0 else f"You lose {dollars}" if net < 0 else "You break even"


def test_a_settlement_is_told_chip_by_chip(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "three-card", motion="no-preference")
    placed = bet(page)
    page.evaluate(
        """window.seen = []; new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(
        (line) => line.matches('.is-own') && window.seen.push([performance.now(), line.innerText])
        ))).observe(document.querySelector('.story'), { childList: true }), 1"""
    )
    play_on(page, "play")
    page.wait("window.seen.some(([, words]) => /^You (win|lose|break)/.test(words))")
    titles = {wager["name"]: wager["title"] for wager in layout(page, "three-card")["wagers"]}
    times = [at for at, words in page.evaluate("window.seen") if "$" in words]
    assert len(times) > len(placed), "each wager, and Play, has its line"
    gaps = [after - before for before, after in pairwise(times)]
    assert sum(gap > 100 for gap in gaps) >= len(placed) - 1, "one after the other"
    told_of = {name for name, title in titles.items() for _, words in page.evaluate("window.seen") if title in words}
    assert told_of >= set(placed)
    leave(page)


def test_a_refusal_shows_the_clause(house: Open, browser: Browser) -> None:
    late, first = browser.page(), browser.page()
    first.goto(house.url("commonwealth"))
    for page in (late, first):
        page.goto(house.url("commonwealth"))
        page.wait("document.querySelector('.bar__sit .button')?.getAttribute('aria-disabled') === 'false'")
        tab_to(page, ".bar__sit .button")
        page.press("Enter")
        page.wait("document.activeElement.id === 'sit-name'")
    for page in (first, late):
        page.fill(next(NAMES))
        page.press("Enter")
        page.wait("document.querySelector('.place') || document.querySelector('dialog .problem').textContent", 60)
    said = late.evaluate("document.querySelector('dialog .problem').textContent")
    assert "is taken" in said
    assert "MA-LIR" in said
    leave(first)


def test_limits_are_kept_before_anything_is_sent(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "three-card")
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    page.evaluate("document.querySelector('[data-wager=six_card_bonus]').focus()")
    page.press("2")
    page.wait("document.querySelector('.bar__status').textContent.includes('comes first')")
    time.sleep(0.6)
    assert not any(box["wagers"] for box in own_boxes(view(page, "three-card"))), "nothing is sent that cannot stand"
    page.press("c")
    page.wait("!document.querySelector('.area.is-on')")
    page.evaluate("document.querySelector('[data-wager=ante]').focus()")
    page.press("1")
    assert lying(page) == {"ante": 1000}, "the first chip is raised to the minimum"
    page.press("5", "5")
    assert lying(page) == {"ante": 50_000}, "and no chip goes over the maximum"
    page.press("u", "u")
    assert lying(page) in ({"ante": 1000}, {}), "undo takes back one step each"
    page.press("c")
    page.wait("!document.querySelector('.area.is-on, .area.is-waiting')")
    leave(page)


def own_boxes(shown: dict[str, Any]) -> list[dict[str, Any]]:
    boxes = shown["round"]["boxes"].values() if shown["round"] else ()
    return [box for box in boxes if box["player"] == shown["player"]]


def test_a_deal_is_checked_in_the_browser_and_a_wrong_one_is_found(house: Open, browser: Browser) -> None:
    page = browser.page()
    page.goto(house.url("let-it-ride"))
    page.wait("document.querySelector('.rounds button')", 60)
    page.evaluate("document.querySelector('.rounds button').click()")
    page.wait("document.querySelector('.verdict')?.textContent.includes('was dealt as committed')")
    number = page.evaluate("Number(document.querySelector('.rounds li').dataset.number)")
    checked = """(async () => {{
        const {{ checkReceipt }} = await import('/static/lib/deal-check.js');
        const receipt = await (await fetch('/api/rounds/let-it-ride/{number}/deal')).json();
        {spoil}
        return (await checkReceipt(receipt)).ok;
    }})()"""
    events = "receipt.entries.flatMap((entry) => entry.events)"
    swap = f"const dealt = {events}.filter((one) => one.event === 'CardsDealt'); "
    order = f"const order = {events}.find((one) => one.event === 'DeckShuffled').order; "
    spoils = {
        "": True,
        "receipt.shuffle.commitment = '0'.repeat(64);": False,
        "receipt.shuffle.salt = 'ab'.repeat(32);": False,
        f"{order} [order[0], order[1]] = [order[1], order[0]];": False,
        f"{order} {swap} dealt[0].cards[0] = order.at(-1) === dealt[0].cards[0] ? order[0] : order[25];": False,
        # The same cards to others, or in another order, are another deal.
        f"{swap} [dealt[0].cards[0], dealt[1].cards[0]] = [dealt[1].cards[0], dealt[0].cards[0]];": False,
        f"{swap} dealt[0].cards.reverse();": False,
        f"{swap} dealt[0].to = 'dealer';": False,
        # Rows that deal otherwise, or no rows at all, give other cards.
        "receipt.device = 'hand';": False,
        "receipt.dealing[receipt.device][0].cards += 1;": False,
        "receipt.dealing = {};": False,
        "receipt.boxes = [...receipt.boxes, 1];": False,
    }
    found = {spoil: page.evaluate(checked.format(number=number, spoil=spoil)) for spoil in spoils}
    assert found == spoils


def test_the_browser_deals_as_the_regulation_orders(house: Open, browser: Browser) -> None:
    page = browser.page()
    page.goto(house.url("let-it-ride"))
    page.wait("document.querySelector('.rounds li')", 60)
    number = page.evaluate("Number(document.querySelector('.rounds li').dataset.number)")
    receipt = page.evaluate(f"fetch('/api/rounds/let-it-ride/{number}/deal').then((answer) => answer.json())")
    assert {
        device: [(row["to"], row["cards"], row["times"], row["conditional"]) for row in rows]
        for device, rows in receipt["dealing"].items()
    } == {
        device: [(list(row.to), row.cards, row.times, bool(row.if_offered or row.if_placed)) for row in rows.deal]
        for device, rows in load_regulation("MD-LIR").dealing.items()
    }


def test_what_happened_is_told_again_after_a_reload(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "three-card")
    bet(page)
    play_on(page, "fold")
    result = page.evaluate("document.querySelector('.rounds__result').textContent")
    told_live = page.evaluate(OWN_MONEY)
    assert told_live
    page.reload()
    page.wait("document.querySelectorAll('.line.is-own').length > 3")
    assert page.evaluate(OWN_MONEY) == told_live, "the same wagers in the same order, each with its clause"
    page.wait(f"document.querySelector('.rounds__result').textContent === {json.dumps(result)}")
    watcher = browser.page()
    watcher.goto(house.url("three-card"))
    watcher.wait("document.querySelectorAll('.line').length > 3")
    assert faults(watcher) == []
    leave(page)


OWN_MONEY = "[...document.querySelectorAll('.line.is-own')].map((line) => line.innerText).filter((line) => /\\$/.test(line) && /\\d\\./.test(line))"  # noqa: E501


def test_chips_are_bought_for_any_amount_by_keyboard(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "top-five")
    tab_to(page, ".bar__money .button:nth-last-child(2)")
    page.press("Enter")
    page.wait("document.activeElement.id === 'buy-amount'")
    page.fill("a lot")
    page.press("Enter")
    page.wait("document.querySelector('#buy-problem').textContent.includes('such as $500')")
    page.press("Control+a")
    page.fill("$123.50")
    page.press("Enter")
    page.wait("!document.querySelector('dialog[open]')")
    page.wait("document.querySelector('.bar__rack').textContent.includes('$1,123.50')")
    assert page.evaluate("document.activeElement.textContent") == "Buy chips", "the focus is where it was"
    leave(page)


def test_chips_are_dragged_and_every_tool_works_until_no_more_bets(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "three-card")
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    page.tab.drag_and_drop(".chip[value='2500']", ".area[data-wager=ante]")
    assert lying(page) == {"ante": 2500}
    page.tab.drag_and_drop(".chip[value='500']", ".area[data-wager=pair_plus]")
    page.press("d")
    assert lying(page) == {"ante": 5000, "pair_plus": 1000}
    page.press("u", "c")
    assert lying(page) == {}
    page.press("u")
    assert lying(page) == {"ante": 2500, "pair_plus": 500}
    page.wait("/is on the felt/.test(document.querySelector('.bar__status').textContent)")
    page.wait(DECIDES, 60)
    for tool in "ucrd":
        page.press(tool)
    assert lying(page) == {"ante": 2500, "pair_plus": 500}, "no more bets"
    play_on(page, "fold")
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    page.press("r")
    page.wait("/is on the felt/.test(document.querySelector('.bar__status').textContent)")
    assert lying(page) == {"ante": 2500, "pair_plus": 500}
    leave(page)


def test_only_what_the_house_takes_is_open(house: Open, browser: Browser) -> None:
    """With all chips on the Ante, Play cannot be placed; Fold can."""
    page = browser.page()
    sit(page, house, "three-card", chips="$10")
    page.evaluate("document.querySelector('[data-wager=ante]').focus()")
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    page.press("2", "Enter")
    page.wait(DECIDES, 60)
    closed = "[...document.querySelectorAll('.bar__choices button:not([hidden])')].map((button) => button.ariaDisabled)"
    assert page.evaluate(closed) == ["true", "false"]
    page.press("p")
    assert "too few chips" in page.evaluate("document.querySelector('.bar__choices button').textContent")
    assert play_on(page, "fold") == ["fold"]
    leave(page)


CLIPPED = """[...document.querySelectorAll('.seat__areas, .seat__line, .seat__more')].flatMap((part) => {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    const ends = width ? [left + 1, right - 1].flatMap((x) => [[x, top + 1], [x, bottom - 1]]) : [];
    return ends.filter(([x, y]) => !document.elementFromPoint(x, y)?.closest('.seat')).map(() => part.className);
})"""
STEEP = """Object.assign(document.querySelector('.felt').style,
    { borderRadius: '46px 46px 340px 340px / 46px 46px 250px 250px', minHeight: '0', paddingBottom: '16px' })"""


@pytest.mark.parametrize("width", [768, 1024, 1440])
def test_no_seat_is_under_the_rail(house: Open, browser: Browser, width: int) -> None:
    """What is clipped away by the rounded rail cannot be hit at its corners."""
    page = browser.page(width)
    page.goto(house.url("let-it-ride"))
    page.wait("document.querySelector('.seat__name')?.textContent")
    page.evaluate("document.querySelector('.felt').scrollIntoView()")
    assert page.evaluate(CLIPPED) == []
    if width == 1440:
        page.evaluate(STEEP)
        assert page.evaluate(CLIPPED) != [], "a rail that bends more would cover them"


def test_the_page_is_light_and_asks_nobody_else(house: Open, browser: Browser) -> None:
    page = browser.page()
    page.goto(house.url("three-card"))
    page.wait("document.querySelector('.seat__name')?.textContent")
    page.tab.wait_for_load_state("networkidle")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    print(f"the table page: {page.weight:,} bytes, first paint after {painted:.0f} ms")
    assert 20_000 < page.weight < MOST_BYTES
    assert painted < SLOWEST_PAINT
    hosts = {re.split("[/?]", url)[2] for url in page.addresses if not url.startswith("data:")}
    assert hosts == {f"127.0.0.1:{house.port}"}
    assert faults(page) == []


def test_the_keys_are_told(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "commonwealth")
    page.press("?")
    page.wait("document.querySelector('dialog[open] .keys')")
    page.press("Escape")
    leave(page)
