"""Chunks: runs of rounds that are independent of each other and give the same counts on any machine."""

from typing import NamedTuple

import numpy as np

from pitboss.simulation.card_stream import key_of
from pitboss.simulation.tables import Counts, KernelTables

SIZE = 1 << 19
"""The approximate number of rounds in a chunk; a chunk is whole shifts."""
COMPILE_FROM = 1_000_000
"""With fewer rounds, compiling a kernel would take longer than playing them in numpy."""


class Job(NamedTuple):
    """Everything that playing a chunk needs; it is sent to other processes and other machines."""

    tables: KernelTables
    seed: int
    rounds: int
    hour: int
    """Rounds in an hour."""
    shift: int
    """Hours in a shift."""
    compiled: bool

    @property
    def size(self) -> int:
        """Rounds in a chunk."""
        shift = self.hour * self.shift
        return max(1, SIZE // shift) * shift

    @property
    def chunks(self) -> int:
        return -(-self.rounds // self.size)

    def play(self, chunks: range) -> Counts:
        """The counts of some chunks, one after the other."""
        return merged([self._play(chunk) for chunk in chunks])

    def _play(self, chunk: int) -> Counts:
        first = chunk * self.size
        count = min(self.size, self.rounds - first)
        key = key_of(self.seed)
        if self.compiled:
            return _compiled(self, first, count, key)
        from pitboss.simulation import vectorised  # noqa: PLC0415 - for start-up: a compiled job does not need it

        return vectorised.play(first, count, key, self.hour, self.shift, self.tables)


def merged(counts: list[Counts]) -> Counts:
    """The sum of the counts of consecutive chunks."""
    if len(counts) == 1:
        return counts[0]
    places, highest, hours, lows, hits = zip(*counts, strict=True)
    return Counts(sum(places[1:], places[0]), sum(highest[1:], highest[0]), *map(np.concatenate, (hours, lows, hits)))


def _compiled(job: Job, first: int, count: int, key: int) -> Counts:
    tables, room = job.tables, 1 << 12
    kernel = tables.kernel()
    while True:
        places = np.zeros((tables.boxes, len(tables.prices.worth)), np.int64)
        counts = Counts(
            places,
            np.zeros(len(tables.highest_worth), np.int64),
            np.zeros((count // job.hour, 2), np.int64),
            np.zeros(count // (job.hour * job.shift), np.int64),
            np.zeros((room, 3), np.int64),
        )
        found = kernel(first, count, np.uint64(key), job.hour, job.shift, tables, *counts)
        if found <= room:
            return counts._replace(hits=counts.hits[:found])
        # There were more hits than there was room to record: play again with room for all.
        room = found
