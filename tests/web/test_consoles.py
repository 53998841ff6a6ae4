"""The consoles of dealer and floor in a real browser: rounds dealt by keyboard, real cards read, wins validated."""

import time
from typing import Any

import pytest

from tests.web.axe import violations
from tests.web.bots import Client, Crew
from tests.web.browser import Browser, Page
from tests.web.staffed import RealHouse, house, serious, signed_in, text, until_changed

pytestmark = pytest.mark.slow  # a real browser takes its time

__all__ = ["house"]
HANDS = {"box 1": "As Ks Qs", "box 2": "2c 7c 9h", "dealer": "3d 8d Th"}
"""A mini royal for box 1."""


def one_step(page: Page) -> None:
    """Presses the space bar once the step may be taken, and waits for the next."""
    before = text(page, "step")
    press_space(page)
    until_changed(page, "step", before)


def press_space(page: Page) -> None:
    """Presses the space bar when the step before is answered and a key pressed twice is no longer taken for one."""
    time.sleep(0.4)
    page.wait("!document.getElementById('next').hasAttribute('data-busy')")
    page.press(" ")


def view(crew: Crew) -> dict[str, Any]:
    return crew.view(crew.dealer)


@pytest.mark.parametrize(("table", "width"), [("let-it-ride", 1440), ("commonwealth", 360)])
def test_a_round_is_dealt_by_the_space_bar_alone(house: RealHouse, browser: Browser, table: str, width: int) -> None:
    crew, page = house.crew(table, ("ann", "bob")), browser.page(width)
    signed_in(house, page, "dora", f"/tables/{table}/dealer")
    page.wait("document.getElementById('step').textContent")
    words: list[str] = []
    while not view(crew)["last"]:
        words.append(text(page, "step"))
        now = view(crew)
        if now["next"]["by"] == "floorperson":
            assert words[-1].startswith("Waits for the floorperson: ")
            assert page.evaluate("document.getElementById('next').getAttribute('aria-disabled')") == "true"
            crew.give(crew.floor, now["next"]["command"])
        elif now["next"]["command"] is None:
            crew.step()
        else:
            if now["next"]["says"]:
                assert text(page, "says") == "“No more bets”"
                assert text(page, "cite") == now["next"]["cite"]
            if now["next"]["command"] == "dealer settles":
                assert all(line["done"] for line in now["pays"])
                assert_list_agrees(page, now["pays"])
            one_step(page)
            continue
        until_changed(page, "step", words[-1])
    assert {"Open the bets", "Close the bets", "Deal the cards", "Turn up the cards and settle"} <= set(words)
    page.wait("document.getElementById('pays-title').textContent.startsWith('Paid')")
    assert_list_agrees(page, view(crew)["pays"])
    assert serious(page) == []


def assert_list_agrees(page: Page, lines: list[dict[str, Any]]) -> None:
    """The list on the page is the list of the house, line by line."""
    rows = "[...document.querySelectorAll('#pays tbody tr:not(.pays__box)')]"
    page.wait(f"{rows}.length === {len(lines)}")
    shown = page.evaluate(f"{rows}.map((row) => [row.cells[0].textContent, row.className])")
    assert shown == [[line["title"], f"pays__{line['does']}"] for line in lines]


# Real cards


def test_a_dealer_enters_a_round_with_real_cards(house: RealHouse, browser: Browser) -> None:
    """Players are seated, bets entered and cards keyed at the console; what cannot be is flagged at once."""
    page, floor = browser.page(), house.client("flo")
    signed_in(house, page, "dora", "/tables/top-five/dealer")
    page.wait("document.getElementById('dealt').textContent === 'Real cards'")
    assert_twice_is_once(page, floor)
    while (step := text(page, "step")) != "Bets are open; nobody has placed a wager yet":
        if "nobody is seated yet" in step:
            seat(page, 1, "zoe of the hills")
            until_changed(page, "step", step)
        elif step.startswith("Waits for the floorperson"):
            sent = {"id": "verify-top-five", "command": "floorperson performs verify_inspection"}
            floor.call("POST", "/api/tables/top-five/commands", sent)
            until_changed(page, "step", step)
        else:
            one_step(page)
    seat(page, 2, "max")
    for box, wagers in ((1, "ANTE 10"), (2, "ante $10")):
        page.evaluate("document.activeElement.blur()")
        page.press(str(box))
        enter(page, {"wagers-text": wagers})
        page.wait(f"document.querySelectorAll('#boxes > li')[{box - 1}].textContent.includes('Ante $10')")
    page.evaluate("document.activeElement.blur()")
    one_step(page)
    page.wait("document.getElementById('step').textContent === 'Deal the cards'")
    one_step(page)
    for box in (1, 2):
        page.wait(f"document.querySelector('#choices button')?.textContent === 'Box {box} playsP'")
        page.press("p")
    page.wait("document.activeElement.id === 'cards'")
    key_cards(page)
    # The hand of box 2 is misread and corrected before it is paid.
    page.wait("document.getElementById('reads-label').textContent === 'Card 1 of 7, box 2'")
    page.fill("2d3d4d5d6d7d8d")
    page.wait("document.getElementById('step').textContent.endsWith('box 2')")
    correct(page, "9d Jd Qd Kd Ad 2h 3h")
    page.wait("/^Pay box 2 .[0-9]/.test(document.getElementById('step').textContent)")
    page.evaluate("document.activeElement.blur()")
    one_step(page)
    page.wait("document.getElementById('reads-label').textContent === 'Card 1 of 7, box 1'")
    page.fill("4h 5h 6h 7h 8h 9h 10h")
    page.wait("document.getElementById('step').textContent.endsWith('box 1')")
    page.evaluate("document.activeElement.blur()")
    one_step(page)
    page.wait("document.getElementById('pays-title').textContent.startsWith('Paid')")
    assert_list_agrees(page, floor.call("GET", "/api/tables/top-five")["pays"])
    assert floor.call("GET", "/api/tables/top-five")["last"]["number"] == 1
    assert serious(page) == []


