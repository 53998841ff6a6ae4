"""Chunks: runs of rounds that need nothing from each other, and are the same wherever they are played."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.simulation.card_stream import key_of
from pitboss.simulation.tables import Counts, LetItRide, Tables, ThreeCard, TopFive

SIZE = 1 << 19
"""Rounds in a chunk, about; a chunk is whole shifts."""
COMPILE_FROM = 1_000_000
"""Fewer rounds are over before a compiler would have started."""
_NAMES: dict[type, str] = {LetItRide: "let_it_ride", ThreeCard: "three_card_poker", TopFive: "top_five_poker"}


class Job(NamedTuple):
    """All that playing a chunk needs; it is sent to other processes and other machines."""

    tables: Tables
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
        from pitboss.simulation import vectorised  # noqa: PLC0415 - one of two ways

        return vectorised.play(first, count, key, self.hour, self.shift, self.tables)


def merged(counts: list[Counts]) -> Counts:
    """The counts of chunks that follow each other."""
    if len(counts) == 1:
        return counts[0]
    places, cover, hours, lows, hits = zip(*counts, strict=True)
    return Counts(sum(places[1:], places[0]), sum(cover[1:], cover[0]), *map(np.concatenate, (hours, lows, hits)))


def _compiled(job: Job, first: int, count: int, key: int) -> Counts:
    tables, room = job.tables, 1 << 12
    cover = len(tables.cover_worth) if isinstance(tables, LetItRide) else 1
    while True:
        places = np.zeros((tables.boxes, len(tables.prices.worth)), np.int64)
        counts = Counts(
            places,
            np.zeros(cover, np.int64),
            np.zeros((count // job.hour, 2), np.int64),
            np.zeros(count // (job.hour * job.shift), np.int64),
            np.zeros((room, 3), np.int64),
        )
        found = _kernel(_NAMES[type(tables)])(first, count, np.uint64(key), job.hour, job.shift, tables, *counts)
        if found <= room:
            return counts._replace(hits=counts.hits[:found])
        # More hits than there was room to note: once more, with room for all.
        room = found


@cache
def _kernel(game: str) -> Callable[..., int]:
    from pitboss.simulation import compiled  # noqa: PLC0415 - imports a compiler

    kernel: Callable[..., int] = getattr(compiled, game)
    return kernel
