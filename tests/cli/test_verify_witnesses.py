"""`pitboss verify --policy` and proofs for other programs, by the command line."""

import json
from functools import partial
from pathlib import Path

import pytest

from pitboss.evidence.heads import SigningKey
from pitboss.evidence.signed_note import TIMED_ED25519, read_note
from pitboss.evidence.snapshots import keep_cosigned
from pitboss.ledger.sqlite import SqliteStore
from tests.cli.running import Run
from tests.evidence import second_checker as second
from tests.ledger.sample import KEY, ORIGIN, sample, write_sqlite

WITNESS = SigningKey(b"w" * 32)
NAME = "witness.example/tables"
SIZE = 120
POLICY = f"log {KEY.public.named(ORIGIN)}\nwitness W {WITNESS.public.named(NAME, TIMED_ED25519)}\nquorum W\n"


@pytest.fixture
def run(pitboss: Run) -> Run:
    return partial(pitboss, "verify")


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger of 120 entries whose head of 100 is cosigned, and a policy beside it."""
    path = tmp_path / "pitboss.db"
    write_sqlite(path, SIZE)
    (tmp_path / "house.policy").write_text(POLICY)
    note = sample(SIZE).signed[1].text
    store = SqliteStore(str(path))
    keep_cosigned(store, 100, note + WITNESS.cosign(NAME, read_note(note).text, 1_790_000_060, ml_dsa=False))
    store.close()
    return path


def test_a_ledger_is_whole_and_witnessed(run: Run, ledger: Path) -> None:
    code, out, err = run("--policy", "house.policy")
    assert (code, err) == (0, "")
    assert "W 2026-09-21 14:14:20 UTC, over 100 entries" in out
    assert str(KEY.public.named(ORIGIN)) in out
    code, out, _ = run("--policy", "house.policy", "--json")
    assert json.loads(out)["witnesses"] == {"size": 100, "cosigned": {"W": 1_790_000_060}}


def test_a_ledger_without_the_witness_is_refused(run: Run, ledger: Path, tmp_path: Path) -> None:
    other = str(KEY.public.named("x", 4))
    (tmp_path / "house.policy").write_text(POLICY.replace(str(WITNESS.public.named(NAME, 4)), other))
    code, out, _ = run("--policy", "house.policy")
    assert code == 1
    assert "too few witnesses cosigned it" in out
    (tmp_path / "house.policy").write_text("quorum W")
    code, _, err = run("--policy", "house.policy")
    assert code == 2
    assert "house.policy:1: no line above defines 'W'" in err


def test_a_proof_for_other_programs(run: Run, ledger: Path, tmp_path: Path) -> None:
    code, out, err = run("--prove", "5", "-o", "entry.tlog-proof", "--policy", "house.policy")
    assert (code, err) == (0, "")
    assert "witnessed by W 2026-09-21 14:14:20 UTC" in out
    text = (tmp_path / "entry.tlog-proof").read_text()
    assert text.startswith("c2sp.org/tlog-proof@v1\nextra ")
    assert "\nindex 5\n" in text
    note = text.partition("\n\n")[2].encode()
    assert second.note_holds(note, str(KEY.public.named(ORIGIN)))
    assert second.note_holds(note, str(WITNESS.public.named(NAME, 4)))
    code, out, _ = run("entry.tlog-proof", "--key", str(KEY.public), "--policy", "house.policy", "--json")
    assert code == 0
    assert json.loads(out)["entries"][0]["position"] == 5
    # Every line matters: the format, the entry, its place, each hash, the checkpoint and its signatures.
    for number, line in enumerate(text.split("\n")[:-1]):
        if not line:
            continue
        lines = text.split("\n")
        middle = len(line) // 2
        lines[number] = line[:middle] + chr(ord(line[middle]) ^ 1) + line[middle + 1 :]
        (tmp_path / "changed.tlog-proof").write_text("\n".join(lines))
        code, out, err = run("changed.tlog-proof", "--key", str(KEY.public), "--policy", "house.policy")
        assert code in (1, 2), line
    code, _, err = run("--prove", "TCP 2/3", "-o", "round.tlog-proof")
    assert code == 2
    assert "proves one entry" in err
