"""On PostgreSQL the entries are divided by position, and so by time: nothing else changes by it."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from pitboss.evidence.verify import verify_store
from pitboss.ledger import postgres_partitions as partitions
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.postgres import PostgresStore
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Conflict
from tests.ledger.another import sql
from tests.ledger.archived import SIZE, answers, archive_turns, fill, rows_left, small_groups
from tests.ledger.postgres_server import PostgresServer
from tests.ledger.sample import KEY, START, sample

WIDTH = 64
WHOLE = sample(SIZE)


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partitions, "WIDTH", WIDTH)
    small_groups(monkeypatch)


def filled(url: str) -> None:
    """The entries of the sample, by stores that are opened again and again, as houses are."""
    with closing(PostgresStore(url)) as store:
        fill(store, 150)
    with closing(PostgresStore(url)) as store:
        fill_from(store, 150)


def fill_from(store: PostgresStore, start: int) -> None:
    for row in WHOLE.rows[start:]:
        content = {name: value for name, value in row.content.items() if name not in ("v", "stream", "seq", "prev")}
        command = content.get("id", "") if WHOLE.commands.get(content.get("id", "")) == row.position else ""
        store.append([Draft(row.stream, None, content)], command)
    for head in WHOLE.signed:
        store.add_head(head)


def rows_of(store: PostgresStore) -> dict[str, int]:
    """How many rows each partition has."""
    names = [name for name, _ in partitions.of_entries(store._run)]
    return {name: int(store._run(f"SELECT count(*) FROM {name}")[0][0]) for name in names}


def test_each_range_of_positions_has_its_partition(postgres_url: str, tmp_path: Path) -> None:
    filled(postgres_url)
    with closing(PostgresStore(postgres_url)) as store, closing(SqliteStore(str(tmp_path / "one.db"))) as one:
        fill(one)
        assert answers(store) == answers(one)
        rows = rows_of(store)
        # The second store had made partitions up to 320; what came after found none.
        assert {name: number for name, number in rows.items() if number} == {
            **{f"entries_{number}": WIDTH for number in range(6)}, "entries_rest": SIZE - 6 * WIDTH,
        }  # fmt: skip
        assert [name for name in rows if not rows[name]] == ["entries_10", "entries_11", "entries_9"]
        known = WHOLE.by_command("c-00004")
        assert known
        assert store.append([Draft("house", None, {})], "c-00004") == (known,)
        with pytest.raises(Conflict):
            store.append([Draft("house", 0, {})])


def test_periods_that_leave_are_dropped_and_the_others_stay_where_they_are(postgres_url: str, tmp_path: Path) -> None:
    filled(postgres_url)
    with closing(PostgresStore(postgres_url)) as store:
        before, files = answers(store), files_of(store)
        stop = archive_turns(store, tmp_path, 150).segments[-1].stop
        assert stop % WIDTH
        assert rows_left(store) == SIZE - stop
        rows = rows_of(store)
        assert f"entries_{stop // WIDTH - 1}" not in rows
        assert rows[f"entries_{stop // WIDTH}"] == WIDTH - stop % WIDTH
        moved = {name for name, file in files_of(store).items() if files[name] != file}
        assert moved == {f"entries_{stop // WIDTH}"}, "the other partitions were not written"
        assert answers(store) == before
        assert verify_store(store, KEY.public).size == SIZE
        archive_turns(store, tmp_path, 10_000)
        assert rows_left(store) < 25
    with closing(PostgresStore(postgres_url)) as store:
        assert answers(store) == before
        for _ in range(3 * WIDTH):
            store.append([Draft("house", None, {"at": START * 2})])
        assert rows_of(store)["entries_10"] == WIDTH
        assert verify_store(store, KEY.public).size == SIZE + 3 * WIDTH


def files_of(store: PostgresStore) -> dict[str, int]:
    """The file of each partition."""
    question = (
        "SELECT relname, relfilenode FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = ?::regclass"
    )
    return dict(store._run(question, "entries"))


def test_a_partition_is_not_changed_by_itself(postgres_url: str) -> None:
    filled(postgres_url)
    for statement in ("UPDATE entries_2 SET seq = 1", "DELETE FROM entries_2", "TRUNCATE entries_2"):
        with pytest.raises(psycopg.errors.RaiseException, match="entries_2 are never changed or deleted"):
            sql(postgres_url, statement)


def test_a_user_who_only_reads_and_appends_needs_no_partition(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database()
    with closing(PostgresStore(url)) as store:
        fill(store, 100)
    sql(
        f"{url}&schema=pitboss", "CREATE ROLE till LOGIN", "GRANT USAGE ON SCHEMA pitboss TO till",
        "GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA pitboss TO till",
    )  # fmt: skip
    till = url.replace("house@", "till@")
    assert till != url
    with closing(PostgresStore(till)) as store:
        fill_from(store, 100)
        assert [*store.entries()] == [*WHOLE.rows]
    with closing(PostgresStore(till)) as store:
        assert verify_store(store, KEY.public).size == SIZE
        assert rows_of(store)["entries_rest"] == SIZE - 4 * WIDTH


def test_an_older_ledger_is_divided_when_it_is_packed(postgres_url: str) -> None:
    with closing(open_store(postgres_url, create=True, schema=1)) as store:
        fill(store)
        assert isinstance(store, PostgresStore)
        assert not partitions.of_entries(store._run)
        store.pack()
        assert rows_of(store)["entries_rest"] == 0
        assert [*store.entries()] == [*WHOLE.rows]
    with closing(PostgresStore(postgres_url)) as store:
        assert verify_store(store, KEY.public).size == SIZE
