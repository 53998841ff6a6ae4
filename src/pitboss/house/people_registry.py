"""PeopleRegistry: the people of a house, as rows to look up and as the ledger's `people` stream.

An entry and its rows are stored together or not at all. No entry holds a password, a hash or a token.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeVar, assert_never, cast

from pitboss.errors import InputError, PitbossError
from pitboss.house.authority import ROLES, Role, Who
from pitboss.house.credentials import Credentials
from pitboss.house.look_alikes import skeleton
from pitboss.house.person_names import RESERVED, checked_name, folded
from pitboss.house.recorded_people import (
    MARKS,
    REMOVED,
    RecordedPeople,
    RecordedPerson,
    as_recorded,
    marks_of,
)
from pitboss.ledger import people_records as r
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.fold import PEOPLE
from pitboss.ledger.store import Conflict, Person, Session, Store, StoreFailed
from pitboss.play.message import message_to_json

MOST_FAILURES = 3
"""Sign-ins that may fail under one name from one source within `WINDOW` (GLI-19 2.5.3)."""
MOST_IN_ALL = 30
"""Sign-ins that may fail under one name in all; then only sources that it signed in from before may try."""
WINDOW = 30 * 60_000
"""Milliseconds."""
EVERY = "every"
"""The source of a bar that holds for every source that is not known."""
KNOWN_FOR = 90 * 86_400_000
"""Milliseconds for which a source stays known after a sign-in."""
_MOST_LOOKED_AT = 10_000
"""The newest entries among which a sign-in is looked for."""
_PAGE = 200
_TRIES = 1000
T = TypeVar("T")


class AccessRefused(PitbossError):
    """Nobody is signed in, or this person may not do this. `code` is stable for programs."""

    def __init__(self, code: str, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(reason)


class PeopleChange(NamedTuple):
    """An event for the `people` stream, the rows that it changes, and the person who decided it."""

    record: r.PeopleRecord
    rows: tuple[Person | Session, ...] = ()
    by: Who | None = None
    """None is the house: a person who works on the ledger itself."""


class SignInFailures(NamedTuple):
    """The recent failed sign-ins under one name."""

    of_source: int
    in_all: int
    barred: frozenset[str]
    """The sources of which the ledger records already that they failed too often."""


class PeopleRegistry:
    """Looks people up and records changes. Each process sees at once what another has recorded."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._recorded = RecordedPeople(store)

    def record(self, decide: Callable[[], PeopleChange], command: str = "") -> PeopleChange:
        """Decides by the ledger as it is now and records the change; decides again if another process was quicker.

        A `command` that is recorded already is refused, also if another process records it meanwhile.
        """
        for _ in range(_TRIES):
            seq = self._store.last(PEOPLE)
            change = decide()
            by = change.by or Who(RESERVED, cast("Role", RESERVED))
            content: dict[str, Any] = {
                "at": self._clock(), "by": by.name, "role": by.role, "events": [message_to_json(change.record)],
            }  # fmt: skip
            if change.rows:
                content[MARKS] = marks_of(change.rows)
            try:
                (entry,) = self._store.append([Draft(PEOPLE, seq, content)], command, rows=change.rows)
                if command and entry.seq != seq + 1:
                    raise AccessRefused("recorded-already", "this was recorded before, and is not recorded twice")
            except Conflict:
                continue
            return change
        raise StoreFailed(f"the people of the house changed {_TRIES} times while one change was decided")

    def find(self, name: str) -> Person | None:
        """The person with a name, however its letters are capitalized; None if nobody has it now."""
        try:
            name = checked_name(name)
        except InputError:
            return None
        person = self._store.person(name)
        if person is None:
            # Two people never have names that differ so little.
            person = next((one for one in self._store.people() if folded(one.name) == folded(name)), None)
        return person if person and person.role in ROLES else None

    def trusted(self, name: str) -> Person | None:
        """The person with a name; AccessRefused if the row is not as the ledger records."""
        return self._trusted(lambda: self.find(name))

    def trusted_badge(self, badge: str) -> Person | None:
        """The person with a badge; AccessRefused if the row is not as the ledger records."""
        return self._trusted(lambda: self.find_badge(badge))

    def _trusted(self, find: Callable[[], Person | None]) -> Person | None:
        person, is_recorded = self._agreed(find, lambda found: found is None or self._recorded.has(found))
        if person and not is_recorded:
            raise not_recorded(person.name)
        return person

    def signed_in(self, digests: Collection[str]) -> dict[str, tuple[Session, Person | None]]:
        """Sessions by their digests, with their people. Ask `is_recorded` of each."""
        return self._agreed(
            lambda: self._store.signed_in(digests),
            lambda found: all(self.is_recorded(session, who) for session, who in found.values() if who),
        )[0]

    def _agreed(self, read: Callable[[], T], holds: Callable[[T], bool]) -> tuple[T, bool]:
        """Rows, and whether they are as recorded. Rows that another process changes meanwhile are read again."""
        while True:
            seq, rows = self._recorded.catch_up(), read()
            if (holding := holds(rows)) or self._recorded.catch_up() == seq:
                return rows, holding

    def is_recorded(self, session: Session, person: Person) -> bool:
        """Whether a session and its person are as far as this process has read the ledger's."""
        return self._recorded.has(person) and self._recorded.opened(session)

    def is_marked(self, name: str) -> bool:
        """Whether the ledger shows that someone replaced this person's password."""
        return self._recorded.is_marked(name)

    def find_badge(self, badge: str) -> Person | None:
        """The person with a badge; None if nobody has it."""
        return next((one for one in self._store.people() if Credentials.read(one.password).badge == badge), None)

    def known(self, name: str) -> Person:
        """The person with a name, as the ledger records; InputError if nobody has it.

        A password and a PIN that nobody recorded are left out: the person needs new ones.
        """
        person = self.find(name)
        self._recorded.catch_up()
        recorded = self._recorded.person(person.name) if person else None
        if person is None or recorded is None or recorded.role not in ROLES:
            raise InputError(f"there is nobody called {name!a} here")
        person = person.replace(role=recorded.role, tables=recorded.tables)
        return person if self._recorded.has(person) else person.replace(password=Credentials("", recorded.badge).text)

    def check_manager(self, by: Who | None) -> None:
        """AccessRefused unless a manager or the house itself decides."""
        person = self.trusted(by.name) if by else None
        if by and (person is None or person.role != "manager"):
            raise AccessRefused("not-your-role", f"a manager decides who works and plays here, not the {by.role}")

    def check_free(self, name: str, back: bool = False) -> None:
        """AccessRefused if a person has this name, or one that looks like it.

        `back` lets a removed person return under the same name.
        """
        for other in self._store.people():
            if skeleton(other.name) == skeleton(name) and not (back and other.name == name and other.role == REMOVED):
                raise AccessRefused("name-taken", f"{other.name!r} is taken: choose a name that looks less like it")

    def failures(self, name: str, unknown: str = "", source: str = "") -> SignInFailures:
        """The recent failed sign-ins under a name, and those of one source.

        For a name that nobody has, `name` is empty and `unknown` is its mark.
        """
        failed, barred, since = list[str](), set[str](), self._clock() - WINDOW
        for entry in self._entries_since(since):
            record = r.people_record(entry)
            if record.name != name or entry.content["at"] <= since:
                continue
            match record:
                case r.SignInFailed():
                    failed += [record.source] if record.unknown == unknown else []
                case r.SignInBarred():
                    barred |= {record.source} if record.unknown == unknown else set()
                case r.PasswordChanged() | r.PersonAdded() | r.BadgeIssued():
                    failed, barred = [], set()
                case (
                    r.PersonChanged()
                    | r.PersonRemoved()
                    | r.GuestAdmitted()
                    | r.SignedIn()
                    | r.SignedOut()
                    | r.SessionsEnded()
                    | r.BadgeWithdrawn()
                    | r.DealerRelieved()
                    | r.TableTestTaken()
                ):
                    pass
                case _:
                    assert_never(record)
        return SignInFailures(failed.count(source), len(failed), frozenset(barred))

    def is_known(self, name: str, source: str) -> bool:
        """Whether a person has signed in from a source before."""
        return any(
            isinstance(record, r.SignedIn | r.DealerRelieved) and record.name == name and record.source == source
            for record in map(r.people_record, self._entries_since(self._clock() - KNOWN_FOR, _MOST_LOOKED_AT))
        )

    def _entries_since(self, since: int, most: int | None = None) -> list[Entry]:
        """The newest entries, in order, back to a time: in pages, because the stream is long."""
        last, found = self._store.last(PEOPLE), list[Entry]()
        while last > 0 and (most is None or len(found) < most):
            first = max(0, last - _PAGE)
            page = [entry for _, entry in zip(range(last - first), self._store.stream(PEOPLE, first), strict=False)]
            found = page + found
            if max(entry.content["at"] for entry in page) <= since:
                break
            last = first
        return found

    def differences(self) -> list[str]:
        """A sentence for each row that differs from the stream: someone changed it without recording it."""
        self._recorded.catch_up()
        recorded, kept = self._recorded.everyone(), {person.name: person for person in self._store.people()}
        found: list[str] = []
        for name in sorted(kept.keys() | recorded.keys()):
            row, known = kept.get(name), recorded.get(name)
            shown = as_recorded(row) if row else None
            if shown != known:
                found.append(f"{name}: {_described(shown)}, but the ledger records {_described(known)}")
            elif row and not self._recorded.has(row):
                found.append(f"{name}: another password than the ledger records")
        return found


def not_recorded(name: str) -> AccessRefused:
    """Why a person or a session is not used whose row nobody recorded."""
    return AccessRefused(
        "not-recorded",
        f"what the database says of {name!a} is not what the ledger records: someone changed it. Call a manager, who "
        "reads `pitboss people list` and gives a new password",
    )


def _described(known: RecordedPerson | None) -> str:
    if known is None:
        return "nobody"
    badge = [f"with badge {known.badge}"] if known.badge else []
    return " ".join([known.role, *(f"at {table}" for table in known.tables), *badge])
