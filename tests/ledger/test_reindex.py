"""The index is built again while a house plays, and on a disk that fills up: nothing is lost or told wrongly."""

import gzip
import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from pitboss.cli.main import main
from pitboss.ledger.open_store import open_store
from tests.house.driven_house import DrivenHouse
from tests.house.test_upgrade import finish
from tests.ledger.test_version_0_1 import FOLDER as KEPT
from tests.web.inside import HOUSE

LIMITED = """
import resource, sys
from pitboss.cli.main import main
most = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
sys.exit(main(sys.argv[2:]))
"""
"""A command whose files cannot grow beyond some bytes, as on a full disk."""


def answer(capsys: pytest.CaptureFixture[str], command: str, path: Path) -> object:
    capsys.readouterr()
    assert main([command, "--db", str(path), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_house_plays_on_while_the_index_is_built_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = DrivenHouse(tmp_path / "house.db", HOUSE.read_text(encoding="utf-8"))
    house.open("top-five", "ann")
    codes = list[int]()

    def reindex() -> None:
        codes.extend(main(["reindex", "--db", str(tmp_path / "house.db"), "--json"]) for _ in range(20))

    beside = Thread(target=reindex)
    beside.start()
    played = 0
    while beside.is_alive() or played < 3:
        house.deal("top-five", "1 ante $10")
        finish(house, "top-five", 0)
        played += 1
    beside.join()
    assert codes == [0] * 20
    house.house.close()
    assert len(answer(capsys, "rounds", tmp_path / "house.db")) == played  # type: ignore[arg-type]
    assert main(["verify", "--db", str(tmp_path / "house.db"), "--all", "--books"]) == 0


@pytest.mark.parametrize("room", [4_096, 33_000, 36_000])
def test_a_disk_that_fills_up_loses_no_entry(tmp_path: Path, room: int, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(gzip.decompress((KEPT / "ledger.db.gz").read_bytes()))
    with closing(open_store(str(path))) as store:
        entries = tuple(store.entries())
    command = [sys.executable, "-B", "-c", LIMITED, str(room), "reindex", "--db", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stdout
    assert "Traceback" not in done.stderr
    if room > 32_768:
        assert "No entry was touched: make room, then run pitboss reindex again" in done.stderr
    first = answer(capsys, "rounds", path)
    assert main(["reindex", "--db", str(path)]) == 0
    assert answer(capsys, "rounds", path) == first
    with closing(open_store(str(path))) as store:
        assert tuple(store.entries()) == entries
