"""The disk fails or is full at some operation: the house suspends with a sentence, and loses nothing."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import apsw
import pytest

from pitboss.evidence.verify import verify_store
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import CommandRequest, ShuffleByHouse
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import StoreFailed
from pitboss.play import commands as c
from pitboss.play import events as e
from tests.house.evening import DEALER, FLOOR, HOUSE, KEY, Stage, TableChange, Turn, evening
from tests.house.faulty_disk import Disk, Fault, FaultyDisk, Operation, lay_out
from tests.house.recording import Place, Row, fast_folder, open_house, place_of, rows_of
from tests.house.sweep import check_books

TABLES = ("three-card", "three-card-2")
SENTENCE = r"every table is suspended: .+\. Nothing that was acknowledged is lost; call the floorperson, correct the"
FAULTS: tuple[tuple[type[apsw.Error], bool], ...] = (
    (apsw.FullError, True),
    (apsw.IOError, True),
    (apsw.IOError, False),
)
"""A full disk, one that is broken, and one that fails once; true where it lasts until someone comes."""
_SAYS = {apsw.FullError: "database or disk is full", apsw.IOError: "disk I/O error"}


class Short(NamedTuple):
    """A short evening at two tables on one link, as it goes on a good disk."""

    turns: tuple[Turn, ...]
    heard: tuple[TableChange, ...]
    places: tuple[Place, ...]
    sizes: tuple[int, ...]
    rows: tuple[Row, ...]
    operations: int
    """How many the turns take, without the opening."""


@cache
def short() -> Short:
    with fast_folder() as folder:
        disk = FaultyDisk("good")
        house, stage = open_house(Path(folder), disk.name)
        opening, turns, heard = disk.attempts, list[Turn](), list[TableChange]()
        places, sizes = [place_of(house)], [house.store.size()]
        for turn in evening(house, TABLES, rounds=2):
            turns.append(turn)
            heard.append(stage.ask(house, turn))
            places.append(place_of(house))
            sizes.append(house.store.size())
        operations, rows = disk.attempts - opening, rows_of(house.store)
        house.close()
        return Short(tuple(turns), tuple(heard), tuple(places), tuple(sizes), rows, operations)


@pytest.fixture
def folder() -> Iterator[Path]:
    with fast_folder() as made:
        yield Path(made)


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the stores ask of SQLite, in order."""
    asked: list[str] = []
    run = SqliteStore._run

    def noting(self: SqliteStore, statement: str, *values: Any) -> Any:
        asked.append(statement)
        return run(self, statement, *values)

    monkeypatch.setattr(SqliteStore, "_run", noting)
    return asked


def failing(number: int, error: type[apsw.Error], lasting: bool) -> Fault:
    """The disk goes well for so many operations; then one fails, or that one and all that follow."""
    counted = count()

    def fault(_: Operation) -> apsw.Error | None:
        now = next(counted)
        return error(_SAYS[error]) if now == number or (lasting and now > number) else None

    return fault


def turns_answered(house: LiveHouse, stage: Stage, start: int = 0) -> int:
    """Plays on, and says how many turns are answered when the house suspends; each is answered as on a good disk."""
    for done in range(start, len(short().turns)):
        try:
            heard = stage.ask(house, short().turns[done])
        except HouseSuspended:
            return done
        assert heard == short().heard[done]
    return len(short().turns)


def check_suspended(house: LiveHouse) -> None:
    """No table acts, whatever is asked; and each says why."""
    assert house.suspended
    for table in house.approved.tables:
        for who, command in ((DEALER, c.CloseBets()), (FLOOR, c.FillTable(100))):
            with pytest.raises(HouseSuspended, match=SENTENCE):
                house.do(who, CommandRequest(f"while suspended {table}", table, command))


def resume_and_ask(house: LiveHouse, stage: Stage, turn: Turn) -> None:
    house.resume()
    stage.ask(house, turn)


def fail_once(folder: Path, disk: FaultyDisk, number: int, error: type[apsw.Error], lasting: bool) -> str:
    """A short evening on a disk that fails at an operation, to its end; says whether the command under way was kept."""
    evening, opening = short(), len(disk.operations)
    house, stage = open_house(folder, disk.name)
    disk.fault = failing(number, error, lasting)
    done = turns_answered(house, stage)
    assert done < len(evening.turns)
    check_suspended(house)
    if lasting:
        with pytest.raises(HouseSuspended, match=SENTENCE):
            resume_and_ask(house, stage, evening.turns[done])
        check_suspended(house)
    disk.fault = None
    house.resume()
    kept = house.store.size()
    assert kept in (evening.sizes[done], evening.sizes[done + 1])
    assert rows_of(house.store) == evening.rows[:kept]
    assert place_of(house) == evening.places[evening.sizes.index(kept)]
    assert turns_answered(house, stage, done) == len(evening.turns)
    assert rows_of(house.store) == evening.rows
    check_books(house)
    assert verify_store(house.store, KEY.public).size == len(evening.rows)
    after = Disk()
    for operation in disk.operations[opening:]:
        after.perform(operation)
    house.close()
    # What was acknowledged on the way is also there when the power is lost in the end.
    lay_out(after.after_power_loss(), folder)
    house, _ = open_house(folder)
    assert rows_of(house.store) == evening.rows
    house.close()
    lay_out({}, folder)
    return "kept" if kept == evening.sizes[done + 1] else "not kept"


