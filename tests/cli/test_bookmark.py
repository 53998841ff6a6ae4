"""`pitboss verify` continues where it stopped; a bookmark that was changed is said to be, and is not used."""

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from pitboss.books.round_index import RoundIndex
from pitboss.evidence import bookmark
from pitboss.ledger.entry import Draft
from pitboss.ledger.sqlite import SqliteStore
from tests.cli.running import Run
from tests.ledger.played import append_entries, played
from tests.ledger.sample import KEY, OTHER_KEY, START, sample, write_sqlite

SIZE = 120


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "pitboss.db"
    write_sqlite(path, SIZE)
    return path


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a ledger that is too long to be read again each time."""
    monkeypatch.setattr(bookmark, "READ_AGAIN", 10)


def grow(ledger: Path) -> None:
    store = SqliteStore(str(ledger))
    store.append([Draft("table TCP 2", None, {"at": START, "events": []})])
    store.close()


def sql(ledger: Path, statement: str) -> None:
    db = apsw.Connection(str(ledger))
    db.execute(statement)
    db.close()


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*.verified")}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("key", [True, False])
def test_it_continues_where_it_stopped(pitboss: Run, ledger: Path, tmp_path: Path, key: bool) -> None:
    if key:
        KEY.save(str(tmp_path / "pitboss.key"))
    assert "continued" not in pitboss("verify").out
    (file,) = files(tmp_path)
    assert (file == "pitboss.verified") == key
    grow(ledger)
    said = pitboss("verify")
    assert (said.code, said.err) == (0, "")
    assert "Whole: 121 entries" in said.out
    assert "continued  at entry 120; those before were verified " in said.out
    assert "neither read again nor compared with the index of rounds: --all does both" in " ".join(said.out.split())
    assert pitboss("verify", "--json").json["continued_at"] == 121
    assert "continued_at" not in pitboss("verify", "--json", "--all").json


@pytest.mark.usefixtures("large")
def test_what_is_not_read_again_is_found_by_all(pitboss: Run, ledger: Path) -> None:
    pitboss("verify")
    sql(ledger, "UPDATE entries SET hash = zeroblob(32) WHERE position = 33")
    assert pitboss("verify").code == 0
    assert "Tampered: entry 33" in pitboss("verify", "--all").out
    assert "Tampered: entry 33" in pitboss("verify", "--head", _kept(ledger)).out


def _kept(ledger: Path) -> Path:
    file = ledger.with_name("head.txt")
    file.write_text(sample(SIZE).signed[0].text, encoding="utf-8")
    return file


@pytest.mark.usefixtures("large")
def test_the_ends_of_what_was_verified_are_looked_at(pitboss: Run, ledger: Path) -> None:
    pitboss("verify")
    sql(ledger, f"DELETE FROM entries WHERE position = {SIZE - 1}")
    assert f"entry {SIZE - 1}: it is missing, but was there when 120 entries were verified" in pitboss("verify").out
    grow(ledger)
    assert "is not the one that was verified earlier" in pitboss("verify").out


def test_a_small_ledger_is_read_again(pitboss: Run, ledger: Path) -> None:
    pitboss("verify")
    grow(ledger)
    assert "at entry 120; those before were verified" in pitboss("verify").out
    sql(ledger, "UPDATE entries SET hash = zeroblob(32) WHERE position = 33")
    assert "Tampered: entry 33" in pitboss("verify").out
    sql(ledger, "DELETE FROM heads")
    sql(ledger, "DELETE FROM entries WHERE position >= 33")
    assert "entry 33: it is missing, but was there when 121 entries were verified" in pitboss("verify").out


def test_the_index_of_a_small_ledger_is_compared_again(pitboss: Run, tmp_path: Path) -> None:
    with closing(SqliteStore(str(tmp_path / "pitboss.db"))) as store:
        append_entries(store, played()[:300])
        RoundIndex(store).rebuild()
    assert pitboss("rounds").code == 0
    assert "the index of" in pitboss("verify").out
    sql(tmp_path / "pitboss.db", "UPDATE derived_marks SET size = 5")
    assert "Tampered: the index of rounds is wrong" in pitboss("verify").out


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("key", [True, False])
def test_a_bookmark_that_was_changed_is_not_used(pitboss: Run, ledger: Path, tmp_path: Path, key: bool) -> None:
    if key:
        KEY.save(str(tmp_path / "pitboss.key"))
    pitboss("verify")
    (name,) = files(tmp_path)
    file = tmp_path / name
    text = file.read_text(encoding="utf-8")
    sql(ledger, "UPDATE entries SET hash = zeroblob(32) WHERE position = 33")
    for changed in (text.replace('"heads":2', '"heads":3'), text[20:], "", "x\n{}", "\n".join(text.split("\n")[1:])):
        file.write_text(changed, encoding="utf-8")
        said = pitboss("verify")
        assert "or it was changed; everything is read" in said.err
        assert (said.code, "Tampered: entry 33" in said.out) == (1, True)
    file.write_bytes(b"\xff")
    assert "it cannot be read; everything is read" in pitboss("verify").err


@pytest.mark.usefixtures("large")
def test_a_bookmark_of_another_key_or_ledger_is_not_used(pitboss: Run, ledger: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    OTHER_KEY.save(str(other / "other.key"))
    write_sqlite(other / "other.db", 60)
    pitboss("verify", "--db", other / "other.db", "--bookmark", tmp_path / "mine")
    KEY.save(str(tmp_path / "pitboss.key"))
    assert "everything is read" in pitboss("verify", "--bookmark", tmp_path / "mine").err
    said = pitboss("verify", "--bookmark", tmp_path / "mine")
    assert (said.code, said.err, "continued" in said.out) == (0, "", True)
    # The same ledger elsewhere has a bookmark of its own.
    copied = tmp_path / "copy.db"
    copied.write_bytes(ledger.read_bytes())
    assert "continued" not in pitboss("verify", "--db", copied).out


@pytest.mark.usefixtures("large")
def test_another_key_than_was_verified_reads_everything(pitboss: Run, ledger: Path) -> None:
    assert ledger.exists()
    pitboss("verify")
    assert "entry 0 (house 1): it records the public key" in pitboss("verify", "--key", OTHER_KEY.public).out