def seat(page: Page, box: int, player: str) -> None:
    """Seats a player with $500 at a free box, which its key chooses."""
    page.evaluate("document.activeElement.blur()")
    page.press(str(box))
    assert text(page, "box-title") == f"Box {box} is free"
    enter(page, {"seat-player": player, "seat-amount": "500"})
    page.wait(f"document.querySelectorAll('#boxes > li:not([data-free])').length === {box}")


def correct(page: Page, cards: str) -> None:
    """Corrects the cards of the box that is shown."""
    found = (
        "[...document.querySelectorAll('#box-actions button')].find((one) => /Correct the cards/.test(one.textContent))"
    )
    page.wait(f"Boolean({found})")
    page.evaluate(f"{found}.click()")
    page.wait("document.querySelector('dialog[open] input') !== null")
    page.evaluate("document.querySelector('dialog[open] input').focus()")
    page.fill(cards)
    page.press("Enter")


def key_cards(page: Page) -> None:
    """Keys the dealer's seven cards, with every mistake that a hurried hand makes."""
    assert text(page, "reads-label") == "Card 1 of 7, dealer"
    for keys, read, told in (
        ("2c", 1, ""),
        ("2C", 1, "The two of clubs was already read, as card 1: look at both cards again."),
        ("1x", 1, "“1x” is not a card: key the rank and the suit, as Qs or 10h."),
        ("qs", 2, ""),
    ):
        page.tab.keyboard.type(keys)
        assert (reads(page), text(page, "reads-told")) == (read, told)
    page.press("Enter", "Backspace")
    assert (reads(page), text(page, "reads-told")) == (1, "The queen of spades is taken back.")
    # A scanner sends cards in one go, with or without spaces.
    page.fill("3c4c5c")
    page.fill("6c 7c 8c")


def reads(page: Page) -> int:
    return int(page.evaluate("document.querySelectorAll('#reads-cards > li').length"))


def assert_twice_is_once(page: Page, floor: Client) -> None:
    """The space bar hit twice by mistake takes one step; the control is that a later press takes another."""
    page.wait("document.getElementById('step').textContent === 'Receive a deck'")
    time.sleep(0.4)
    page.press(" ", " ")
    page.wait("document.getElementById('step').textContent.startsWith('Inspect')")
    page.press(" ")
    time.sleep(0.3)
    assert text(page, "step").startswith("Inspect")
    one_step(page)
    assert floor.call("GET", "/api/tables/top-five")["next"]["by"] == "floorperson"


def enter(page: Page, fields: dict[str, str]) -> None:
    """Fills fields and sends the form of the last with the Enter key."""
    for id_, value in fields.items():
        page.evaluate(f"document.getElementById('{id_}').focus()")
        page.fill(value)
    page.press("Enter")


# The floor


def test_the_floor_verifies_validates_corrects_and_fills(house: RealHouse, browser: Browser) -> None:
    crew, page = house.crew("three-card", ("ann", "bob")), browser.page()
    crew.side_bets = ", progressive $1"
    signed_in(house, page, "flo", "/floor")
    page.wait("document.querySelectorAll('.watch').length === 4")
    page.evaluate(
        "[...document.querySelectorAll('.watch__name')].find((name) => name.textContent === 'three-card').focus()"
    )
    page.press("Enter")
    page.wait("document.getElementById('chosen').textContent.includes('three-card')")
    verified = 0
    while not (now := view(crew))["waiting"]:
        if now["next"]["by"] == "floorperson":
            press_order(page, "Verify the inspection of the cards")
            wait_past(crew, now["seq"])
            verified += 1
        else:
            dealt_by_hand(crew, now)
    assert verified == 2
    page.wait("document.getElementById('calls').textContent === '1 waiting for you'")
    press_order(page, "Validate Three-Card Progressive of box 1")
    wait_past(crew, now["seq"])
    crew.give(crew.dealer, "dealer settles")
    after = view(crew)
    assert after["last"]["number"] == 1
    page.wait("document.querySelector('.is-chosen .tag').textContent === 'Between rounds'")
    assert_payment_is_named(page)
    enter(page, {"correct-amount": "25", "correct-reason": 'paid "short" by a chip'})
    confirm(page)
    wait_past(crew, after["seq"])
    assert view(crew)["racks"]["ann"] == after["racks"]["ann"] + 2500
    assert_two_people_correct(house, browser, page, crew)
    enter(page, {"fill-amount": "a lot"})
    page.wait("document.getElementById('problem').textContent.startsWith('Write an amount')")
    page.evaluate("document.getElementById('fill-amount').value = ''")
    enter(page, {"fill-amount": "2,500"})
    confirm(page)
    page.wait("document.getElementById('transfers-list').textContent.includes('A second person must confirm it')")
    assert view(crew)["inventory"] == after["inventory"] - 2500 - 50_100
    assert_dealer_confirms(house, browser)
    page.wait("document.getElementById('transfers').hidden")
    assert view(crew)["inventory"] == after["inventory"] - 2500 - 50_100 + 250_000
    assert serious(page) == []


