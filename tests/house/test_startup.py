"""Opening a house: what is new in its file is recorded once, and rules change between rounds only."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import InputError
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.verify import verify_store
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import CommandRequest
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import HOUSE, Rulesets, load_table
from pitboss.ledger.open_store import open_store
from pitboss.play import commands as c
from pitboss.views.seat import public_view, seat_view
from tests.house.driving import FLOOR, NOTHING, SAMPLE, TWINS, Driven, opener, player

ONE = """
facility = "House of tests"
[tables.one]
regulation = "MD-TCP"
boxes = 4
device = "manual_shoe"
adjacent_boxes = 2
[tables.one.wagers]
ante = { minimum = "$10", maximum = "$500" }
pair_plus = { paytable = "A", minimum = "$5", maximum = "$100" }
[tables.one.awards]
ante_bonus = { paytable = "A" }
"""
DEARER = ONE.replace('"$10"', '"$25"')
LINK = """
[links.harbor]
meters.main = { seed = "$2,500", reset = "$1,000", rate = "14%" }
"""
PROGRESSIVE = ONE.replace("[tables.one]", f"{LINK}[tables.one]").replace(
    "[tables.one.awards]",
    'progressive = { paytable = "A", stakes = ["$1", "$5"], link = "harbor" }\n[tables.one.awards]',
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


def recorded(driven: Driven, stream: str) -> Iterator[dict[str, Any]]:
    for entry in driven.house.store.stream(stream):
        yield from entry.content["events"]


def opened(driven: Driven, stream: str, event: str) -> list[dict[str, Any]]:
    return [found for found in recorded(driven, stream) if found["event"] == event]


def under_way(path: Path, text: str = ONE) -> Driven:
    """A house with a round that takes bets."""
    driven = Driven(path, text)
    driven.seat("one", boxes=2)
    while driven.table("one").round is None:
        driven.step("one")
    return driven


def test_a_new_house_is_recorded_with_its_file_its_key_and_its_chips(path: Path) -> None:
    driven = Driven(path, SAMPLE)
    (house,) = opened(driven, HOUSE, "HouseOpened")
    assert (house["facility"], house["file"]) == ("Chesapeake Sample Casino", SAMPLE)
    assert house["public_key"].startswith("pitboss+")
    for name in driven.house.approved.tables:
        kinds = [event["event"] for event in recorded(driven, f"table {name}")]
        assert kinds == ["TableOpened", "TableFilled"]
        assert driven.table(name).accounts["inventory"] == 10_000_000
        assert sum(driven.table(name).accounts.values()) == 0
    (link,) = opened(driven, "link harbor-five", "LinkOpened")
    assert link["meters"] == {"five_card_mega": 1_000_000, "five_card_major": 100_000, "five_card_minor": 25_000}


def test_the_same_house_is_not_recorded_again_however_its_file_is_written(path: Path) -> None:
    size = Driven(path, ONE).house.store.size()
    again = Driven(path, f"# A remark.\n{ONE}")
    assert again.house.store.size() == size


def test_houses_that_open_at_once_record_each_thing_once(path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        houses = [*pool.map(lambda _: Driven(path, SAMPLE), range(4))]
    streams = houses[0].house.store.streams()
    assert {stream: houses[0].house.store.last(stream) for stream in streams} == {
        stream: {"table": 2, "rules": 4}.get(stream.partition(" ")[0], 1) for stream in streams
    }
    assert len({str(one.house.record("commonwealth")) for one in houses}) == 1


def test_a_file_that_is_new_is_opened_by_many_at_once(tmp_path: Path) -> None:
    """Nobody waits for a lock that somebody holds who waits for theirs, nor takes a ledger for another's database."""
    with ThreadPoolExecutor(4) as pool:
        for number in range(12):
            for store in pool.map(lambda name: open_store(str(name), create=True), [tmp_path / f"{number}.db"] * 4):
                store.close()


def test_another_key_is_refused_before_anything_is_recorded(path: Path) -> None:
    size = Driven(path, ONE).house.store.size()
    for text in (ONE, DEARER):
        with pytest.raises(InputError, match=r"this ledger is signed by the key pitboss\+\w+"):
            LiveHouse(opener(path), text, SigningKey(bytes(32)))
    assert Driven(path, ONE).house.store.size() == size


# Rules that change


def test_rules_change_between_rounds(path: Path) -> None:
    before = under_way(path)
    before.play("one", 0)
    chips = before.table("one").accounts
    after = Driven(path, DEARER)
    table = after.table("one")
    assert after.house.record("one").house == 2
    assert (table.accounts, table.seats, table.rounds) == (chips, before.table("one").seats, 1)
    assert table.ruleset.offer("ante").minimum == 2500
    after.play("one")
    assert table.last is None
    assert load_table(after.house.store, Rulesets(after.house.store), "one") == after.house.record("one")
    assert verify_store(after.house.store).size == after.house.store.size()


def test_rules_do_not_change_while_a_round_is_under_way(path: Path) -> None:
    driven = under_way(path)
    size = driven.house.store.size()
    with pytest.raises(InputError, match="table one is playing a round by other rules: open the house with its"):
        Driven(path, DEARER)
    assert driven.house.store.size() == size
    same = Driven(path, ONE)
    same.play("one", 0)
    assert Driven(path, DEARER).table("one").ruleset.offer("ante").minimum == 2500


