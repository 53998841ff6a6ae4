"""A served house with some rounds behind it, and its pages as people of every role see them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.archive import BETS, PLAYERS, STAFF
from tests.web.bots import Client, Crew
from tests.web.browser import Page
from tests.web.inside import HOUSE
from tests.web.serving import Served, hire

ROUNDS = 3
READY = {
    "/rounds": "document.querySelectorAll('#list tbody tr').length",
    "/rounds/three-card/1": "document.querySelector('.step[aria-current]') && document.querySelector('#more .panel')",
    "/ledger": "document.querySelectorAll('#lists tbody tr').length",
    "/reports": "document.querySelectorAll('#reports .plot').length === 2",
    "/odds": "document.querySelectorAll('#all tbody tr').length",
    "/rules": "document.querySelectorAll('.regulation').length === 4",
    "/rules/MD-TCP": "document.querySelectorAll('.clause').length > 300",
    "/submission": "document.querySelector('#edges table')",
}
"""What is there when a page has come to rest."""


class Records(Served):
    """A house whose tables have played some rounds."""

    def __init__(self, folder: Path) -> None:
        url = str(folder / "house.db")
        hire(url, [*STAFF, *((name, "player") for name in PLAYERS)])
        super().__init__(HOUSE, url, folder / "house.key")
        self.tokens: dict[str, str] = {}
        self.crews: dict[str, Crew] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def play(self) -> None:
        for table, bets in BETS.items():
            crew = self.crews[table] = Crew(table, lambda: [self.port], PLAYERS, 5)
            crew.sit_down(self.tokens)
            crew.side_bets = bets
            crew.play(ROUNDS)

    def play_until_turn(self, table: str, player: str) -> None:
        """Plays on until it is a player's turn to decide."""
        crew = self.crews[table]
        while not (turn := crew.view(crew.dealer)["turn"]) or crew.players[turn["box"]].name != player:
            crew.step()

    def token(self, name: str) -> str:
        client = Client(lambda: [self.port], name)
        client.sign_in(self.tokens)
        client.close()
        return client.token

    def stop(self) -> None:
        for crew in self.crews.values():
            crew.close()
        super().stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Records]:
    served = Records(tmp_path_factory.mktemp("records"))
    served.start()
    served.play()
    yield served
    served.stop()


def opened(house: Records, page: Page, path: str, name: str = "audrey") -> Page:
    """A page as somebody sees it who has signed in; without a name, as anybody does."""
    if name:
        page.sign_in(house.address, house.token(name))
    page.goto(house.address + path)
    if path in READY:
        page.wait(READY[path])
    return page
