"""Batch: the entries of some commands, sealed before they are written.

An entry names its stream, its number there and the entry before it, but not its position in the ledger. The store
assigns the position when it writes the entry, so a caller need not know the ledger's size.
"""

from collections.abc import Mapping, Sequence

from pitboss.errors import InputError
from pitboss.ledger.entry import Draft, Entry, seal
from pitboss.ledger.row_form import NewEntry
from pitboss.ledger.store import Conflict

Commands = Sequence[tuple[Sequence[Draft], str]]
"""What commands append, each with its id."""
Tips = Mapping[str, tuple[int, bytes]]
"""The last entry of each stream, by its number and hash."""


class Batch:
    """Entries that continue their streams. Raises Conflict if a draft expects another last entry."""

    def __init__(self, commands: Commands, tips: Tips) -> None:
        self.tips = {**tips}
        """The last entry of each stream after these entries."""
        self._sealed: list[tuple[Entry, ...]] = []
        self.new: list[NewEntry] = []
        """Each entry as it is to be written. The first one of a command carries its id, the others carry none."""
        size = 0
        for drafts, command in commands:
            self._sealed.append(
                tuple([self._seal(draft, size + place, "" if place else command) for place, draft in enumerate(drafts)])
            )
            size += len(drafts)

    def _seal(self, draft: Draft, place: int, command: str) -> Entry:
        seq, prev = self.tips[draft.stream]
        if draft.after is not None and draft.after != seq:
            raise Conflict(f"{draft.stream} is at {seq}, not at {draft.after}")
        try:
            entry = seal(draft, place, seq + 1, prev)
        except UnicodeEncodeError:
            raise InputError(
                f"{draft.stream}: the entry has a character that cannot be written; leave it out"
            ) from None
        self.tips[draft.stream] = entry.seq, entry.hash
        self.new.append(NewEntry(entry, prev, command, draft.content.get("id") == command))
        return entry

    def entries(self, position: int) -> list[tuple[Entry, ...]]:
        """The entries of each command, for a batch that was written at a position."""
        return [
            tuple([Entry(position + place, stream, seq, body, digest) for place, stream, seq, body, digest in entries])
            for entries in self._sealed
        ]


def streams_of(commands: Commands) -> list[str]:
    """The streams that commands append to, each once."""
    return list(dict.fromkeys(draft.stream for drafts, _ in commands for draft in drafts))
