"""People: who works and plays in the house, and who is signed in. The ledger's `people` stream has every change."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import cast

from pitboss.errors import InputError
from pitboss.house.authority import ROLES, Role, Who
from pitboss.house.credentials import Credentials, badge_number
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.passwords import Cost, Passwords
from pitboss.house.people_registry import AccessRefused, PeopleChange, PeopleRegistry, not_recorded
from pitboss.house.person_names import new_name
from pitboss.house.recorded_people import LONGEST, REMOVED
from pitboss.house.sign_in_attempts import SignInAttempts, source_mark
from pitboss.house.supervision import Supervision, check_supervised, supervision, tables_in_force
from pitboss.ledger import people_records as r
from pitboss.ledger.store import Person, Session, Store, StoreFailed

IDLE = 30 * 60_000
"""Milliseconds after which an unused session ends."""
_PROLONG_EVERY = 5 * 60_000
"""A session in use is prolonged at most this often, so that few commands write twice."""


class People:
    """The people of a house. Several processes may share a ledger: each sees at once what another has changed."""

    def __init__(
        self,
        store: Store,
        environment: ClockAndEntropy | None = None,
        *,
        guests: bool = False,
        cost: Cost | None = None,
    ):
        self._store, self._guests = store, guests
        self._clock, self._entropy, _ = environment or ClockAndEntropy()
        self._registry = PeopleRegistry(store, self._clock)
        self._passwords = Passwords(self._entropy, cost or Cost())
        self._attempts = SignInAttempts(self._registry, self._passwords)

    # People

    def everyone(self) -> tuple[Person, ...]:
        """Everyone who was not removed, by name. Instead of a hash, `password` is `set` if there is one."""
        known = (person for person in self._store.people() if person.role != REMOVED)
        return tuple(person.replace(password="set" if person.password else "") for person in known)

    def badges(self) -> dict[str, str]:
        """The badge of each person who has one."""
        return {person.name: badge for person in self._store.people() if (badge := _badge(person))}

    def known(self, name: str) -> Who:
        """A person by name, with role and tables as they are now; InputError if there is none."""
        return _who(self._registry.known(name))

    def differences(self) -> list[str]:
        """A sentence for each person whose row differs from the ledger."""
        return self._registry.differences()

    def add(self, name: str, role: Role, password: str, tables: Sequence[str] = (), by: Who | None = None) -> Who:
        """Adds a person, or brings a removed one back. Only a manager does; None is the house itself."""
        name, hash_ = new_name(name), self._passwords.hashed(password)
        person = Person(name, _role(role), _tables(tables), hash_)
        self._check_supervised(person)

        def added() -> PeopleChange:
            self._registry.check_manager(by)
            self._registry.check_free(name, back=True)
            event = r.PersonAdded(name, person.role, person.tables)
            return PeopleChange(event, (person,), by)

        self._registry.record(added)
        return Who(name, role, person.tables)

    def change(
        self, name: str, role: Role | None = None, tables: Sequence[str] | None = None, by: Who | None = None
    ) -> Who:
        """Gives a person another role or other tables; open sessions continue with them."""

        def changed() -> PeopleChange:
            self._registry.check_manager(by)
            known = self._registry.known(name)
            person = known.replace(
                role=_role(role) if role else known.role, tables=known.tables if tables is None else _tables(tables)
            )
            self._check_supervised(person)
            event = r.PersonChanged(person.name, person.role, person.tables)
            return PeopleChange(event, (person,), by)

        person = cast("Person", self._registry.record(changed).rows[0])
        return _who(person)

    def _check_supervised(self, person: Person) -> None:
        if person.role == "floorperson":
            check_supervised(person.name, person.tables, tables_in_force(self._store))

    def supervision(self) -> Supervision:
        """Which floorperson supervises which tables of the newest house file."""
        return supervision(self.everyone(), tables_in_force(self._store))

    def remove(self, name: str, by: Who | None = None) -> None:
        """Removes a person: all sessions end, and nobody signs in under the name again."""

        def removed() -> PeopleChange:
            self._registry.check_manager(by)
            person = self._registry.known(name).replace(role=REMOVED, password="")
            return PeopleChange(r.PersonRemoved(person.name), (person, *self._ended(person.name)), by)

        self._registry.record(removed)

    def set_password(self, name: str, password: str, by: Who | None = None) -> None:
        """A manager gives a person a new password: all sessions end, and failed sign-ins no longer count."""
        hash_ = self._passwords.hashed(password)

        def changed() -> PeopleChange:
            self._registry.check_manager(by)
            return self._new_password(self._registry.known(name), hash_, by)

        self._registry.record(changed)

    def change_password(self, name: str, old: str, new: str, source: str = "") -> None:
        """A person changes their own password: all sessions end. A wrong old password counts as a failed sign-in."""
        if old == new:
            raise InputError("the new password is the old one: choose another")
        hash_ = self._passwords.hashed(new)
        self._attempts.with_password(name, old, source, lambda person: self._new_password(person, hash_, _who(person)))

    def _new_password(self, person: Person, hash_: str, by: Who | None) -> PeopleChange:
        event, kept = r.PasswordChanged(person.name), Credentials.read(person.password)._replace(password=hash_)
        return PeopleChange(event, (person.replace(password=kept.text), *self._ended(person.name)), by)

    # Badges

    def issue_badge(self, name: str, badge: str, pin: str, by: Who | None = None) -> None:
        """A manager gives a person a badge and a PIN, in place of an earlier badge; failed sign-ins no longer count."""
        number, hash_ = badge_number(badge), self._passwords.hashed_pin(pin)

        def issued() -> PeopleChange:
            self._registry.check_manager(by)
            person, holder = self._registry.known(name), self._registry.find_badge(number)
            if holder and holder.name != person.name:
                raise AccessRefused("badge-taken", f"{holder.name!r} has badge {number}: a badge belongs to one person")
            if not person.password:
                raise InputError(f"{person.name!r} is a guest: a badge is for people who have a password")
            known = Credentials.read(person.password)._replace(badge=number, pin=hash_, wrong=0)
            return PeopleChange(r.BadgeIssued(person.name, number), (person.replace(password=known.text),), by)

        self._registry.record(issued)

    def withdraw_badge(self, name: str, by: Who | None = None) -> None:
        """A manager withdraws a badge: nobody signs in by it, and all sessions of the person end."""

        def withdrawn() -> PeopleChange:
            self._registry.check_manager(by)
            person = self._registry.known(name)
            known = Credentials.read(person.password)
            if not known.badge:
                raise InputError(f"{person.name!r} has no badge")
            row = person.replace(password=known.password)
            return PeopleChange(r.BadgeWithdrawn(person.name), (row, *self._ended(person.name)), by)

        self._registry.record(withdrawn)

    # Sessions

    def sign_in(self, name: str, password: str, source: str = "") -> str:
        """Opens a session; its token, which is stored nowhere. AccessRefused says why there is none.

        `source` is the address that the person comes from, as far as it is known.
        """
        token = self._token()

        def signed_in(person: Person) -> PeopleChange:
            rows: tuple[Person | Session, ...] = (self._session(token, person.name),)
            known = Credentials.read(person.password)
            if self._passwords.is_outdated(known.password):
                known = known._replace(password=self._passwords.hashed(password))
            if known.text != person.password or not self._registry.is_marked(person.name):
                rows = (*rows, person.replace(password=known.text))
            return PeopleChange(r.SignedIn(person.name, source_mark(source)), rows, _who(person))

        self._attempts.with_password(name, password, source, signed_in)
        self._forget_sessions()
        return token

    def sign_in_by_badge(self, badge: str, pin: str, source: str = "") -> str:
        """Opens a session by a badge and its PIN; as `sign_in`."""
        token = self._token()

        def signed_in(person: Person) -> PeopleChange:
            event = r.SignedIn(person.name, source_mark(source), _badge(person))
            return PeopleChange(event, (_without_failures(person), self._session(token, person.name)), _who(person))

        self._attempts.with_pin(badge, pin, source, signed_in)
        self._forget_sessions()
        return token

    def relieve(self, token: str, badge: str, pin: str, table: str, source: str = "") -> str:
        """A dealer takes over the console of a table, by badge and PIN, from the dealer whose session this is.

        That session ends with the same entry that opens the new one, whose token is returned.
        """
        new = self._token()

        def relieved(person: Person) -> PeopleChange:
            session, before = self._store.session(_digest(token)), self.who(token)
            for one in (before, _who(person)):
                if one.role != "dealer" or (one.tables and table not in one.tables):
                    where = f" at {', '.join(one.tables)}" * bool(one.tables)
                    told = f"dealers of {table} relieve each other, and {one.name} is {one.role}{where}"
                    raise AccessRefused("not-your-table", told)
            if person.name == before.name or session is None:
                raise AccessRefused("same-dealer", f"{person.name} deals here already: another dealer relieves them")
            event = r.DealerRelieved(person.name, before.name, table, _badge(person), source_mark(source))
            ended = session.replace(until=session.since)
            rows = (_without_failures(person), ended, self._session(new, person.name))
            return PeopleChange(event, rows, _who(person))

        self.who(token)
        self._attempts.with_pin(badge, pin, source, relieved)
        return new

    def _forget_sessions(self) -> None:
        """Deletes sessions that ended long ago; one that was ended early stays until it would have ended anyway."""
        self._store.end_sessions(before=self._clock() - LONGEST)

    def guest(self, name: str) -> str:
        """Opens a session for a player without a password, under a name that nobody had: for practice."""
        if not self._guests:
            raise AccessRefused("no-guests", "this house requires a password: sign in")
        name, token = new_name(name), self._token()

        def admitted() -> PeopleChange:
            self._registry.check_free(name)
            person = Person(name, "player", (), "")
            return PeopleChange(r.GuestAdmitted(name), (person, self._session(token, name)), _who(person))

        self._registry.record(admitted)
        return token

    def who(self, token: str) -> Who:
        """The person of a session, with role and tables as they are now; AccessRefused if it is not open."""
        (found,) = self.whose([token])
        if isinstance(found, AccessRefused):
            raise found
        return found

    def whose(self, tokens: Sequence[str], *, used: bool = True) -> list[Who | AccessRefused]:
        """The person of each session, or why it is not open. A session that is only looked at is not prolonged."""
        digests = [_digest(token) if token else "" for token in tokens]
        found = self._registry.signed_in({*digests} - {""})
        taken = {digest: self._person_of(digest, found, used=used) for digest in dict.fromkeys(digests)}
        return [taken[digest] for digest in digests]

    def _person_of(
        self, digest: str, found: Mapping[str, tuple[Session, Person | None]], *, used: bool
    ) -> Who | AccessRefused:
        if not digest:
            return AccessRefused("not-signed-in", "sign in first")
        if digest not in found:
            return AccessRefused("session-unknown", "this session is unknown: sign in")
        session, person = found[digest]
        if session.until <= session.since or person is None or person.role not in ROLES:
            return AccessRefused("session-revoked", "this session was ended before its time: sign in again")
        if not self._registry.is_recorded(session, person):
            return not_recorded(person.name)
        now, last = self._clock(), session.since + LONGEST
        if now >= min(session.until, last):
            return AccessRefused(
                "session-expired", "this session has ended, after 12 hours or 30 minutes unused: sign in"
            )
        until = min(now + IDLE, last)
        if used and (until - session.until >= _PROLONG_EVERY or session.until < until == last):
            self._store.prolong(session, until)
        return _who(person)

    def sign_out(self, token: str) -> None:
        """Ends a session, if it is open."""

        def signed_out() -> PeopleChange:
            session, who = self._store.session(_digest(token)), self.who(token)
            ended = (session.replace(until=session.since),) if session else ()
            return PeopleChange(r.SignedOut(who.name), ended, who)

        try:
            self._registry.record(signed_out)
        except AccessRefused:
            return

    def end_sessions(self, name: str, by: Who | None = None) -> None:
        """Ends all sessions of a person, at once and in every process."""

        def ended() -> PeopleChange:
            self._registry.check_manager(by)
            person = self._registry.known(name)
            return PeopleChange(r.SessionsEnded(person.name), tuple(self._ended(person.name)), by)

        self._registry.record(ended)

    def sessions(self) -> tuple[Session, ...]:
        """The sessions that are open now, by person and start."""
        now = self._clock()
        return tuple(session for session in self._store.sessions() if session.until > max(now, session.since))

    def _session(self, token: str, name: str) -> Session:
        now = self._clock()
        return Session(_digest(token), name, now, now + IDLE)

    def _ended(self, name: str) -> Iterator[Session]:
        """The sessions of a person, ended."""
        for session in self._store.sessions():
            if session.person == name:
                yield session.replace(until=session.since)

    def _token(self) -> str:
        try:
            return urlsafe_b64encode(self._entropy(32)).rstrip(b"=").decode()
        except OSError as error:
            raise StoreFailed(f"the operating system gives no random bytes ({error}): nobody can sign in") from None


def _badge(person: Person) -> str:
    return Credentials.read(person.password).badge


def _without_failures(person: Person) -> Person:
    return person.replace(password=Credentials.read(person.password)._replace(wrong=0).text)


def _who(person: Person) -> Who:
    return Who(person.name, cast("Role", person.role), person.tables)


def _role(role: str) -> Role:
    if role not in ROLES:
        raise InputError(f"there is no role {role!r}: {', '.join(ROLES)}")
    return role


def _tables(tables: Sequence[str]) -> tuple[str, ...]:
    if not all(table.isprintable() and table.strip() for table in tables):
        raise InputError(f"{', '.join(map(ascii, tables))}: name tables as in the house file")
    return tuple(dict.fromkeys(tables))


def _digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()
