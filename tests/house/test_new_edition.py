"""A house crosses the day on which another edition comes into force: rounds begun before it end by their own rules."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from pitboss.books.accounts import check_books
from pitboss.books.replay import replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.books.round_search import find_rounds
from pitboss.cli.main import main
from pitboss.errors import CommandRefused, SubmissionRejected
from pitboss.evidence.verify import verify_store
from pitboss.house.automatic_dealer import next_command
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import OpenBetsNow
from pitboss.ledger.fold import HOUSE, Rulesets
from pitboss.ledger.open_store import open_store
from pitboss.ledger.recorded_rules import RULES
from pitboss.ledger.records import house_opened, rules_recorded
from pitboss.play import commands as c
from pitboss.rules.load import folders
from tests.house.driving import KEY, Driven, Fate
from tests.house.test_startup import DEARER, ONE, PROGRESSIVE
from tests.ledger.conftest import ledger_url, postgres_url
from tests.rules.next_edition import regulations_outside, write_next_edition

__all__ = ["ledger_url", "postgres_url"]

SIX = GamingCalendar(time(6), UTC)
"""Gaming days begin at six in the morning."""
CROSSING = int(datetime(2027, 1, 1, 6, tzinfo=UTC).timestamp()) * 1000
MINUTE = 60_000


class Night(Fate):
    """The clock of the night in which edition 1.5 comes into force."""

    def __init__(self, now: int = CROSSING - 5 * MINUTE) -> None:
        super().__init__()
        self.now = now

    @property
    def world(self) -> ClockAndEntropy:
        return super().world._replace(calendar=SIX)


@pytest.fixture(autouse=True)
def amended(tmp_path: Path) -> Iterator[Path]:
    """Edition 1.5 beside 1.4."""
    write_next_edition(tmp_path / "amended")
    with regulations_outside(tmp_path / "amended") as folder:
        yield folder


def edition(driven: Driven, table: str = "one") -> str:
    return driven.table(table).ruleset.regulation.edition


def began(url: str, text: str = ONE) -> Driven:
    """A house in the last minutes of 1.4 in which a round is under way."""
    driven = Driven(url, text, fate=Night())
    driven.seat("one", boxes=2)
    while driven.table("one").round is None:
        driven.step("one")
    driven.step("one")
    assert edition(driven) == "1.4"
    return driven


def refused(driven: Driven, command: c.PlaceWagers | OpenBetsNow) -> CommandRefused:
    with pytest.raises(CommandRefused) as found:
        driven.do("one", command)
    return found.value


@pytest.mark.parametrize("restarts", [False, True], ids=["goes on", "restarts in the round"])
def test_a_house_crosses_the_day_in_the_middle_of_a_round(ledger_url: str, restarts: bool) -> None:
    driven = began(ledger_url)
    driven.fate.now = CROSSING
    if restarts:
        driven.house.close()
        driven = Driven(ledger_url, ONE, fate=driven.fate)
    driven.house.advance()
    assert edition(driven) == "1.4", "the round that has begun ends by its own rules"
    # Another player joins the round that has begun, before no more bets.
    driven.play("one", 0)
    assert (edition(driven), driven.table("one").rounds) == ("1.4", 1)
    seats, chips = driven.table("one").seats, driven.table("one").racks()
    driven.play("one")
    assert (edition(driven), driven.table("one").rounds, driven.table("one").seats) == ("1.5", 2, seats)
    assert sum(driven.table("one").racks().values()) != sum(chips.values())
    driven.house.close()
    _check_ledger(ledger_url)
    # A restart after it goes on by 1.5, and records nothing new.
    with closing(open_store(ledger_url)) as store:
        size = store.size()
    again = Driven(ledger_url, ONE, fate=driven.fate)
    assert (edition(again), again.house.store.size()) == ("1.5", size)
    again.house.close()


def _check_ledger(url: str) -> None:
    with closing(open_store(url)) as store:
        houses = [(entry.content["by"], house_opened(entry)) for entry in store.stream(HOUSE)]
        assert [(by, *(one.edition for one in house.rules)) for by, house in houses] == [
            ("house", "1.4"),
            ("house", "1.5"),
        ]
        assert [rules_recorded(entry).edition for entry in store.stream(RULES)] == ["1.4", "1.5"]
        assert verify_store(store).size == store.size()
        check_books(store)
        for number, expected in ((1, "1.4"), (2, "1.5")):
            replay = replay_round(store, f"one/{number}")
            assert replay.before.ruleset.regulation.edition == expected
            assert replay.after.ruleset.regulation.edition == expected
            assert Resettlement(replay).differences == ()
            assert Resettlement(replay).lines
    assert main(["verify", "--books", "--db", url]) == 0
    for number in (1, 2):
        assert main(["replay", f"one/{number}", "--db", url]) == 0
        assert main(["verify", "--round", f"one/{number}", "--db", url]) == 0
    assert main(["report", "--day", "2026-12-31", "--db", url]) == 0


def test_between_rounds_a_table_takes_the_edition_by_itself(tmp_path: Path) -> None:
    driven = began(str(tmp_path / "house.db"))
    driven.play("one", 0)
    assert not driven.house.advance()
    driven.fate.now = CROSSING
    assert driven.house.advance()
    assert edition(driven) == "1.5"
    assert driven.house.approved.tables["one"].regulation.edition == "1.5"
    assert not driven.house.advance(), "once"


def test_bets_that_are_open_without_a_wager_are_no_round(ledger_url: str) -> None:
    """They are void, and the next round is opened by the new edition."""
    driven = Driven(ledger_url, ONE, fate=Night())
    driven.seat("one", boxes=2)
    while driven.table("one").round is None:
        driven.step("one")
    driven.fate.now = CROSSING
    refusal = refused(driven, c.PlaceWagers(1, (("ante", 1000),)))
    assert refusal.code == "bets-not-open"
    assert (edition(driven), driven.table("one").round, driven.table("one").rounds) == ("1.5", None, 1)
    driven.play("one")
    with closing(open_store(ledger_url)) as store:
        check_books(store)
        void, played = sorted(find_rounds(store), key=lambda one: one.number)
        assert (void.number, void.status, played.number, played.status) == (1, "void", 2, "completed")
        assert replay_round(store, "one/1").before.ruleset.regulation.edition == "1.4"
    driven.house.close()
    assert main(["verify", "--books", "--db", ledger_url]) == 0


def test_a_wager_that_is_taken_back_leaves_no_round(tmp_path: Path) -> None:
    driven = began(str(tmp_path / "house.db"))
    driven.fate.now = CROSSING
    driven.do("one", c.PlaceWagers(1, ()))
    assert refused(driven, c.PlaceWagers(2, (("ante", 1000),))).code == "bets-not-open"
    assert edition(driven) == "1.5"


def test_no_round_begins_if_the_house_file_is_not_approved_under_the_new_edition(ledger_url: str) -> None:
    driven = began(ledger_url, PROGRESSIVE)
    coming = driven.house.changes.coming
    assert coming
    assert (coming.day, coming.at, coming.tables) == ("2027-01-01", CROSSING, {"one": ("MD-TCP@1.4", "MD-TCP@1.5")})
    assert [violation.code for violation in coming.violations] == ["meter-rate-too-low"]
    driven.fate.now = CROSSING
    driven.play("one", 0)
    while not isinstance(step := next_command(driven.table("one")), OpenBetsNow):
        assert step
        driven.do("one", step)
    refusal = refused(driven, OpenBetsNow())
    assert (refusal.code, refusal.clause) == ("edition-ended", "MD-TCP 7.D")
    assert "no round begins under MD-TCP@1.4" in refusal.reason
    assert "pitboss check house.toml --on 2027-01-01" in refusal.reason
    # It starts again with the same file, and still begins no round.
    driven.house.close()
    again = Driven(ledger_url, PROGRESSIVE, fate=driven.fate)
    assert refused(again, OpenBetsNow()).code == "edition-ended"
    again.house.close()
    better = Driven(ledger_url, PROGRESSIVE.replace("14%", "15%"), fate=driven.fate)
    assert edition(better) == "1.5"
    better.play("one")
    better.house.close()
    assert main(["verify", "--books", "--db", ledger_url]) == 0


def test_a_house_that_ended_in_a_round_can_finish_it(tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    driven = began(url, PROGRESSIVE)
    driven.house.close()
    with pytest.raises(SubmissionRejected, match="at least 15%"):
        Driven(str(tmp_path / "other.db"), PROGRESSIVE, fate=Night(CROSSING))
    again = Driven(url, PROGRESSIVE, fate=Night(CROSSING))
    again.play("one", 0)
    assert (edition(again), again.table("one").rounds) == ("1.4", 1)


def test_a_file_that_names_its_edition_keeps_it(tmp_path: Path) -> None:
    driven = began(str(tmp_path / "house.db"), ONE.replace('"MD-TCP"', '"MD-TCP@1.4"'))
    driven.fate.now = CROSSING
    driven.play("one", 1)
    assert edition(driven) == "1.4"
    assert driven.house.changes.coming is None


def test_another_process_follows(ledger_url: str) -> None:
    driven = began(ledger_url)
    other = Driven(ledger_url, ONE, fate=driven.fate)
    driven.fate.now = CROSSING
    driven.play("one", 0)
    driven.play("one", 1)
    other.play("one", 1)
    assert (edition(other), other.table("one").rounds) == ("1.5", 3)
    assert not other.house.follow(), "it has followed the table already"
    assert other.house.approved.tables["one"].regulation.edition == "1.5"
    assert [*other.house.store.stream(HOUSE)][-1].seq == 2
    for one in (driven, other):
        one.house.close()


def test_a_process_that_does_not_know_the_edition_goes_on_by_the_ledger(tmp_path: Path) -> None:
    """Its own package has 1.4 alone: it does not lead the house back."""
    url = str(tmp_path / "house.db")
    driven = began(url)
    driven.fate.now = CROSSING
    driven.play("one", 1)
    driven.house.close()
    with regulations_outside(unrelated(tmp_path / "unrelated")):
        behind = Driven(url, ONE, fate=driven.fate)
        behind.play("one", 1)
        assert edition(behind) == "1.5"
        assert behind.house.store.last(HOUSE) == 2


def unrelated(folder: Path) -> Path:
    """A folder with a regulation that is nobody's."""
    folder.mkdir()
    for file in folders()["MD-TFP"].glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        (folder / file.name).write_text(text.replace('id = "MD-TFP"', 'id = "XX-TFP"'), encoding="utf-8")
    return folder


def test_a_round_is_replayed_by_its_own_edition_in_any_process(ledger_url: str) -> None:
    driven = began(ledger_url)
    driven.fate.now = CROSSING
    driven.play("one", 1)
    with closing(open_store(ledger_url)) as store:
        editions = {seq: Rulesets(store).of(seq, "one").regulation.key for seq in (1, 2)}
    assert editions == {1: "MD-TCP@1.4", 2: "MD-TCP@1.5"}
    driven.house.close()


def test_the_former_file_is_still_taken_at_a_start(tmp_path: Path) -> None:
    """A changed file at a start is the operator's decision, as before."""
    url = str(tmp_path / "house.db")
    for text in (ONE, DEARER, ONE):
        opened = LiveHouse(lambda: open_store(url, create=True), text, KEY, environment=Night().world)
        opened.close()
    with closing(open_store(url)) as store:
        assert store.last(HOUSE) == 3
