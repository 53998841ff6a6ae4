"""`pitboss case` and `pitboss verify case.zip`: the whole way of a dispute, by the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Run
from tests.house.driving import KEY, SAMPLE, Driven

TABLE = "three-card"


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    driven = Driven(tmp_path / "pitboss.db", SAMPLE)
    driven.seat(TABLE, 2)
    driven.play(TABLE, 3)
    driven.house.close()
    return tmp_path / "pitboss.db"


def test_a_case_is_made_and_verified(pitboss: Run, ledger: Path, tmp_path: Path) -> None:
    code, out, err = pitboss("case", f"{TABLE}/2", "-o", "case.zip")
    assert (code, err) == (0, "")
    assert "case.zip: the case of round three-card/2." in out
    ledger.unlink()
    code, out, err = pitboss("verify", "case.zip", "--key", str(KEY.public))
    assert (code, err) == (0, "")
    assert "dealt and settled again from the opening of the table" in out
    assert "What was said and done" in out
    assert "Settled again: paid as due." in out
    code, out, _ = pitboss("verify", "case.zip", "--key", str(KEY.public), "--json")
    document = json.loads(out)
    assert (code, document["whole"], document["round"], document["differences"]) == (0, True, "three-card/2", [])
    assert document["boxes"][0]["lines"][0]["sum"]
    data = bytearray((tmp_path / "case.zip").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "case.zip").write_bytes(data)
    code, out, err = pitboss("verify", "case.zip", "--key", str(KEY.public))
    assert code in (1, 2)


def test_what_cannot_be_a_case_is_refused_in_a_sentence(pitboss: Run, ledger: Path, tmp_path: Path) -> None:
    assert pitboss("case", f"{TABLE}/2")[0] == 2
    code, _, err = pitboss("case", f"{TABLE}/99", "-o", "case.zip")
    assert code == 2
    assert "no round" in err
    (tmp_path / "case.zip").write_bytes(b"PK and nothing else")
    code, _, err = pitboss("verify", "case.zip", "--key", str(KEY.public))
    assert code == 2
    assert "case.zip: this is not a case" in err
    code, _, err = pitboss("verify", "case.zip")
    assert code == 2
    assert "give it as --key" in err


def test_the_page_of_a_player(pitboss: Run, ledger: Path, tmp_path: Path) -> None:
    code, _, err = pitboss("case", f"{TABLE}/2", "-o", "round.html", "--player", "player 1")
    assert code == 2
    assert "pitboss.key: the signing key cannot be read" in err
    KEY.save(str(tmp_path / "pitboss.key"))
    code, out, err = pitboss("case", f"{TABLE}/2", "-o", "round.html", "--player", "player 1")
    assert (code, err) == (0, "")
    assert "round.html: round three-card/2 for player 1; any browser checks it." in out
    assert str(KEY.public) in (tmp_path / "round.html").read_text(encoding="utf-8")
    code, _, err = pitboss("case", f"{TABLE}/2", "-o", "round.zip", "--player", "player 1")
    assert code == 2
    assert "ends in .html" in err
    code, _, err = pitboss("case", f"{TABLE}/2", "-o", "round.html", "--player", "nobody")
    assert code == 2
    assert "'nobody' had no box" in err
