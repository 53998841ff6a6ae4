"""Chips out of nothing: where chips have a value, somebody takes something for them, and nobody gives any amount."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.errors import CommandRefused, InputError
from pitboss.house.authority import Who
from pitboss.house.floor import Floor
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.house.request import CommandRequest
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.open_store import open_store
from pitboss.ledger.records import house_opened
from pitboss.play import commands as c
from tests.clauses.marks import clause
from tests.house.driving import DEALER, FLOOR, KEY, SAMPLE, Driven
from tests.web.inside import QUICK

ANN, MAX, TABLE = Who("ann", "player"), Who("max", "manager"), "three-card"
Opened = Callable[..., LiveHouse]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    houses: list[LiveHouse] = []

    def open_house(practice: bool | None = False, text: str = SAMPLE, file: str = "ledger.db") -> LiveHouse:
        path = str(tmp_path / file)
        houses.append(LiveHouse(lambda: open_store(path, create=True), text, KEY, practice=practice))
        return houses[-1]

    yield open_house
    for house in houses:
        house.close()


def rack(house: LiveHouse) -> int:
    return house.record(TABLE).table.rack_of("ann")


@clause("COMAR 36.05.02.21 C", "COMAR 36.05.02.21 D")
def test_no_player_buys_chips_by_their_own_command(opened: Opened) -> None:
    house, buys = opened(), c.BuyChips("ann", 100)
    with pytest.raises(CommandRefused, match="takes the money for them first") as refused:
        house.do(ANN, CommandRequest("own", TABLE, buys))
    assert (refused.value.code, rack(house)) == ("chips-are-sold", 0)
    house.do(DEALER, CommandRequest("dealer", TABLE, buys))
    house.do(FLOOR, CommandRequest("floor", TABLE, buys))
    assert (rack(house), house.record(TABLE).table.accounts["drop"]) == (200, 200)


def test_one_person_sells_up_to_the_limit_of_the_house(opened: Opened) -> None:
    house = opened(text=SAMPLE.replace("facility =", 'buy_in_limit = "$300"\nfacility =', 1))
    floor, people = Floor(house), People(house.store, cost=QUICK)
    for who in (DEALER, FLOOR, MAX):
        people.add(who.name, who.role, "a long enough password")
    large = c.BuyChips("ann", 30_001)
    for who in (DEALER, FLOOR, MAX):
        with pytest.raises(CommandRefused, match="takes two people") as refused:
            house.do(who, CommandRequest(f"{who.name} alone", TABLE, large))
        assert refused.value.code == "two-people"
    assert floor.sell(DEALER, TABLE, "small", c.BuyChips("ann", 30_000)) is False
    assert floor.sell(DEALER, TABLE, "large", large) is True
    with pytest.raises(CommandRefused, match="someone else must confirm"):
        floor.confirm(DEALER, TABLE, "own hand", "large", people)
    with pytest.raises(AccessRefused):
        floor.confirm(ANN, TABLE, "the buyer", "large", people)
    floor.confirm(FLOOR, TABLE, "second", "large", people)
    assert (rack(house), house.record(TABLE).standing.transfers) == (60_001, ())
    with pytest.raises(AccessRefused):
        floor.sell(ANN, TABLE, "by a player", c.BuyChips("ann", 1))


def test_without_a_limit_in_the_file_a_sale_above_ten_thousand_dollars_takes_two(opened: Opened) -> None:
    house = opened()
    house.do(DEALER, CommandRequest("10,000", TABLE, c.BuyChips("ann", 1_000_000)))
    with pytest.raises(CommandRefused, match=r"sale of chips above \$10,000 takes two people"):
        house.do(DEALER, CommandRequest("more", TABLE, c.BuyChips("ann", 1_000_001)))


def test_one_floorperson_gives_no_amount_in_parts(opened: Opened) -> None:
    """The corrections of one person for one player in one round count together."""
    house = opened()
    house.do(DEALER, CommandRequest("buys", TABLE, c.BuyChips("ann", 100)))
    given = [
        house.do(FLOOR, CommandRequest(f"part {part}", TABLE, c.CorrectPayment("ann", 10_000, "for nothing"))).events
        for part in range(5)
    ]
    assert len(given) == 5
    for who, amount in ((FLOOR, 1), (FLOOR, -1)):
        with pytest.raises(CommandRefused, match="all of a player's in one round together") as refused:
            house.do(who, CommandRequest(f"more {amount}", TABLE, c.CorrectPayment("ann", amount, "for nothing")))
        assert refused.value.code == "two-people"
    assert Floor(house).correct(FLOOR, TABLE, "waits", c.CorrectPayment("ann", 100, "for nothing")) is True
    assert rack(house) == 50_100
    # A restart knows it too.
    with pytest.raises(CommandRefused, match="takes two people"):
        opened().do(FLOOR, CommandRequest("after a restart", TABLE, c.CorrectPayment("ann", 100, "for nothing")))


def test_what_a_ledger_is_for_is_in_its_first_entry_and_stays(opened: Opened) -> None:
    for practice, other, said in ((True, False, "is for practice"), (False, True, "is a house's")):
        file = f"{practice}.db"
        house = opened(practice, file=file)
        first = next(house.store.entries(0, 1))
        assert (first.stream, house_opened(first).plays_for) == (HOUSE, "practice" if practice else "money")
        house.close()
        opened(practice, file=file).close()
        with pytest.raises(InputError, match=said):
            opened(other, file=file)


def test_a_ledger_of_before_is_for_practice_if_it_admitted_guests(opened: Opened) -> None:
    unmarked = opened(None, file="without guests.db")
    assert house_opened(next(unmarked.store.entries(0, 1))).plays_for == ""
    unmarked.close()
    for practice in (False, True):
        opened(practice, file="without guests.db").close()
    house = opened(None, file="with guests.db")
    People(house.store, guests=True, cost=QUICK).guest("Gus")
    house.close()
    opened(True, file="with guests.db").close()
    with pytest.raises(InputError, match="is for practice"):
        opened(False, file="with guests.db")
    # From the next house file on it says so itself.
    changed = SAMPLE.replace("facility =", 'buy_in_limit = "$300"\nfacility =', 1)
    again = opened(True, changed, "with guests.db")
    assert [house_opened(entry).plays_for for entry in again.store.stream(HOUSE)] == ["", "practice"]


def test_practice_is_as_free_as_before(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "ledger.db")
    driven.do(TABLE, c.BuyChips("ann", 10**9), ANN)
    assert driven.table(TABLE).rack_of("ann") == 10**9
