"""The rows of the index of rounds: what they say, and what ties them to the entries."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from pitboss.books.rounds import RoundSummary
from pitboss.books.table_scan import TableStart
from pitboss.ledger.derived import DerivedTables

ROUNDS = DerivedTables(
    "rounds",
    3,
    {
        "derived_round_tags": "id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, rounds INTEGER NOT NULL",
        "derived_rounds": (
            "position INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, number INTEGER NOT NULL, first INTEGER NOT NULL, "
            "entries INTEGER NOT NULL, start INTEGER NOT NULL, lag INTEGER NOT NULL, largest INTEGER NOT NULL, "
            "boxes TEXT NOT NULL, tie INTEGER NOT NULL"
        ),
        "derived_tagged_rounds": "tag INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (tag, position)",
        "derived_waypoints": (
            "stream TEXT NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL, state TEXT NOT NULL, "
            "PRIMARY KEY (stream, at, seq)"
        ),
        "derived_corrections": (
            "stream TEXT NOT NULL, number INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (stream, number, seq)"
        ),
        "derived_sums": (
            "stream TEXT NOT NULL, minute INTEGER NOT NULL, rounds INTEGER NOT NULL, void INTEGER NOT NULL, "
            "taken INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (stream, minute)"
        ),
    },
    {"derived_rounds_by_number": "derived_rounds (table_id, number)"},
)
ROUND_COLUMNS = ("position", "table_id", "number", "first", "entries", "start", "lag", "largest", "boxes", "tie")


class IndexedRound(NamedTuple):
    """A round as its row in the index has it."""

    position: int
    """The position of its last entry."""
    table: str
    number: int
    first: int
    """The number of its first entry in the table's stream."""
    entries: int
    """How many entries of the table follow the first one up to the last."""
    start: int
    lag: int
    """How much earlier it began than the latest of the rounds that ended up to here."""
    largest: int
    boxes: Mapping[int, str]
    tie: int
    """Ties these values to the last entry, so that a row that was changed or belongs elsewhere is noticed."""

    def tied_to(self, hash_: bytes) -> int:
        """The tie that the row must have if its last entry has this hash."""
        return int.from_bytes(sha256(hash_ + json.dumps(self[:-1]).encode()).digest()[:8], signed=True)


class EndedRound(NamedTuple):
    """A round that is over, as it is written."""

    found: RoundSummary
    lag: int
    hash: bytes
    """The hash of its last entry."""

    @property
    def row(self) -> IndexedRound:
        one = self.found
        length = one.last.seq - one.first.seq
        row = IndexedRound(
            one.last.position, one.table, one.number, one.first.seq, length, one.start, self.lag, one.largest,
            one.boxes, 0,
        )  # fmt: skip
        return row._replace(tie=row.tied_to(self.hash))


def tags_of(found: RoundSummary) -> Iterator[str]:
    """What a round can be found by besides its time, each once."""
    yield f"table {found.table}"
    yield f"amount {found.largest.bit_length()}"
    yield from (f"player {name}" for name in dict.fromkeys(found.boxes.values()))
    yield from (f"dealer {name}" for name in found.dealers)
    yield from (f"irregular {name}" for name in dict.fromkeys(found.irregularities))
    yield from ("irregular",) * bool(found.irregularities)
    yield from ("jackpot",) * bool(found.jackpots)
    yield from ("void",) * found.void


class Waypoint(NamedTuple):
    """A place in a stream from which it can be read on."""

    stream: str
    at: int
    """The latest time in its entries so far."""
    seq: int
    state: str = ""


class CorrectedRound(NamedTuple):
    """A correction that names a round: its place in the stream of the table."""

    stream: str
    number: int
    seq: int


def write_start(start: TableStart) -> str:
    return json.dumps([start.seq, start.house, [*start.seats.items()], start.rounds, start.at])


def read_start(text: str) -> TableStart:
    if not text:
        return TableStart()
    seq, house, seats, rounds, at = json.loads(text)
    return TableStart(seq, house, dict(seats), rounds, at)


def players_in(boxes: str) -> dict[int, int]:
    """The number of the player of each box, as a row has them."""
    found = enumerate(boxes.split(","), 1)
    return {box: int(player) if player.isdecimal() else -1 for box, player in found if player}
