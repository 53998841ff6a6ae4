"""`pitboss doctor`: what it looks at, and that it says no where an installation is not fit."""

import json
import shutil
from pathlib import Path

import pytest

from pitboss.cards import show_cards
from pitboss.cli import doctor
from pitboss.cli.main import main
from pitboss.evidence.heads import SigningKey
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.entry import Draft
from pitboss.ledger.records import HouseOpened
from pitboss.ledger.sqlite import SqliteStore
from pitboss.play.message import message_to_json
from pitboss.rules.load import load_edition
from pitboss.rules.manifest import released_files
from pitboss.shuffle import shuffled
from tests.regulations.outside import PENNSYLVANIA
from tests.rules.package_copy import package_copy

HOUSE = Path(__file__).parents[2] / "examples/house.toml"


def findings(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, dict[str, object]]]:
    code = main(["doctor", "--json", *arguments])
    answer = json.loads(capsys.readouterr().out)
    assert answer["fit"] == (code == 0)
    return code, {finding["what"]: finding for finding in answer["findings"]}


def test_this_installation_is_fit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, found = findings(capsys, "--db", str(tmp_path / "none.db"))
    assert code == 0
    assert found["ledger"]["fit"] is None
    assert all(found[f"rules {key}"]["fit"] for key in ("MD-LIR@1.1", "MD-TCP@1.4", "MD-TFP@1", "MA-LIR@1"))
    assert found["rules files"] == {"what": "rules files", "found": "25 files as released", "fit": True, "advice": ""}
    assert str(found["sqlite"]["found"]) >= "3.51.3"


def test_a_ledger_is_looked_at(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    url, key = str(tmp_path / "house.db"), SigningKey(bytes(range(32)))
    key.save(str(tmp_path / "house.key"))
    LiveHouse(lambda: SqliteStore(url), HOUSE.read_text(), key).close()
    code, found = findings(capsys, "--db", url)
    assert code == 0
    assert found["key"]["found"] == str(key.public)
    assert "under a signed head" in str(found["heads"]["found"])
    assert found["rights"]["fit"] is True
    Path(url).chmod(0o644)
    code, found = findings(capsys, "--db", url)
    assert (code, found["rights"]["advice"]) == (1, f"chmod 600 {Path(url).resolve()}")
    Path(url).chmod(0o600)
    (tmp_path / "house.key").chmod(0o644)
    code, found = findings(capsys, "--db", url)
    assert code == 1


def test_regulations_outside_the_package_are_looked_at(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = ["--db", str(tmp_path / "none.db"), "--regulations"]
    code, found = findings(capsys, *options, str(PENNSYLVANIA))
    assert (code, found["rules PA-TCP@1"]["fit"]) == (0, None)
    digest = load_edition(PENNSYLVANIA / "three_card_poker/1").digest
    folder = PENNSYLVANIA / "three_card_poker/1"
    assert found["rules PA-TCP@1"]["found"] == f"revision 1, sha256 {digest}, from {folder}"
    broken = Path(shutil.copytree(PENNSYLVANIA, tmp_path / "pa"))
    (broken / "three_card_poker/1/clauses.toml").unlink()
    code, found = findings(capsys, *options, str(broken))
    assert (code, found["rules PA-TCP@1"]["fit"]) == (1, False)
    assert found["rules PA-TCP@1"]["advice"] == f"pitboss check-rules {broken}"
    code, found = findings(capsys, *options, str(tmp_path))
    assert code == 1


@pytest.mark.parametrize("file", sorted(released_files()))
def test_one_changed_byte_in_any_data_file_is_found(
    file: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with package_copy(tmp_path) as copied:
        data = bytearray((copied / file).read_bytes())
        data[data.index(b"#") if b"#" in data else data.index(b" ")] ^= 1
        (copied / file).write_bytes(data)
        code, found = findings(capsys, "--db", str(tmp_path / "none.db"))
    assert code == 1
    assert (found["rules file"]["found"], found["rules file"]["fit"]) == (
        f"{file} was changed after the release",
        False,
    )


def test_a_ledger_recorded_by_rules_that_are_not_here(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    store = SqliteStore(url)
    opened = HouseOpened("Hall", HOUSE.read_text(), "0" * 64, "", "0.1.0")
    store.append([Draft("house", 0, {"at": 0, "by": "house", "events": [message_to_json(opened)]})])
    store.close()
    code, found = findings(capsys, "--db", url)
    assert code == 1
    assert "which this version does not have: use the version that wrote them" in str(found["ledger"]["found"])


def test_a_file_that_is_no_ledger(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("not a database, however long it may be " * 100)
    code, found = findings(capsys, "--db", str(tmp_path / "x.db"))
    assert code == 1
    assert (found["ledger"]["fit"], found["ledger"]["found"]) == (
        False,
        f"{tmp_path / 'x.db'}: this is not a pitboss ledger",
    )


def test_a_broken_shuffle_is_not_fit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.shuffle.shuffled", lambda seed: shuffled(bytes([*seed[:-1], 1])))
    code, found = findings(capsys)
    assert (code, found["shuffle"]["fit"]) == (1, False)


def test_an_old_sqlite_is_not_fit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.ledger.sqlite.sqlite_version", lambda: (3, 40, 1))
    code, found = findings(capsys)
    assert (code, found["sqlite"]["found"]) == (1, "3.40.1")


def test_text_for_people(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["doctor", "--db", str(tmp_path / "none.db")]) == 0
    assert "This installation is fit to run a table." in capsys.readouterr().out
    assert show_cards(shuffled(bytes(32))[:3]) == doctor._FIRST_DECK
