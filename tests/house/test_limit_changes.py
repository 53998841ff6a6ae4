"""Limits change without a new submission as the law around the documents allows: COMAR 36.05.03.21, 205 CMR 147.03."""

import json
import os
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from pitboss.books.accounts import check_books
from pitboss.books.replay import replay_round
from pitboss.cli.main import main
from pitboss.documents.layout import layout_view
from pitboss.documents.sign import sign_of
from pitboss.errors import CommandRefused, InputError
from pitboss.house.authority import Who
from pitboss.house.floor import Floor
from pitboss.house.house_files import HouseFiles
from pitboss.house.limit_changes import LimitChanges, LimitOrder
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.open_store import open_store
from pitboss.play import commands as c
from pitboss.table.stakes import accepted_stakes
from tests.clauses.marks import clause
from tests.house.driving import SAMPLE, Driven
from tests.house.test_startup import ONE
from tests.ledger.conftest import ledger_url, postgres_url

__all__ = ["ledger_url", "postgres_url"]

FLO, MAX, DORA = Who("flo", "floorperson"), Who("max", "manager"), Who("dora", "dealer")
MINUTE = 60_000
LONGER = ONE.replace("boxes = 4", 'boxes = 4\nlimit_notice = "60 minutes"')
_IDS = count(1)


def new_id() -> str:
    return f"limits-{os.getpid()}-{next(_IDS)}"


class Limits:
    """A house with one table, and its floor."""

    def __init__(self, url: str, text: str = ONE, table: str = "one") -> None:
        self.driven, self.table = Driven(url, text), table
        self.changes = LimitChanges(self.driven.house)

    def change(self, minimum: int, maximum: int, wager: str = "ante", who: Who = FLO) -> str:
        id_ = new_id()
        order = LimitOrder(wager, minimum, maximum, announced=True, posted=True)
        self.changes.change(who, self.table, id_, order)
        return id_

    def refused(self, minimum: int, maximum: int, wager: str = "ante") -> tuple[str, str]:
        with pytest.raises(CommandRefused) as refused:
            self.change(minimum, maximum, wager)
        return refused.value.code, refused.value.clause

    def now(self, wager: str = "ante") -> tuple[int | None, int | None]:
        """The limits that hold at the table, by the one place that is asked for them."""
        stakes = accepted_stakes(self.driven.table(self.table).ruleset, wager)
        return stakes.least, stakes.most

    def recorded(self) -> list[tuple[str, str]]:
        """Each decision about limits, and by whom."""
        contents = [entry.content for entry in self.driven.house.store.stream(f"table {self.table}")]
        return [(one["floor"]["event"], one["by"]) for one in contents if "floor" in one]

    def wait(self, minutes: int) -> None:
        self.driven.fate.now += minutes * MINUTE


@pytest.fixture
def limits(tmp_path: Path) -> Limits:
    return Limits(str(tmp_path / "house.db"))


@clause("COMAR 36.05.03.21 C", "COMAR 36.05.03.21 C(1)")
def test_limits_change_at_once_if_nobody_plays(ledger_url: str) -> None:
    """COMAR 36.05.03.21 C(1)."""
    limits = Limits(ledger_url)
    limits.change(500, 100_000)
    assert limits.now() == (500, 100_000)
    assert limits.recorded() == [("LimitsChanged", "flo")]
    limits.change(500, 20_000)
    assert limits.now() == (500, 20_000)
    houses = [entry.content for entry in limits.driven.house.store.stream(HOUSE)]
    assert [(one["by"], one.get("why")) for one in houses] == [("house", None), ("flo", "limits"), ("flo", "limits")]
    assert houses[-1]["events"][0]["file"] == ONE.replace(
        'ante = { minimum = "$10", maximum = "$500" }', 'ante = { minimum = "$5", maximum = "$200" }'
    )
    limits.driven.seat("one")
    limits.driven.play("one")
    limits.driven.house.close()
    assert main(["verify", "--books", "--db", ledger_url]) == 0