def assert_payment_is_named(page: Page) -> None:
    """The form is filled with the last round, its first box and its player."""
    found = {
        id_: page.evaluate(f"document.getElementById('correct-{id_}').value") for id_ in ("round", "box", "player")
    }
    assert found == {"round": "1", "box": "1", "player": "ann"}
    page.evaluate("document.getElementById('correct-box').select()")
    page.evaluate("document.getElementById('correct-box').focus()")
    page.fill("2")
    assert page.evaluate("document.getElementById('correct-player').value") == "bob"
    page.press("Backspace")
    page.fill("1")
    items = page.evaluate("[...document.querySelectorAll('#correct-item option')].map((one) => one.value)")
    assert {"ante", "pair_plus", "ante_bonus", "envy"} <= set(items)


def assert_two_people_correct(house: RealHouse, browser: Browser, page: Page, crew: Crew) -> None:
    """Above the limit of the house a correction waits for another floorperson or manager."""
    before = view(crew)
    page.evaluate("document.getElementById('correct-item').value = 'progressive'")
    enter(page, {"correct-amount": "501", "correct-reason": "meter misread"})
    confirm(page)
    page.wait("document.getElementById('correct-told').textContent === 'A second person must confirm this correction.'")
    assert view(crew)["racks"] == before["racks"]
    other = browser.page()
    signed_in(house, other, "max", "/floor")
    other.click("#tables li[data-key='three-card'] button")
    other.wait("document.querySelector('#transfers-list [data-answer=confirm]')?.checkVisibility()")
    said = other.evaluate("document.getElementById('transfers-list').textContent")
    assert "for progressive of box 1 in round 1" in said
    assert violations(other) == []
    other.evaluate("document.querySelector('#transfers-list [data-answer=confirm]').focus()")
    other.press("Enter")
    confirm(other)
    other.wait("document.getElementById('transfers').hidden")
    assert view(crew)["racks"]["ann"] == before["racks"]["ann"] + 50_100
    assert serious(other) == []


def assert_dealer_confirms(house: RealHouse, browser: Browser) -> None:
    """The dealer of the table is the second person."""
    page = browser.page(360)
    signed_in(house, page, "dora", "/tables/three-card/dealer")
    page.wait("document.querySelector('#transfers-list button')?.checkVisibility()")
    page.evaluate("document.querySelector('#transfers-list button').focus()")
    page.press("Enter")
    confirm(page)
    page.wait("document.getElementById('transfers').hidden")
    assert serious(page) == []


def dealt_by_hand(crew: Crew, now: dict[str, Any]) -> None:
    """What happens next at a table with real cards, short of what the floor does."""
    step = now["next"]
    if step["reads"]:
        crew.give(crew.dealer, f"dealer turns {step['turns']} {HANDS[step['turns']]}")
    elif now["turn"]:
        box = now["turn"]["box"]
        crew.give(crew.players[box], f"box {box} plays")
    elif step["command"] is None:
        crew.step()
    else:
        crew.give(crew.dealer, with_counts(now) or step.get("unread") or step["command"])


def with_counts(now: dict[str, Any]) -> str:
    """The command of a step for which chips are counted, with the number that lie on the boxes; else empty."""
    action = now["next"].get("action")
    if not action or action["kind"] != "CloseBets":
        return ""
    lying = [wager for box in now["round"]["boxes"].values() for wager in box["wagers"]]
    numbers = {field["name"]: lying.count(field["name"]) for field in action["fields"]}
    return str(action["command"]).format(**numbers)


def press_order(page: Page, label: str) -> None:
    found = f"[...document.querySelectorAll('#orders button')].find((order) => order.textContent === '{label}')"
    page.wait(f"Boolean({found})")
    page.evaluate(f"{found}.focus()")
    page.press("Enter")


def confirm(page: Page) -> None:
    """Answers the question of an open dialog with its first button."""
    page.wait("document.querySelector('dialog[open]') !== null")
    page.evaluate("document.querySelector('dialog[open] button').focus()")
    page.press("Enter")
    page.wait("document.querySelector('dialog[open]') === null")


def wait_past(crew: Crew, seq: int) -> None:
    until = time.monotonic() + 10
    while view(crew)["seq"] <= seq:
        assert time.monotonic() < until, "the house has heard nothing"
        time.sleep(0.05)
