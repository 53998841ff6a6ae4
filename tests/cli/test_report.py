"""`pitboss report`: the numbers of an evening as text and for programs; what cannot be used is a sentence."""

import json
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.ledger.sqlite import SqliteStore
from tests.books.test_report import evening
from tests.cli.running import Run
from tests.ledger.busy_house import START


@pytest.fixture
def run(pitboss: Run) -> Run:
    return partial(pitboss, "report")


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ledger") / "pitboss.db"
    evening(str(path)).house.close()
    return path


# START is 23:46:40; the jackpot is dealt half an hour later and paid an hour later: on the day that begins at 00:30.
DAYS = ("--zone", "UTC", "--day-starts", "00:30")


def test_a_day_as_text(run: Run, ledger: Path) -> None:
    code, out, err = run("--db", ledger, "--table", "one", "--day", "2026-11-15", *DAYS)
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert out.startswith("one  MD-TCP  gaming day 2026-11-15, from 2026-11-15 00:30:00+00:00\n")
    assert "  1 round completed, 0 void; 0 commands refused" in out
    assert ["ante", "2", "$40", "$40", "$70", "$0", "-$70", "-175.00", "%"] in [line[:9] for line in lines]
    assert ["progressive", "2", "$6", "$0", "$500", "$1,000.86", "-$1,494.86"] in [line[:7] for line in lines]
    assert ["all", "4", "$46", "$40", "$570", "$1,000.86", "-$1,564.86"] in [line[:7] for line in lines]
    assert "standard deviations below theory if wagers win independently of each other" in out
    assert "Corrections gave players -$7; the win is before them." in out
    assert ["harbor", "main", "$0.86", "-$2,501", "$1,000"] in lines
    assert "2026-11-15 00:46:40+00:00      3    1  ann     progressive  mini_royal_spades  $2,501" in out
    assert "one chip too many" in out


def test_the_day_before_has_the_void_round(run: Run, ledger: Path) -> None:
    code, out, _ = run("--db", ledger, "--table", "one", "--day", "2026-11-14", *DAYS)
    assert code == 0
    assert "1 round completed, 1 void; 1 command refused" in out
    assert "wrong number of cards" in out
    assert "not-enough-chips" in out


def test_all_tables_and_days_in_one_table(run: Run, ledger: Path) -> None:
    code, out, _ = run("--db", ledger, "--from", "2026-11-13", "--to", "2026-11-15", *DAYS)
    assert code == 0
    head, *rows = [line.split() for line in out.split("\n\n", maxsplit=1)[0].splitlines()]
    assert head[:4] == ["table", "day", "rounds", "void"]
    assert [row[0] for row in rows] == [*["bay"] * 3, *["five"] * 3, *["one"] * 3, *["two"] * 3, "all"]
    assert rows[-1][:5] == ["all", "2", "1", "$97", "-$1,564"]
    assert "Theory: the exact odds" in out


def test_for_programs(run: Run, ledger: Path) -> None:
    code, out, _ = run("--db", ledger, "--from", "2026-11-14", "--to", "2026-11-15", "--table", "one", "--json", *DAYS)
    first, second = json.loads(out)
    assert code == 0
    assert (first["table"], first["day"], first["rounds"]) == ("one", "2026-11-14", {"completed": 1, "void": 1})
    assert first["to"] == second["from"] == 1_794_702_600_000
    total: dict[str, Any] = second["total"]
    assert (total["handle"], total["win"], total["hold"]) == (4600, -156_486, str(Fraction(-156_486, 4600)))
    assert total["expected_float"] == pytest.approx(float(Fraction(total["expected"])))
    assert total["standard_deviation"] ** 2 == pytest.approx(float(Fraction(total["variance"])))
    # The meter of $1,000 was filled up on both sides: what that costs on average is in theory, not in luck.
    assert total["surplus_float"] == pytest.approx(total["win"] - total["expected_float"] + 100_000 - 2_000 / 221)
    far = total["surplus_float"] / total["standard_deviation"]
    assert total["deviations"] == pytest.approx(far)
    assert abs(total["deviations_at_least"]) < abs(total["deviations"])
    assert {one["wager"]: one["stakes"] for one in second["wagers"]} == {
        "ante": {"ante": 2000, "play": 2000}, "progressive": {"progressive": 600},
    }  # fmt: skip
    (jackpot,) = second["jackpots"]
    assert (jackpot["round"], jackpot["box"], jackpot["player"], jackpot["amount"]) == ("one/3", 1, "ann", 250_100)
    assert jackpot["cite"] == "MD-TCP 12.E(1)(a)(i)"
    assert first["irregularities"][0]["round"] == "one/2"
    assert first["chips"]["bought"] == {"number": 2, "amount": 200_000}
    assert first["refused"] == {"not-enough-chips": 1}
    assert second["corrections"][0]["amount"] == -700
    assert second["meters"][0]["reset"] == 100_000
    assert second["revenue"] == {
        "drop": 0, "fills": 50_000, "credits": 20_000, "rack_change": -276_400, "net_revenue": -306_400,
        "win_to_drop": None,
    }  # fmt: skip
    month = {"drop": 200_000, "win": 100 - 305_800, "win_to_drop": -305_700 / 200_000}
    assert second["to_date"]["month"] == second["to_date"]["year"] == {
        "rounds": 2, "void": 1, **{key: month[key] for key in ("drop", "win", "win_to_drop")},
    }  # fmt: skip
    assert [(part["name"], part["completed"]) for part in second["dealers"]] == [("dora", 1)]


