"""`pitboss backup --update` adds what is new to a backup, and `pitboss restore --until` goes back to a moment."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import apsw
import pytest

from pitboss.evidence.archiving import archive
from pitboss.evidence.verify import verify_store
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Person, Session, Store
from tests.cli.running import Run
from tests.ledger.archived import rows_left
from tests.ledger.postgres_server import PostgresServer
from tests.ledger.sample import KEY, START, drafts, head_at, sample
from tests.ledger.test_reindex import LIMITED

SIZE, EARLY = 300, 120
TURN = 700
WHOLE = sample(SIZE)


@pytest.fixture
def run(pitboss: Run, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Run:
    # What is remembered of a backup is no file among those of the test.
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    return pitboss


def fill(store: Store, start: int, stop: int) -> None:
    """The entries of the sample from a position on, each command in one append, and the heads over them."""
    made = drafts(SIZE)[:stop]
    at = start
    while at < stop:
        command = made[at].content.get("id", "")
        end = at + 1
        while end < stop and command and made[end].content.get("id") == command:
            end += 1
        store.append(made[at:end], command)
        at = end
    for head in WHOLE.signed:
        if start < head.size <= stop:
            store.add_head(head)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A ledger of which a backup was made when it was small; it has grown since."""
    if request.param == "sqlite":
        address = str(tmp_path / "house.db")
    else:
        server: PostgresServer = request.getfixturevalue("postgres_server")
        address = server.new_schema()
    with closing(open_store(address, create=True)) as store:
        fill(store, 0, EARLY)
        store.save_person(Person("flo", "floorperson", (), "a hash"))
    return address


class Same(NamedTuple):
    """What a backup has of a ledger."""

    entries: list[object]
    commands: dict[int, str]
    heads: object
    people: object

    @classmethod
    def of(cls, store: Store) -> "Same":
        return cls([*store.entries()], store.commands(0, store.size()), store.heads(), store.people())


def grow(url: str, run: Run) -> None:
    """Makes a backup, and lets the ledger grow."""
    assert run("backup", "--db", url, "kept.backup").code == 0
    with closing(open_store(url)) as store:
        fill(store, EARLY, SIZE)
        store.save_person(Person("flo", "manager", (), "another hash"))
        store.save_person(Person("dora", "dealer", (), "her hash"))
        store.save_session(Session("digest", "flo", 1, 2**50))


def same(file: str, url: str) -> bool:
    with closing(open_store(file)) as there, closing(open_store(url)) as here:
        return Same.of(there) == Same.of(here)


# What is new


def test_a_backup_takes_in_what_is_new_and_no_more(run: Run, url: str) -> None:
    grow(url, run)
    told = run("backup", "--db", url, "kept.backup", "--update", "--json").json
    assert (told["entries"], told["added"]) == (SIZE, SIZE - EARLY)
    assert told["newest_head"]["size"] == WHOLE.signed[-1].size
    assert same("kept.backup", url)
    ran = run("backup", "--db", url, "kept.backup", "--update")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Backed up: kept.backup, {SIZE} entries, ")
    assert "nothing new, verified." in ran.out
    assert run("restore", "kept.backup", "--db", "again.db").code == 0
    assert same("again.db", url)
    with closing(open_store("again.db")) as again:
        assert verify_store(again, KEY.public).size == SIZE
        assert again.sessions() == ()
        # A command that came before the restore has one effect, also after it.
        assert again.append([Draft("table LIR 1", None, {})], "c-00004")[0].position < EARLY


