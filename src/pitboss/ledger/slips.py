"""Slips: numbered without gaps, because the number of a slip is that of its entry in the stream `slips`.

An entry names the entry of a table that the slip is about, so the slip says what that one says. Prints and voids are
entries of `slip marks`: a slip that was issued never changes.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from pitboss.ledger.entry import Entry
from pitboss.ledger.single_record import read_single
from pitboss.play.message import Message

SLIPS = "slips"
MARKS = "slip marks"
SlipKind = Literal[
    "opener", "inventory", "closer", "error", "drop", "fill", "credit", "correction", "payout", "jackpot"
]
SLIP_KINDS: tuple[SlipKind, ...] = get_args(SlipKind)


class SlipIssued(Message):
    """A slip about an entry of a table, on a gaming day and in one of its shifts."""

    kind: SlipKind
    table: str
    game: str
    day: str
    shift: int


class SlipPrinted(Message):
    """A slip was printed; every print after the first is a reprint."""

    number: int


class SlipVoided(Message):
    """A slip is void, and keeps its number."""

    number: int
    reason: str


SlipRecord = SlipIssued | SlipPrinted | SlipVoided
_KINDS: Mapping[str, type[SlipRecord]] = {kind.__name__: kind for kind in get_args(SlipRecord)}


def read_slip_record(entry: Entry) -> SlipRecord:
    """The record in an entry of one of the two streams."""
    return read_single(entry, _KINDS, "a slip")
