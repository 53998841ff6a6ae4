"""What only the SQLite store can get wrong: files that are not ledgers, and writers that wait for each other."""

from contextlib import closing
from pathlib import Path
from subprocess import Popen

import apsw
import pytest

from pitboss.errors import InputError
from pitboss.ledger import sqlite
from pitboss.ledger.entry import Draft
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import StoreFailed
from tests.ledger.another import another_process


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.mark.parametrize("content", [b"rules = 1\n" * 100, b"SQLite format 3\0" + bytes(500), bytes(range(256)) * 8])
def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(InputError, match="this is not a pitboss ledger"):
        SqliteStore(str(path))
    assert path.read_bytes() == content


@pytest.mark.parametrize("statement", ["CREATE TABLE entries (id)", "PRAGMA application_id = 42"])
@pytest.mark.parametrize("create", [True, False])
def test_a_database_of_someone_else_is_refused_and_left_alone(path: Path, statement: str, create: bool) -> None:
    with closing(apsw.Connection(str(path))) as db:
        db.execute(statement).fetchall()
    before = path.read_bytes()
    with pytest.raises(InputError, match="this is a database, but not a pitboss ledger"):
        SqliteStore(str(path), create=create)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_an_empty_file_becomes_a_ledger_only_when_one_is_wanted(path: Path) -> None:
    path.touch()
    with pytest.raises(InputError, match="there is no ledger here"):
        SqliteStore(str(path), create=False)
    assert path.read_bytes() == b""
    with closing(SqliteStore(str(path))) as store:
        assert store.append([Draft("a", 0, {})])


def test_a_folder_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="cannot be opened"):
        SqliteStore(str(tmp_path))


def test_every_commit_is_synced(path: Path) -> None:
    with closing(SqliteStore(str(path))) as store:
        assert store._run("PRAGMA synchronous") == [(2,)]
        assert store._run("PRAGMA journal_mode") == [("wal",)]


def test_a_writer_that_waits_too_long_says_so_and_may_try_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_WAIT_FOR_LOCK", 100)
    with closing(SqliteStore(str(path))) as store, closing(apsw.Connection(str(path))) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(StoreFailed, match="locked"):
                store.append([Draft("a", 0, {})])
        assert store.size() == 0
        other.execute("ROLLBACK")
        assert store.append([Draft("a", 0, {})])


def test_a_ledger_that_many_processes_create_at_once_is_created_once(path: Path) -> None:
    processes: list[Popen[bytes]] = [another_process(str(path), "a") for _ in range(8)]
    assert [process.wait(60) for process in processes] == [0] * 8
    with closing(SqliteStore(str(path), create=False)) as store:
        assert [entry.seq for entry in store.stream("a")] == list(range(1, 9))
