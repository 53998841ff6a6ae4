"""Derived tables: the promises of store.py about them, on SQLite and on a real PostgreSQL server."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.errors import LedgerBroken
from pitboss.ledger.derived import DerivedMark, DerivedTables, Statement, insertions
from pitboss.ledger.entry import NOTHING, Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Conflict, NoRoom, Store
from tests.ledger.another import sql

COUNTS = DerivedTables(
    "counts",
    1,
    {
        "derived_names": "id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE",
        "derived_counts": "name INTEGER NOT NULL, day INTEGER NOT NULL, sum BLOB, PRIMARY KEY (name, day)",
    },
    {"derived_counts_by_day": "derived_counts (day, name)"},
)
ONE = bytes([1]) * 32


def named(*names: str) -> list[Statement]:
    return list(insertions("derived_names", ("id", "name"), enumerate(names, 1)))


def read(store: Store) -> list[tuple[object, ...]]:
    return store.read_derived("SELECT id, name FROM derived_names ORDER BY id")


def test_tables_are_created_when_they_are_first_asked_for_and_then_stay(
    store: Store, reopen: Callable[[], Store]
) -> None:
    assert store.derived_mark(COUNTS) is None
    mark = store.create_derived(COUNTS)
    assert mark == store.derived_mark(COUNTS) == DerivedMark(1, 0, NOTHING, "")
    assert store.write_derived(COUNTS, mark, DerivedMark(1, 5, ONE, "so far"), named("ä", "b"))
    assert reopen().derived_mark(COUNTS) == DerivedMark(1, 5, ONE, "so far")
    assert reopen().create_derived(COUNTS) == DerivedMark(1, 5, ONE, "so far"), "what is there stays"
    assert read(store) == read(reopen()) == [(1, "ä"), (2, "b")]


def test_only_one_of_two_that_go_on_from_the_same_mark_writes(store: Store, reopen: Callable[[], Store]) -> None:
    mark, other = store.create_derived(COUNTS), reopen()
    assert other.write_derived(COUNTS, mark, DerivedMark(1, 2, ONE), named("other"))
    assert not store.write_derived(COUNTS, mark, DerivedMark(1, 3, ONE), named("mine"))
    assert read(store) == [(1, "other")]
    assert store.derived_mark(COUNTS) == DerivedMark(1, 2, ONE)


@pytest.mark.parametrize("since", [DerivedMark(1, 1, ONE), DerivedMark(2, 2, ONE), DerivedMark(1, 2, NOTHING)])
def test_a_mark_that_differs_in_anything_is_not_gone_on_from(store: Store, since: DerivedMark) -> None:
    store.write_derived(COUNTS, store.create_derived(COUNTS), DerivedMark(1, 2, ONE), ())
    assert not store.write_derived(COUNTS, since, DerivedMark(1, 3, ONE), named("mine"))
    assert read(store) == []


def test_rows_and_mark_are_written_together_or_not_at_all(store: Store) -> None:
    mark = store.create_derived(COUNTS)
    with pytest.raises(Conflict):
        store.write_derived(COUNTS, mark, DerivedMark(1, 2, ONE), named("a", "b", "a"))
    assert store.derived_mark(COUNTS) == mark
    assert read(store) == []
    store.append([Draft("a", 0, {})])


def test_many_rows_are_added_in_few_statements_and_a_row_that_exists_is_changed(store: Store) -> None:
    mark, many = store.create_derived(COUNTS), [(n, f"n{n}") for n in range(6_000)]
    statements = list(insertions("derived_names", ("id", "name"), many))
    assert 1 < len(statements) < 9
    again = insertions(
        "derived_names", ("id", "name"), [(7, "seven")], "ON CONFLICT (id) DO UPDATE SET name = excluded.name"
    )
    assert store.write_derived(COUNTS, mark, DerivedMark(1, 2, ONE), [*statements, *again])
    assert read(store) == [(n, "seven" if n == 7 else name) for n, name in many]


def test_tables_of_another_form_are_dropped_and_created_anew(store: Store, reopen: Callable[[], Store]) -> None:
    store.write_derived(COUNTS, store.create_derived(COUNTS), DerivedMark(1, 2, ONE), named("old"))
    later = COUNTS._replace(form=2, tables={"derived_names": "id INTEGER PRIMARY KEY, name BLOB"}, indexes={})
    assert store.derived_mark(later) is None
    assert reopen().create_derived(later) == DerivedMark(2)
    assert store.derived_mark(COUNTS) is None
    assert read(store) == []
    assert store.create_derived(COUNTS) == DerivedMark(3), "and back"


def test_a_build_is_replaced_once(store: Store, reopen: Callable[[], Store]) -> None:
    first = store.create_derived(COUNTS)
    store.write_derived(COUNTS, first, DerivedMark(1, 2, ONE), named("old"))
    assert store.create_derived(COUNTS, first) == DerivedMark(2)
    assert read(store) == []
    assert store.write_derived(COUNTS, DerivedMark(2), DerivedMark(2, 2, ONE), named("new"))
    assert reopen().create_derived(COUNTS, first) == DerivedMark(2, 2, ONE), "another process has replaced it already"
    assert read(store) == [(1, "new")]


def test_nothing_but_derived_tables_is_ever_dropped(store: Store, ledger_url: str) -> None:
    store.append([Draft("a", 0, {})])
    mark = store.create_derived(COUNTS)
    sql(ledger_url, "UPDATE derived_marks SET tables = 'derived_counts,entries'")
    with pytest.raises(LedgerBroken, match="names the table 'entries'"):
        store.create_derived(COUNTS, mark)
    assert store.size() == 1


def test_a_ledger_with_derived_tables_is_copied_and_opened_as_before(store: Store, tmp_path: Path) -> None:
    store.append([Draft("a", 0, {})])
    store.write_derived(COUNTS, store.create_derived(COUNTS), DerivedMark(1, 1, ONE), named("a"))
    store.backup(str(tmp_path / "copy.db"))
    copy = open_store(str(tmp_path / "copy.db"))
    assert list(copy.entries()) == list(store.entries())
    assert copy.create_derived(COUNTS).build == 1
    copy.close()


FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON derived_names EXECUTE FUNCTION full_disk()
"""
"""What a PostgreSQL server says that cannot make a table larger."""


def test_a_full_disk_writes_nothing_and_the_ledger_stays_open(store: Store, ledger_url: str) -> None:
    mark, many = store.create_derived(COUNTS), named(*(f"name {number}" for number in range(2_000)))
    store.append([Draft("a", 0, {})])
    if isinstance(store, SqliteStore):
        store._run(f"PRAGMA max_page_count = {store._run('PRAGMA page_count')[0][0]}")
    else:
        sql(ledger_url, FULL)
    for _ in range(2):
        with pytest.raises(NoRoom, match=r"full|could not extend"):
            store.write_derived(COUNTS, mark, DerivedMark(1, 1, ONE), many)
        assert store.derived_mark(COUNTS) == mark
        assert read(store) == []
    if isinstance(store, SqliteStore):
        store._run("PRAGMA max_page_count = 1000000")
    else:
        sql(ledger_url, "DROP TRIGGER full_disk ON derived_names")
    assert store.append([Draft("a", 1, {})])[0].seq == 2, "the store that met the full disk goes on"
    assert store.write_derived(COUNTS, mark, DerivedMark(1, 2, ONE), many)
