"""The attacks: a tail that is rewritten, an old copy put back, a row of nonsense, a file that is away for a moment."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from pitboss.errors import InputError
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import LiveHouse
from pitboss.house.steady_clock import ClockWatch
from pitboss.ledger.open_store import open_store
from pitboss.play import commands as c
from tests.house.driving import KEY, SAMPLE, Driven

TABLE = "three-card"


class Kept:
    """A house over a file, with the file of its newest head beside it."""

    def __init__(self, folder: Path) -> None:
        self.path, self.head = folder / "ledger.db", folder / "house.head"
        open_store(str(self.path), create=True).close()
        self.driven = Driven(self.path)
        self.driven.house.close()
        self.start()

    def start(self) -> None:
        self.driven.house = LiveHouse(lambda: open_store(str(self.path)), SAMPLE, KEY, head_file=str(self.head))

    def buy(self, times: int = 1) -> None:
        for _ in range(times):
            self.driven.do(TABLE, c.BuyChips("ann", 100))

    def copy(self) -> Path:
        copy = self.path.with_suffix(".copy")
        self.driven.house.store.backup(str(copy))
        return copy

    def put_back(self, copy: Path) -> None:
        """Another process puts an old copy in place of the ledger."""
        for suffix in ("-wal", "-shm"):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        shutil.move(copy, self.path)

    def sql(self, statement: str) -> None:
        with closing(apsw.Connection(str(self.path))) as db:
            db.execute("DROP TRIGGER IF EXISTS entries_stay; DROP TRIGGER IF EXISTS entries_kept")
            db.execute(statement)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    made.driven.house.close()


def test_an_old_copy_put_back_while_the_house_runs_is_noticed_and_not_taken_up(kept: Kept) -> None:
    kept.buy()
    copy = kept.copy()
    kept.buy(3)
    kept.put_back(copy)
    with pytest.raises(HouseSuspended, match="moved away or replaced"):
        kept.driven.house.check_ledger()
    with pytest.raises(HouseSuspended, match=r"were acknowledged|no entry at position"):
        kept.driven.house.resume()
    assert kept.driven.house.suspended


def test_an_old_copy_put_back_between_two_runs_is_refused(kept: Kept) -> None:
    kept.buy()
    copy = kept.copy()
    kept.buy(3)
    kept.driven.house.close()
    kept.put_back(copy)
    with pytest.raises(InputError, match=r"this house signed a head over \d+ entries, and the ledger has \d+"):
        kept.start()
    # It is said what to do if the entries are given up.
    kept.head.unlink()
    kept.start()


@pytest.mark.parametrize("running", [True, False])
def test_a_rewritten_tail_is_never_signed(kept: Kept, running: bool) -> None:
    """The last entries have other hashes, as after a rewrite with correct chains."""
    kept.buy(3)
    if not running:
        kept.driven.house.close()
    kept.sql("UPDATE entries SET hash = zeroblob(32) WHERE position = (SELECT max(position) FROM entries)")
    if running:
        heads = kept.driven.house.store.count_heads()
        with pytest.raises(HouseSuspended, match="changed after this house stored it"):
            kept.driven.house.sign_head()
        with pytest.raises(HouseSuspended, match="has another entry at position"):
            kept.driven.house.resume()
        with closing(open_store(str(kept.path))) as store:
            assert store.count_heads() == heads
    else:
        with pytest.raises(InputError, match="are not those whose head this house signed"):
            kept.start()


def test_a_row_of_nonsense_suspends_the_house_and_its_removal_lets_it_go_on(kept: Kept) -> None:
    kept.buy()
    stream = "(SELECT stream FROM entries ORDER BY position DESC LIMIT 1)"
    kept.sql(
        "INSERT INTO entries (position, stream, seq, command, body, hash) SELECT max(position) + 1, "
        f"{stream}, (SELECT max(seq) + 1 FROM entries WHERE stream = {stream}), NULL, x'00', zeroblob(32) FROM entries"
    )
    kept.driven.house.record(TABLE)
    assert kept.driven.house.suspended
    with pytest.raises(HouseSuspended):
        kept.buy()
    with pytest.raises(HouseSuspended):
        kept.driven.house.resume()
    kept.sql("DELETE FROM entries WHERE position = (SELECT max(position) FROM entries)")
    kept.driven.house.resume()
    kept.buy()


def test_a_file_that_is_away_for_a_moment_is_noticed(kept: Kept) -> None:
    kept.buy()
    away = kept.path.with_suffix(".away")
    os.rename(kept.path, away)
    with pytest.raises(HouseSuspended, match="moved away or replaced"):
        kept.driven.house.check_ledger()
    with pytest.raises(HouseSuspended, match="there is no ledger here"):
        kept.driven.house.resume()
    os.rename(away, kept.path)
    kept.driven.house.resume()
    kept.buy()


def test_a_house_that_cannot_sign_does_not_play(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a facility name of before that no head can carry."""
    kept.buy()
    monkeypatch.setattr(kept.driven.house.signer, "origin", "Sample\u00a0Casino")
    with pytest.raises(HouseSuspended):
        kept.driven.house.sign_head()
    with pytest.raises(HouseSuspended):
        kept.buy()


def test_a_clock_that_is_set_is_noticed_and_one_that_drifts_is_not() -> None:
    wall, steady = [0], [0]
    watch = ClockWatch(lambda: wall[0], lambda: steady[0])
    for passed, set_by, found in ((1000, 0, 0), (1000, 1500, 0), (1000, -60_000, -60_000), (1000, 2_001, 2_001)):
        steady[0] += passed
        wall[0] += passed + set_by
        assert watch.jumped() == found
    assert watch.jumped() == 0
