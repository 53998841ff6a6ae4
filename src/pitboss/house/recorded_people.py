"""RecordedPeople: who may do what, and which sessions are open, by the ledger's `people` stream alone.

The rows of people and sessions are quick to look up, and someone who can write to the storage can change them. Each
entry carries marks of the rows that it changed, so a row that nobody recorded is found before it is used.
"""

from collections.abc import Iterable
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple, assert_never

from pitboss.house.credentials import Credentials
from pitboss.ledger import people_records as r
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import PEOPLE
from pitboss.ledger.store import Person, Session, Store

REMOVED = "removed"
"""The role of a person who was removed: the name stays known and may give no command."""
LONGEST = 12 * 3_600_000
"""Milliseconds after which a session ends."""
MARKS = "marks"
"""Where an entry has the marks of the rows that it changed."""
_FORGET_EVERY = 1_000
_CHANGES = (b'"event":"Person', b'"event":"GuestAdmitted"', b'"event":"Badge', b'"event":"PasswordChanged"')


def marks_of(rows: Iterable[Person | Session]) -> dict[str, Any]:
    """What an entry says of rows: it reveals no hash and no token, and fits no other row."""
    marks: dict[str, Any] = {}
    for row in rows:
        if isinstance(row, Person):
            marks.setdefault("people", {})[row.name] = _person_mark(row)
        else:
            kind = "opened" if row.until > row.since else "ended"
            marks.setdefault(kind, []).append(_session_mark(row))
    return marks


def _person_mark(row: Person) -> str:
    # The number of wrong PINs changes without being recorded as such, and nobody gains by changing it past the bounds.
    known = Credentials.read(row.password)._replace(wrong=0).text
    return _mark("person", row.name, row.role, *row.tables, known)


def _session_mark(row: Session) -> str:
    return _mark("session", row.digest, row.person)


def _mark(*parts: str) -> str:
    return sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:32]


class RecordedPerson(NamedTuple):
    """What the stream says about a person."""

    role: str = "player"
    tables: tuple[str, ...] = ()
    badge: str = ""


class RecordedPeople:
    """The people stream as far as it has been read. Safe for several threads."""

    def __init__(self, store: Store) -> None:
        self._store, self._seq, self._lock = store, 0, Lock()
        self._people: dict[str, RecordedPerson] = {}
        self._marks: dict[str, str] = {}
        """The mark of each person's row. Rows that an earlier version recorded have no mark."""
        self._sessions: dict[str, int] = {}
        """The start of each open session, by its mark."""

    def catch_up(self) -> int:
        """Reads what is new; the number of the last entry."""
        with self._lock:
            for entry in self._store.stream(PEOPLE, self._seq):
                self._take(entry)
                self._seq = entry.seq
            return self._seq

    def person(self, name: str) -> RecordedPerson | None:
        """A person by name; one who was removed has the role `removed`."""
        return self._people.get(name)

    def everyone(self) -> dict[str, RecordedPerson]:
        return dict(self._people)

    def is_marked(self, name: str) -> bool:
        """Whether the ledger shows that someone replaced this person's password."""
        return name in self._marks

    def has(self, person: Person) -> bool:
        """Whether a row is as it was recorded."""
        if self._people.get(person.name) != as_recorded(person):
            return False
        return self._marks.get(person.name) in (None, _person_mark(person))

    def opened(self, session: Session) -> bool:
        """Whether a session was opened for this person, and not ended."""
        return _session_mark(session) in self._sessions

    def _take(self, entry: Entry) -> None:
        marks, at = entry.content.get(MARKS, {}), entry.content["at"]
        if any(kind in entry.body for kind in _CHANGES):
            record = r.people_record(entry)
            self._people[record.name] = _after(self._people.get(record.name, RecordedPerson()), record)
            self._marks.pop(record.name, None)
        self._marks |= marks.get("people", {})
        for mark in marks.get("ended", ()):
            self._sessions.pop(mark, None)
        for mark in marks.get("opened", ()):
            self._sessions[mark] = at
            if len(self._sessions) % _FORGET_EVERY == 0:
                # A clock that was set can date entries early: sessions are kept for twice as long as they last.
                self._sessions = {one: since for one, since in self._sessions.items() if since > at - 2 * LONGEST}


def as_recorded(person: Person) -> RecordedPerson:
    """What the stream would say of a row."""
    return RecordedPerson(person.role, person.tables, Credentials.read(person.password).badge)


def _after(known: RecordedPerson, record: r.PeopleRecord) -> RecordedPerson:
    """Role, tables and badge of a person after a record."""
    match record:
        case r.PersonAdded(role=role, tables=tables):
            return RecordedPerson(role, tables)
        case r.PersonChanged(role=role, tables=tables):
            return known._replace(role=role, tables=tables)
        case r.PersonRemoved():
            return RecordedPerson(REMOVED, known.tables)
        case r.BadgeIssued(badge=badge):
            return known._replace(badge=badge)
        case r.BadgeWithdrawn():
            return known._replace(badge="")
        case (
            r.DealerRelieved() | r.GuestAdmitted() | r.PasswordChanged() | r.SignedIn() | r.SignedOut()
            | r.SessionsEnded()
            | r.SignInFailed() | r.SignInBarred() | r.TableTestTaken()
        ):  # fmt: skip
            return known
        case _:
            assert_never(record)
