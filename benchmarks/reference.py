"""The C of `reference.c`, compiled into a folder and called with the tables of a job."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pitboss.games.let_it_ride.tables import LetItRideTables
from pitboss.games.three_card_poker.tables import ThreeCardTables
from pitboss.simulation.card_stream import key_of
from pitboss.simulation.chunks import Job
from pitboss.simulation.tables import Counts, KernelTables

SOURCE = Path(__file__).with_name("reference.c")
FLAGS = ("-std=c11", "-O3", "-march=native", "-shared", "-fPIC")
BOXES = 7
WAGERS = {
    "MD-LIR": ("base", "five_card_bonus", "three_card_bonus"),
    "MD-TCP": ("ante", "pair_plus", "six_card_bonus"),
}
"""What the boxes wager, by regulation."""
Fields = dict[str, DTypeLike | None]
_LET_IT_RIDE: Fields = {
    "burned": None, "five_step": None, "size": None, "sets": np.uint16, "players": np.uint8, "first": np.int32,
    "second": np.uint8, "five": np.uint8, "five_filled": np.uint8, "worth": np.int64,
}  # fmt: skip
_THREE_CARD: Fields = {
    "outcome_step": None, "six_step": None, "size": None, "sets": np.uint16, "players": np.uint8, "hands": np.uint32,
    "six": np.uint8, "six_filled": np.uint8, "worth": np.int64,
}  # fmt: skip
"""The members of the structures, in their order: a number, or an array of such."""


def compiler() -> str | None:
    """The C compiler of this machine, if it has one."""
    return shutil.which("gcc") or shutil.which("cc")


class Reference:
    """The rounds of a chunk, as `Job.play` plays them, in C."""

    def __init__(self, compiler: str, folder: str) -> None:
        library = Path(folder, "reference.so")
        subprocess.run([compiler, *FLAGS, "-o", str(library), str(SOURCE)], check=True)
        self._library = ctypes.CDLL(str(library))

    def play(self, job: Job, chunk: int) -> Counts:
        """The counts of one chunk; a ValueError where the C has no such tables."""
        tables, first = job.tables, chunk * job.size
        count = min(job.size, job.rounds - first)
        name, given = _structure(tables)
        counts = Counts(
            np.zeros((BOXES, len(tables.prices.worth)), np.int64),
            np.zeros(1, np.int64),
            np.zeros((count // job.hour, 2), np.int64),
            np.zeros(count // (job.hour * job.shift), np.int64),
            np.zeros((0, 3), np.int64),
        )
        self._library[name](
            ctypes.c_int64(first),
            ctypes.c_int64(count),
            ctypes.c_uint64(key_of(job.seed)),
            ctypes.c_int64(job.hour),
            ctypes.c_int64(job.shift),
            given,
            *(ctypes.c_void_p(array.ctypes.data) for array in (counts.places, counts.hours, counts.lows)),
        )
        return counts


def _structure(tables: KernelTables) -> tuple[str, "ctypes.Array[ctypes.c_int64]"]:
    """The function for a game's tables, and the tables as its structure: numbers and addresses of 64 bits."""
    if (
        not isinstance(tables, LetItRideTables | ThreeCardTables)
        or tables.boxes != BOXES
        or (tables.prices.worth & 1).any()
    ):
        raise ValueError("the C reference knows seven boxes of two games, without meters and envy")
    if isinstance(tables, LetItRideTables):
        name, fields, more = "let_it_ride", _LET_IT_RIDE, tables.has_six or tables.has_cover
    else:
        name, fields, more = "three_card_poker", _THREE_CARD, tables.has_five or not tables.has_six
    if more:
        raise ValueError("the C reference knows other wagers of this game")
    return name, (ctypes.c_int64 * len(fields))(*(_member(tables, *field) for field in fields.items()))


def _member(tables: LetItRideTables | ThreeCardTables, name: str, kind: DTypeLike | None) -> int:
    if kind is None:
        return len(tables.prices.worth) if name == "size" else int(getattr(tables, name))
    array: NDArray[np.generic] = tables.prices.worth if name == "worth" else getattr(tables, name)
    if array.dtype != kind or not array.flags.c_contiguous:
        raise ValueError(f"the C reference expects another kind of {name}")
    return array.ctypes.data