@clause("COMAR 36.05.03.21 C(2)", "COMAR 36.05.03.21 C(2)(a)")
def test_while_players_play_they_change_thirty_minutes_after_sign_and_announcement(ledger_url: str) -> None:
    """COMAR 36.05.03.21 C(2)(a) to (c)."""
    limits = Limits(ledger_url)
    limits.driven.seat("one", boxes=2)
    limits.driven.play("one")
    limits.change(500, 100_000)
    assert limits.recorded() == [("LimitsAnnounced", "flo"), ("LimitSignPosted", "flo")]
    (notice,) = limits.driven.house.record("one").standing.limits
    assert (notice.minimum, notice.maximum, notice.posted) == (500, 100_000, True)
    assert notice.law == "COMAR 36.05.03.21 C(2)(a)"
    limits.wait(28)
    limits.driven.house.advance()
    assert limits.now() == (1000, 50_000)
    limits.driven.play("one")
    limits.driven.house.close()
    # A restart in between keeps the announcement.
    again = Limits(ledger_url)
    again.driven.fate.now = notice.effective - 2 * MINUTE
    assert again.driven.house.record("one").standing.limits == (notice,)
    while again.driven.table("one").round is None:
        again.driven.step("one")
    again.driven.step("one")
    again.wait(3)
    again.driven.house.advance()
    assert again.now() == (1000, 50_000), "a round that has begun ends by its own limits"
    again.driven.play("one", 0)
    again.driven.house.advance()
    assert again.now() == (500, 100_000)
    assert again.recorded()[-1] == ("LimitsChanged", "house")
    assert again.driven.house.record("one").standing.limits == ()
    while again.driven.table("one").round is None:
        again.driven.step("one")
    again.driven.do("one", c.PlaceWagers(1, (("ante", 100_000),)))
    again.driven.do("one", c.PlaceWagers(2, (("ante", 500),)))
    again.driven.play("one", 0)
    again.driven.house.close()
    _check_replay(ledger_url)


def _check_replay(url: str) -> None:
    """Each round has the limits that held then."""
    with closing(open_store(url)) as store:
        check_books(store)
        held = [accepted_stakes(replay_round(store, f"one/{n}").before.ruleset, "ante")[1:] for n in (1, 3, 4)]
    assert held == [(1000, 50_000), (1000, 50_000), (500, 100_000)]
    assert main(["verify", "--books", "--db", url]) == 0
    assert main(["replay", "one/4", "--db", url]) == 0


