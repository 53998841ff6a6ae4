"""The house is lost at every write and sync of an evening, by a kill or with the power, and nothing acknowledged is."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import apsw
import pytest

from pitboss.ledger.sqlite import SqliteStore
from tests.house.faulty_disk import Disk, FaultyDisk, Sync, lay_out
from tests.house.recording import LEDGER, Recorded, fast_folder, open_house, record_evening, rows_of
from tests.house.sweep import Report, Sweep

_KNOWN: set[object] = set()
"""What houses have been opened on already, in any sweep: the evening is always the same."""


@cache
def recorded(synchronous: str = "FULL") -> Recorded:
    return record_evening(synchronous)


@pytest.fixture
def folder() -> Iterator[Path]:
    with fast_folder() as made:
        yield Path(made)


def killed(evening: Recorded, folder: Path, every: int = 1) -> Report:
    """The process is killed after each operation: the operating system still writes what it was given."""
    sweep, disk = Sweep(evening, folder, _KNOWN), Disk()
    for done, operation in enumerate(evening.operations, 1):
        disk.perform(operation)
        if done % every == 0:
            sweep.check(disk.written, done)
    return sweep.report


def without_power(evening: Recorded, folder: Path, seeds: int, every: int = 1) -> Report:
    """The power is lost after each operation: nothing that was not synced is there, or arbitrary sectors of it."""
    sweep, disk = Sweep(evening, folder, _KNOWN), Disk()
    for done, operation in enumerate(evening.operations, 1):
        disk.perform(operation)
        if done % every == 0:
            sweep.check(disk.after_power_loss(), done)
            for seed in range(seeds if disk.pending else 0):
                sweep.check(disk.after_power_loss(Random(f"{done} {seed}")), done)
    return sweep.report


# The evening itself


def test_the_evening_has_everything_that_a_crash_could_spoil() -> None:
    evening = recorded()
    happened = {type(event).__name__ for heard in evening.heard for event in heard.events}
    assert {
        "MeterRaised", "MeterLowered", "MeterReset", "MeterShown", "WinValidated", "RoundVoided", "TableFilled",
        "TableCredited", "DropEmptied", "PaymentCorrected", "WagerForfeited", "ChipsCashed", "StepPerformed",
    } <= happened  # fmt: skip
    assert sum(bool(heard.refused) for heard in evening.heard) >= 3
    assert len({turn.ask.table for turn in evening.turns}) == 5
    assert {operation.file for operation in evening.operations} == {LEDGER, f"{LEDGER}-wal", f"{LEDGER}-journal"}
    assert any(
        meter.carry for place in evening.places for link in place.links.values() for meter in link.meters.values()
    )


def test_the_evening_is_the_same_every_time() -> None:
    assert record_evening().rows == recorded().rows


# The sweep


@pytest.mark.parametrize(("every", "points"), [(13, 150), pytest.param(1, 2_000, marks=pytest.mark.slow)])
def test_a_house_that_is_killed_at_any_operation_goes_on_where_it_was(folder: Path, every: int, points: int) -> None:
    report = killed(recorded(), folder, every)
    print(f"killed: {report}")
    assert report.complaints == []
    assert report.points >= points
    assert report.in_doubt > 0


@pytest.mark.parametrize(("every", "points"), [(13, 150), pytest.param(1, 2_000, marks=pytest.mark.slow)])
def test_a_house_that_loses_its_power_at_any_operation_goes_on_where_it_was(
    folder: Path, every: int, points: int
) -> None:
    report = without_power(recorded(), folder, 1, every)
    print(f"power lost: {report}")
    assert report.complaints == []
    assert report.points >= points


@pytest.mark.slow
def test_a_house_that_loses_its_power_20_000_times_goes_on_where_it_was(folder: Path) -> None:
    report = without_power(recorded(), folder, seeds=10)
    print(f"power lost: {report}")
    assert report.complaints == []
    assert report.points >= 20_000


def test_a_house_that_was_lost_ends_the_evening_as_if_it_had_not_been(folder: Path) -> None:
    evening, disk, chance = recorded(), Disk(), Random(5)
    chosen = set(chance.sample(range(1, len(evening.operations)), 8))
    for done, operation in enumerate(evening.operations, 1):
        disk.perform(operation)
        if done in chosen:
            lay_out(disk.after_power_loss(chance), folder)
            house, stage = open_house(folder)
            assert tuple(stage.ask(house, turn) for turn in evening.turns) == evening.heard
            assert rows_of(house.store) == evening.rows
            house.close()


def found_and_lost(folder: Path, connect: Callable[[str, str], SqliteStore | apsw.Connection]) -> tuple[int, int]:
    """How often a commit that was written, not synced, is found after a kill; how often the power then takes it."""
    evening, disk, found, lost = recorded(), Disk(), 0, 0
    recovering = FaultyDisk("recovering")
    for operation, following in pairwise(evening.operations):
        disk.perform(operation)
        if isinstance(following, Sync) and following.file.endswith("-wal"):
            lay_out(disk.written, folder)
            recovering.operations.clear()
            with closing(connect(str(folder / LEDGER), recovering.name)) as opened:
                seen, left = rows_of(opened), disk.copy()
                for recovered in recovering.operations:
                    left.perform(recovered)
            lay_out(left.after_power_loss(), folder)
            with closing(SqliteStore(str(folder / LEDGER))) as store:
                lost += rows_of(store) != seen
            found += 1
    return found, lost


def test_what_a_house_finds_after_a_kill_survives_a_loss_of_power(folder: Path) -> None:
    """What is found is answered for, so it must stay."""
    found, lost = found_and_lost(folder, lambda path, vfs: SqliteStore(path, vfs=vfs))
    assert found > 200
    assert lost == 0


def test_a_house_that_is_lost_again_while_it_recovers_goes_on_where_it_was(folder: Path) -> None:
    evening, disk = recorded(), Disk()
    recovering = FaultyDisk("recovering again")
    with fast_folder() as other:
        sweep = Sweep(evening, Path(other), _KNOWN)
        for done, operation in enumerate(evening.operations, 1):
            disk.perform(operation)
            if done % 60 == 0:
                recovering.operations.clear()
                lay_out(disk.written, folder)
                SqliteStore(str(folder / LEDGER), vfs=recovering.name).close()
                left = disk.copy()
                for again, recovered in enumerate(recovering.operations):
                    left.perform(recovered)
                    sweep.check(left.after_power_loss(Random(again)), done)
    assert sweep.report.complaints == []
    assert sweep.report.points > 300


# Controls: the same sweeps find what is wrong


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_a_ledger_that_does_not_sync_every_commit_is_found_out(folder: Path, synchronous: str) -> None:
    report = without_power(recorded(synchronous), folder, seeds=1, every=20)
    assert len([told for told in report.complaints if "acknowledged entries are lost" in told]) > report.points // 5


def test_a_house_that_answers_before_it_appends_is_found_out(folder: Path) -> None:
    honest = recorded()
    early = [mark._replace(operations=before.operations) for before, mark in pairwise(honest.marks)]
    report = killed(honest._replace(marks=tuple(early)), folder, every=20)
    assert any("acknowledged entries are lost" in told for told in report.complaints)


def test_a_ledger_that_answers_for_what_it_finds_without_a_sync_is_found_out(folder: Path) -> None:
    found, lost = found_and_lost(folder, lambda path, vfs: apsw.Connection(path, vfs=vfs))
    assert lost > found // 2
