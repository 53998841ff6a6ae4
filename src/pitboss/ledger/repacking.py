"""Packing the rows of a ledger that was stored plain, entry by entry, each to the byte, sound or not.

A migration must neither lose an entry nor mend one that was changed: what `verify` found before, it finds
afterwards. The table `entries_before` holds the plain rows, `entries` takes the packed ones, in one transaction.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from pitboss.errors import InputError
from pitboss.ledger.entry import NOTHING, Entry
from pitboss.ledger.packed_rows import PackedRows
from pitboss.ledger.row_form import Ends, NewEntry, Rows, Run
from pitboss.ledger.store import Progress

_PAGE = 500
_BEFORE = "SELECT position, stream, seq, body, hash, command FROM entries_before"


def copy_packed(run: Run, form: PackedRows, progress: Progress | None = None) -> None:
    """Writes every plain row packed. InputError if one cannot be read."""
    ((total,),) = run("SELECT count(*) FROM entries_before")
    ends, done = Ends(), 0
    for page in _pages(run):
        new = [_plain(run, row, ends) for row in page]
        form.add(form.unknown(new))
        run(
            f"INSERT INTO entries (position, stream, seq, body, hash, command) VALUES {_marks(page)}",  # noqa: S608
            *_values(form, new),
        )
        done += len(page)
        if progress:
            progress(done, total)


def _pages(run: Run) -> Iterator[Rows]:
    """All rows, by position, a page at a time."""
    try:
        page = run(f"{_BEFORE} ORDER BY position LIMIT {_PAGE}")
        while page:
            yield page
            page = run(f"{_BEFORE} WHERE position > ? ORDER BY position LIMIT {_PAGE}", page[-1][0])
    except ValueError:
        raise InputError("an entry cannot be read, so nothing was changed: run pitboss verify") from None


def _plain(run: Run, row: tuple[Any, ...], ends: Ends) -> NewEntry:
    position, stream, seq, body, digest, command = row
    entry = Entry(position, stream, seq, bytes(body), bytes(digest))
    known, prev = ends.get(stream, (0, NOTHING))
    if known != seq - 1:
        found = run("SELECT hash FROM entries_before WHERE stream = ? AND seq = ?", stream, seq - 1)
        prev = bytes(found[0][0]) if found else NOTHING
    ends[stream] = seq, entry.hash
    return NewEntry(entry, prev, command or "", bool(command) and _id(entry.body) == command)


def _id(body: bytes) -> object:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return content.get("id") if isinstance(content, dict) else None


def _values(form: PackedRows, new: Iterable[NewEntry]) -> Iterator[Any]:
    return chain.from_iterable((one.entry.position, *form.row(one)) for one in new)


def _marks(page: Rows) -> str:
    return ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(page))
