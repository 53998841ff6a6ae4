"""`pitboss reindex`: builds the index of rounds again, and says what it did."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.books import round_index
from pitboss.books.round_rows import ROUNDS
from pitboss.cli.main import main
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.tiles import keep_tiles
from pitboss.house import head_signing
from pitboss.house.key_file import key_file
from pitboss.ledger.open_store import open_store
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store
from tests.house.driving import KEY, SAMPLE, Driven
from tests.ledger.played import append_entries, played


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(round_index, "BATCH", 50)
    with closing(open_store(str(tmp_path / "ledger.db"), create=True)) as store:
        append_entries(store, played()[:200])
    return str(tmp_path / "ledger.db")


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([*words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_it_says_what_it_built(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "reindex", "--db", url)
    assert code == 0
    assert "Built again: the index of" in " ".join(out.split())
    assert "there was none" in " ".join(out.split())
    built = json.loads(asked(capsys, "reindex", "--db", url, "--json")[1])
    assert built == {"db": url, "before": 200, "entries": 200, "rounds": built["rounds"], "snapshots": None}
    assert built["rounds"] > 3
    assert asked(capsys, "verify", "--db", url, "--all")[1].count("the index of") == 1


def test_it_adds_what_a_ledger_of_an_older_version_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(head_signing, "ROUNDS_A_SNAPSHOT", 2)
    url = str(tmp_path / "old.db")
    driven = Driven(url, SAMPLE)
    driven.seat("three-card")
    driven.play("three-card", 40)
    driven.house.close()
    asked_for = "SELECT rounds, text FROM derived_snapshots ORDER BY rounds"
    tiles = "SELECT hashes FROM derived_tiles ORDER BY level, number"
    with closing(open_store(url)) as store:
        assert isinstance(store, SqliteStore)
        keep_tiles(store, store.size())
        right = store.read_derived(asked_for), store.read_derived(tiles)
        assert all(right)
        for table in ("derived_snapshots", "derived_tiles", "derived_marks"):
            store._run(f"DROP TABLE {table}")
    assert "No snapshots of tables were added" in " ".join(asked(capsys, "reindex", "--db", url)[1].split())
    SigningKey(bytes(32)).save(key_file(url))
    assert "No snapshots of tables were added" in " ".join(asked(capsys, "reindex", "--db", url)[1].split()), "another"
    Path(key_file(url)).unlink()
    KEY.save(key_file(url))
    assert "20 snapshots of tables were added." in " ".join(asked(capsys, "reindex", "--db", url)[1].split())
    assert json.loads(asked(capsys, "reindex", "--db", url, "--json")[1])["snapshots"] == 0
    with closing(open_store(url)) as store:
        assert (store.read_derived(asked_for), store.read_derived(tiles)) == right
    assert asked(capsys, "verify", "--db", url, "--all")[0] == 0


def test_a_wrong_index_is_told_by_verify_and_mended(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked(capsys, "reindex", "--db", url)
    with closing(open_store(url)) as store:
        store.read_derived("UPDATE derived_rounds SET start = start + 1 WHERE number = 2")
    code, out, _ = asked(capsys, "verify", "--db", url, "--all")
    assert code == 1
    assert "pitboss reindex builds the index again" in " ".join(out.split())
    assert asked(capsys, "reindex", "--db", url)[0] == 0
    assert asked(capsys, "verify", "--db", url, "--all")[0] == 0


def test_it_can_be_interrupted_and_the_next_question_goes_on(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = asked(capsys, "rounds", "--db", url, "--json")[1]
    write = round_index.RoundIndex._write

    def interrupted(self: round_index.RoundIndex, mark: object) -> None:
        write(self, mark)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(round_index.RoundIndex, "_write", interrupted)
    code, _, err = asked(capsys, "reindex", "--db", url)
    assert code == 130
    assert "50 of 200 entries are indexed" in " ".join(err.split())
    monkeypatch.setattr(round_index.RoundIndex, "_write", write)
    assert asked(capsys, "rounds", "--db", url, "--json")[1] == before
    with closing(open_store(url)) as store:
        mark = store.derived_mark(ROUNDS)
        assert mark
        assert mark.size > 50


def test_a_ledger_that_cannot_be_written_is_said_to_be_so(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(address: str, *, create: bool = False) -> Store:
        store = open_store(address, create=create)
        store.read_derived("PRAGMA query_only = ON")
        return store

    monkeypatch.setattr("pitboss.cli.ledgers.open_store", read_only)
    code, _, err = asked(capsys, "reindex", "--db", url)
    assert code == 2
    assert "cannot be written" in err
