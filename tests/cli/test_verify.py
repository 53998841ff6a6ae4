"""`pitboss verify`: 0 whole, 1 tampered, 2 unusable, each with a sentence, for ledgers and for bundles."""

import json
import sys
from functools import partial
from pathlib import Path
from random import Random
from shutil import copy

import apsw
import pytest

from pitboss.cards import DECK
from pitboss.errors import LedgerBroken
from pitboss.evidence.deal_check import DealCheck
from pitboss.ledger.sqlite import SqliteStore
from tests.cli.running import Run
from tests.ledger.sample import KEY, OTHER_KEY, drafts, head_at, sample, sealed, write_sqlite

PUBLIC = str(KEY.public)
SIZE = 120


@pytest.fixture
def run(pitboss: Run) -> Run:
    return partial(pitboss, "verify")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of 120 entries in SQLite, 100 of them signed, without the triggers that guard it."""
    path = tmp_path_factory.mktemp("ledger") / "pitboss.db"
    write_sqlite(path, SIZE)
    return path


@pytest.fixture
def ledger(made: Path, tmp_path: Path) -> Path:
    """A copy of it in the working directory, under the name that is looked for there."""
    return Path(copy(made, tmp_path))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A head of 50 entries that someone kept."""
    file = tmp_path / "head.txt"
    file.write_text(sample(SIZE).signed[0].text, encoding="utf-8")
    return file


def change(ledger: Path, statement: str) -> None:
    db = apsw.Connection(str(ledger))
    db.execute(statement)
    db.close()


# A ledger


def test_a_whole_ledger_is_whole(run: Run, ledger: Path, kept: Path) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    assert "Whole: 120 entries in 5 streams." in out
    assert "2 heads signed, the newest 2026-09-21 14:13:20 UTC over 100 entries; 20 entries since" in out
    assert f"{PUBLIC}, as the ledger records it: compare it with the one you were given" in out
    assert "  table TCP 2  " in out
    code, out, _ = run("--db", f"sqlite:{ledger}", "--key", PUBLIC, "--head", kept)
    assert code == 0
    assert f"{PUBLIC}, the one that was given" in out
    assert "3 heads signed" in out
    assert "the head that you kept" in out


def test_programs_get_json(run: Run, ledger: Path) -> None:
    code, out, _ = run("--json", "--db", ledger)
    found = json.loads(out)
    rows = sample(SIZE)
    assert code == 0
    assert found == {
        "whole": True,
        "size": 120,
        "root": found["root"],
        "streams": {name: rows.last(name) for name in rows.streams()},
        "heads": 2,
        "newest_head": {
            "origin": "pitboss/harbour-club/9576e2f3",
            "size": 100,
            "root": found["newest_head"]["root"],
            "at": 1790000000000,
        },
        "key": PUBLIC,
        "log": str(KEY.public.named("pitboss/harbour-club/9576e2f3")),
    }


def test_a_tampered_ledger_names_the_first_bad_entry(run: Run, ledger: Path) -> None:
    change(ledger, "UPDATE entries SET hash = zeroblob(32) WHERE position IN (60, 33, 77)")
    row = sample(SIZE).rows[33]
    code, out, err = run()
    assert (code, err) == (1, "")
    assert out == (
        f"Tampered: entry 33 ({row.stream} {row.seq}): its hash is not the hash of its body: one of them was changed.\n"
    )
    code, out, _ = run("--json")
    error = {"position": 33, "stream": row.stream, "seq": row.seq}
    assert code == 1
    assert json.loads(out)["whole"] is False
    assert json.loads(out)["error"].items() >= error.items()


def test_a_name_cannot_write_to_the_terminal(run: Run, ledger: Path) -> None:
    change(ledger, "UPDATE names SET name = char(27) || '[2J' WHERE name = 'link harbour'")
    code, out, _ = run()
    assert code == 1
    assert "\x1b" not in out
    assert "entry 5 " in out


def test_a_tampered_head_is_named(run: Run, ledger: Path) -> None:
    change(ledger, "UPDATE heads SET text = replace(text, 'harbour', 'harbor') WHERE size = 100")
    code, out, _ = run("--json")
    assert code == 1
    assert json.loads(out)["error"]["position"] is None
    assert json.loads(out)["error"]["reason"].startswith("the signed head of 100 entries: it is not signed")


