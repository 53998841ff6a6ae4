"""One evening on a disk that notes everything: which operations there were, and what had been promised after which."""

from bisect import bisect_right
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import apsw

from pitboss.house.live_house import LiveHouse
from pitboss.ledger.fold import LinkRecord, TableRecord
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store
from tests.house.evening import HOUSE, KEY, PHYSICAL, Stage, TableChange, Turn, evening
from tests.house.faulty_disk import FaultyDisk, Operation

LEDGER = "ledger.db"
ROUNDS = 4
_PAGES = 100
"""The log goes into the file after so many pages, so that an evening has many checkpoints."""
Row = tuple[Any, ...]


class Mark(NamedTuple):
    """What is promised after so many operations: turns answered, entries that they made, heads handed out."""

    operations: int
    turns: int
    entries: int
    heads: int


class Place(NamedTuple):
    """Where the tables and links of a house stand."""

    tables: Mapping[str, TableRecord]
    links: Mapping[str, LinkRecord]


class Recorded(NamedTuple):
    """An evening as it went without a crash."""

    operations: tuple[Operation, ...]
    marks: tuple[Mark, ...]
    turns: tuple[Turn, ...]
    heard: tuple[TableChange, ...]
    places: tuple[Place, ...]
    """Where the house stood before the first turn, and after each."""
    sizes: tuple[int, ...]
    """The number of entries then."""
    rows: tuple[Row, ...]
    heads: tuple[Row, ...]

    def promised(self, operations: int) -> tuple[Mark, Mark]:
        """What is promised after so many operations, and what may be there already."""
        index = bisect_right(self.marks, operations, key=lambda mark: mark.operations)
        before = self.marks[index - 1] if index else Mark(0, 0, 0, 0)
        return before, self.marks[min(index, len(self.marks) - 1)]


def fast_folder() -> "TemporaryDirectory[str]":
    """In memory where there is such a place: the model says what is synced, not the machine."""
    return TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)


def open_house(folder: Path, vfs: str | None = None, synchronous: str = "FULL") -> tuple[LiveHouse, Stage]:
    """A house on the ledger in a folder."""
    stage = Stage()

    def opener() -> SqliteStore:
        store = SqliteStore(str(folder / LEDGER), vfs=vfs)
        assert store._db
        for pragma in (f"wal_autocheckpoint = {_PAGES}", f"synchronous = {synchronous}"):
            store._db.execute(f"PRAGMA {pragma}").fetchall()
        return store

    return LiveHouse(opener, HOUSE, KEY, physical=PHYSICAL, environment=stage.world), stage


def record_evening(synchronous: str = "FULL") -> Recorded:
    """Runs the evening once. Heads are signed and tables cached now and then, and the ledger is once opened anew."""
    with fast_folder() as folder:
        disk = FaultyDisk("recording")
        house, stage = open_house(Path(folder), disk.name, synchronous)
        turns, heard, marks, heads = list[Turn](), list[TableChange](), list[Mark](), 0
        places, sizes = [place_of(house)], [house.store.size()]

        def mark() -> None:
            marks.append(Mark(len(disk.operations), len(turns), sizes[-1], heads))

        mark()
        for turn in evening(house, rounds=ROUNDS):
            heard.append(stage.ask(house, turn))
            turns.append(turn)
            places.append(place_of(house))
            sizes.append(house.store.size())
            mark()
            if turn.number % 30 == 0:
                house.signer.sign_head()
                heads += 1
                mark()
            if turn.number % 50 == 0:
                house.signer.save_snapshot(house.record(turn.ask.table))
            if turn.number == 120:
                house.resume()
        house.signer.sign_head()
        rows, signed = rows_of(house.store), tuple(house.store.heads())
        house.close()
    return Recorded(
        tuple(disk.operations), tuple(marks), tuple(turns), tuple(heard), tuple(places), tuple(sizes), rows, signed
    )


def _place(house: LiveHouse) -> Place:
    return place_of(house)


def place_of(house: LiveHouse) -> Place:
    return Place(dict(house._records), dict(house._links))


def rows_of(opened: Store | apsw.Connection) -> tuple[Row, ...]:
    """Everything that the ledger says, command ids included."""
    db = opened._db if isinstance(opened, SqliteStore) else opened
    assert isinstance(db, apsw.Connection)
    return tuple(db.execute("SELECT * FROM entries ORDER BY position").fetchall())
