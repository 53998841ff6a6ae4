"""Bytes of a stored round by regulation, in the table and in the indexes of an SQLite ledger.

Every box is taken and makes every wager. What a ledger holds besides rounds (the house, the rules) is not counted, nor
what is computed from the entries and can be dropped: `benchmarks/growth.py` measures that.
"""

import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

import apsw

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.ledger.full_table import PLAYED, FullTable

ROUNDS = 60


def pages(path: str) -> Counter[str]:
    """The bytes of each table and index of a ledger, and of the whole file."""
    with closing(apsw.Connection(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        rows = db.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").fetchall()
    found = Counter({str(name): int(str(size)) for name, size in rows})
    found["file"] = Path(path).stat().st_size
    return found


def bytes_a_round(path: str, name: str, rounds: int = ROUNDS) -> Counter[str]:
    """What a round of a full table adds to each table and index of a new ledger; `round` is all that stores entries."""
    table = FullTable(path, name)
    table.play(2)
    before = pages(path)
    table.play(rounds)
    table.close()
    after = pages(path)
    found = Counter({part: (after[part] - before[part]) // rounds for part in after})
    found["round"] = sum(found[part] for part in found if "entries" in part or "names" in part)
    return found


def main() -> None:
    print(f"{'':10}{'round':>8}{'entries':>10}{'streams':>10}{'commands':>10}   bytes a round, all boxes, every wager")
    with tempfile.TemporaryDirectory() as folder:
        for regulation, name in PLAYED.items():
            found = bytes_a_round(f"{folder}/{regulation}.db", name)
            parts = [found[part] for part in ("round", "entries", "sqlite_autoindex_entries_1", "entries_command")]
            print(f"{regulation:10}{parts[0]:8}{parts[1]:10}{parts[2]:10}{parts[3]:10}")


if __name__ == "__main__":
    main()