def test_another_key_and_a_cut_tail_are_found(run: Run, ledger: Path, tmp_path: Path) -> None:
    assert "entry 0 (house 1): it records the public key" in run("--key", OTHER_KEY.public).out
    newest = tmp_path / "newest.txt"
    newest.write_text(sample(SIZE).signed[1].text, encoding="utf-8")
    change(ledger, "DELETE FROM entries WHERE position >= 90")
    change(ledger, "DELETE FROM heads WHERE size > 90")
    assert run().code == 0
    code, out, _ = run("--head", newest)
    assert (code, "entry 90: entries 90 to 99 are missing" in out) == (1, True)


def test_a_ledger_that_nobody_signed_says_so(run: Run, ledger: Path) -> None:
    change(ledger, "DELETE FROM heads")
    code, out, _ = run()
    assert (code, "none: no signature protects this ledger" in out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--db", "none.db"], "no ledger"),
        (["--db", "mysql://x"], "is not the address of a ledger"),
        (["--key", "none.txt"], "none.txt: cannot be read: no such file"),
        (["--key", "pitboss+00000000+x"], "expected a public key"),
        (["--key", "notes.txt"], "notes.txt: expected a public key"),
        (["--key", "bytes.bin"], "bytes.bin: expected text in UTF-8"),
        (["--key", "house.key"], "house.key: this is a private key"),
        (["--head", "none.txt"], "cannot be read"),
        (["--head", "notes.txt"], "notes.txt: it is not a signed tree head"),
        (["--head", "."], "cannot be read"),
        (["-o", "x.json"], "-o is the file that --prove or --receipt writes: give one of them"),
        (["--prove", "100"], "not under a signed head yet"),
        (["--prove", "-1"], "there is no round '-1'"),
        (["--prove", "9" * 5000], "not under a signed head yet"),
        (["--prove", "TCP 2/999"], "there is no round"),
        (["--prove", "3", "-o", "none/x.json"], "none/x.json: cannot be written"),
        (["bundle.json", "--db", "pitboss.db"], "checked by itself"),
        (["bundle.json"], "bundle.json: cannot be read: no such file"),
        (["notes.txt"], "give it as --key"),
        (["."], "cannot be read: is a directory"),
        (["pitboss.db"], "pitboss.db: this is a ledger: give it as --db"),
        (["none.json", "--key", PUBLIC], "none.json: cannot be read"),
        (["notes.txt", "--key", PUBLIC], "notes.txt:1:1: expected a proof bundle in JSON"),
        (["bytes.bin", "--key", PUBLIC], "bytes.bin: expected a proof bundle in UTF-8"),
    ],
)
def test_what_cannot_be_used_ends_in_a_sentence(
    run: Run, ledger: Path, tmp_path: Path, arguments: list[str], reason: str
) -> None:
    (tmp_path / "notes.txt").write_text("hello\n")
    (tmp_path / "bytes.bin").write_bytes(b"\xff\xfe")
    KEY.save(str(tmp_path / "house.key"))
    code, out, err = run(
        *(f"--prove={arguments[1]}",) if arguments[0] == "--prove" and len(arguments) == 2 else arguments
    )
    assert (code, out) == (2, "")
    assert reason in err
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1


