"""`pitboss replay`: a round told whole, exported, refused while it is under way; 1 where it was not paid as due."""

import json
import re
import shutil
from contextlib import closing
from pathlib import Path

import apsw
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
import pytest

from pitboss.cli.main import main
from pitboss.ledger.open_store import open_store
from pitboss.ledger.packing import PLAIN
from tests.cli.running import Ran, Run
from tests.ledger.evening import evening
from tests.rounds import transcript


@pytest.fixture
def run(pitboss: Run) -> Run:
    database = str(evening())

    def ran(*arguments: object, db: str = database) -> Ran:
        return pitboss("replay", "--db", db, *arguments)

    return ran


def test_a_round_to_read(run: Run) -> None:
    code, out, err = run("three-card/8")
    assert (code, err) == (0, "")
    for text in (
        "Round three-card/8  MD-TCP  Three Card Poker",
        "> dealer shuffles by device",
        "> box 1 places ante $10, progressive $1, five_card_progressive $1",
        "Box 1: As Ks Qs dealt",
        "turned up (11.D(2))",
        "Box 1: Three-Card Progressive wins, verified by the dealer (11.D(7)(a) and",
        "flo, floorperson",
        "other tables have moved it",
        "$10 x 5 = $50",
        "discard rack",
        "Settled again: paid as due.",
    ):
        assert text in out
    gists = [line for line in out.splitlines() if "deals single cards clockwise" in line]
    assert len(gists) == 1, "a clause is explained once"


def test_what_went_wrong_is_told(run: Run) -> None:
    out = run("three-card/9").out
    assert re.search(r"dee, player +> box 6 places nothing", out)
    assert 'refused: wagers cannot change after "no more bets"' in out
    assert "Irregularity, card face up: the card goes to the discard rack" in out
    void = run("three-card/7").out
    assert "Irregularity, wrong number of cards: " in void
    assert "The round is void: every wager goes back" in void
    assert "Settled again: every wager went back." in void
    assert "a $5 chip was missing" in run("top-five/8").out


def test_every_round_can_be_told(run: Run) -> None:
    for name, last in (("let-it-ride", 8), ("three-card-b", 10), ("top-five", 9), ("commonwealth", 8)):
        for number in range(1, last + 1):
            code, out, err = run(f"{name}/{number}")
            assert (code, err) == (0, "")
            assert "Settled again" in out


def test_for_programs(run: Run) -> None:
    found = json.loads(run("commonwealth/8", "--json").out)
    assert set(found) == {
        "round", "regulation", "status", "rules", "device", "start", "end", "first", "last", "shuffle", "moments",
        "refused", "hands", "boxes", "differences", "meters", "corrections", "recorded", "why_not_recorded",
    }  # fmt: skip
    assert len(found["shuffle"]["order"]) == 52
    assert len(found["hands"]["rack"]) == 52
    assert found["differences"] == []
    assert {"seq", "position", "at", "by", "role", "id", "command", "part", "event", "gist", "text"} == set(
        found["moments"][0]
    )


def test_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("three-card/8", "-o", "one.jsonl").out == "one.jsonl: round three-card/8.\n"
    assert main(["audit", "one.jsonl"]) == 0
    assert main(["settle", "one.jsonl"]) == 0
    capsys.readouterr()
    run("three-card/8", "-o", "one.json")
    assert json.loads((tmp_path / "one.json").read_text()) == json.loads(run("three-card/8", "--json").out)
    run("three-card/8", "-o", "one.parquet")
    assert pq.read_table(tmp_path / "one.parquet").num_rows > 40
    told = run("three-card/8", "-o", "one.round").out
    assert told == "one.round: round three-card/8, by the rules in one.house-three-card-8.toml beside it.\n"
    text = (tmp_path / "one.round").read_text(encoding="utf-8")
    monkeypatch.setattr(transcript, "FOLDER", tmp_path)
    assert transcript.played(transcript.read(text))[0] == text
    shown = run("three-card/8", "--round").out
    assert shown.splitlines()[2:] == text.splitlines()[2:]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["commonwealth/9"], "round commonwealth/9 is not over"),
        (["commonwealth/9", "--json"], "round commonwealth/9 is not over"),
        (["commonwealth/9", "-o", "x.round"], "round commonwealth/9 is not over"),
        (["three-card/99"], "the table has the rounds three-card/1 to three-card/9"),
        (["roulette/1"], "no table 'roulette'"),
        (["nonsense"], "a round is written TABLE/NUMBER"),
        (["three-card/8", "-o", "x.csv"], "x.csv: a round is written as"),
        (["three-card/7", "-o", "x.jsonl"], "cannot be settled from a file: it is void"),
        (["three-card/8", "-o", "no/folder/x.json"], "no/folder/x.json: cannot be written"),
        (["three-card/8", "--round", "--json"], "exclude each other"),
    ],
)
def test_what_cannot_be(run: Run, tmp_path: Path, arguments: list[str], says: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert says in json.loads(out)["error"] if "--json" in arguments else not out
    assert says in err
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", err)
    assert not list(tmp_path.iterdir())


def test_a_mispaid_round_is_the_answer_no(run: Run, tmp_path: Path) -> None:
    """A payment that somebody changed in the file: replay says what was due, and verify would say where."""
    path = tmp_path / "changed.db"
    shutil.copy(evening(), path)
    with closing(open_store(str(path))) as store:
        *_, entry = (one for one in store.stream("table top-five") if b'"WagerPaid"' in one.body)
    changed = re.sub(rb'"amount":(\d+)', lambda found: b'"amount":%d' % (int(found[1]) + 100), entry.body, count=1)
    db = apsw.Connection(str(path))
    db.execute("DROP TRIGGER entries_stay")
    db.execute("UPDATE entries SET body = ? WHERE position = ?", (PLAIN + changed, entry.position))
    db.close()
    code, out, err = run("top-five/9", db=str(path))
    assert (code, err) == (1, "")
    assert "Not as due" in out
    assert re.search(r"box \d \w+ +\$20 +\$21 +MD-TFP 11\.C\(4\)\(b\)", out)
    assert out.endswith("Settled again: 1 difference.\n")
    assert json.loads(run("top-five/9", "--json", db=str(path)).out)["differences"]
