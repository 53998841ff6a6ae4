"""Commands that are kept together: the same ledger and answers as one by one, and no answer before the disk has all."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from pitboss.errors import CommandRefused, InputError
from pitboss.evidence.verify import verify_store
from pitboss.house.authority import Who
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import CommandResult
from pitboss.house.request import CommandRequest
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import StoreFailed
from pitboss.play import commands as c
from tests.house.driving import SAMPLE, TWINS, Driven, player

HouseCommand = tuple[Who, CommandRequest]
ANN, BOB = player(1), player(2)


def buys(id_: str, table: str = "east", who: Who = ANN, cents: int = 500) -> HouseCommand:
    return who, CommandRequest(id_, table, c.BuyChips(who.name, cents))


def recorded(driven: Driven, tables: Sequence[str], rounds: int) -> list[HouseCommand]:
    """Rounds at several tables at once, one by one; everything that was asked."""
    asked: list[HouseCommand] = []
    do = driven.house.do

    def noted(who: Who, request: CommandRequest) -> CommandResult:
        asked.append((who, request))
        return do(who, request)

    driven.house.do = noted  # type: ignore[method-assign]
    for name in tables:
        driven.seat(name, boxes=2)
    chance = Random(5)
    while under_way := [name for name in tables if driven.table(name).rounds <= rounds]:
        driven.step(chance.choice(under_way))
    return asked


@pytest.mark.parametrize("text", [TWINS, SAMPLE], ids=["twins", "sample"])
def test_the_ledger_and_the_answers_are_those_of_one_command_after_the_other(tmp_path: Path, text: str) -> None:
    apart, together = Driven(tmp_path / "apart.db", text), Driven(tmp_path / "together.db", text)
    tables = tuple(apart.house.approved.tables)
    asked = recorded(apart, tables, 2)
    chance, heard, largest = Random(7), list[tuple[str, int]](), 0
    together.house.listeners.append(lambda one: heard.append((one.table, one.record.seq)))
    left = list(asked)
    while left:
        size = chance.randint(1, 9)
        batch, left = left[:size], left[size:]
        before = together.house.store.size()
        answers = together.house.do_all(batch)
        assert [answer.table for answer in answers if isinstance(answer, CommandResult)] == [
            ask.table for _, ask in batch
        ]
        largest = max(largest, together.house.store.size() - before)
    assert largest > 5
    assert tuple(together.house.store.entries()) == tuple(apart.house.store.entries())
    assert heard == [(ask.table, seq) for (_, ask), (_, seq) in zip(asked, heard, strict=True)]
    for name in tables:
        assert together.house.record(name) == apart.house.record(name)
    verify_store(together.house.store, None)


def test_one_transaction_keeps_them_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driven, commits = Driven(tmp_path / "ledger.db", TWINS), list[int]()
    whole = SqliteStore.append_all

    def counted(store: SqliteStore, commands: Sequence[tuple[Sequence[Draft], str]]) -> list[tuple[Entry, ...]]:
        commits.append(len(commands))
        return whole(store, commands)

    monkeypatch.setattr(SqliteStore, "append_all", counted)
    answers = driven.house.do_all([buys("a"), buys("b", "west"), buys("c", "east", BOB), buys("d", "west", BOB)])
    assert [answer.seq for answer in answers if isinstance(answer, CommandResult)] == [3, 3, 4, 4]
    assert commits == [4]


def test_a_refusal_is_recorded_and_what_follows_it_at_the_table_waits_for_it(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "ledger.db", TWINS)
    cash = CommandRequest("cash", "east", c.CashOut(ANN.name, 500))
    answers = driven.house.do_all([(ANN, cash), buys("later"), buys("elsewhere", "west")])
    assert isinstance(answers[0], CommandRefused)
    assert [type(answer) for answer in answers[1:]] == [CommandResult, CommandResult]
    # Had it come after the chips were bought, it would have been accepted; so it stays refused.
    (again,) = driven.house.do_all([(ANN, cash)])
    assert isinstance(again, CommandRefused)
    assert again.code == answers[0].code
    order = [entry.content["id"] for entry in driven.house.store.entries() if "id" in entry.content]
    assert order.index("cash") < order.index("later")


def test_an_id_has_one_effect_within_and_across(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "ledger.db", TWINS)
    first, second, other = driven.house.do_all([buys("same"), buys("same"), buys("same", cents=700)])
    assert isinstance(first, CommandResult)
    assert second == first._replace(again=True)
    assert isinstance(other, InputError)
    again, fresh = driven.house.do_all([buys("same"), buys("fresh", "west")])
    assert again == first._replace(again=True)
    assert isinstance(fresh, CommandResult)
    assert driven.table("east").rack_of(ANN.name) == 500


def test_another_process_was_quicker(tmp_path: Path) -> None:
    driven, other = Driven(tmp_path / "ledger.db", TWINS), Driven(tmp_path / "ledger.db", TWINS)
    other.house.do(*buys("theirs", "east", BOB))
    answers = driven.house.do_all([buys("mine"), buys("mine-too", "west")])
    assert [answer.seq for answer in answers if isinstance(answer, CommandResult)] == [4, 3]
    assert driven.table("east").rack_of(BOB.name) == 500


def test_nothing_is_answered_for_where_the_disk_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driven = Driven(tmp_path / "ledger.db", TWINS)
    heard = list[object]()
    driven.house.listeners.append(heard.append)

    def fails(*_: object) -> None:
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as failing:
        failing.setattr(SqliteStore, "append_all", fails)
        answers = driven.house.do_all([buys("a"), buys("b", "west")])
    assert all(isinstance(answer, HouseSuspended) for answer in answers)
    assert heard == []
    driven.house.resume()
    assert driven.table("east").rack_of(ANN.name) == 0
    answers = driven.house.do_all([buys("a"), buys("b", "west")])
    assert all(isinstance(answer, CommandResult) and not answer.again for answer in answers)


def test_a_fault_of_ours_reaches_whom_it_concerns_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driven = Driven(tmp_path / "ledger.db", TWINS)
    decide = driven.house._decide

    def faulty(who: Who, request: CommandRequest) -> object:
        if request.id == "bad":
            raise ZeroDivisionError
        return decide(who, request)

    monkeypatch.setattr(driven.house, "_decide", faulty)
    good, bad, west = driven.house.do_all([buys("good"), buys("bad", who=BOB), buys("west", "west")])
    assert isinstance(bad, ZeroDivisionError)
    assert [type(good), type(west)] == [CommandResult, CommandResult]
    assert [driven.table("east").rack_of(who.name) for who in (ANN, BOB)] == [500, 0]
