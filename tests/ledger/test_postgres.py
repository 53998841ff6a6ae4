"""What only the PostgreSQL store can get wrong: its server, its schema, its turns, its address."""

import os
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier, Thread

import psycopg
import pytest

from pitboss.errors import InputError, PitbossError
from pitboss.ledger.entry import Draft
from pitboss.ledger.postgres import PostgresStore
from pitboss.ledger.store import HeadRow, Person, SnapshotRow, StoreFailed
from pitboss.web.run.storage_watch import hang_up
from tests.ledger.another import sql
from tests.ledger.postgres_server import PostgresServer, binaries


@pytest.fixture
def store(postgres_url: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(postgres_url)) as opened:
        yield opened


def end_sessions(server: PostgresServer, *stores: PostgresStore) -> None:
    """The server ends the sessions of stores, as when it is shut down."""
    with psycopg.connect(server.url(), autocommit=True) as admin:
        for store in stores:
            assert store._db
            admin.execute("SELECT pg_terminate_backend(%s)", [store._db.info.backend_pid])


# The schema


def test_a_ledger_that_many_create_at_once_is_created_once(postgres_url: str) -> None:
    start = Barrier(8)

    def create(number: int) -> None:
        start.wait()
        with closing(PostgresStore(postgres_url)) as store:
            store.append([Draft("a", None, {"n": number})])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(create, range(8)))
    with closing(PostgresStore(postgres_url, create=False)) as store:
        assert store.size() == 8


