"""A new house file while the house runs: put in force by a person, taken by each table between rounds."""

import os
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from pitboss.books.accounts import check_books
from pitboss.cli.main import main
from pitboss.errors import InputError, SubmissionRejected
from pitboss.house.authority import Who
from pitboss.house.floor import Floor
from pitboss.house.house_files import HouseFiles
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.fold import HOUSE, Rulesets, load_table
from pitboss.ledger.open_store import open_store
from pitboss.play import commands as c
from tests.house.driving import TWINS, Driven, player
from tests.house.test_startup import DEARER, ONE, PROGRESSIVE
from tests.ledger.conftest import ledger_url, postgres_url

__all__ = ["ledger_url", "postgres_url"]

FLO, MAX, DORA = Who("flo", "floorperson"), Who("max", "manager"), Who("dora", "dealer")
TWO = ONE + ONE[ONE.index("[tables.one]") :].replace("tables.one", "tables.two")
_IDS = count(1)


def new_id() -> str:
    return f"file-{os.getpid()}-{next(_IDS)}"


def least(driven: Driven, table: str = "one") -> int | None:
    return driven.table(table).ruleset.offer("ante").minimum


def by(driven: Driven, stream: str) -> list[tuple[str, str]]:
    return [(entry.content["by"], entry.content["role"]) for entry in driven.house.store.stream(stream)]


def test_a_file_is_put_in_force_and_a_table_takes_it_when_the_floor_says_so(ledger_url: str) -> None:
    driven = Driven(ledger_url, ONE)
    driven.seat("one", boxes=2)
    driven.play("one")
    files = HouseFiles(driven.house)
    approved = files.put_in_force(MAX, new_id(), DEARER)
    assert files.changes(approved) == {"one": "changed"}
    assert by(driven, HOUSE)[-1] == ("max", "manager")
    # The table goes on by its own rules, round after round.
    driven.play("one")
    assert least(driven) == 1000
    (waiting,) = files.waiting()
    assert (waiting.table, waiting.is_played, waiting.ordered_by) == ("one", False, "")
    seats, chips = driven.table("one").seats, driven.table("one").racks()
    files.take(FLO, "one", new_id())
    assert least(driven) == 2500
    assert by(driven, "table one")[-1] == ("flo", "floorperson")
    assert (driven.table("one").seats, driven.table("one").racks()) == (seats, chips)
    assert files.waiting() == []
    driven.play("one")
    driven.house.close()
    with closing(open_store(ledger_url)) as store:
        check_books(store)
        assert load_table(store, Rulesets(store), "one").house == 2
    assert main(["verify", "--books", "--db", ledger_url]) == 0
    for number in (1, 2, 3):
        assert main(["replay", f"one/{number}", "--db", ledger_url]) == 0


def test_it_is_taken_after_the_round_under_way(ledger_url: str) -> None:
    driven = Driven(ledger_url, ONE)
    driven.seat("one", boxes=2)
    while driven.table("one").round is None:
        driven.step("one")
    driven.step("one")
    files = HouseFiles(driven.house)
    files.put_in_force(FLO, new_id(), DEARER)
    files.take(FLO, "one", new_id())
    files.take(MAX, "one", new_id())
    (waiting,) = files.waiting()
    assert (waiting.is_played, waiting.ordered_by) == (True, "flo")
    other = Driven(ledger_url, ONE)
    other.play("one", 0)
    assert least(other) == 1000
    # The order outlives a restart; it is not the person who then acts, but the house.
    other.play("one", 1)
    assert (least(other), least(driven)) == (2500, 2500)
    opened = [
        entry.content
        for entry in other.house.store.stream("table one")
        if entry.content["events"][:1] and entry.content["events"][0]["event"] == "TableOpened"
    ]
    assert [(one["by"], one.get("ordered_by")) for one in opened] == [("house", None), ("house", "flo")]
    for one in (driven, other):
        one.house.close()
    assert main(["verify", "--books", "--db", ledger_url]) == 0


def test_bets_that_are_open_without_a_wager_do_not_keep_a_table_waiting(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "house.db", ONE)
    driven.seat("one")
    while driven.table("one").round is None:
        driven.step("one")
    files = HouseFiles(driven.house)
    files.put_in_force(MAX, new_id(), DEARER)
    files.take(FLO, "one", new_id())
    assert (least(driven), driven.table("one").round) == (2500, None)
    driven.play("one")
    check_books(driven.house.store)


def test_the_same_message_twice_has_one_effect(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "house.db", ONE)
    files, first, second = HouseFiles(driven.house), new_id(), new_id()
    for _ in range(2):
        files.put_in_force(MAX, first, DEARER)
        files.take(FLO, "one", second)
    files.put_in_force(MAX, new_id(), f"# A remark.\n{DEARER}")
    assert (driven.house.store.last(HOUSE), driven.house.store.last("table one")) == (2, 3)