def test_a_table_is_not_left_out_while_a_round_is_under_way(path: Path) -> None:
    driven = under_way(path)
    with pytest.raises(InputError, match="table one is playing a round"):
        Driven(path, ONE.replace("tables.one", "tables.two"))
    driven.play("one", 0)
    assert set(Driven(path, ONE.replace("tables.one", "tables.two")).house.approved.tables) == {"two"}


def test_a_round_under_way_does_not_keep_other_tables_from_new_rules(path: Path) -> None:
    driven = Driven(path, TWINS, ("east",))
    driven.seat("east")
    driven.open_bets("east", NOTHING)
    limits = '[tables.west.wagers]\nante = { minimum = "$10", maximum = "$500" }'
    after = Driven(path, TWINS.replace(limits, limits.replace("$10", "$50")), ("east",))
    assert after.table("west").ruleset.offer("ante").minimum == 5000
    assert after.table("east").round
    assert [after.house.record(name).house for name in ("east", "west")] == [1, 2]


def test_former_rules_can_come_back(path: Path) -> None:
    for text in (ONE, DEARER, ONE, ONE):
        driven = Driven(path, text)
    assert len(opened(driven, HOUSE, "HouseOpened")) == 3
    assert len(opened(driven, "table one", "TableOpened")) == 3
    assert len(opened(driven, "table one", "TableFilled")) == 1


def test_a_process_with_the_former_file_goes_on_by_the_new_rules(path: Path) -> None:
    before = Driven(path, ONE)
    before.seat("one")
    after = Driven(path, PROGRESSIVE)
    before.do("one", c.BuyChips("player 1", 100))
    while before.table("one").round is None:
        before.step("one")
    before.do("one", c.PlaceWagers(1, (("ante", 1000), ("progressive", 100))))
    before.do("one", c.CloseBets())
    assert before.meters("one") == after.meters("one") == {"main": 250_014}


def test_a_meter_that_is_new_starts_at_its_seed_and_one_that_stays_keeps_what_it_has(path: Path) -> None:
    Driven(path, ONE).seat("one")
    driven = Driven(path, PROGRESSIVE)
    assert driven.meters("one") == {"main": 250_000}
    driven.play("one")
    grown = driven.meters("one")
    assert grown == {"main": 250_014}
    assert "meter main" not in Driven(path, ONE).table("one").accounts
    again = Driven(path, PROGRESSIVE.replace("$2,500", "$3,000"))
    assert again.meters("one") == grown
    again.play("one", 2)
    assert again.meters("one") == {"main": 250_042}
    assert sum(again.table("one").accounts.values()) == 0


def test_players_at_boxes_that_are_gone_stand_up_with_their_chips(path: Path) -> None:
    before = Driven(path, ONE)
    before.seat("one", boxes=4, chips=5000)
    after = Driven(path, ONE.replace("boxes = 4", "boxes = 2"))
    assert after.table("one").seats == {1: "player 1", 2: "player 2"}
    after.do("one", c.CashOut("player 4", 5000), player(4))


@pytest.mark.parametrize(
    "changes",
    [
        {'"manual_shoe"': '"automated_shoe"\nshuffler = "automated"'},
        {'"manual_shoe"': '"automated_shoe"\nshuffler = "automated"\ndecks = 2\nbacks = ["red", "blue"]'},
        {
            "MD-TCP": "MD-TFP",
            "pair_plus": "poker_bonus",
            '[tables.one.awards]\nante_bonus = { paytable = "A" }\n': "",
        },
    ],
    ids=["another device", "two decks", "another game"],
)
def test_cards_for_other_furniture_are_brought_anew(path: Path, changes: dict[str, str]) -> None:
    before = under_way(path)
    before.play("one", 0)
    before.do("one", c.OrderShuffle(), FLOOR) if before.table("one").deck.order else None  # type: ignore[union-attr]
    text = ONE
    for old, new in changes.items():
        text = text.replace(old, new)
    after = Driven(path, text)
    assert after.table("one").decks == ()
    assert after.house.record("one").shuffles == {}
    for view in (public_view(after.table("one")), seat_view(after.table("one"), "player 1")):
        assert view
    after.play("one", 2)
    assert after.table("one").rounds == 3


def test_rules_that_another_version_approved_are_not_played_by(path: Path) -> None:
    driven = Driven(path, ONE)
    house = dict(opened(driven, HOUSE, "HouseOpened")[0], digest="0" * 64, version="0.0.1", rules=[])
    store = open_store(str(path))
    store.append([Draft(HOUSE, 1, {"at": 0, "by": "house", "role": "house", "events": [house]})])
    opening = {"event": "TableOpened", "digest": "0" * 64, "house": 2}
    store.append([Draft("table one", 2, {"at": 0, "by": "house", "role": "house", "events": [opening]})])
    with pytest.raises(InputError, match=r"run by rules 0{12} of pitboss 0\.0\.1.*use the version that wrote them"):
        Driven(path, ONE)
    store.close()


def test_a_house_can_be_opened_while_it_is_played_at(path: Path) -> None:
    driven = under_way(path)
    for number in range(5):
        other = Driven(path, ONE)
        assert other.house.record("one") == driven.house.record("one")
        other.house.do(
            player(1), CommandRequest(f"wager {number}", "one", c.PlaceWagers(1, (("ante", 1000 + number),)))
        )
        other.house.close()
    assert driven.table("one").accounts["area 1 ante"] == 1004