def test_the_schema_is_pitboss_unless_the_address_says_otherwise(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database()
    with closing(PostgresStore(url)) as first, closing(PostgresStore(f"{url}&schema=night")) as second:
        first.append([Draft("a", 0, {})])
        assert first.wait(1) is True
        second.append([Draft("b", 0, {})])
        assert first.wait(1) is False
        assert (first.streams(), second.streams()) == (("a",), ("b",))
        with closing(PostgresStore(f"{url}&schema=pitboss", create=False)) as third:
            assert third.streams() == ("a",)


@pytest.mark.parametrize("name", ["", "Night", "a-b", "1st", 'x";drop', "é", "a" * 64])
def test_a_schema_has_a_plain_name(name: str) -> None:
    with pytest.raises(InputError, match="is not a schema name: use small letters, digits and underscores"):
        PostgresStore(f"postgresql://localhost/house?schema={name}")


def test_a_schema_of_someone_else_is_refused_and_left_alone(postgres_server: PostgresServer, postgres_url: str) -> None:
    schema = postgres_url.rpartition("=")[2]
    sql(postgres_server.url() + "&schema=public", f"CREATE SCHEMA {schema}", f"CREATE TABLE {schema}.entries (id INT)")
    with pytest.raises(InputError, match=f"the schema {schema} exists, but it is not a pitboss ledger"):
        PostgresStore(postgres_url)
    sql(postgres_url, "INSERT INTO entries VALUES (1)")


def test_an_empty_schema_is_filled_by_someone_who_may_not_create_one(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database()
    sql(f"{url}&schema=public", "CREATE ROLE floor LOGIN", "CREATE SCHEMA pitboss AUTHORIZATION floor")
    with closing(PostgresStore(url.replace("house@", "floor@"))) as store:
        assert store.append([Draft("a", 0, {})])


def test_a_house_may_take_the_right_to_change_entries_away(postgres_url: str) -> None:
    PostgresStore(postgres_url).close()
    schema = postgres_url.rpartition("=")[2]
    sql(
        postgres_url, "CREATE ROLE teller LOGIN", f"GRANT USAGE ON SCHEMA {schema} TO teller",
        "GRANT SELECT, INSERT ON entries, names, heads TO teller",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots, people, sessions TO teller",
    )  # fmt: skip
    with closing(PostgresStore(postgres_url.replace("house@", "teller@"))) as store:
        store.append([Draft("a", 0, {})], "c")
        store.add_head(HeadRow(1, "signed"))
        store.save_snapshot(SnapshotRow("a", 1, "x"))
        store.save_person(Person("al", "dealer", (), "x"))
        assert store.end_sessions("al") == 0


@pytest.mark.parametrize("table", ["entries", "heads", "entries, heads"])
def test_entries_and_heads_cannot_be_truncated(store: PostgresStore, postgres_url: str, table: str) -> None:
    store.append([Draft("a", 0, {})])
    with pytest.raises(psycopg.errors.RaiseException, match="are never changed or deleted"):
        sql(postgres_url, f"TRUNCATE {table}")
    assert store.size() == 1


# The database


def test_a_database_that_cannot_keep_every_character_is_refused(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database("ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(InputError, match="this database uses LATIN1, not UTF8"):
        PostgresStore(url)


def test_the_promises_do_not_hang_on_the_settings_of_the_database(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database()
    name = url.partition("?")[0].rpartition("/")[2]
    settings = {
        "synchronous_commit": "off",
        "default_transaction_isolation": "serializable",
        "client_encoding": "LATIN1",
    }
    for setting, value in settings.items():
        sql(f"{url}&schema=public", f"ALTER DATABASE {name} SET {setting} = '{value}'")

    def write(number: int) -> None:
        with closing(PostgresStore(url)) as store:
            assert store._run("SHOW synchronous_commit") == [("on",)]
            for _ in range(5):
                store.append([Draft("牌", None, {"n": number})])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(6)))
    with closing(PostgresStore(url)) as store:
        assert [entry.seq for entry in store.stream("牌")] == list(range(1, 31))


# Turns


def test_a_writer_that_waits_too_long_says_so_and_may_try_again(store: PostgresStore, postgres_url: str) -> None:
    store._run("SELECT set_config('lock_timeout', '100ms', false)")
    with psycopg.connect(postgres_url.partition("&")[0]) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [store._turn])
        for _ in range(2):
            with pytest.raises(StoreFailed, match="another writer has not finished for too long; try again"):
                store.append([Draft("a", 0, {})])
        assert store.size() == 0
    assert store.append([Draft("a", 0, {})])


def test_a_writer_that_stands_still_in_the_middle_loses_its_turn(store: PostgresStore, postgres_url: str) -> None:
    store._run("SELECT set_config('idle_in_transaction_session_timeout', '200ms', false)")
    with closing(PostgresStore(postgres_url)) as other:

        def stand_still() -> None:
            with store._lock, store._writing():
                store._run("SELECT 1")
                assert other.append([Draft("a", 0, {})]), "as soon as the server has ended the first one's session"

        with pytest.raises(StoreFailed, match="open it again"):
            stand_still()
    with closing(PostgresStore(postgres_url)) as again:
        assert again.size() == 1


# A lost server


def test_a_lost_server_closes_the_store_until_it_is_opened_again(
    store: PostgresStore, postgres_server: PostgresServer, postgres_url: str
) -> None:
    store.append([Draft("a", 0, {})])
    end_sessions(postgres_server, store)
    with pytest.raises(StoreFailed, match=r"has failed, open it again: .*terminat"):
        store.append([Draft("a", 1, {})])
    with pytest.raises(StoreFailed, match="is closed: open it again"):
        store.size()
    with closing(PostgresStore(postgres_url)) as again:
        assert again.last("a") == 1


def test_a_lost_server_is_noticed_while_waiting(store: PostgresStore, postgres_server: PostgresServer) -> None:
    ends: list[StoreFailed] = []

    def wait() -> None:
        try:
            store.wait(60)
        except StoreFailed as failed:
            ends.append(failed)

    waiting = Thread(target=wait)
    waiting.start()
    end_sessions(postgres_server, store)
    waiting.join(30)
    assert "open it again" in str(ends[0])


@pytest.mark.usefixtures("postgres_server")
def test_what_was_acknowledged_survives_a_crash_of_the_server() -> None:
    path = binaries()
    assert path
    server = PostgresServer(path)
    try:
        store = PostgresStore(server.url())
        entries = [store.append([Draft("a", n, {}), Draft("b", n, {})], f"c-{n}") for n in range(20)]
        server.crash()
        with pytest.raises(StoreFailed):
            store.append([Draft("a", 20, {})])
        with pytest.raises(StoreFailed, match="cannot be opened"):
            PostgresStore(server.url())
        server.start()
        with closing(PostgresStore(server.url(), create=False)) as again:
            assert tuple(again.entries()) == tuple(entry for pair in entries for entry in pair)
            assert again.append([], "c-7") == entries[7][:1]
        sql(f"{server.url()}&schema=public", "ALTER SYSTEM SET fsync = off")
        server.crash()
        server.start()
        with pytest.raises(InputError, match="fsync is off"):
            PostgresStore(server.url())
    finally:
        server.stop()


# The address


@pytest.mark.parametrize("url", [
    "postgresql://al:s3cret@127.0.0.1:1/house", "postgresql://127.0.0.1:1/house?user=al&password=s3cret",
    "postgresql://al:s3cret@127.0.0.1:1/house?schema=No", "postgresql://al:s3cret@127.0.0.1:1/house?nonsense=1",
    "postgresql://al:x/s3cret@127.0.0.1:1/house", "postgresql://al:12/s3cret@127.0.0.1:1/house",
    "postgresql://al:x@s3cret@127.0.0.1:1/house", "postgresql://al:x?s3cret@127.0.0.1:1/house",
    "postgresql://al:x:s3cret@127.0.0.1:1/house", "postgresql://al:%zzs3cret@127.0.0.1:1/house",
    "postgresql://al:s3cret@127.0.0.1:port/house", "postgresql://al:s3cret@[::1/house", "postgresql://al:s3cret",
])  # fmt: skip
def test_a_password_is_never_shown(url: str) -> None:
    with pytest.raises(PitbossError) as caught:
        PostgresStore(url)
    assert "s3cret" not in str(caught.value)
    assert "s3cret" not in "".join(traceback.format_exception(caught.value)).replace(url, "")


def test_the_address_is_shown_without_the_password(postgres_url: str) -> None:
    with closing(PostgresStore(postgres_url.replace("house@", "house:s3cret@"))) as store:
        folder = postgres_url.partition("host=")[2].partition("&")[0]
        assert store.address == f"postgresql://house@{folder}/postgres"
        assert os.path.isdir(folder)


def test_a_server_that_hangs_lets_a_statement_go_when_the_watch_hangs_up(postgres_url: str) -> None:
    with closing(PostgresStore(postgres_url)) as store:
        failed = list[StoreFailed]()

        def ask() -> None:
            try:
                store._run("SELECT pg_sleep(60)")
            except StoreFailed as error:
                failed.append(error)

        waiting = Thread(target=ask)
        waiting.start()
        time.sleep(0.3)
        hang_up(store)
        waiting.join(5)
        assert len(failed) == 1


def test_values_are_not_in_the_text_of_statements(postgres_url: str) -> None:
    """The activity view shows the text of the last statement of each session: once it showed the order of the deck."""
    secret = "As Kd Qh Jc Ts"
    with closing(PostgresStore(postgres_url)) as store, closing(psycopg.connect(store._conninfo)) as other:
        store.append([Draft("table one", 0, {"order": secret})], "a command")
        store.append([Draft("table one", 1, {"order": secret})], "another command")
        store.append_all([([Draft("table one", 2, {"order": secret})], "third")])
        store.save_person(Person("ann", "player", (), secret))
        store.person(secret)
        shown = [str(row[0]) for row in other.execute("SELECT query FROM pg_stat_activity").fetchall()]
        assert any("FROM people WHERE name = $1" in text for text in shown)
        assert not any(secret in text or secret.encode().hex() in text or "a command" in text for text in shown)
        assert not any("\\x" in text for text in shown)