def test_only_what_is_new_is_read(run: Run, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.evidence.bookmark.READ_AGAIN", 0)
    grow(url, run)
    read, page = [], SqliteStore.page

    def counted(self: SqliteStore, start: int, stop: int) -> object:
        read.append((start, stop))
        return page(self, start, stop)

    monkeypatch.setattr(SqliteStore, "page", counted)
    assert run("backup", "--db", url, "kept.backup", "--update").code == 0
    # The first entry tells ledgers apart, the rest was verified when the backup was made.
    assert min(start for start, _ in read) >= EARLY - 1
    assert sum(stop - start for start, stop in read) < SIZE - EARLY + 10


def test_a_ledger_that_was_archived_up_to_the_backup_goes_on_in_it(run: Run, url: str, tmp_path: Path) -> None:
    grow(url, run)
    with closing(open_store(url)) as store:
        stop = archive(store, tmp_path / "archive", START + TURN * 50).segments[-1].stop
        assert stop < EARLY
        assert rows_left(store) == SIZE - stop
    assert run("backup", "--db", url, "kept.backup", "--update").code == 0
    assert same("kept.backup", url)
    with closing(open_store(url)) as store:
        fill(store, SIZE, SIZE)
        store.append([Draft("house", None, {"at": START * 2})] * 3)
        store.add_head(head_at([*store.entries()], SIZE + 3))
        archive(store, tmp_path / "archive", START * 3)
    ran = run("backup", "--db", url, "kept.backup", "--update")
    assert (ran.code, ran.out) == (2, "")
    assert "entries that this backup lacks are archived: make a new backup" in ran.err


# What is refused, and leaves the backup as it was


def rows_of(file: str) -> list[object]:
    with closing(apsw.Connection(file)) as db:
        tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
        return [db.execute(f"SELECT * FROM {table}").fetchall() for (table,) in tables]


def refused(run: Run, url: str, code: int, told: str) -> None:
    before = rows_of("kept.backup")
    ran = run("backup", "--db", url, "kept.backup", "--update")
    assert (ran.code, ran.out) == (code, "")
    assert told in ran.err
    assert rows_of("kept.backup") == before
    assert not [*Path().glob("kept.backup?*")]


def test_another_ledger_is_not_added(run: Run, url: str, tmp_path: Path) -> None:
    grow(url, run)
    other = str(tmp_path / "other.db")
    with closing(open_store(other, create=True)) as store:
        for number in range(SIZE):
            store.append([Draft("notes", None, {"at": number})])
    refused(run, other, 1, "kept.backup is the backup of another ledger, or its last entry was changed since")


def test_a_ledger_that_was_put_back_is_said_to_be_shorter(run: Run, tmp_path: Path) -> None:
    url, old = str(tmp_path / "house.db"), str(tmp_path / "old.db")
    for address, size in ((url, SIZE), (old, EARLY)):
        with closing(open_store(address, create=True)) as store:
            fill(store, 0, size)
    assert run("backup", "--db", url, "kept.backup").code == 0
    refused(run, old, 1, f"the backup has {SIZE} entries, the ledger only {EARLY}")


def test_what_was_changed_in_the_ledger_is_not_added(run: Run, tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    with closing(open_store(url, create=True)) as store:
        fill(store, 0, EARLY)
    grow(url, run)
    with closing(apsw.Connection(url)) as db:
        db.execute("DROP TRIGGER entries_stay; UPDATE entries SET hash = zeroblob(32) WHERE position = 222").fetchall()
    refused(run, url, 1, "the ledger is not whole, so the backup stays as it was: entry 222")


def test_what_was_changed_in_the_backup_is_found(run: Run, tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    with closing(open_store(url, create=True)) as store:
        fill(store, 0, EARLY)
    grow(url, run)
    with closing(apsw.Connection("kept.backup")) as db:
        db.execute("DROP TRIGGER entries_stay; UPDATE entries SET hash = zeroblob(32) WHERE position = 22").fetchall()
    refused(run, url, 1, "entry 22")


def test_a_disk_that_is_full_leaves_the_backup_as_it_was(run: Run, tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    with closing(open_store(url, create=True)) as store:
        fill(store, 0, EARLY)
    grow(url, run)
    before = rows_of("kept.backup")
    room = Path("kept.backup").stat().st_size + 4096
    command = [sys.executable, "-c", LIMITED, str(room), "backup", "--db", url, "kept.backup", "--update"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the backup stays as it was: " in done.stderr
    assert rows_of("kept.backup") == before
    assert run("backup", "--db", url, "kept.backup", "--update").code == 0
    assert same("kept.backup", url)


def test_there_must_be_a_backup_in_the_form_of_the_ledger(run: Run, tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    with closing(open_store(url, create=True, schema=1)) as store:
        fill(store, 0, EARLY)
    ran = run("backup", "--db", url, "none.backup", "--update")
    assert (ran.code, ran.out) == (2, "")
    assert "none.backup: there is no ledger here" in ran.err
    grow(url, run)
    assert run("migrate", "--db", url).code == 0
    refused(run, url, 2, "this backup is in form 1, the ledger in form 2: make a new backup")


def test_a_backup_is_not_added_to_itself(run: Run, tmp_path: Path) -> None:
    url = str(tmp_path / "kept.backup")
    with closing(open_store(url, create=True)) as store:
        fill(store, 0, EARLY)
    refused(run, "kept.backup", 2, "this is the ledger itself")


# Back to a moment


@pytest.fixture
def kept(run: Run, url: str) -> str:
    grow(url, run)
    assert run("backup", "--db", url, "kept.backup", "--update").code == 0
    return url


def moment(position: int) -> str:
    """The time of an entry, as people write it."""
    at = WHOLE.rows[position].content["at"]
    return f"2026-09-21T{at // 3_600_000 % 24:02}:{at // 60_000 % 60:02}:{at / 1000 % 60:06.3f}"


def test_a_backup_is_restored_as_it_was_at_a_moment(run: Run, kept: str) -> None:
    for number, position in enumerate((5, 77, 150, 222, SIZE - 1)):
        first = next(row.position for row in WHOLE.rows if row.content["at"] == WHOLE.rows[position].content["at"])
        ran = run("restore", "kept.backup", "--db", f"{number}.db", "--until", moment(position))
        assert (ran.code, ran.err) == (0, "")
        assert f"{first} entries of {SIZE}, up to" in " ".join(ran.out.split())
        with closing(open_store(f"{number}.db")) as store:
            assert [*store.entries()] == [*WHOLE.rows[:first]]
            assert store.heads() == tuple(head for head in WHOLE.signed if head.size <= first)
            assert verify_store(store).size == first
            # It goes on from there, and a command that had not been given yet can be given.
            (entry,) = store.append([Draft("house", None, {"at": START * 2})], WHOLE.rows[-1].content["id"])
            assert entry.position == first


def test_a_head_kept_elsewhere_says_what_is_left_out(run: Run, kept: str) -> None:
    Path("kept.head").write_text(WHOLE.signed[2].text, encoding="utf-8")
    told = run("restore", "kept.backup", "--db", "a.db", "--until", moment(100), "--head", "kept.head", "--json").json
    assert (told["left_out"], told["missing"]) == (SIZE - told["entries"], 150 - told["entries"])
    assert 95 < told["entries"] <= 100
    told = run("restore", "kept.backup", "--db", "b.db", "--until", moment(200), "--head", "kept.head", "--json").json
    assert told["missing"] == 0


def test_a_moment_after_the_last_entry_leaves_nothing_out(run: Run, kept: str) -> None:
    told = run("restore", "kept.backup", "--db", "a.db", "--until", "2100-01-01", "--json").json
    assert (told["entries"], told["left_out"]) == (SIZE, 0)
    ran = run("restore", "kept.backup", "--db", "b.db", "--until", "2001-01-01")
    assert (ran.code, ran.out) == (2, "")
    assert "no entry of this backup is that old" in ran.err
    ran = run("restore", "kept.backup", "--db", "b.db", "--until", "yesterday")
    assert ran.code == 2
    assert not Path("b.db").exists()


def test_what_is_damaged_after_the_moment_hinders_nothing(run: Run, kept: str) -> None:
    with closing(apsw.Connection("kept.backup")) as db:
        db.execute("DROP TRIGGER entries_stay; UPDATE entries SET hash = zeroblob(32) WHERE position = 222").fetchall()
    assert run("restore", "kept.backup", "--db", "a.db").code == 1
    assert run("restore", "kept.backup", "--db", "a.db", "--until", moment(220)).code == 0


def test_a_server_is_restored_to_a_moment(run: Run, kept: str, postgres_server: PostgresServer) -> None:
    there = postgres_server.new_schema()
    assert run("restore", "kept.backup", "--db", there, "--until", moment(150)).code == 0
    with closing(open_store(there)) as store:
        assert [*store.entries()] == [*WHOLE.rows[: store.size()]]
        assert 145 < store.size() <= 150


def test_what_is_archived_is_not_cut(run: Run, url: str, tmp_path: Path) -> None:
    grow(url, run)
    with closing(open_store(url)) as store:
        stop = archive(store, tmp_path / "archive", START + TURN * 150).segments[-1].stop
    assert run("backup", "--db", url, "new.backup").code == 0
    ran = run("restore", "new.backup", "--db", "a.db", "--until", moment(stop - 10))
    assert (ran.code, ran.out) == (2, "")
    assert "this moment is archived" in ran.err
    assert run("restore", "new.backup", "--db", "a.db", "--until", moment(stop + 20)).code == 0
    with closing(open_store("a.db")) as store:
        assert [*store.entries()] == [*WHOLE.rows[: store.size()]]