def sweep(folder: Path, numbers: list[int], error: type[apsw.Error], lasting: bool) -> Counter[str]:
    disk, found = FaultyDisk("failing"), Counter[str]()
    for number in numbers:
        found[fail_once(folder, disk, number, error, lasting)] += 1
        disk.operations.clear()
    print(f"{error.__name__}, lasting {lasting}: {dict(found)}")
    return found


@pytest.mark.parametrize(("error", "lasting"), FAULTS)
def test_a_disk_that_fails_suspends_every_table_and_loses_nothing(
    folder: Path, error: type[apsw.Error], lasting: bool
) -> None:
    found = sweep(folder, Random(1).sample(range(short().operations), 20), error, lasting)
    assert found["not kept"] > 10


@pytest.mark.slow
@pytest.mark.parametrize(("error", "lasting"), FAULTS)
def test_a_disk_that_fails_at_any_operation_suspends_every_table_and_loses_nothing(
    folder: Path, error: type[apsw.Error], lasting: bool
) -> None:
    found = sweep(folder, list(range(short().operations)), error, lasting)
    assert found["not kept"] > 200


@pytest.mark.parametrize(("every", "least"), [(45, 2), pytest.param(9, 10, marks=pytest.mark.slow)])
def test_a_commit_that_failed_is_not_tried_again(folder: Path, statements: list[str], every: int, least: int) -> None:
    """A sync that failed may have lost what it should have kept, so a second one proves nothing."""
    disk, commits = FaultyDisk("syncs fail"), 0
    for number in range(0, short().operations, every):
        house, stage = open_house(folder, disk.name)
        disk.fault = failing(number, apsw.IOError, lasting=False)
        if turns_answered(house, stage) < len(short().turns):
            # A statement by itself is a transaction too.
            commits += statements[-1].startswith(("COMMIT", "WITH new"))
            asked = len(statements)
            check_suspended(house)
            house.record("three-card")
            assert len(statements) == asked, "the ledger is not asked again before somebody resumes"
        disk.fault = None
        house.close()
        lay_out({}, folder)
    assert commits > least


def test_a_house_does_not_open_on_a_disk_that_fails(folder: Path) -> None:
    disk = FaultyDisk("full from the start")
    for number in range(0, 60, 20):
        disk.fault = failing(number, apsw.FullError, lasting=True)
        with pytest.raises(StoreFailed, match=r"ledger\.db.*full"):
            open_house(folder, disk.name)
        disk.fault = None
        house, stage = open_house(folder, disk.name)
        assert turns_answered(house, stage) == len(short().turns)
        house.close()
        lay_out({}, folder)


# A limit of the operating system


REAL = """
import resource, sys
from pathlib import Path
from pitboss.house.house_records import HouseSuspended
from tests.house.recording import open_house, rows_of
from tests.house.evening import evening

house, stage = open_house(Path(sys.argv[1]))
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), hard))
suspended = 0
for turn in evening(house, ("three-card", "three-card-2"), rounds=2):
    try:
        stage.ask(house, turn)
    except HouseSuspended as error:
        print(error)
        suspended += 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        house.resume()
        stage.ask(house, turn)
assert suspended == 1
house.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX")
def test_a_file_that_may_not_grow_suspends_the_house_until_it_may(tmp_path: Path) -> None:
    limit = 200_000
    done = subprocess.run(
        [sys.executable, "-c", REAL, str(tmp_path), str(limit)], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"every table is suspended: {tmp_path / 'ledger.db'}: ")
    house, _ = open_house(tmp_path)
    assert rows_of(house.store) == short().rows
    house.close()


# Another ledger


def test_a_house_does_not_resume_on_a_ledger_that_lacks_what_was_acknowledged(folder: Path) -> None:
    house, stage = open_house(folder)
    house.store.backup(str(folder / "older.db"))
    for turn in short().turns[:20]:
        stage.ask(house, turn)
    house.store.close()
    ledger = folder / "ledger.db"
    ledger.rename(folder / "kept.db")
    for other in (None, folder / "older.db"):
        if other:
            ledger.unlink()
            other.rename(ledger)
        with pytest.raises(HouseSuspended, match=r"this ledger has \d+ entries of table .*, and \d+ were acknowledged"):
            house.resume()
        check_suspended(house)
    ledger.unlink()
    (folder / "kept.db").rename(ledger)
    house.resume()
    assert turns_answered(house, stage) == len(short().turns)
    house.close()


# Entropy


def test_without_entropy_the_house_suspends_and_deals_nothing(folder: Path) -> None:
    stage, broken = Stage(), [False]
    clock, entropy, _ = stage.world

    def urandom(size: int) -> bytes:
        if broken[0]:
            raise OSError(5, "Input/output error")
        return entropy(size)

    path = str(folder / "ledger.db")
    house = LiveHouse(
        lambda: SqliteStore(path), HOUSE, KEY, physical=("three-card-2",), environment=ClockAndEntropy(clock, urandom)
    )
    for done, turn in enumerate(short().turns):
        broken[0] = isinstance(turn.ask.command, ShuffleByHouse)
        if broken[0]:
            with pytest.raises(HouseSuspended, match=r"the operating system gives no random bytes .*correct the fault"):
                stage.ask(house, turn)
            check_suspended(house)
            assert house.store.size() == short().sizes[done], "nothing was shuffled"
            broken[0] = False
            house.resume()
        heard = stage.ask(house, turn)
        assert heard == short().heard[done]
    assert any(isinstance(event, e.DeckShuffled) for heard in short().heard for event in heard.events)
    assert rows_of(house.store) == short().rows
    house.close()
