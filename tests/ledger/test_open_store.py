"""Opening, closing, sharing and copying a ledger, on SQLite and on a real PostgreSQL server."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import apsw
import pytest

from pitboss.errors import InputError
from pitboss.ledger import open_store as opening
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Conflict, HeadRow, Person, Session, SnapshotRow, Store, StoreFailed
from tests.ledger.another import another_process, sql


def test_everything_is_there_after_closing_and_opening(store: Store, reopen: Callable[[], Store]) -> None:
    entries = store.append([Draft("a", 0, {}), Draft("b", 0, {})], "c")
    store.add_head(HeadRow(2, "signed"))
    store.close()
    store.close()
    other = reopen()
    assert tuple(other.entries()) == entries
    assert other.heads() == (HeadRow(2, "signed"),)
    assert other.append([Draft("a", 1, {})])[0].content["prev"] == entries[0].hash.hex()


def test_a_closed_store_says_so(store: Store, tmp_path: Path) -> None:
    store.close()
    attempts: list[Callable[[], Any]] = [
        store.size, store.people, store.heads, lambda: store.append([Draft("a", 0, {})]),
        lambda: list(store.entries()), lambda: store.wait(1), lambda: store.backup(str(tmp_path / "copy.db")),
        lambda: store.end_sessions("al"),
    ]  # fmt: skip
    for attempt in attempts:
        with pytest.raises(StoreFailed, match="is closed: open it again"):
            attempt()


def test_a_ledger_is_not_made_by_looking_for_it(ledger_url: str) -> None:
    for _ in range(2):
        with pytest.raises(InputError, match="there is no ledger"):
            open_store(ledger_url)


def test_two_stores_see_each_other(store: Store, reopen: Callable[[], Store]) -> None:
    other = reopen()
    for number in range(5):
        assert store.append([Draft("a", 2 * number, {})])[0].position == 2 * number
        assert other.append([Draft("a", 2 * number + 1, {})])[0].seq == store.last("a")
    with pytest.raises(Conflict):
        other.append([Draft("a", 9, {})])
    assert tuple(store.entries()) == tuple(other.entries())


def test_waiting_ends_when_another_process_appends(store: Store, ledger_url: str) -> None:
    assert store.wait(1) is False
    process = another_process(ledger_url, "a")
    assert store.wait(60) is True
    assert store.size() == 1
    assert process.wait(60) == 0
    assert store.wait(1) is False


def test_what_was_appended_between_two_waits_is_not_missed(store: Store, reopen: Callable[[], Store]) -> None:
    assert store.wait(0) is False
    reopen().append([Draft("a", 0, {})])
    assert store.wait(60) is True
    assert store.wait(0) is False


def test_waiting_holds_up_nobody_and_ends_when_the_store_closes(store: Store) -> None:
    ends: list[BaseException | bool] = []

    def wait() -> None:
        try:
            while True:
                ends.append(store.wait(60))
        except StoreFailed as failed:
            ends.append(failed)

    waiting = Thread(target=wait)
    waiting.start()
    store.append([Draft("a", None, {})])
    store.close()
    waiting.join(30)
    assert not waiting.is_alive()
    assert "is closed" in str(ends[-1])


# Copies


def test_a_backup_is_a_ledger_with_everything_in_it(store: Store, tmp_path: Path) -> None:
    store.append([Draft("a", None, {"n": n}) for n in range(1200)], "c")
    store.append([Draft("牌", 0, {"q": "'"})])
    store.add_head(HeadRow(1201, "signed"))
    store.save_snapshot(SnapshotRow("a", 5, "state"))
    store.save_person(Person("al", "dealer", ("t",), "hash"))
    store.save_session(Session("d", "al", 1, 2))
    target = tmp_path / "copy.db"
    store.backup(str(target))
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"], "one file is the whole copy"
    with closing(open_store(str(target))) as copy:
        for whole in (Store.entries, Store.heads, Store.people, Store.sessions, Store.streams):
            name = whole.__name__
            assert list(getattr(copy, name)()) == list(getattr(store, name)()), name
        assert copy.snapshot("a") == store.snapshot("a")
        assert copy.by_command("c") == store.by_command("c")
        assert copy.append([Draft("a", 1200, {})])[0].position == 1201
        with pytest.raises(apsw.ConstraintError):
            sql(str(target), "DELETE FROM entries")
    with pytest.raises(InputError, match="a file with this name exists"):
        store.backup(str(target))


def test_a_backup_while_others_write_is_one_moment(store: Store, reopen: Callable[[], Store], tmp_path: Path) -> None:
    store.append([Draft("a", None, {"n": "x" * 1000}) for _ in range(1000)])
    other = reopen()
    with ThreadPoolExecutor(1) as pool:
        copying = pool.submit(store.backup, str(tmp_path / "copy.db"))
        written = 1000
        while not copying.done():
            # Both streams or none: a copy of one moment holds as many of each.
            written += len(other.append([Draft("b", None, {}), Draft("c", None, {})]))
        copying.result()
    with closing(open_store(str(tmp_path / "copy.db"))) as copy:
        assert 1000 <= copy.size() <= written
        assert copy.last("b") == copy.last("c")
        assert [entry.position for entry in copy.entries()] == list(range(copy.size()))


def test_a_backup_that_fails_leaves_no_file(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="nowhere"):
        store.backup(str(tmp_path / "nowhere" / "copy.db"))
    assert not (tmp_path / "nowhere").exists()
    assert store.size() == 0, "the store itself goes on"


# Addresses


def test_a_file_is_a_ledger_with_and_without_its_scheme(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with closing(open_store(f"sqlite:{path}", create=True)) as first, closing(open_store(str(path))) as second:
        first.append([Draft("a", 0, {})])
        assert second.size() == 1


def test_another_scheme_is_refused() -> None:
    with pytest.raises(InputError, match=r"is not the address of a ledger: give a file, sqlite:FILE or postgresql://…"):
        open_store("mysql://house", create=True)


@pytest.mark.parametrize(("url", "package"), [("ledger.db", "apsw"), ("postgresql://localhost/x", "psycopg")])
def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch, url: str, package: str) -> None:
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=rf"this needs the package {package}: pip install"):
        open_store(url, create=True)
