"""Since when chips wait for the count of a drop, read backwards in steps of any length."""

from pathlib import Path

import pytest

from pitboss.books import drop_count
from pitboss.books.drop_count import uncounted_since
from pitboss.books.gaming_day import time_of
from pitboss.evidence.heads import SigningKey
from pitboss.house.floor import Floor
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import CommandRequest
from pitboss.ledger.fold import table_stream
from pitboss.ledger.open_store import open_store
from pitboss.play import commands as c
from tests.house.test_floor import DORA, FLO, TABLE
from tests.web.inside import HOUSE


@pytest.mark.parametrize("at_once", [1, 2, 500])
def test_chips_wait_from_the_first_sale_to_the_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(drop_count, "_AT_ONCE", at_once)
    url = str(tmp_path / "house.db")
    house = LiveHouse(lambda: open_store(url, create=True), HOUSE.read_text(), SigningKey(bytes(32)))
    floor, store = Floor(house), house.store

    def sell(id_: str) -> int:
        """Sells chips to ann; when that was."""
        house.do(DORA, CommandRequest(id_, TABLE, c.BuyChips("ann", 10_000)))
        return time_of([*store.stream(table_stream(TABLE))][-1])

    assert uncounted_since(store, TABLE, 0) is None
    first = sell("first")
    sell("second")
    assert uncounted_since(store, TABLE, 0) == first
    floor.close(FLO, TABLE, "close-it")
    house.do(FLO, CommandRequest("cash", TABLE, c.CashOut("ann", 20_000)))
    assert uncounted_since(store, TABLE, 0) == first
    floor.count(FLO, TABLE, "count-it", 20_000)
    assert uncounted_since(store, TABLE, 0) is None
    floor.open(FLO, TABLE, "open-it")
    assert uncounted_since(store, TABLE, 0) is None
    third = sell("third")
    assert uncounted_since(store, TABLE, 0) == third
    assert uncounted_since(store, "top-five", 0) is None
    # What came before the first day of a report is not looked at.
    assert uncounted_since(store, TABLE, third + 1) is None
    house.close()
