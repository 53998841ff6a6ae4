"""A ledger on a read-only mount: an auditor's copy on a disk that nobody may write."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import ReadOnly, SnapshotRow
from tests.cli.test_outside import run
from tests.web.inside import Inside


@pytest.fixture(scope="module")
def mounted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a house, as it is seen through a read-only mount."""
    folder, seen = tmp_path_factory.mktemp("written"), tmp_path_factory.mktemp("mounted")
    people = [("dora", "dealer"), ("flo", "floorperson"), ("ann", "player"), ("bob", "player")]
    with Inside(folder, people) as inside:
        inside.crew("three-card", ("ann", "bob"), 1).play(1)
        inside.house.sign_head()
    with closing(open_store(str(folder / "house.db"))) as store:
        store.give_back()
    if os.name != "posix" or os.geteuid() or subprocess.call(["mount", "--bind", folder, seen], stderr=-3):
        pytest.skip("only root can mount")
    try:
        subprocess.check_call(["mount", "-o", "remount,ro,bind", seen])
        yield seen
    finally:
        subprocess.check_call(["umount", seen])


def test_it_can_be_verified_and_read(mounted: Path, tmp_path: Path) -> None:
    db = str(mounted / "house.db")
    before = sorted(mounted.iterdir())
    for command in (("verify",), ("verify", "--books"), ("rounds",), ("report",), ("replay", "three-card/1")):
        ran = run(tmp_path, *command, "--db", db)
        assert (ran.code, ran.err) == (0, ""), (command, ran.err)
    assert sorted(mounted.iterdir()) == before


def test_nothing_is_written(mounted: Path) -> None:
    with closing(open_store(str(mounted / "house.db"))) as store, pytest.raises(ReadOnly):
        store.save_snapshot(SnapshotRow("x", 1, "{}"))
