"""Verifying on several cores: processes check ranges of a ledger by themselves, and one process joins what they found.

A range is a full tree of the Merkle tree, so its root is all that the join needs of its hashes. A process knows nothing
of what comes before its range: it hands over where each stream begins and ends in it. A range that is not certainly
whole is left to the reading one by one.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

from msgspec.msgpack import decode, encode

from pitboss.evidence.merkle import Frontier
from pitboss.evidence.page_check import PAGE, Following, Reader, StreamTip, check_page
from pitboss.ledger.entry import Entry
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store

RANGE = 2**13
"""Entries of a range, which begins at a multiple of it."""
_BACK = 2**12
"""How far a process looks back for the last command before its range."""


class RangeFound(NamedTuple):
    """A range whose entries are whole, if what comes before it is."""

    frontier: Frontier
    at: Mapping[int, Frontier]
    """The frontier of the range at each number of entries that a head covers."""
    firsts: Mapping[str, Following]
    tips: Mapping[str, StreamTip]
    command: str
    read: bytes
    """Its entries, for a reader."""

    def hand_over(self, reader: Reader) -> None:
        """Gives the reader the entries and what they say."""
        for row in decode(self.read):
            entry = Entry(*row)
            reader(entry, entry.content)


def ranges_ahead(  # noqa: PLR0913 - what a process has to know
    address: str, jobs: int, start: int, size: int, kept: int, *, reading: bool
) -> Iterator[RangeFound | None]:
    """The ranges of a ledger from `start` on, in order; None for one that is not certainly whole, and then the end.

    `kept` is the size of a head kept elsewhere, or 0. If there is a reader, the entries come along.
    """
    starts = iter(range(start, size - RANGE + 1, RANGE))
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_open, initargs=(address,)) as pool:
        # As many are under way as keep the processes busy; what is done is handed over at once.
        waiting = [pool.submit(_check, one, kept, reading) for one in islice(starts, 2 * jobs)]
        try:
            while waiting:
                found = waiting.pop(0).result()
                yield found
                if found is None:
                    return
                waiting += [pool.submit(_check, one, kept, reading) for one in islice(starts, 1)]
        finally:
            for one in waiting:
                one.cancel()


_opened: list[Store] = []
"""The ledger, in a process that checks ranges."""


def _open(address: str) -> None:
    _opened.append(open_store(address))


def _check(start: int, kept: int, reading: bool) -> RangeFound | None:
    return check_range(_opened[0], start, start + RANGE, kept, reading=reading)


def check_range(store: Store, start: int, stop: int, kept: int = 0, *, reading: bool = False) -> RangeFound | None:
    """What a range of entries is by itself; None if it is not certainly whole."""
    command = _command_before(store, start)
    if command is None:
        return None
    frontier, at, read = Frontier(), dict[int, Frontier](), list[Entry]()
    reader: Reader | None = (lambda entry, _: read.append(entry)) if reading else None
    firsts, tips = dict[str, Following](), dict[str, StreamTip]()
    covered = sorted({*_head_sizes(store, start, stop), *([kept] if start < kept <= stop else [])}, reverse=True)
    for first in range(start, stop, PAGE):
        found = check_page(store, first, min(first + PAGE, stop), command, reader)
        if found is None:
            return None
        for name, following in found.firsts.items():
            if name not in tips:
                firsts[name] = following
            elif following != Following(tips[name].seq + 1, tips[name].hash.hex()):
                return None
        while covered and covered[-1] <= first + len(found.leaves):
            size = covered.pop()
            frontier.extend(found.leaves[start + frontier.size - first : size - first])
            at[size] = frontier.copy()
        frontier.extend(found.leaves[start + frontier.size - first :])
        tips |= found.tips
        command = found.command
    return RangeFound(frontier, at, firsts, tips, command, encode(read))


def _command_before(store: Store, start: int) -> str | None:
    """The id of the last command before a position, as its entry gives it; None if it is not known."""
    try:
        for entry in reversed(store.page(max(0, start - _BACK), start)):
            if (command := entry.content.get("id")) and isinstance(command, str):
                return command
    except (TypeError, ValueError, MemoryError):
        return None
    return None if start > _BACK else ""


def _head_sizes(store: Store, start: int, stop: int) -> Iterator[int]:
    while rows := store.heads(start, PAGE):
        for row in rows:
            if row.size > stop:
                return
            yield row.size
        start = rows[-1].size
