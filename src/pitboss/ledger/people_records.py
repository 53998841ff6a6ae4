"""What the house writes into its `people` stream: who may sign in, who did, and who relieved whom.

No record holds a password, a PIN, a hash or a token.
"""

from collections.abc import Mapping
from typing import get_args

from pitboss.ledger.entry import Entry
from pitboss.ledger.records import only_record
from pitboss.play.message import Message


class PersonAdded(Message):
    """A person may sign in. `tables` are the only tables of a dealer; empty means every table."""

    name: str
    role: str
    tables: tuple[str, ...]


class PersonChanged(Message):
    """A person has another role, or other tables."""

    name: str
    role: str
    tables: tuple[str, ...]


class PersonRemoved(Message):
    """Nobody signs in under this name any more."""

    name: str


class PasswordChanged(Message):
    """A new password; all sessions end, and failed sign-ins are forgiven."""

    name: str


class GuestAdmitted(Message):
    """A player without a password, under a name that nobody had."""

    name: str


class BadgeIssued(Message):
    """A person has this badge, with a new PIN, and no other badge any more. Nobody else has it."""

    name: str
    badge: str


class BadgeWithdrawn(Message):
    """Nobody signs in by the badge that this person had."""

    name: str


class TableTestTaken(Message):
    """A dealer took the table test on a game, judged by the person who recorded it.

    COMAR 36.05.03.18 C(2) wants it documented. `certificate` is its SHA-256, empty if the dealer did not pass.
    """

    name: str
    regulation: str
    points: int
    possible: int
    certificate: str = ""


class SignedIn(Message):
    """`source` is a mark of the address that it came from; empty if it is not known. `badge` if a PIN opened it."""

    name: str
    source: str = ""
    badge: str = ""


class DealerRelieved(Message):
    """At the console of a table a dealer took over from another, whose session ended. `badge` is the new dealer's."""

    name: str
    relieved: str
    table: str
    badge: str
    source: str = ""


class SignedOut(Message):
    name: str


class SessionsEnded(Message):
    """All sessions of a person end at once."""

    name: str


class SignInFailed(Message):
    """A wrong password or PIN. If nobody has the name or badge, it is empty and `unknown` is a mark of what was typed.

    `source` is a mark of the address that it came from; empty if it is not known. `badge` if it was a PIN.
    """

    name: str
    unknown: str = ""
    source: str = ""
    badge: str = ""


class SignInBarred(Message):
    """Too many sign-ins failed, from one source or, if `source` is `every`, in all; named as in `SignInFailed`.

    If `source` is `badge`, too many PINs were wrong: the badge needs a new one.
    """

    name: str
    unknown: str = ""
    source: str = ""


PeopleRecord = (
    PersonAdded | PersonChanged | PersonRemoved | PasswordChanged | GuestAdmitted | SignedIn | SignedOut
    | SessionsEnded | SignInFailed | SignInBarred | BadgeIssued | BadgeWithdrawn | DealerRelieved
    | TableTestTaken
)  # fmt: skip
PEOPLE_RECORDS: Mapping[str, type[PeopleRecord]] = {kind.__name__: kind for kind in get_args(PeopleRecord)}


def people_record(entry: Entry) -> PeopleRecord:
    """The record in an entry of the `people` stream."""
    return only_record(entry, PEOPLE_RECORDS)
