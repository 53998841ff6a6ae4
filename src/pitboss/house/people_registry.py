"""PeopleRegistry: the people of a house, as rows to look up and as the ledger's `people` stream.

An entry and its rows are stored together or not at all. No entry holds a password, a hash or a token.
"""

from collections.abc import Callable
from typing import NamedTuple, assert_never, cast

from pitboss.errors import InputError, PitbossError
from pitboss.house.authority import ROLES, Role, Who
from pitboss.house.credentials import Credentials
from pitboss.house.look_alikes import skeleton
from pitboss.house.person_names import RESERVED, checked_name, folded
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
REMOVED = "removed"
"""The role of a person who was removed: the name stays known and may give no command."""
_PAGE = 200
_TRIES = 1000


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

    def record(self, decide: Callable[[], PeopleChange], command: str = "") -> PeopleChange:
        """Decides by the ledger as it is now and records the change; decides again if another process was quicker.

        A `command` that is recorded already is refused, also if another process records it meanwhile.
        """
        for _ in range(_TRIES):
            seq = self._store.last(PEOPLE)
            change = decide()
            by = change.by or Who(RESERVED, cast("Role", RESERVED))
            content = {"at": self._clock(), "by": by.name, "role": by.role, "events": [message_to_json(change.record)]}
            try:
                (entry,) = self._store.append([Draft(PEOPLE, seq, content)], command, rows=change.rows)
                if command and entry.seq != seq + 1:
                    raise AccessRefused("recorded-already", "this was recorded before, and is not recorded twice")
            except Conflict:
                continue
            return change
        raise StoreFailed(f"the people of the house changed {_TRIES} times while one change was decided")

    def find(self, name: str) -> Person | None:
        """The person with a name, however its letters are capitalized; None if there is none, or was removed."""
        try:
            name = checked_name(name)
        except InputError:
            return None
        person = self._store.person(name)
        if person is None:
            # Two people never have names that differ so little.
            person = next((one for one in self._store.people() if folded(one.name) == folded(name)), None)
        return person if person and person.role in ROLES else None

    def find_badge(self, badge: str) -> Person | None:
        """The person with a badge; None if nobody has it."""
        return next((one for one in self._store.people() if Credentials.read(one.password).badge == badge), None)

    def known(self, name: str) -> Person:
        """The person with a name; InputError if there is none."""
        person = self.find(name)
        if person is None:
            raise InputError(f"there is nobody called {name!a} here")
        return person

    def check_manager(self, by: Who | None) -> None:
        """AccessRefused unless a manager or the house itself decides."""
        person = self.find(by.name) if by else None
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
        recorded: dict[str, _Known] = {}
        for entry in self._store.stream(PEOPLE):
            # Most entries are sign-ins, which change no role and no badge.
            if any(kind in entry.body for kind in _CHANGES):
                record = r.people_record(entry)
                recorded[record.name] = _after(recorded.get(record.name, _Known()), record)
        kept = {
            person.name: _Known(person.role, person.tables, Credentials.read(person.password).badge)
            for person in self._store.people()
        }
        return [
            f"{name}: {_described(kept.get(name))}, but the ledger records {_described(recorded.get(name))}"
            for name in sorted(kept.keys() | recorded.keys())
            if kept.get(name) != recorded.get(name)
        ]


_CHANGES = (b'"event":"Person', b'"event":"GuestAdmitted"', b'"event":"Badge')


class _Known(NamedTuple):
    """What the stream says about a person."""

    role: str = "player"
    tables: tuple[str, ...] = ()
    badge: str = ""


def _after(known: _Known, record: r.PeopleRecord) -> _Known:
    """Role, tables and badge of a person after a record."""
    match record:
        case r.PersonAdded(role=role, tables=tables):
            return _Known(role, tables)
        case r.PersonChanged(role=role, tables=tables):
            return known._replace(role=role, tables=tables)
        case r.PersonRemoved():
            return _Known(REMOVED, known.tables)
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


def _described(known: _Known | None) -> str:
    if known is None:
        return "nobody"
    badge = [f"with badge {known.badge}"] if known.badge else []
    return " ".join([known.role, *(f"at {table}" for table in known.tables), *badge])