def test_what_is_wrong_with_a_file_is_said_and_nothing_is_recorded(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "house.db", ONE)
    files, size = HouseFiles(driven.house), driven.house.store.size()
    with pytest.raises(SubmissionRejected) as rejected:
        files.put_in_force(MAX, new_id(), ONE.replace("boxes = 4", "boxes = 9").replace('"A", min', '"Z", min'))
    assert [one.code for one in rejected.value.violations] == ["boxes-out-of-range", "unknown-paytable"]
    with pytest.raises(InputError, match="start that house with it"):
        files.put_in_force(MAX, new_id(), ONE.replace("House of tests", "Another house"))
    with pytest.raises(InputError, match="this is not TOML"):
        files.put_in_force(MAX, new_id(), "facility =")
    for who in (DORA, player(1), Who("flo", "floorperson", ("two",))):
        with pytest.raises(AccessRefused):
            files.put_in_force(who, new_id(), DEARER)
        with pytest.raises(AccessRefused):
            files.take(who, "one", new_id())
    assert driven.house.store.size() == size


def test_a_new_table_opens_with_the_file_also_in_other_processes(ledger_url: str) -> None:
    driven, other = Driven(ledger_url, ONE), Driven(ledger_url, ONE)
    HouseFiles(driven.house).put_in_force(MAX, new_id(), TWO)
    assert list(driven.house.approved.tables) == ["one", "two"]
    assert driven.table("two").accounts["inventory"] == 10_000_000
    with pytest.raises(InputError, match="there is no table 'two'"):
        other.table("two")
    assert other.house.follow()
    other.seat("two")
    other.play("two")
    assert driven.table("two").rounds == 1
    assert driven.house.store.last("table two") == other.house.record("two").seq
    for one in (driven, other):
        one.house.close()
    assert main(["verify", "--books", "--db", ledger_url]) == 0


def test_a_table_that_the_file_leaves_out_is_closed_first(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "house.db", TWO)
    files, floor = HouseFiles(driven.house), Floor(driven.house)
    driven.seat("two", chips=5000)
    with pytest.raises(InputError, match="the file leaves out table two: close that table first"):
        files.put_in_force(MAX, new_id(), ONE)
    floor.close(FLO, "two", new_id())
    driven.do("two", c.LeaveSeat(1), player(1))
    driven.do("two", c.CashOut("player 1", 5000), player(1))
    floor.count(FLO, "two", new_id(), 5000)
    assert files.changes(files.put_in_force(MAX, new_id(), ONE)) == {}
    assert list(driven.house.approved.tables) == ["one"]
    with pytest.raises(InputError, match="there is no table 'two'"):
        driven.table("two")
    # It comes back closed, and takes the new rules without waiting.
    files.put_in_force(MAX, new_id(), TWO.replace("boxes = 4", "boxes = 3"))
    assert driven.house.record("two").standing.closed == "closed"
    assert driven.table("two").ruleset.submission.boxes == 3
    assert driven.table("one").ruleset.submission.boxes == 4


def test_new_meters_start_at_their_seeds(ledger_url: str) -> None:
    driven, other = Driven(ledger_url, ONE), Driven(ledger_url, ONE)
    driven.seat("one")
    files = HouseFiles(driven.house)
    files.put_in_force(MAX, new_id(), PROGRESSIVE)
    files.take(FLO, "one", new_id())
    other.play("one")
    assert other.meters("one") == driven.meters("one") == {"main": 250_014}
    for one in (driven, other):
        one.house.close()
    assert main(["verify", "--books", "--db", ledger_url]) == 0


def test_tables_take_a_file_one_by_one(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "house.db", TWINS)
    files = HouseFiles(driven.house)
    files.put_in_force(MAX, new_id(), TWINS.replace("14.37%", "20%"))
    assert {one.table for one in files.waiting()} == {"east", "west"}
    files.take(FLO, "west", new_id())
    driven.seat("west")
    driven.seat("east")
    driven.play("west")
    driven.play("east")
    assert driven.meters("east") == {"main": 250_000 + 20 + 14}
    assert [one.table for one in files.waiting()] == ["east"]
    check_books(driven.house.store)


# A restart


def test_a_restart_with_the_former_file_goes_on_by_the_one_in_force(ledger_url: str) -> None:
    driven = Driven(ledger_url, ONE)
    files = HouseFiles(driven.house)
    files.put_in_force(MAX, new_id(), DEARER)
    driven.house.close()
    again = Driven(ledger_url, ONE)
    size = again.house.store.size()
    assert again.house.approved.tables["one"].offer("ante").minimum == 2500
    assert least(again) == 1000, "nobody has ordered the change at the table"
    HouseFiles(again.house).take(FLO, "one", new_id())
    again.house.close()
    third = Driven(ledger_url, ONE)
    assert (least(third), third.house.store.size()) == (2500, size + 1)
    third.house.close()
    # A file that the house has not been started with is the operator's decision at this start.
    fourth = Driven(ledger_url, ONE.replace('"$10"', '"$15"'))
    assert least(fourth) == 1500
    fourth.house.close()


def test_a_house_that_resumes_keeps_the_file_that_was_put_in_force(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "house.db", ONE)
    files = HouseFiles(driven.house)
    files.put_in_force(MAX, new_id(), TWO)
    size = driven.house.store.size()
    driven.house.resume()
    assert list(driven.house.approved.tables) == ["one", "two"]
    assert driven.house.store.size() == size
