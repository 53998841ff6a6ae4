"""`pitboss watch`: the alerts of a gaming day, as text and for programs."""

import json
from pathlib import Path

import pytest

from tests.books.test_report import evening
from tests.cli.running import Run
from tests.ledger.busy_house import START


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ledger") / "pitboss.db"
    evening(str(path)).house.close()
    return path


def test_the_alerts_of_a_day_so_far(pitboss: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.cli.watch.wall_clock", lambda: START + 2 * 3_600_000)
    code, out, err = pitboss("watch", "--db", ledger, "--once", "--json", "--zone", "UTC", "--day-starts", "23:00")
    assert (code, err) == (0, "")
    alerts = [json.loads(line) for line in out.splitlines()]
    assert [(one["kind"], one["table"], one["round"]) for one in alerts] == [
        ("void", "one", "one/2"), ("jackpot", "one", "one/3"), ("correction", "one", None),
    ]  # fmt: skip
    code, out, _ = pitboss("watch", "--db", ledger, "--once", "--zone", "UTC", "--day-starts", "00:30")
    assert code == 0
    assert "one/2" not in out, "the void round was on the day before"
    assert "flo corrected a payment to ann by -$7: one chip too many" in " ".join(out.split())
    assert pitboss("watch", "--db", ledger, "--once", "--table", "bay").out == "no alerts on this gaming day so far\n"


def test_what_cannot_be_used_is_said(pitboss: Run, ledger: Path) -> None:
    code, out, err = pitboss("watch", "--db", ledger, "--once", "--table", "ona")
    assert (code, out) == (2, "")
    assert "the ledger has no table 'ona'" in err
