"""What a stored round takes on the disk, indexes included."""

from pathlib import Path

import pytest

from benchmarks.storage import bytes_a_round
from tests.ledger.full_table import PLAYED

MOST = {"MD-TCP": 2800, "MD-TFP": 2500, "MD-LIR": 3600, "MA-LIR": 3600}
"""Bytes of a round with every wager at every box. Let It Ride has two decisions a box, so seven more entries.

Forty rounds fill pages of 4,096 bytes, so that one page is 102 bytes of each.
"""


@pytest.mark.parametrize(
    "regulation", ["MD-TCP", *(pytest.param(one, marks=pytest.mark.slow) for one in MOST if one != "MD-TCP")]
)
def test_a_round_of_a_full_table_takes_few_bytes(regulation: str, tmp_path: Path) -> None:
    found = bytes_a_round(str(tmp_path / "house.db"), PLAYED[regulation], rounds=40)
    print(f"{regulation}: {found['round']:,} bytes a round, {found['entries']:,} of them entries")
    assert 0 < found["round"] <= MOST[regulation]
