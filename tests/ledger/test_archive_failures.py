"""A full disk, a killed process, a changed or missing file: an archive loses nothing, and is never read wrongly."""

import errno
import os
import shutil
import signal
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.errors import InputError, LedgerBroken, PitbossError
from pitboss.evidence.verify import verify_store
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.open_store import open_store
from pitboss.ledger.segments import segment_writer
from pitboss.ledger.sql import SqlStore
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store, StoreFailed
from tests.ledger.another import sql
from tests.ledger.archived import archive_turns, fill, rows_left, small_groups
from tests.ledger.sample import sample

SIZE, TURN = 150, 60
WHOLE = sample(SIZE)
_FILES = ("sync", "_write", "_Parquet.write", "_Parquet.close", "Path.rename", "Path.mkdir")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_groups(monkeypatch, most=70)


@pytest.fixture
def filled(store: Store) -> Store:
    fill(store, SIZE)
    return store


class Steps:
    """Counts what an archive does to files and database; at one of these steps something happens instead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
        self.at, self.done = 0, 0
        for name in _FILES:
            holder, _, what = name.rpartition(".")
            owner = {"": segment_writer, "Path": Path}.get(holder) or getattr(segment_writer, holder)
            monkeypatch.setattr(owner, what, self._counted(getattr(owner, what), name))
        monkeypatch.setattr(store, "_run", self._counted(store._run, "database"))  # type: ignore[attr-defined]
        if not isinstance(store, SqliteStore):
            return
        # The form of rows asks the database by itself.
        monkeypatch.setattr(store._form, "_run", store._run)

    def _counted(self, do: Callable[..., object], name: str) -> Callable[..., object]:
        def counted(*given: object, **named: object) -> object:
            self.done += 1
            if self.done == self.at:
                self.happen(name)
            return do(*given, **named)

        return counted

    def happen(self, name: str) -> None:
        """The disk is full."""
        if name == "database":
            raise StoreFailed("the disk is full")
        raise OSError(errno.ENOSPC, "No space left on device")


def steps_of(store: Store, folder: Path) -> int:
    """How many steps there are."""
    with pytest.MonkeyPatch.context() as patch:
        steps = Steps(patch, store)
        archive_turns(store, folder, TURN)
        return steps.done


def some(number: int, most: int) -> list[int]:
    """All of these steps, or some of them by chance, the last twenty always: there the rows leave."""
    early = range(1, number - 20)
    return [*sorted(Random(5).sample(early, min(len(early), most))), *range(max(1, number - 20), number + 1)]


def check_whole(url: str, folder: Path) -> None:
    """Nothing is lost, the same command does the rest, and everything is answered as before."""
    with closing(open_store(url)) as store:
        assert list(store.entries()) == list(WHOLE.rows)
        verify_store(store)
        archive_turns(store, folder, TURN)
        assert rows_left(store) < SIZE - 70
        assert list(store.entries()) == list(WHOLE.rows)
        assert verify_store(store).size == SIZE
    assert not [*folder.rglob("*.partial")]


@pytest.mark.parametrize("most", [25, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_full_disk_at_any_step_loses_nothing(tmp_path: Path, most: int) -> None:
    whole = tmp_path / "whole.db"
    with closing(open_store(str(whole), create=True)) as store:
        fill(store, SIZE)
    shutil.copy(whole, tmp_path / "counted.db")
    with closing(open_store(str(tmp_path / "counted.db"))) as store:
        number = steps_of(store, tmp_path / "counted")
    for step in some(number, most):
        url, folder = str(tmp_path / f"{step}.db"), tmp_path / f"{step}"
        shutil.copy(whole, url)
        with closing(open_store(url)) as store, pytest.MonkeyPatch.context() as patch:
            steps = Steps(patch, store)
            steps.at = step
            # An abandoned folder that cannot be removed either hinders nothing.
            with suppress(PitbossError, OSError):
                archive_turns(store, folder, TURN)
        check_whole(url, folder)


@pytest.mark.parametrize("most", [12, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_process_killed_at_any_step_loses_nothing(tmp_path: Path, most: int) -> None:
    whole = tmp_path / "whole.db"
    with closing(open_store(str(whole), create=True)) as store:
        fill(store, SIZE)
    shutil.copy(whole, tmp_path / "counted.db")
    with closing(open_store(str(tmp_path / "counted.db"))) as store:
        number = steps_of(store, tmp_path / "counted")
    for step in some(number, most):
        url, folder = str(tmp_path / f"{step}.db"), tmp_path / f"{step}"
        shutil.copy(whole, url)
        child = os.fork()
        if not child:
            _die(url, folder, step)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status)
        check_whole(url, folder)


def _die(url: str, folder: Path, step: int) -> None:
    """In a process of its own: archives, and is killed at a step."""

    class Killed(Steps):
        def happen(self, _: str) -> None:
            os.kill(os.getpid(), signal.SIGKILL)

    with suppress(BaseException):
        store = open_store(url)
        steps = Killed(pytest.MonkeyPatch(), store)
        steps.at = step
        archive_turns(store, folder, TURN)
    os._exit(0)


def test_a_server_that_fails_at_any_step_loses_nothing(postgres_url: str, tmp_path: Path) -> None:
    with closing(open_store(postgres_url, create=True)) as store:
        fill(store, SIZE)
    # Only the steps at the end differ from those of SQLite: the rows leave there.
    for step in range(12):
        with closing(open_store(postgres_url)) as store, pytest.MonkeyPatch.context() as patch:
            assert isinstance(store, SqlStore)
            if rows_left(store) < SIZE:
                assert step > 8
                break
            steps, move_out = Steps(patch, store), store.move_out

            def moving(*given: Any, steps: Steps = steps, step: int = step, do: Any = move_out) -> None:
                steps.at = steps.done + 1 + step
                do(*given)

            patch.setattr(store, "move_out", moving)
            with suppress(StoreFailed):
                archive_turns(store, tmp_path / "archive", TURN)
    check_whole(postgres_url, tmp_path / "archive")


def test_a_database_that_is_full_keeps_its_rows(tmp_path: Path) -> None:
    url = str(tmp_path / "ledger.db")
    with closing(open_store(url, create=True)) as store:
        fill(store, SIZE)
        assert isinstance(store, SqlStore)
        store._run(f"PRAGMA max_page_count = {store._run('PRAGMA page_count')[0][0]}")
        with pytest.raises(StoreFailed, match="full"):
            archive_turns(store, tmp_path / "archive", 3)
    check_whole(url, tmp_path / "other")


# Changed files


def read(url: str) -> tuple[list[Entry], int]:
    with closing(open_store(url)) as store:
        return list(store.entries()), verify_store(store).size


@pytest.fixture
def archived(filled: Store, ledger_url: str, tmp_path: Path) -> Path:
    archive_turns(filled, tmp_path / "archive", TURN)
    filled.close()
    return tmp_path / "archive"


@pytest.mark.parametrize("number", [200, pytest.param(5_000, marks=pytest.mark.slow)])
def test_every_changed_byte_is_found_or_changes_nothing(ledger_url: str, archived: Path, number: int) -> None:
    chance = Random(number)
    files = sorted(file for file in archived.rglob("*") if file.is_file())
    if "postgres" in ledger_url:
        # The files are the same.
        number //= 10
    assert len(files) >= 8
    for _ in range(number):
        file = chance.choice(files)
        whole = file.read_bytes()
        file.write_bytes(tampered(whole, chance))
        try:
            with closing(open_store(ledger_url)) as store, pytest.raises(LedgerBroken) as broken:
                verify_store(store)
            assert str(file) in str(broken.value) or file.parent.name in str(broken.value)
            # Nothing is answered wrongly meanwhile: what can still be read is what was recorded.
            with closing(open_store(ledger_url)) as store, suppress(LedgerBroken):
                for entry in store.entries():
                    assert entry.hash != WHOLE.rows[entry.position].hash or entry == WHOLE.rows[entry.position]
        finally:
            file.write_bytes(whole)
    assert read(ledger_url) == (list(WHOLE.rows), SIZE)


def tampered(data: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(data))
    match chance.randrange(4):
        case 0:
            return data[:place]
        case 1:
            return data + bytes([chance.randrange(256)])
        case 2:
            return data[:place] + data[place + 1 :]
    return data[:place] + bytes([data[place] ^ chance.randrange(1, 256)]) + data[place + 1 :]


@pytest.mark.parametrize("name", ["manifest.json", "entries.parquet", "streams.bin", "commands.bin", ""])
def test_what_is_missing_is_said_to_be_missing(ledger_url: str, archived: Path, name: str) -> None:
    for folder in sorted(archived.iterdir()):
        away = archived.parent / "away"
        (folder / name if name else folder).rename(away)
        with closing(open_store(ledger_url)) as store:
            with pytest.raises(InputError, match="put it back, or say where it is now") as missing:
                verify_store(store)
            assert folder.name in missing.value.file
            # The newest entries need no segment.
            assert store.page(SIZE - 5, SIZE) == list(WHOLE.rows[-5:])
            assert store.last("house") == 1
        away.rename(folder / name if name else folder)
    assert read(ledger_url) == (list(WHOLE.rows), SIZE)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE archived_segments SET digest = replace(digest, substr(digest, 1, 1), 'x')",
        "UPDATE archived_segments SET stop = stop - 1 WHERE start > 0",
        "UPDATE archived_segments SET stop = stop + 1 WHERE start > 0",
        "DELETE FROM archived_segments WHERE start = 0",
        "DELETE FROM archived_segments WHERE start > 0",
        "DELETE FROM archived_segments",
        "UPDATE archived_ends SET seq = seq + 1 WHERE stream = 'house'",
        "UPDATE archived_ends SET seq = seq - 1 WHERE stream <> 'house'",
        "UPDATE archived_ends SET hash = (SELECT hash FROM archived_ends WHERE stream = 'house')",
        "DELETE FROM archived_ends WHERE stream = 'house'",
        "DELETE FROM archived_ends",
        "INSERT INTO archived_ends SELECT 'another', seq, hash FROM archived_ends WHERE stream = 'house'",
    ],
)
def test_what_the_database_records_of_segments_cannot_be_changed_alone(
    ledger_url: str, archived: Path, statement: str
) -> None:
    sql(ledger_url, statement)
    with pytest.raises(LedgerBroken):
        read(ledger_url)


def test_a_segment_that_fits_but_says_something_else_is_found(ledger_url: str, archived: Path, tmp_path: Path) -> None:
    """The files, the manifest and the digest in the database are all made to fit: the signed heads do not."""
    with closing(open_store(ledger_url)) as store:
        (first, *_) = store.archived()
    other = tmp_path / "forged"
    with closing(open_store(str(tmp_path / "other.db"), create=True)) as store:
        fill_other(store)
        archive_turns(store, other, TURN)
        (theirs, *_) = store.archived()
        assert theirs.stop == first.stop
    sql(
        ledger_url,
        f"UPDATE archived_segments SET place = '{theirs.place}', digest = '{theirs.digest}' WHERE start = 0",
    )
    with pytest.raises(LedgerBroken):
        read(ledger_url)


def fill_other(store: Store) -> None:
    """The same entries, of which one says something else."""
    for row in WHOLE.rows:
        content = {name: value for name, value in row.content.items() if name not in ("v", "stream", "seq", "prev")}
        content |= {"by": "mallory"} if row.position == 20 else {}
        command = content.get("id", "") if WHOLE.commands.get(content.get("id", "")) == row.position else ""
        store.append([Draft(row.stream, None, content)], command)
    for head in WHOLE.signed:
        store.add_head(head)
