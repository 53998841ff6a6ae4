"""One whole round of every game in a real browser, by keyboard alone: the first thing to break if the page does."""

from collections.abc import Iterator

import pytest

from tests.web.browser import Browser
from tests.web.inside import TABLES
from tests.web.table_player import Open, bet, faults, play_on, sit, view


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    opened = Open(tmp_path_factory.mktemp("smoke"))
    yield opened
    opened.close()


def test_a_round_of_every_game_is_played_by_keyboard(house: Open, browser: Browser) -> None:
    for table in TABLES:
        page = browser.page(768, 1000)
        name = sit(page, house, table)
        shown = view(page, table)
        box = next(box for box, player in shown["seats"].items() if player == name)
        placed = bet(page)
        assert play_on(page), "a player decides at least once"
        last = view(page, table)["last"]["boxes"][box]
        assert set(last["settled"]) >= set(placed), table
        paid = sum(due["returned"] + due["amount"] for due in last["settled"].values())
        assert view(page, table)["rack"] == shown["rack"] + paid - sum(last["wagers"].values())
        assert faults(page) == []
        browser.close()
