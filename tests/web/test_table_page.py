"""The player's table in a real browser: rounds of all four games by keyboard alone, reloads, lost connections."""

import json
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.web.browser import Browser, browser
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
    shown_cards,
    sit,
    tab_to,
    view,
)  # fmt: skip

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["browser"]
MOST_BYTES = 300_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    opened = Open(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


@pytest.mark.parametrize("width", [1440, 360])
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


def test_a_reload_in_the_middle_of_a_round_keeps_everything(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "three-card")
    bet(page)
    page.wait(DECIDES, 60)
    chips, cards = lying(page), shown_cards(page)
    assert len(cards) == 3
    page.reload()
    page.wait(DECIDES)
    assert (lying(page), shown_cards(page)) == (chips, cards)
    play_on(page, "fold")
    assert page.evaluate("document.querySelector('[data-wager=ante]').dataset.result") == "lost"
    leave(page)


def test_nothing_can_be_done_while_the_connection_is_lost(house: Open, browser: Browser) -> None:
    page = browser.page()
    sit(page, house, "top-five")
    page.wait("document.querySelector('.area').getAttribute('aria-disabled') === 'false'", 60)
    page.go_offline()
    house.cut("top-five")
    page.wait("!document.querySelector('.banner').hidden")
    open_now = "[...document.querySelectorAll('.felt button, .bar .button')].filter((button) => button.offsetParent)"
    assert page.evaluate(f"{open_now}.every((button) => button.getAttribute('aria-disabled') === 'true')")
    page.evaluate("document.querySelector('.area').focus()")
    page.press("2", "Enter")
    assert lying(page) == {}
    page.go_offline(False)
    page.wait("document.querySelector('.banner').hidden", 30)
    assert bet(page) != {}
    play_on(page)
    leave(page)


def test_two_at_one_table_see_each_other(house: Open, browser: Browser) -> None:
    ann, bob = browser.page(), browser.page(360, 780)
    name = sit(ann, house, "let-it-ride")
    sit(bob, house, "let-it-ride")
    placed = bet(ann)
    seat = f"[...document.querySelectorAll('.seat')].find((seat) => seat.innerText.includes({json.dumps(name)}))"
    bob.wait(f"{seat}?.querySelector('.seat__total').textContent === '${sum(placed.values()) // 100}'")
    ann.wait(DECIDES, 60)
    assert len(shown_cards(ann)) == 3
    theirs = bob.wait(
        f"{seat} && [...{seat}.querySelectorAll('playing-card')].map((card) => card.getAttribute('card'))"
    )
    assert theirs == ["back"] * 3, "another player's cards lie face down"
    play_on(ann)
    leave(ann)
    leave(bob)


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
    page.wait("window.seen.some(([, words]) => words.startsWith('You win') || words.startsWith('You lose'))")
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
        const {{ checkReceipt }} = await import('/static/lib/deal.js');
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
    }
    found = {spoil: page.evaluate(checked.format(number=number, spoil=spoil)) for spoil in spoils}
    assert found == spoils


def test_the_page_is_light_and_asks_nobody_else(house: Open, browser: Browser) -> None:
    page = browser.page()
    page.goto(house.url("three-card"))
    page.wait("document.querySelector('.seat__name')?.textContent")
    time.sleep(1)
    assert 20_000 < page.weight < MOST_BYTES
    hosts = {re.split("[/?]", asked.url)[2] for asked in page.requests if not asked.url.startswith("data:")}
    assert hosts == {f"127.0.0.1:{house.port}"}
    assert faults(page) == []


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_every_control_has_a_name_and_nothing_sticks_out(house: Open, browser: Browser, width: int) -> None:
    page = browser.page(width)
    sit(page, house, "commonwealth")
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, a, input, select, summary, [role=img]')].filter((node) => "
        "!(node.getAttribute('aria-label') || node.innerText || node.textContent || node.labels?.length)).length"
    )
    assert nameless == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "[...document.querySelectorAll('.felt button, .bar button')].filter((button) => button.offsetParent)"
        ".map((button) => button.getBoundingClientRect()).filter((box) => box.width < 24 || box.height < 24).length"
    )
    assert small == 0
    page.press("?")
    assert page.wait("document.querySelector('dialog[open] .keys')") == {}
    page.press("Escape")
    leave(page)