def test_a_file_that_is_no_database_is_unusable(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pitboss.db").write_bytes(b"no database" * 1000)
    code, _, err = run()
    assert (code, err.count("\n")) == (2, 1)


def test_a_damaged_file_is_found_or_reads_as_before(run: Run, ledger: Path) -> None:
    def reading(path: Path) -> list[object]:
        store = SqliteStore(str(path), create=False)
        by_stream = [entry for name in sample(SIZE).streams() for entry in store.stream(name)]
        read: list[object] = [*store.entries(), *store.heads(), *by_stream]
        store.close()
        return read

    data, whole, found = ledger.read_bytes(), reading(ledger), 0
    random = Random(5)
    # Not the first page, whose schema is the store's business, and nothing that is empty.
    written = [place for place in range(4096, len(data)) if data[place]]
    for number in range(100):
        place = random.choice(written)
        damaged = ledger.with_name(f"{number}.db")
        damaged.write_bytes(data[:place] + bytes([data[place] ^ random.randrange(1, 256)]) + data[place + 1 :])
        code, out, err = run("--db", damaged)
        assert code in (0, 1, 2)
        found += code > 0
        assert (out + err).count("\n") == 1 if code else reading(damaged) == whole, (place, out, err)
    assert found > 60


# Bundles


def test_a_bundle_is_made_and_checked_by_someone_with_the_key_alone(
    run: Run, ledger: Path, kept: Path, tmp_path: Path
) -> None:
    key = tmp_path / "key.txt"
    key.write_text(f"{PUBLIC}\n")
    code, out, err = run("--prove", "TCP 2/3", "--head", kept, "-o", "bundle.json")
    assert (code, err) == (0, "")
    assert out.startswith("bundle.json: Proved: 4 entries of the ledger of pitboss/harbour-club/9576e2f3\n")
    ledger.unlink()
    code, out, _ = run("bundle.json", "--key", key, "--head", kept)
    assert code == 0
    assert "Proved: 4 entries" in out
    assert "which continues its first 50 as they were signed 2026-09-21 14:13:20 UTC" in out
    assert "table TCP 2" in out
    code, out, _ = run("bundle.json", "--key", key, "--json")
    found = json.loads(out)
    assert (found["whole"], found["head"]["size"], found["older_head"]["size"]) == (True, 100, 50)
    assert found["entries"][0]["content"]["events"][0]["event"] == "BetsOpened"


def test_one_entry_is_proved_to_standard_output(run: Run, ledger: Path, tmp_path: Path) -> None:
    code, out, _ = run("--prove", "7")
    assert code == 0
    (tmp_path / "bundle.json").write_text(out, encoding="utf-8")
    assert "Proved: 1 entry of" in run("bundle.json", "--key", PUBLIC).out


def test_a_bundle_that_does_not_hold_is_said_to_be_tampered(run: Run, ledger: Path, tmp_path: Path) -> None:
    file = tmp_path / "bundle.json"
    run("--prove", "7", "-o", file)
    assert run(file, "--key", OTHER_KEY.public).code == 1
    file.write_bytes(file.read_bytes().replace(b"dana", b"anad"))
    code, out, _ = run(file, "--key", PUBLIC)
    assert (code, out) == (1, "Tampered: entry 7: it is not at this place in the ledger of 100 entries.\n")


def test_a_tampered_ledger_proves_nothing(run: Run, ledger: Path, tmp_path: Path) -> None:
    change(ledger, "UPDATE entries SET hash = zeroblob(32) WHERE position = 33")
    code, out, _ = run("--prove", "7", "-o", "bundle.json")
    assert (code, "Tampered: entry 7" in out) == (1, True)
    assert not (tmp_path / "bundle.json").exists()


def test_a_head_that_the_bundle_does_not_speak_of_makes_it_unusable(run: Run, ledger: Path, kept: Path) -> None:
    run("--prove", "7", "-o", "bundle.json")
    code, _, err = run("bundle.json", "--key", PUBLIC, "--head", kept)
    assert (code, "does not mention the kept head of 50 entries" in err) == (2, True)


def test_a_ledger_signed_again_is_found_by_who_kept_a_head(run: Run, ledger: Path, tmp_path: Path) -> None:
    other = drafts(SIZE)
    other[5] = other[5]._replace(content={**other[5].content, "by": "nobody"})
    kept = tmp_path / "other.txt"
    kept.write_text(head_at(sealed(other), 50).text, encoding="utf-8")
    code, out, _ = run("--head", kept)
    assert (code, "the head kept elsewhere: the entries do not have the root" in out) == (1, True)


# A deal

DEAL = DealCheck("TCP 2/3", "seed", "ab" * 32, tuple(DECK), (20,), {"1": tuple(DECK[:3]), "dealer": DECK[3:6]}, False)


def test_a_deal_that_is_right_is_shown(run: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.evidence.deal_check.check_round", lambda _, name: DEAL._replace(round=name))
    code, out, _ = run("--round", "TCP 2/3")
    assert (code, "Right: the deal of TCP 2/3.\n" in out) == (0, True)
    assert f"committed  {'ab' * 32}" in out
    assert f"box 1      {' '.join(map(str, DECK[:3]))}" in out
    code, out, _ = run("--round", "TCP 2/3", "--json")
    assert code == 0
    assert json.loads(out)["dealt"] == {"1": [*map(str, DECK[:3])], "dealer": [*map(str, DECK[3:6])]}


def test_a_deal_that_is_not_right_is_tampered(run: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> DealCheck:
        raise LedgerBroken("the order is not what was committed to", 12, "table TCP 2", 5)

    monkeypatch.setattr("pitboss.evidence.deal_check.check_round", wrong)
    assert run("--round", "TCP 2/3") == (
        1,
        "Tampered: entry 12 (table TCP 2 5): the order is not what was committed to.\n",
        "",
    )


def test_a_round_that_is_not_there_is_unusable(run: Run, ledger: Path) -> None:
    code, _, err = run("--round", "NONE/1")
    assert (code, err.startswith("pitboss: ")) == (2, True)


# A person watching


def test_a_bar_is_shown_to_a_person_only(run: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert f"[{'#' * 40}] 120 of 120 entries" in run().err
