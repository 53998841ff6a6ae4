"""Ends: where a ledger and its streams end, for whoever appends."""

from collections.abc import Sequence

from pitboss.errors import InputError
from pitboss.ledger.entry import Draft, Entry, seal
from pitboss.ledger.store import Conflict

Commands = Sequence[tuple[Sequence[Draft], str]]
"""What commands append, each with its id."""
Tips = dict[str, tuple[int, bytes]]
"""The last entry of each stream, by its number and hash."""


class Ends:
    """Where the ledger and its streams end, while entries are sealed one after the other."""

    def __init__(self, size: int, tips: Tips) -> None:
        self.size, self.tips = size, tips

    def copy(self) -> "Ends":
        return Ends(self.size, self.tips.copy())

    def seal(self, draft: Draft) -> Entry:
        """The next entry of a stream; Conflict where the stream is not where its draft comes after."""
        seq, prev = self.tips[draft.stream]
        if draft.after is not None and draft.after != seq:
            raise Conflict(f"{draft.stream} is at {seq}, not at {draft.after}")
        try:
            entry = seal(draft, self.size, seq + 1, prev)
        except UnicodeEncodeError:
            raise InputError(
                f"{draft.stream}: the entry holds a character that cannot be written; leave it out"
            ) from None
        self.tips[draft.stream] = entry.seq, entry.hash
        self.size += 1
        return entry


def streams_of(commands: Commands) -> list[str]:
    """The streams that commands append to, each once."""
    return list(dict.fromkeys(draft.stream for drafts, _ in commands for draft in drafts))