def test_the_round_is_written_out_with_its_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What replay writes for others to play again takes the stake that the table took."""
    limits = Limits(str(tmp_path / "house.db"))
    limits.change(500, 100_000)
    limits.driven.seat("one")
    while limits.driven.table("one").round is None:
        limits.driven.step("one")
    limits.driven.do("one", c.PlaceWagers(1, (("ante", 90_000),)))
    limits.driven.play("one", 0)
    limits.driven.house.close()
    monkeypatch.chdir(tmp_path)
    assert main(["replay", "one/1", "--db", "house.db", "-o", "round.round"]) == 0
    (house,) = tmp_path.glob("round.house-*.toml")
    assert 'maximum = "$1,000"' in house.read_text()


def test_the_sign_shows_the_limits_that_hold(limits: Limits) -> None:
    limits.change(500, 100_000)
    sign = sign_of(layout_view(limits.driven.table("one").ruleset, "House of tests", practice=False))
    assert ("Ante", "$5 to $1,000") in sign.limits


@clause("COMAR 36.05.03.21 B")
def test_a_minimum_is_not_raised_in_this_way(limits: Limits) -> None:
    """COMAR 36.05.03.21 B: it takes an amended submission, which is a new house file."""
    assert limits.refused(1500, 50_000) == ("minimum-not-raised", "COMAR 36.05.03.21 B")
    limits.driven.seat("one")
    assert limits.refused(1500, 60_000) == ("minimum-not-raised", "COMAR 36.05.03.21 B")
    assert limits.recorded() == []


def test_limits_that_no_submission_could_have_are_refused(limits: Limits) -> None:
    assert limits.refused(1000, 50_000) == ("limits-unchanged", "COMAR 36.05.03.21 B")
    assert limits.refused(1000, 500) == ("limits-crossed", "MD-TCP 7.F(1)")
    assert limits.refused(0, 50_000) == ("limit-zero", "MD-TCP 7.F(1)")
    with pytest.raises(InputError, match="'progressive' has no limits here; there are ante, pair_plus"):
        limits.change(100, 500, "progressive")


def test_one_announcement_a_wager_and_it_can_be_withdrawn(limits: Limits) -> None:
    limits.driven.seat("one")
    change = limits.change(500, 50_000)
    assert limits.refused(500, 60_000) == ("limits-announced", "COMAR 36.05.03.21 C(2)(a)")
    other = limits.change(500, 5_000, "pair_plus")
    limits.changes.withdraw(MAX, "one", new_id(), change, "a mistake")
    limits.wait(31)
    limits.driven.play("one")
    assert (limits.now(), limits.now("pair_plus")) == ((1000, 50_000), (500, 5_000))
    for gone in (change, other):
        with pytest.raises(InputError, match="these limits no longer wait"):
            limits.changes.withdraw(FLO, "one", new_id(), gone)


def test_the_same_message_twice_has_one_effect(limits: Limits) -> None:
    limits.driven.seat("one")
    id_ = new_id()
    for _ in range(2):
        limits.changes.change(FLO, "one", id_, LimitOrder("ante", 500, 50_000, announced=True, posted=True))
    assert len(limits.driven.house.record("one").standing.limits) == 1


@clause("COMAR 36.05.03.21 C(2)(b)", "COMAR 36.05.03.21 C(2)(c)")
def test_players_are_told_by_word_and_by_sign(limits: Limits) -> None:
    """COMAR 36.05.03.21 C(2)(b) and (c)."""
    limits.driven.seat("one")
    for order, expected in (
        (LimitOrder("ante", 500, 50_000, posted=True), ("not-announced", "COMAR 36.05.03.21 C(2)(c)")),
        (LimitOrder("ante", 500, 50_000, announced=True), ("sign-not-posted", "COMAR 36.05.03.21 C(2)(b)")),
    ):
        with pytest.raises(CommandRefused) as refused:
            limits.changes.change(FLO, "one", new_id(), order)
        assert (refused.value.code, refused.value.clause) == expected
    assert limits.recorded() == []


def test_a_floorperson_or_above_changes_limits(limits: Limits) -> None:
    for who in (DORA, Who("ann", "player"), Who("aud", "auditor"), Who("fay", "floorperson", ("two",))):
        with pytest.raises(AccessRefused):
            limits.change(500, 50_000, who=who)
    limits.change(500, 50_000, who=MAX)
    assert limits.recorded() == [("LimitsChanged", "max")]


def test_a_new_house_file_ends_the_announcements_of_wagers_that_it_changes(limits: Limits) -> None:
    limits.driven.seat("one")
    limits.change(500, 50_000)
    limits.change(500, 9_000, "pair_plus")
    files = HouseFiles(limits.driven.house)
    files.put_in_force(MAX, new_id(), ONE.replace('"$10", maximum = "$500"', '"$25", maximum = "$900"'))
    assert limits.refused(500, 5_000, "pair_plus")[0] == "limits-announced"
    limits.wait(31)
    limits.driven.house.advance()
    assert limits.now("pair_plus") == (500, 10_000), "limits wait while the table waits for a file"
    files.take(FLO, "one", new_id())
    limits.driven.house.advance()
    assert (limits.now(), limits.now("pair_plus")) == ((2500, 90_000), (500, 9_000))


def test_announced_limits_that_cannot_hold_are_withdrawn_by_the_house(limits: Limits) -> None:
    """The new file leaves the limits of the Ante, and wants a Pair Plus that such an Ante could not cover."""
    limits.driven.seat("one")
    limits.change(500, 600)
    files, version = HouseFiles(limits.driven.house), 'boxes = 4\nversion = "ante_covers_pair_plus"'
    files.put_in_force(MAX, new_id(), ONE.replace("boxes = 4", version).replace('"$5", max', '"$7", max'))
    files.take(FLO, "one", new_id())
    limits.wait(31)
    limits.driven.house.advance()
    assert limits.recorded()[-1] == ("LimitsWithdrawn", "house")
    assert (limits.now(), limits.driven.house.record("one").standing.limits) == ((1000, 50_000), ())
    limits.driven.play("one")


def test_a_closed_table_changes_at_once(limits: Limits) -> None:
    Floor(limits.driven.house).close(FLO, "one", new_id())
    limits.change(500, 50_000)
    assert limits.now() == (500, 50_000)


# Massachusetts


def commonwealth(tmp_path: Path, notice: str = "") -> Limits:
    text = SAMPLE.replace("[tables.commonwealth]\n", f"[tables.commonwealth]\n{notice}")
    limits = Limits(str(tmp_path / "house.db"), text, "commonwealth")
    limits.driven.seat("commonwealth")
    return limits


def test_in_massachusetts_the_house_file_states_the_notice(tmp_path: Path) -> None:
    """205 CMR 147.03 is not part of the regulation: without a stated notice nothing changes while people play."""
    limits = commonwealth(tmp_path)
    least, most = limits.now("bet_1")
    assert least
    assert most
    assert limits.refused(least, most * 2, "base") == ("notice-not-stated", "205 CMR 147.03")


def test_in_massachusetts_limits_change_after_that_notice(tmp_path: Path) -> None:
    limits = commonwealth(tmp_path, 'limit_notice = "45 minutes"\n')
    least, most = limits.now("bet_1")
    assert least
    assert most
    limits.change(least, most * 2, "base")
    (notice,) = limits.driven.house.record("commonwealth").standing.limits
    assert notice.law == "205 CMR 147.03"
    limits.wait(44)
    limits.driven.house.advance()
    assert limits.now("bet_1") == (least, most)
    limits.wait(1)
    limits.driven.house.advance()
    assert limits.now("bet_1") == (least, most * 2)


def test_a_longer_notice_of_the_house_file_holds_in_maryland_too(tmp_path: Path) -> None:
    limits = Limits(str(tmp_path / "house.db"), LONGER)
    limits.driven.seat("one")
    before = limits.driven.fate.now
    limits.change(500, 50_000)
    (notice,) = limits.driven.house.record("one").standing.limits
    assert 60 * MINUTE <= notice.effective - before < 61 * MINUTE


def test_a_stated_notice_is_part_of_what_was_approved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    digests = []
    for number, text in enumerate((ONE, LONGER)):
        file = tmp_path / f"{number}.toml"
        file.write_text(text)
        assert main(["check", str(file), "--json"]) == 0
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] != digests[1]
