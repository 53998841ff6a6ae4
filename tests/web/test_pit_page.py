"""The pit's day in a real browser: opener, fill, jackpot, closer with a difference, and slips that are printed."""

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest

from tests.clauses.driven import stacked
from tests.house.pit_crew import TEXT
from tests.web.axe import violations
from tests.web.bots import Client
from tests.web.browser import Browser, Page
from tests.web.serving import Served, hire
from tests.web.staffed import serious

PEOPLE = [
    ("dora", "dealer"), ("dean", "dealer"), ("flo", "floorperson"), ("fred", "floorperson"), ("max", "manager"),
    ("sue", "surveillance"), ("cate", "cage"),
]  # fmt: skip
BANK = {50_000: 20, 10_000: 50, 2_500: 100, 500: 200, 100: 500}
OPEN = "document.querySelector('dialog[open]')"


class Pit(Served):
    """A served house whose rack is counted, and pages opened by those who work there."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        file, url = folder / "house.toml", str(folder / "house.db")
        file.write_text(TEXT.replace("$10,000", "$26,000"))
        hire(url, PEOPLE)
        super().__init__(file, url, folder / "house.key", "--physical", "one")
        self._browser, self._tokens, self._ids = browser, dict[str, str](), count()
        self._clients: dict[str, Client] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, name: str) -> Client:
        if name not in self._clients:
            self._clients[name] = Client(lambda: [self.port], name)
            self._clients[name].sign_in(self._tokens)
        return self._clients[name]

    def post(self, name: str, path: str, **body: object) -> None:
        self.client(name).call("POST", path, {"id": f"pit-page-{next(self._ids)}", **body})

    def give(self, *commands: str, by: str = "dora") -> None:
        for command in commands:
            self.post(by, "/api/tables/one/commands", command=command)

    def count(self, kind: str, chips: Mapping[int, int], by: str = "dora") -> None:
        rows = [{"value": value, "number": number} for value, number in chips.items()]
        self.post(by, "/api/tables/one/counts", kind=kind, chips=rows)

    def page(self, name: str, path: str, width: int = 1440) -> Page:
        page = self._browser.page(width)
        page.sign_in(self.address, self.client(name).token)
        page.goto(f"{self.address}{path}")
        return page

    def stop(self) -> None:
        for client in self._clients.values():
            client.close()
        super().stop()


@pytest.fixture
def pit(tmp_path: Path, browser: Browser) -> Iterator[Pit]:
    made = Pit(tmp_path, browser)
    made.start()
    yield made
    made.stop()


def button(page: Page, label: str) -> None:
    """Presses the button with a label, once it is there."""
    page.tab.get_by_role("button", name=label, exact=True).first.click()


def answer(
    page: Page, label: str, numbers: Mapping[int, int] | None = None, *, last: bool = True, **fields: str
) -> None:
    """Fills in the dialog that is open, and sends it; another opens at once if it is not the last."""
    page.wait(OPEN)
    chips = {f"chips-{value}": str(number) for value, number in (numbers or {}).items()}
    for name, value in {**chips, **fields}.items():
        field = page.tab.locator(f"dialog[open] [name='{name}']")
        if field.evaluate("(node) => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.tab.locator("dialog[open] button", has_text=label).first.click()
    if last:
        page.wait(f"!{OPEN}")


def shows(page: Page, id_: str, told: str) -> None:
    page.wait(f"document.getElementById('{id_}').textContent.includes({told!r})")


def opened(pit: Pit, dealer: Page, floor: Page) -> None:
    """The dealer counts the opener on the dealer's page, and the floorperson confirms it on the floor's."""
    shows(dealer, "rack-told", "was never counted")
    button(dealer, "Count the opener")
    answer(dealer, "Counted", BANK)
    shows(dealer, "rack-result", "Counted $19,000")
    shows(floor, "rack-counts", "Count of the opener, $19,000, by dora")
    button(floor, "Confirm the count")
    answer(floor, "Confirm the count")
    shows(floor, "rack-told", "It holds $19,000 by the books")
    shows(dealer, "rack-told", "is open")
    assert "19,000 by the books" not in dealer.tab.inner_text("main")


def test_the_rack_is_opened_and_filled_by_two_people(pit: Pit) -> None:
    dealer, floor = pit.page("dora", "/tables/one/dealer"), pit.page("flo", "/floor")
    opened(pit, dealer, floor)
    button(floor, "Ask for a fill")
    answer(floor, "Next", {2_500: 40}, last=False)
    answer(floor, "Ask for the fill")
    shows(dealer, "transfers", "Fill $1,000")
    button(dealer, "Confirm: Fill $1,000, asked for by flo")
    answer(dealer, "Confirm", cashier="carl 17", security="sam 4")
    shows(floor, "rack-told", "It holds $20,000 by the books")
    assert serious(dealer) + serious(floor) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 360])
def test_a_jackpot_a_closer_with_a_difference_and_their_slips(pit: Pit, width: int, tmp_path: Path) -> None:
    dealer, floor = pit.page("dora", "/tables/one/dealer", width), pit.page("flo", "/floor", width)
    opened(pit, dealer, floor)
    play_to_the_jackpot(pit)
    paid_by_hand(pit, floor, width)
    closed(pit, dealer, floor)
    printed(pit, width, tmp_path)
    floor.screenshot(tmp_path / "floor.png", whole=True)
    dealer.screenshot(tmp_path / "dealer.png", whole=True)


def paid_by_hand(pit: Pit, floor: Page, width: int) -> None:
    shows(floor, "desk-list", "$26,000.14 to ann for Three-Card Progressive of box 1 in round 1, As Ks Qs")
    button(floor, "Prepare the document")
    answer(floor, "Prepare the document")
    shows(floor, "desk-list", "Waits: Verify")
    button(floor, "Verify")
    answer(floor, "Verify")
    shows(floor, "problem", "lo prepared the document: someone else must verify and sign it")
    fred = pit.page("fred", "/floor", width)
    button(fred, "Verify")
    answer(fred, "Verify")
    shows(floor, "desk-list", "Waits: Surveillance told")
    button(fred, "Surveillance told")
    answer(fred, "Surveillance told", note="log 88")
    shows(floor, "desk-list", "Waits: Form W-2G is filled in")
    button(fred, "Form W-2G is filled in")
    answer(fred, "Form W-2G", note="2026-17")
    manager = pit.page("max", "/floor", width)
    button(manager, "Pay")
    answer(manager, "Paid", method="check", reference="4711")
    manager.wait("document.getElementById('desk').hidden")
    assert violations(floor) == []


def closed(pit: Pit, dealer: Page, floor: Page) -> None:
    pit.post("flo", "/api/tables/one/standing", order="closing")
    pit.give("box 1 leaves", "player ann cashes $2,059", by="flo")
    shows(dealer, "rack-count", "Count the closer")
    button(dealer, "Count the closer")
    counted = {50_000: 18, 10_000: 49, 2_500: 80, 500: 100, 100: 441}
    answer(dealer, "Counted", counted)
    button(floor, "Confirm the count")
    answer(floor, "Confirm the count")
    shows(floor, "problem", "have it counted again, or explain the difference")
    button(floor, "Confirm the count")
    answer(floor, "Confirm the count", explanation="a chip of $100 is missing")
    shows(floor, "rack-told", "is locked")


def printed(pit: Pit, width: int, folder: Path) -> None:
    slips = pit.page("flo", "/slips", width)
    slips.wait("document.querySelectorAll('#list tbody tr').length === 4")
    button(slips, "000002")
    shows(slips, "slip-title", "Jackpot payout, No. 000002")
    facts = slips.tab.inner_text("#slip-facts")
    assert all(told in facts for told in ("As Ks Qs", "$26,000.14", "Tax withheld", "MD-TCP, one"))
    assert "paid by: max, check 4711" in slips.tab.inner_text("#slip-signatures")
    slips.evaluate("window.print = () => { window.prints = (window.prints ?? 0) + 1; }")
    button(slips, "Print")
    slips.wait("window.prints === 1")
    button(slips, "Print")
    slips.wait("window.prints === 2")
    shows(slips, "slip-marks", "REPRINT 1")
    slips.tab.emulate_media(media="print")
    assert slips.evaluate("document.querySelector('#list').checkVisibility()") is False
    assert slips.evaluate("document.querySelector('#slip-code svg').getBoundingClientRect().width") > 100
    slips.screenshot(folder / "slip.png", whole=True)
    slips.tab.emulate_media(media="screen")
    slips.screenshot(folder / "slips.png", whole=True)
    assert violations(slips) == []
    assert slips.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(slips) == []
    said = pit.client("sue").call("GET", "/api/slips/4")
    assert (said["kind"], said["facts"][-1]) == ("error", ["Explanation", "a chip of $100 is missing"])


def play_to_the_jackpot(pit: Pit) -> None:
    """One round: ann has the mini royal in spades, and the meter."""
    pit.give("player ann buys $2,000", "player ann takes box 1", "dealer receives 1 deck")
    while (step := pit.client("dora").call("GET", "/api/tables/one")["next"])["command"] and "performs" in step[
        "command"
    ]:
        pit.give(step["command"], by="flo" if step["by"] == "floorperson" else "dora")
    order = stacked("As 2c Ks 4d Qs 6h")
    pit.give(
        f"dealer shuffles by hand: {' '.join(map(str, (*order[-10:], *order[:-10])))}",
        "dealer cuts 10",
        "dealer opens bets",
        "box 1 places ante $10, progressive $1",
        "dealer closes bets counting progressive 1",
        "dealer deals",
        "dealer counts stub 46",
        "box 1 plays",
        "dealer settles",
    )
    pit.give("floorperson validates progressive of box 1", by="fred")
    pit.give("dealer settles")
