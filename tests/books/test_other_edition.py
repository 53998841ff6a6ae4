"""Recorded rounds under another edition: the money equals that of a second settlement, and nothing is left out."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.books.export import recorded_round
from pitboss.books.other_edition import RoundByOther, rounds_by_other, settle_by_other
from pitboss.books.replay import Replay, replay_round, replays
from pitboss.books.resettlement import Resettlement
from pitboss.books.rounds import table_names
from pitboss.cli.main import main
from pitboss.errors import InputError
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from pitboss.rules.load import load_regulation
from tests.ledger.evening import Evening, evening, house_text
from tests.ledger.test_version_0_1 import unpacked
from tests.oracle import md_tcp
from tests.oracle.settle import settle
from tests.rules.next_edition import regulations_outside, write_next_edition

PAIR, STRAIGHT = "2 to 1", "3 to 1"
"""What the amendment also changes: the pair of Pair Plus D and the straight of the Ante Bonus A."""


@contextmanager
def amended(folder: Path) -> Iterator[Path]:
    """Edition 1.5, with two payouts of the sample house changed as well."""
    rules = write_next_edition(folder) / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    before, after = text.split("[paytables.pair_plus.D]")
    after = after.replace('["pair", "1 to 1"', f'["pair", "{PAIR}"', 1)
    before = before.replace('["straight", "1 to 1", "(c)"]', f'["straight", "{STRAIGHT}", "(c)"]', 1)
    rules.write_text(f"{before}[paytables.pair_plus.D]{after}", encoding="utf-8")
    with regulations_outside(folder):
        yield folder


@pytest.fixture(autouse=True)
def two_editions(tmp_path: Path) -> Iterator[Path]:
    with amended(tmp_path / "amended") as folder:
        yield folder


@pytest.fixture
def by_the_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The amendment, in the settlement that shares no code with ours."""
    monkeypatch.setitem(md_tcp.PAIR_PLUS, "D", {**md_tcp.PAIR_PLUS["D"], "pair": PAIR})
    monkeypatch.setitem(md_tcp.ANTE_BONUS, "A", {**md_tcp.ANTE_BONUS["A"], "straight": STRAIGHT})


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day at two tables: one pays Pair Plus by table D, the other by E, which the amendment removes."""
    path = tmp_path_factory.mktemp("day") / "day.db"
    before, after = house_text().split("[tables.three-card-b]")
    after = after.replace('paytable = "D"', 'paytable = "E"', 1)
    one = Evening(path, seed=3, text=f"{before}[tables.three-card-b]{after}")
    for name, rounds in (("three-card", 60), ("three-card-b", 8)):
        one.seat(name, 4)
        one.play(name, rounds)
    # A round without Pair Plus is paid by no table that was removed.
    one.open_round("three-card-b")
    one.bet("three-card-b", lambda _: (("ante", 1000),))
    one.finish("three-card-b")
    one.house.close()
    return path


@pytest.fixture
def store(day: Path) -> Iterator[Store]:
    with closing(open_store(str(day))) as opened:
        yield opened


def played(store: Store) -> list[Replay]:
    """The rounds of Three Card Poker."""
    every = [one for name in table_names(store) for one in replays(store, name)]
    return [one for one in every if one.before.ruleset.regulation.id == "MD-TCP"]


def by_the_next(store: Store, table: str = "") -> list[RoundByOther]:
    return [*rounds_by_other(store, (load_regulation("MD-TCP@1.4"), load_regulation("MD-TCP@1.5")), table)]


def paid_by(answer: dict[str, Any]) -> Counter[str]:
    """What a settlement hands over for each wager and award."""
    found = Counter[str]()
    for box in answer["boxes"]:
        for line in box["lines"]:
            found[line["item"]] += line["returned"] + line["amount"]
    return found


def agreeing(store: Store) -> int:
    """The number of rounds that would have paid another amount. Every round agrees with the second settlement."""
    rounds = {one.id: one for one in played(store)}
    changes = 0
    for found in by_the_next(store):
        replay = rounds.pop(found.id)
        assert found.void == replay.void
        if replay.void:
            assert found.other == found.paid
        elif not found.refused:
            expected = paid_by(settle(recorded_round(Resettlement(replay))))
            assert +Counter(found.other) == +expected, found.id
            changes += found.other != found.paid
    assert rounds == {}
    return changes


def test_the_money_is_that_of_a_second_settlement(store: Store, by_the_oracle: None) -> None:
    assert agreeing(store) > 10


def test_jackpots_void_rounds_and_cards_that_were_read(by_the_oracle: None) -> None:
    with closing(open_store(str(evening()))) as store:
        agreeing(store)
        assert any(one.void for one in by_the_next(store))
        assert any("progressive" in one.paid and one.paid["progressive"] > 50_000 for one in by_the_next(store))


def test_the_differences_are_those_of_the_changed_payouts(store: Store) -> None:
    found = [(one.id, difference) for one in by_the_next(store) for difference in one.differences]
    assert {difference.item for _, difference in found} == {"pair_plus", "ante_bonus"}
    assert {difference.clause for _, difference in found} == {"MD-TCP 12.D(4)(e)", "MD-TCP 12.B(1)(c)"}
    for name, difference in found:
        events = replay_round(store, name).events
        (paid,) = [
            event for event in events
            if (getattr(event, "box", 0), getattr(event, "wager", getattr(event, "award", ""))) ==
            (difference.box, difference.item) and hasattr(event, "pattern")
        ]  # fmt: skip
        stake = difference.paid - paid.amount if difference.item == "pair_plus" else paid.amount  # type: ignore[union-attr]
        assert difference.due - difference.paid == stake * {"pair_plus": 1, "ante_bonus": 2}[difference.item]


def test_an_edition_that_changes_no_payout_of_the_house_changes_no_amount(store: Store) -> None:
    """Settled by its own edition, every round pays what it paid."""
    own = load_regulation("MD-TCP@1.4")
    for replay in played(store):
        found = settle_by_other(replay, own)
        assert (found.other, found.differences, found.refused) == (found.paid, (), "")
        assert found.contributed[0] == found.contributed[1]


def test_what_meters_take_at_the_least_rate(store: Store) -> None:
    """The house takes 14 % for the meter of the three-card progressive; the amendment asks for 15 %."""
    staked = sum(
        box["wagers"].get("progressive", 0)
        for replay in played(store) if replay.table == "three-card"
        for box in recorded_round(Resettlement(replay))["boxes"]
    )  # fmt: skip
    own, least = (sum(one.contributed[side] for one in by_the_next(store, "three-card")) for side in (0, 1))
    assert staked > 0
    assert least - own == staked * Fraction(1, 100)


def test_one_table_alone(store: Store) -> None:
    assert {one.table for one in by_the_next(store)} == {"three-card", "three-card-b"}
    assert {one.table for one in by_the_next(store, "three-card-b")} == {"three-card-b"}
    with pytest.raises(InputError, match="three-cart"):
        by_the_next(store, "three-cart")


# Rounds that the other edition does not allow


def answered(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    assert main(["diff", "MD-TCP@1.4", "MD-TCP@1.5", "--json", *map(str, arguments)]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_rounds_that_are_not_allowed_are_counted_and_named(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    money, other = answered(capsys, "--db", day, "--zone", "UTC")["money"]
    (refused,) = money["not_allowed"]
    assert refused["reason"] == "paytables: pair_plus has no paytable 'E'; choose A, B, C, D, F"
    assert money["rounds"] + len(refused["rounds"]) == 69
    with closing(open_store(str(day))) as store:
        rounds = {one.id: one for one in played(store)}
        with_e = [
            name for name, one in rounds.items()
            if one.table == "three-card-b" and any("pair_plus" in box.wagers for box in one.final.boxes.values())
        ]  # fmt: skip
        assert refused["rounds"] == with_e
        assert "three-card-b/9" not in with_e
        paid = {name: sum(Resettlement(one).paid.values()) for name, one in rounds.items()}
    assert refused["paid"] == sum(paid[name] for name in with_e)
    assert money["total"]["paid"] == sum(cents for name, cents in paid.items() if name not in with_e)
    assert (other["played_by"], other["rounds"], other["not_allowed"]) == ("MD-TCP@1.5", 0, [])


def test_the_sums_agree_with_each_other(day: Path, by_the_oracle: None, capsys: pytest.CaptureFixture[str]) -> None:
    money = answered(capsys, "--db", day, "--zone", "UTC")["money"][0]
    for key in ("paid", "other", "change"):
        assert sum(one[key] for one in money["wagers"].values()) == money["total"][key]
        assert sum(one[key] for one in money["tables"]) == money["total"][key]
    assert sum(one["rounds"] for one in money["tables"]) == money["rounds"]
    assert {one["table"]: one["day"] for one in money["tables"]} == dict.fromkeys(
        ("three-card", "three-card-b"), "2026-09-21"
    )
    assert sum(one["due"] - one["paid"] for one in money["differences"]) == money["total"]["change"] != 0
    with closing(open_store(str(day))) as store:
        expected = Counter[str]()
        for replay in played(store):
            if replay.id not in money["not_allowed"][0]["rounds"]:
                expected += paid_by(settle(recorded_round(Resettlement(replay))))
    assert {item: one["other"] for item, one in money["wagers"].items() if one["other"]} == dict(expected)


def test_a_day_begins_when_the_house_says(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "--db", day, "--zone", "UTC", "--day-starts", "23:59")["money"][0]
    assert {one["day"] for one in found["tables"]} == {"2026-09-20"}


def test_the_text_names_what_is_left_out(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "MD-TCP@1.4", "MD-TCP@1.5", "--db", str(day), "--zone", "UTC"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Played by MD-TCP@1.4, settled by MD-TCP@1.5:" in text
    assert "not allowed by MD-TCP@1.5 and not in these sums: paytables: pair_plus has no paytable 'E'" in text
    assert "was paid in three-card-b/1, three-card-b/2" in text
    assert "Meters took" in text
    assert "Played by MD-TCP@1.5" not in text


def test_a_ledger_without_such_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = Evening(tmp_path / "empty.db")
    one.house.close()
    assert main(["diff", "MD-TCP@1.4", "MD-TCP@1.5", "--db", str(tmp_path / "empty.db")]) == 0
    assert "No round of MD-TCP@1.4 or MD-TCP@1.5 is over." in capsys.readouterr().out
    assert main(["diff", "MD-TCP@1.4", "MD-TCP@1.5", "--db", str(tmp_path / "none.db")]) == 2


def test_payouts_above_the_printed_ones_stay(tmp_path: Path) -> None:
    """The house pays more for a pair than its regulation prints; so it would have by another edition."""
    text = house_text().replace(
        'three_card_bonus = { paytable = "D", minimum',
        'three_card_bonus = { paytable = "D", pays = { pair = "2 to 1" }, minimum',
    )
    one = Evening(tmp_path / "raised.db", text=text)
    one.seat("commonwealth", 4)
    one.play("commonwealth", 8)
    raised = 0
    for replay in replays(one.store, "commonwealth"):
        found = settle_by_other(replay, load_regulation("MA-LIR"))
        assert (found.other, found.refused) == (found.paid, "")
        raised += sum(one.line.odds == "2 to 1" for one in Resettlement(replay).lines)
    assert raised
    one.house.close()


# Rounds of 1.4, exported and audited after the date of 1.5


def test_exported_rounds_audit_right_after_the_next_edition(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, after = tmp_path / "rounds.jsonl", "2027-06-01"
    assert main(["rounds", "--db", str(day), "-o", str(file)]) == 0
    exported = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert {one["edition"] for one in exported} == {"1.4"}
    assert main(["audit", str(file), "--on", after]) == 0
    capsys.readouterr()
    bare = [{key: value for key, value in one.items() if key != "edition"} for one in exported]
    for day_of_the_round, code in (("2026-12-31", 0), ("2027-01-01", 2)):
        lines = (json.dumps({**one, "at": day_of_the_round}) for one in bare)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        assert main(["audit", str(file), "--on", after]) == code
        capsys.readouterr()
    assert main(["audit", str(file), "--on", after, "--json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    # By 1.5 the pair of table D pays 2 to 1, and table E does not exist.
    assert {one["item"] for one in answer["differences"]} == {"pair_plus", "ante_bonus"}
    assert all("pair_plus has no paytable 'E'" in one["reason"] for one in answer["errors"])


def test_rounds_of_an_older_ledger_carry_their_edition_once_there_are_two(tmp_path: Path) -> None:
    ledger, file = tmp_path / "former.db", tmp_path / "rounds.jsonl"
    ledger.write_bytes(unpacked("ledger.db"))
    assert main(["rounds", "--db", str(ledger), "-o", str(file)]) == 0
    found = {
        (one["regulation"], one.get("edition"))
        for one in map(json.loads, file.read_text(encoding="utf-8").splitlines())
    }
    assert found == {("MD-TCP", "1.4"), ("MD-LIR", None), ("MA-LIR", None), ("MD-TFP", None)}
