"""`pitboss serve`: what it refuses before it opens a house, and that it leaves nothing behind then."""

import stat
from argparse import ArgumentParser
from functools import partial
from pathlib import Path

import apsw
import pytest

from pitboss.cli.serve import _prepared, configure
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from tests.cli.running import Run


@pytest.fixture
def run(pitboss: Run) -> Run:
    return partial(pitboss, "serve", "--port", "0")


def opened(folder: Path) -> Path:
    """A ledger that a house has opened, with its key beside it."""
    parser = ArgumentParser()
    configure(parser)
    house = _prepared(parser.parse_args(["--db", str(folder / "house.db")])).house()
    house.close()
    return folder / "house.db"


def test_only_the_owner_reads_a_ledger_and_its_key(tmp_path: Path) -> None:
    database = opened(tmp_path)
    store = open_store(str(database))
    store.append([Draft("a", 0, {})])
    rights = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    store.close()
    assert rights.keys() >= {"house.db", "house.db-wal", "house.key"}
    assert set(rights.values()) == {0o600}


@pytest.mark.parametrize("name", ["folder", "text.db", "other.db"])
def test_what_is_no_ledger_gets_no_key(name: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.db").write_text("no database")
    apsw.Connection(str(tmp_path / "other.db")).execute("CREATE TABLE other (x)")
    code, out, err = run("--db", tmp_path / name)
    assert (code, out) == (2, "")
    assert name in err
    assert not list(tmp_path.glob("*.key"))


def test_a_ledger_without_its_key_gets_no_other(run: Run, tmp_path: Path) -> None:
    database = opened(tmp_path)
    (tmp_path / "house.key").rename(tmp_path / "safe.key")
    code, out, err = run("--db", database)
    assert (code, out) == (2, "")
    assert f"{tmp_path / 'house.key'}: this ledger is signed by the key pitboss+" in err
    assert not (tmp_path / "house.key").exists()


THREE_CARD = "(SELECT id FROM names WHERE name = 'table three-card')"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE entries SET body = x'00ff' WHERE position = 0", "entry 0 (house 1)"),
        (f"UPDATE entries SET body = x'00ff' WHERE stream = {THREE_CARD} AND seq = 2", "(table three-card 2)"),
        (f"UPDATE entries SET body = x'01ff' WHERE stream = {THREE_CARD} AND seq = 2", "(table three-card 2)"),
        (f"UPDATE entries SET body = '{{}}' WHERE stream = {THREE_CARD} AND seq = 2", "(table three-card 2)"),
        ("UPDATE heads SET text = 'garbage'", "the head over"),
    ],
)
def test_a_ledger_that_does_not_hold_is_not_opened(change: str, said: str, run: Run, tmp_path: Path) -> None:
    database = opened(tmp_path)
    db = apsw.Connection(str(database))
    for trigger in ("entries_stay", "heads_stay"):
        db.execute(f"DROP TRIGGER {trigger}")
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute(change.replace("'{}'", "x'007b7d'"))
    db.close()
    code, out, err = run("--db", database)
    assert (code, out) == (1, "")
    assert err.startswith("pitboss: ")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("number", ["0", "-1", "65"])
def test_how_many_processes(number: str, run: Run, tmp_path: Path) -> None:
    code, out, err = run("--jobs", number, "--db", tmp_path / "house.db")
    assert (code, out) == (2, "")
    assert "from 1 to 64" in err
    assert not list(tmp_path.iterdir())
