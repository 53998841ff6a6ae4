"""A served house with its people, and pages opened by those who work there."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.bots import PASSWORD, Client, Crew, staff_and
from tests.web.browser import Page
from tests.web.inside import HOUSE
from tests.web.serving import Served, hire

REAL_CARDS = ("top-five", "three-card")
PLAYERS = ("ann", "bob", "zoe")


class RealHouse(Served):
    """A house with tables of real cards beside those that it shuffles for."""

    def __init__(self, folder: Path) -> None:
        self.url = url = str(folder / "house.db")
        hire(url, [*staff_and(PLAYERS), ("max", "manager"), ("aud", "auditor")])
        super().__init__(HOUSE, url, folder / "house.key")
        for table in REAL_CARDS:
            self._arguments += ["--physical", table]
        self.tokens: dict[str, str] = {}
        self._open: list[Client | Crew] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, name: str) -> Client:
        client = Client(lambda: [self.port], name)
        client.sign_in(self.tokens)
        self._open.append(client)
        return client

    def crew(self, table: str, players: tuple[str, ...]) -> Crew:
        crew = Crew(table, lambda: [self.port], players, 1)
        crew.sit_down(self.tokens)
        self._open.append(crew)
        return crew

    def stop(self) -> None:
        for one in self._open:
            one.close()
        super().stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    served = RealHouse(tmp_path_factory.mktemp("consoles"))
    served.start()
    yield served
    served.stop()


def signed_in(house: RealHouse, page: Page, name: str, path: str) -> None:
    """Opens a page as somebody, with the session that a sign-in by keyboard gives."""
    page.goto(f"{house.address}/sign-in?to={path}")
    page.wait("document.activeElement.id === 'name'")
    page.fill(name)
    page.press("Tab")
    page.fill(PASSWORD)
    page.press("Enter")
    page.wait(f"location.pathname === '{path}' && document.readyState === 'complete'")


def text(page: Page, id_: str) -> str:
    return str(page.evaluate(f"document.getElementById('{id_}')?.textContent ?? ''"))


def until_changed(page: Page, id_: str, before: str) -> None:
    page.wait(f"document.getElementById('{id_}').textContent !== {json.dumps(before)}")


def serious(page: Page) -> list[str]:
    """The errors of a page's console."""
    return list(page.errors)
