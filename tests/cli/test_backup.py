"""`pitboss backup` and `pitboss restore`: copies made during play verify, open and go on; nothing is overwritten."""

import stat
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import NamedTuple

import apsw
import pytest

from pitboss.evidence.heads import Head, SigningKey
from pitboss.evidence.verify import verify_store
from pitboss.ledger.open_store import open_store
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Person, Session, StoreFailed
from tests.cli.running import Run
from tests.house.evening import KEY, Turn, evening
from tests.house.recording import LEDGER, open_house, place_of, rows_of
from tests.ledger.postgres_server import PostgresServer

TABLES = ("three-card", "three-card-2")


@pytest.fixture
def run(pitboss: Run, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Run:
    # What is remembered of a backup is no file among those of the test.
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    return pitboss


class Played(NamedTuple):
    """What a house of a finished evening handed out."""

    entries: int
    early: str
    """A head that was signed in the middle."""
    last: str


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """A ledger of two tables, with people and someone signed in."""
    house, stage = open_house(tmp_path)
    early = ""
    for turn in evening(house, TABLES, rounds=1):
        stage.ask(house, turn)
        early = house.signer.sign_head() if turn.number == 20 else early
    last = house.signer.sign_head()
    house.store.save_person(Person("flo", "floorperson", (), "a hash"))
    house.store.save_session(Session("digest", "flo", 1, 2**50))
    entries = house.store.size()
    house.close()
    return Played(entries, early, last)


def test_a_backup_says_what_it_holds_and_where_the_key_is(run: Run, played: Played, tmp_path: Path) -> None:
    ran = run("backup", "--db", LEDGER, "evening.backup")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Backed up: evening.backup, {played.entries} entries, ")
    assert "bytes, verified." in ran.out
    assert f"UTC over {played.entries} entries\n" in ran.out
    assert "not in the backup: keep ledger.key apart, because the house cannot go on without it" in ran.out
    assert stat.S_IMODE((tmp_path / "evening.backup").stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["evening.backup", LEDGER]


def test_a_backup_for_programs(run: Run, played: Played, tmp_path: Path) -> None:
    told = run("backup", "--db", LEDGER, "evening.backup", "--json").json
    assert (told["backup"], told["entries"], told["key_file"]) == ("evening.backup", played.entries, "ledger.key")
    assert told["bytes"] == (tmp_path / "evening.backup").stat().st_size
    assert told["newest_head"]["size"] == played.entries
    assert told["newest_head"]["root"] == told["root"]


def test_a_backup_is_restored_whole_and_stays_as_it_was(run: Run, played: Played, tmp_path: Path) -> None:
    run("backup", "--db", LEDGER, "evening.backup")
    digest = sha256((tmp_path / "evening.backup").read_bytes()).digest()
    ran = run("restore", "evening.backup", "--db", "new.db")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Restored: new.db, {played.entries} entries.\n")
    assert "not in a backup: put new.key back too" in ran.out
    assert "everybody signs in again" in ran.out
    assert sha256((tmp_path / "evening.backup").read_bytes()).digest() == digest
    assert stat.S_IMODE((tmp_path / "new.db").stat().st_mode) == 0o600
    with closing(SqliteStore("new.db")) as new, closing(SqliteStore(LEDGER)) as old:
        assert rows_of(new) == rows_of(old)
        assert new.heads() == old.heads()
        assert new.people() == old.people() != ()
        assert new.sessions() == () != old.sessions()
    assert run("verify", "--db", "new.db").code == 0


# During play


def test_backups_during_play_verify_and_go_on(run: Run, tmp_path: Path) -> None:
    house, stage = open_house(tmp_path)
    turns: list[Turn] = []
    places, ended, copied = {house.store.size(): place_of(house)}, Event(), Semaphore(0)

    def play() -> None:
        for turn in evening(house):
            stage.ask(house, turn)
            turns.append(turn)
            places[house.store.size()] = place_of(house)
            if turn.number % 25 == 0:
                house.signer.sign_head()
            if turn.number in (50, 100, 150):
                # However quick the house is, it does not end before some backups are made.
                copied.acquire(timeout=60)
        ended.set()

    made: list[int] = []

    def back_up() -> None:
        ran = run("backup", "--db", LEDGER, f"{len(made)}.backup", "--json")
        assert (ran.code, ran.err) == (0, "")
        made.append(ran.json["entries"])
        copied.release()

    player = Thread(target=play)
    player.start()
    while player.is_alive():
        back_up()
    back_up()
    assert ended.is_set(), "the house played to the end"
    rows = rows_of(house.store)
    house.close()
    assert made == sorted(made)
    assert made[0] < made[-1] == len(rows), "some backups were made in the middle"
    for number, entries in enumerate(made):
        assert run("restore", f"{number}.backup", "--db", f"again/{LEDGER}").code == 2, "the folder is not there"
        folder = tmp_path / f"again {number}"
        folder.mkdir()
        assert run("restore", f"{number}.backup", "--db", folder / LEDGER).code == 0
        again, stage = open_house(folder)
        assert rows_of(again.store) == rows[:entries]
        assert place_of(again) == places[entries]
        if number in (0, len(made) - 2):
            for turn in turns:
                stage.ask(again, turn)
            assert rows_of(again.store) == rows, "the evening goes on as it did"
        again.close()


# Heads kept elsewhere


def test_a_backup_that_goes_on_from_a_head_kept_elsewhere(run: Run, played: Played, tmp_path: Path) -> None:
    (tmp_path / "kept.head").write_text(played.early, encoding="utf-8")
    run("backup", "--db", LEDGER, "evening.backup")
    ran = run("restore", "evening.backup", "--db", "new.db", "--head", "kept.head")
    assert ran.code == 0
    assert "the backup continues it" in ran.out


def test_a_backup_that_is_older_than_a_head_kept_elsewhere_says_by_how_much(
    run: Run, played: Played, tmp_path: Path
) -> None:
    run("backup", "--db", LEDGER, "evening.backup")
    house, stage = open_house(tmp_path)
    for turn in evening(house, ("top-five",), rounds=1):
        stage.ask(house, turn._replace(ask=turn.ask._replace(id=f"later {turn.number}")))
    (tmp_path / "kept.head").write_text(house.signer.sign_head(), encoding="utf-8")
    missing = house.store.size() - played.entries
    house.close()
    ran = run("restore", "evening.backup", "--db", "new.db", "--head", "kept.head")
    assert ran.code == 0
    assert f"{missing} entries that came after this backup are missing" in ran.out
    told = run("restore", "evening.backup", "--db", "newer.db", "--head", "kept.head", "--json").json
    assert (told["missing"], told["kept_head"]["size"]) == (missing, played.entries + missing)
    assert told["entries"] == played.entries


def test_a_backup_of_another_ledger_than_the_head_kept_elsewhere_is_not_restored(
    run: Run, played: Played, tmp_path: Path
) -> None:
    run("backup", "--db", LEDGER, "evening.backup")
    other = SigningKey(bytes(32))
    for key, size in ((KEY, 20), (other, 20), (other, 10_000)):
        head = key.sign(Head("pitboss/another", size, bytes(32), 1_790_000_000_000))
        (tmp_path / "kept.head").write_text(head, encoding="utf-8")
        ran = run("restore", "evening.backup", "--db", "new.db", "--head", "kept.head")
        assert ran.code == 1
        assert "the backup is not whole, so nothing was restored: " in ran.err
        assert not (tmp_path / "new.db").exists()
    (tmp_path / "kept.head").write_text("no head", encoding="utf-8")
    ran = run("restore", "evening.backup", "--db", "new.db", "--head", "kept.head")
    assert (ran.code, ran.err.count("kept.head: it is not a signed tree head")) == (2, 1)


# What is refused


def test_nothing_is_overwritten(run: Run, played: Played, tmp_path: Path) -> None:
    run("backup", "--db", LEDGER, "evening.backup")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    again = run("backup", "--db", LEDGER, "evening.backup")
    onto = run("restore", "evening.backup", "--db", LEDGER)
    for ran in (again, onto):
        assert ran.code == 2
        assert "a file with this name exists, and nothing is overwritten" in ran.err
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("log", ["-wal", "-journal"])
def test_a_log_that_a_lost_ledger_left_is_not_mixed_with_another(
    run: Run, played: Played, tmp_path: Path, log: str
) -> None:
    run("backup", "--db", LEDGER, "evening.backup")
    (tmp_path / f"new.db{log}").write_bytes(b"the newest commits of the ledger that was here")
    ran = run("restore", "evening.backup", "--db", "new.db")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"pitboss: new.db{log}: the log of a missing ledger is here: move it away, and keep it\n"
    (tmp_path / f"evening.backup{log}").write_bytes(b"x")
    ran = run("restore", "evening.backup", "--db", "other.db")
    assert (ran.code, ran.out) == (2, "")
    assert "this ledger is in use or was not closed: make a backup with pitboss backup --db evening.backup" in ran.err


def test_a_ledger_that_was_changed_is_neither_backed_up_nor_restored(run: Run, played: Played, tmp_path: Path) -> None:
    run("backup", "--db", LEDGER, "evening.backup")
    for file in (LEDGER, "evening.backup"):
        with closing(apsw.Connection(str(tmp_path / file))) as db:
            db.execute(
                "DROP TRIGGER entries_stay; UPDATE entries SET hash = zeroblob(32) WHERE position = 7"
            ).fetchall()
    backed, restored = run("backup", "--db", LEDGER, "other.backup"), run("restore", "evening.backup", "--db", "new.db")
    assert (backed.code, restored.code) == (1, 1)
    assert "the ledger is not whole, so no backup of it was kept: entry 7 (" in backed.err
    assert "the backup is not whole, so nothing was restored: entry 7 (" in restored.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["evening.backup", LEDGER]


@pytest.mark.parametrize(("arguments", "told"), [
    (("backup", "--db", "nowhere.db", "x.backup"), "nowhere.db: there is no ledger here"),
    (("backup", "--db", "text.db", "x.backup"), "text.db: this is not a pitboss ledger"),
    (("backup", "--db", LEDGER, "no/folder/x.backup"), "no/folder: cannot be written to: no such file"),
    (("backup", "--db", LEDGER, "postgresql://house/x"), "a backup is a file, not a database: give its name"),
    (("restore", "nowhere.backup", "--db", "new.db"), "nowhere.backup: cannot be read: no such file"),
    (("restore", "text.db", "--db", "new.db"), "this is not a backup: this is not a pitboss ledger"),
    (("restore", "evening.backup", "--db", "new.db", "--head", "no.head"), "no.head: cannot be read: no such file"),
])  # fmt: skip
def test_what_cannot_be_used_is_said_with_a_sentence(
    run: Run, played: Played, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    (tmp_path / "text.db").write_text("a text of more than a few words, and no database at all " * 20, encoding="utf-8")
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.startswith("pitboss: ")
    assert not (tmp_path / "new.db").exists()


def test_a_backup_onto_a_full_disk_leaves_nothing(
    run: Run, played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: SqliteStore, target: str) -> None:
        Path(target).write_bytes(b"half")
        raise StoreFailed(f"{target}: database or disk is full")

    monkeypatch.setattr(SqliteStore, "backup", full)
    ran = run("backup", "--db", LEDGER, "evening.backup")
    assert (ran.code, ran.out) == (2, "")
    assert "no backup was made: " in ran.err
    assert [file.name for file in tmp_path.iterdir()] == [LEDGER]


# PostgreSQL


def test_a_ledger_moves_to_a_server_and_back(
    run: Run, played: Played, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    url = postgres_server.new_schema()
    run("backup", "--db", LEDGER, "evening.backup")
    ran = run("restore", "evening.backup", "--db", url)
    assert (ran.code, ran.err) == (0, "")
    assert run("restore", "evening.backup", "--db", url).code == 2, "there is a ledger now"
    assert run("backup", "--db", url, "of the server.backup").code == 0
    with (
        closing(open_store(url)) as there,
        closing(SqliteStore(LEDGER)) as here,
        closing(SqliteStore("of the server.backup")) as back,
    ):
        assert tuple(there.entries()) == tuple(here.entries())
        assert verify_store(there, KEY.public).root == verify_store(here, KEY.public).root
        assert rows_of(back) == rows_of(here)
        assert there.heads() == here.heads()
        assert there.people() == here.people()
        assert there.sessions() == ()
