"""A house under a regulation from outside the package, in a real browser: played, checked, looked up."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tests.cli.running import Ran
from tests.cli.test_outside import run
from tests.regulations.outside import HOUSE, PENNSYLVANIA
from tests.web.browser import Browser, Page
from tests.web.serving import Served
from tests.web.table_player import Open, bet, faults, play_on, sit, view

TABLE = "pa-1"


class ServedHouse(Served):
    """`pitboss serve` in two processes, by a folder of regulations that its command line names."""

    def __init__(self, folder: Path) -> None:
        self.db = str(folder / "house.db")
        options = ("--practice", "--quiet", "--jobs", "2", "--regulations", str(PENNSYLVANIA))
        super().__init__(HOUSE, self.db, folder / "house.key", *options)

    def url(self, table: str) -> str:
        return self.page(f"tables/{table}")

    def page(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    served = ServedHouse(tmp_path_factory.mktemp("outside"))
    served.start()
    yield served
    served.stop()


def check_deal(page: Page) -> tuple[int, dict[str, Any]]:
    """Clicks on the check of the last deal: the round, and what the browser worked out."""
    page.wait("document.querySelector('.rounds button')", 60)
    page.evaluate("document.querySelector('.rounds button').click()")
    page.wait("document.querySelector('.verdict')?.textContent.includes('was dealt as committed')")
    number = page.evaluate("Number(document.querySelector('.rounds li').dataset.number)")
    verdict = page.evaluate(f"""(async () => {{
        const {{ checkDeal }} = await import('/static/lib/deal-check.js');
        return checkDeal({{ table: '{TABLE}', number: {number} }});
    }})()""")
    return number, verdict


def test_a_round_is_played_and_its_deal_checked(house: ServedHouse, browser: Browser, tmp_path: Path) -> None:
    page = browser.page(1024, 1000)
    name = sit(page, cast("Open", house), TABLE)
    shown = view(page, TABLE)
    box = next(box for box, player in shown["seats"].items() if player == name)
    assert len(page.evaluate("[...document.querySelectorAll('.area')].map((area) => area.dataset.wager)")) >= 3
    placed = bet(page)
    assert {"ante", "pair_plus"} <= set(placed)
    assert play_on(page, "play") == ["play"]
    last = view(page, TABLE)["last"]["boxes"][box]
    assert set(last["settled"]) >= {*placed, "play"}
    number, verdict = check_deal(page)
    assert verdict["ok"]
    assert faults(page) == []
    # The ledger carries the rules: whoever verifies it needs no folder of regulations.
    checked = verify(tmp_path, house, number)
    assert checked.code == 0, checked.err
    assert checked.json["commitment"] == verdict["commitment"]
    assert checked.json["order"] == verdict["order"]
    replayed = run(tmp_path, "replay", f"{TABLE}/{number}", "--db", house.db, "--json")
    assert replayed.code == 0, replayed.err
    assert {moment["event"]["cite"].split(".")[0] for moment in replayed.json["moments"]} == {"PA-TCP 649a"}


def test_whatever_reads_the_ledger_needs_no_folder(house: ServedHouse, browser: Browser, tmp_path: Path) -> None:
    page = browser.page()
    page.goto(house.url(TABLE))
    page.wait("document.querySelector('.rounds button')", 60)
    for command in (
        ["rounds"],
        ["report"],
        ["verify", "--books"],
        ["backup", "copy.db"],
        ["doctor"],
        ["people", "list"],
    ):
        ran = run(tmp_path, *command, "--db", house.db)
        assert (ran.code, ran.err) == (0, ""), (command, ran.out)


def verify(folder: Path, house: ServedHouse, number: int) -> Ran:
    return run(folder, "verify", "--round", f"{TABLE}/{number}", "--db", house.db, "--json")


def test_a_receipt_is_checked_elsewhere_by_whoever_has_the_rules(
    house: ServedHouse, browser: Browser, tmp_path: Path
) -> None:
    page = browser.page()
    page.goto(house.url(TABLE))
    number, _ = check_deal(page)
    receipt = page.evaluate(f"fetch('/api/rounds/{TABLE}/{number}/deal').then((answer) => answer.text())")
    (tmp_path / "deal.json").write_text(receipt, encoding="utf-8")
    assert json.loads(receipt)["regulation"] == "PA-TCP@1"
    assert run(tmp_path, "verify", "deal.json", "--regulations", PENNSYLVANIA).code == 0
    refused = run(tmp_path, "verify", "deal.json")
    assert refused.code == 2
    assert refused.err.startswith("pitboss: deal.json: there is no regulation 'PA-TCP@1'; there are MA-LIR, ")
    assert refused.err.endswith("; the deal follows it: name a folder that has it with --regulations DIR\n")


def test_its_pages(house: ServedHouse, browser: Browser) -> None:
    page = browser.page()
    page.goto(house.page("rules"))
    page.wait("document.body.textContent.includes('PA-TCP')")
    page.goto(house.page("rules/PA-TCP#649a.7(d)(1)"))
    page.wait("document.querySelector('.is-named')?.id === '649a.7(d)(1)'")
    titles = page.evaluate("[...document.querySelectorAll('.chapter h2')].map((title) => title.firstChild.textContent)")
    assert "Section 649a.7 " in titles
    assert page.evaluate("document.querySelectorAll('#chapters a').length") == len(titles) > 5
    page.goto(house.page("odds?regulation=PA-TCP"))
    page.wait("document.body.textContent.includes('649a.12')")
    page.goto(house.page(f"tables/{TABLE}/sign"))
    page.wait("document.body.textContent.includes('Pair Plus')")
    assert faults(page) == []


def test_a_house_file_under_it_is_checked(house: ServedHouse, browser: Browser) -> None:
    page = browser.page()
    page.goto(house.page("rules"))
    text = HOUSE.read_text(encoding="utf-8")
    for sent, approved in ((text, True), (text.replace("boxes = 6", "boxes = 7"), False)):
        body = json.dumps(json.dumps({"text": sent, "odds": approved}))
        answer = page.evaluate(
            "fetch('/api/check', {method: 'POST', headers: {'content-type': 'application/json'}, body: "
            f"{body}}}).then((answer) => answer.json())"
        )
        assert answer["approved"] == approved
    assert answer["violations"][0]["clause"] == "PA-TCP 649a.2(a)"