def test_by_game_shift_and_dealer(run: Run, ledger: Path) -> None:
    for by, names in (("game", ["MD-TCP", "all"]), ("shift", ["1", "all"]), ("dealer", ["dora", "all"])):
        code, out, _ = run("--db", ledger, "--table", "one", "--day", "2026-11-15", "--by", by, *DAYS)
        assert code == 0
        head, *rows = [line.split() for line in out.split("\n\n", maxsplit=1)[0].splitlines()]
        assert head[0] == by
        assert [row[0] for row in rows] == names
        assert "Net revenue -$3,064 by COMAR 36.05.03.15 D" in out


def test_a_day_without_anything(run: Run, ledger: Path) -> None:
    code, out, _ = run("--db", ledger, "--table", "one", "--day", "2001-01-01", "--zone", "UTC")
    assert (code, out) == (0, "one: nothing happened on gaming day 2001-01-01, from 2001-01-01 06:00:00+00:00.\n")
    assert run("--db", ledger, "--table", "one").code == 0


UNUSABLE = {
    "no ledger": (("--db", "nothing.db"), "nothing.db: there is no ledger here"),
    "no such table": (("--table", "ona"), "the ledger has no table 'ona'"),
    "no date": (("--day", "yesterday"), "--day: expected a date such as 2026-11-15, found 'yesterday'"),
    "no such date": (("--day", "2026-02-30"), "--day: expected a date"),
    "no first date": (("--from", "soon"), "--from: expected a date"),
    "no last date": (("--from", "2026-11-01", "--to", "x"), "--to: expected a date"),
    "only a last date": (("--to", "2026-11-01"), "--to is the last day: --from says which is the first"),
    "both": (("--day", "2026-11-01", "--from", "2026-11-01"), "give --day for one gaming day, or --from and --to"),
    "backwards": (("--from", "2026-11-02", "--to", "2026-11-01"), "expected 1 to 400 days, the first one first"),
    "too long": (("--from", "2020-11-02", "--to", "2026-11-01"), "expected 1 to 400 days"),
    "no time": (("--day-starts", "6"), "--day-starts: expected a time such as 06:00, found '6'"),
    "no such time": (("--day-starts", "24:00"), "--day-starts: expected a time"),
    "no zone": (("--zone", "Mars"), "--zone: expected -05:00 or a name such as America/New_York, found 'Mars'"),
    "a folder for a zone": (("--zone", "America"), "--zone: expected"),
    "a path for a zone": (("--zone", "../etc"), "--zone: expected"),
    "no such offset": (("--zone=+25:00",), "--zone: expected"),
    "the end of time": (("--day", "9999-12-31"), "9999-12-31: this date is outside the calendar"),
    "the beginning": (("--day", "0001-01-01", "--zone=+14:00"), "0001-01-01: this date is outside the calendar"),
}


@pytest.mark.parametrize(("arguments", "says"), UNUSABLE.values(), ids=UNUSABLE)
def test_what_cannot_be_used_is_said(run: Run, ledger: Path, arguments: tuple[str, ...], says: str) -> None:
    code, out, err = run(*(() if "--db" in arguments else ("--db", ledger)), *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert says in err


def test_an_empty_ledger_is_said(run: Run, tmp_path: Path) -> None:
    SqliteStore(str(tmp_path / "empty.db")).close()
    assert run("--db", tmp_path / "empty.db") == (2, "", "pitboss: the ledger has no tables yet: nothing was played\n")


# Days


@pytest.mark.parametrize("zone", [UTC, ZoneInfo("America/New_York"), ZoneInfo("Australia/Lord_Howe")])
def test_days_follow_each_other_through_the_year(zone: ZoneInfo) -> None:
    calendar = GamingCalendar(time(2, 30), zone)
    days = [calendar.gaming_day(date(2026, 1, 1) + timedelta(days=number)) for number in range(366)]
    assert all(day.end == following.start for day, following in pairwise(days))
    hours = {(day.end - day.start) // 1_800_000 for day in days}
    assert hours == {UTC: {48}, ZoneInfo("America/New_York"): {46, 48, 50}}.get(zone, {47, 48, 49})


def test_a_moment_is_shown_where_it_was() -> None:
    assert GamingCalendar(time(6), ZoneInfo("America/New_York")).show(START) == "2026-11-14 18:46:40-05:00"
    there = GamingCalendar(time(6), ZoneInfo("America/New_York")).moment(date(2026, 7, 4))
    assert datetime.fromtimestamp(there // 1000, UTC) == datetime(2026, 7, 4, 10, tzinfo=UTC)


def test_before_the_day_starts_it_is_still_yesterday() -> None:
    now = datetime.now(UTC)
    assert GamingCalendar(time(0), UTC).today() in (now.date(), now.date() + timedelta(days=1))
    assert GamingCalendar(time(23, 59), UTC).today() - now.date() in (timedelta(days=-1), timedelta(days=0))
