"""Errors by whose problem they are. Anything else is a bug and stays a traceback."""

from collections.abc import Sequence
from typing import NamedTuple


def install_command(extra: str) -> str:
    """Returns the command that installs an extra. The name `pitboss` on the package index is not ours."""
    return f"pip install 'pitboss-tables[{extra}]'"


class PitbossError(Exception):
    """What a person can act on; its text is a sentence for that person."""


class PlacedError(PitbossError):
    """An error with its reason and, as far as they are known, file, line and column."""

    def __init__(self, reason: str, file: str = "", line: int = 0, column: int = 0) -> None:
        self.reason, self.file, self.line, self.column = reason, file, line, column
        place = ":".join([file, *(str(number) for number in (line, column) if number)])
        super().__init__(f"{place}: {reason}" if place else reason)


class RulesError(PlacedError):
    """A file of a regulation does not fit the vocabulary."""


class InputError(PlacedError):
    """Something given to pitboss cannot be used: the place, and what was expected."""


class Violation(NamedTuple):
    """One choice of an operator that a clause forbids, and its place in the file."""

    code: str
    message: str
    clause: str
    """`MD-TCP 12.E(3)(a)`; empty if the form of the file is wrong, which no regulation covers."""
    file: str
    line: int
    column: int

    def __str__(self) -> str:
        cite = f" ({self.clause})" if self.clause else ""
        return f"{self.file}:{self.line}:{self.column}: {self.code}: {self.message}{cite}"


class SubmissionRejected(PitbossError):
    """The operator's choices break a regulation: every violation at once, in the order of the file."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__("\n".join(str(violation) for violation in self.violations))


class CommandRefused(PitbossError):
    """A clause forbids now what someone at the table asked for; nothing has changed.

    `code` is stable for programs; the text gives the reason, the clause and what is open now.
    """

    def __init__(self, code: str, clause: str, reason: str, open_now: str = "") -> None:
        self.code, self.clause, self.reason, self.open_now = code, clause, reason, open_now
        super().__init__(f"{reason} ({clause})." + (f" Open now: {open_now}." if open_now else ""))


class LedgerBroken(PitbossError):
    """The ledger is broken: the first bad entry, and what is wrong with it.

    `position` is its place in the whole ledger, counted from 0; None if no entry is at fault.
    """

    def __init__(self, reason: str, position: int | None = None, stream: str = "", seq: int = 0) -> None:
        self.reason, self.position, self.stream, self.seq = reason, position, stream, seq
        place = "" if position is None else f"entry {position}" + (f" ({stream} {seq})" if stream else "") + ": "
        super().__init__(place + reason)
