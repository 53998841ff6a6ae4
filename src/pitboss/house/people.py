"""People: who works and plays in the house, and who is signed in; every change is in the ledger's `people` stream."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import cast

from pitboss.errors import InputError
from pitboss.house.authority import ROLES, Role, Who
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.passwords import Cost, Passwords
from pitboss.house.people_registry import MOST_FAILURES, REMOVED, AccessRefused, Change, PeopleRegistry
from pitboss.house.person_names import checked_name, folded
from pitboss.ledger import records as r
from pitboss.ledger.store import Person, Session, Store, StoreFailed

LONGEST = 12 * 3_600_000
"""How long a session can last after it began, in milliseconds."""
IDLE = 30 * 60_000
"""How long a session lasts after its last use, in milliseconds."""
_PROLONG_EVERY = 5 * 60_000
"""A session in use is prolonged this often, so that few commands write twice."""


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
        self._clock, self._entropy = environment or ClockAndEntropy()
        self._roll = PeopleRegistry(store, self._clock)
        self._passwords = Passwords(self._entropy, cost or Cost())

    # Who there is

    def everyone(self) -> tuple[Person, ...]:
        """All who have not been removed, by name, without their hashes: `set` where there is a password."""
        known = (person for person in self._store.people() if person.role != REMOVED)
        return tuple(person._replace(password="set" if person.password else "") for person in known)

    def known(self, name: str) -> Who:
        """Somebody by name, with role and tables as they are now; an InputError where there is nobody."""
        return _who(self._roll.known(name))

    def differences(self) -> list[str]:
        """Who is kept otherwise than the ledger records, as sentences; none where nobody wrote past it."""
        return self._roll.differences()

    def add(self, name: str, role: Role, password: str, tables: Sequence[str] = (), by: Who | None = None) -> Who:
        """Somebody new, or somebody back who had been removed. Only a manager adds people; None is the house itself."""
        name, kept = checked_name(name), self._passwords.hashed(password)
        person = Person(name, _role(role), _tables(tables), kept)

        def added() -> Change:
            self._roll.check_manager(by)
            self._roll.check_free(name, back=True)
            event = r.PersonAdded(name, person.role, person.tables)
            return Change(event, (person,), by)

        self._roll.record(added)
        return Who(name, role, person.tables)

    def change(
        self, name: str, role: Role | None = None, tables: Sequence[str] | None = None, by: Who | None = None
    ) -> Who:
        """Another role, or other tables, for somebody; sessions under way go on with what is new."""

        def changed() -> Change:
            self._roll.check_manager(by)
            known = self._roll.known(name)
            person = known._replace(
                role=_role(role) if role else known.role, tables=known.tables if tables is None else _tables(tables)
            )
            event = r.PersonChanged(person.name, person.role, person.tables)
            return Change(event, (person,), by)

        person = cast("Person", self._roll.record(changed).rows[0])
        return _who(person)

    def remove(self, name: str, by: Who | None = None) -> None:
        """Nobody signs in under this name any more, and all its sessions end; what it did stays known."""

        def removed() -> Change:
            self._roll.check_manager(by)
            person = self._roll.known(name)._replace(role=REMOVED, password="")
            return Change(r.PersonRemoved(person.name), (person, *self._ended(person.name)), by)

        self._roll.record(removed)

    def set_password(self, name: str, password: str, by: Who | None = None) -> None:
        """A manager gives somebody a new password: all sessions end, and failed sign-ins are forgiven."""
        kept = self._passwords.hashed(password)

        def changed() -> Change:
            self._roll.check_manager(by)
            return self._new_password(self._roll.known(name), kept, by)

        self._roll.record(changed)

    def change_password(self, name: str, old: str, new: str) -> None:
        """Somebody's own new password, for the old one: all sessions end. Wrong old ones count as failed sign-ins."""
        kept = self._passwords.hashed(new)
        self._with_password(name, old, lambda person: self._new_password(person, kept, _who(person)))

    def _new_password(self, person: Person, kept: str, by: Who | None) -> Change:
        event = r.PasswordChanged(person.name)
        return Change(event, (person._replace(password=kept), *self._ended(person.name)), by)

    # Who is signed in

    def sign_in(self, name: str, password: str) -> str:
        """A token, which is to be shown with every command and is kept nowhere; AccessRefused says why not."""
        token = self._token()

        def signed_in(person: Person) -> Change:
            rows: tuple[Person | Session, ...] = (self._session(token, person.name),)
            if self._passwords.is_outdated(person.password):
                rows = (*rows, person._replace(password=self._passwords.hashed(password)))
            return Change(r.SignedIn(person.name), rows, _who(person))

        self._with_password(name, password, signed_in)
        # Forgets what has long ended; a session that was ended early is remembered until it would have ended anyway.
        self._store.end_sessions(before=self._clock() - LONGEST)
        return token

    def guest(self, name: str) -> str:
        """The token of a player without a password, under a name that nobody had: for practice."""
        if not self._guests:
            raise AccessRefused("no-guests", "this house lets nobody in without a password: sign in")
        name, token = checked_name(name), self._token()

        def admitted() -> Change:
            self._roll.check_free(name)
            person = Person(name, "player", (), "")
            return Change(r.GuestAdmitted(name), (person, self._session(token, name)), _who(person))

        self._roll.record(admitted)
        return token

    def who(self, token: str) -> Who:
        """Who shows a token, with role and tables as they are now; AccessRefused where nobody is signed in with it."""
        (found,) = self.whose([token])
        if isinstance(found, AccessRefused):
            raise found
        return found

    def whose(self, tokens: Sequence[str]) -> list[Who | AccessRefused]:
        """Who shows each of these tokens, or why nobody is taken for that."""
        digests = [_digest(token) if token else "" for token in tokens]
        found = self._store.signed_in({*digests} - {""})
        taken = {digest: self._taken_for(digest, found) for digest in dict.fromkeys(digests)}
        return [taken[digest] for digest in digests]

    def _taken_for(self, digest: str, found: Mapping[str, tuple[Session, Person | None]]) -> Who | AccessRefused:
        if not digest:
            return AccessRefused("not-signed-in", "sign in first")
        if digest not in found:
            return AccessRefused("session-unknown", "nobody is signed in with this: sign in")
        session, person = found[digest]
        if session.until <= session.since or person is None or person.role not in ROLES:
            return AccessRefused("session-revoked", "this session was ended before its time: sign in again")
        now, last = self._clock(), session.since + LONGEST
        if now >= min(session.until, last):
            return AccessRefused(
                "session-expired", "this session has ended, after 12 hours or 30 minutes unused: sign in"
            )
        until = min(now + IDLE, last)
        if until - session.until >= _PROLONG_EVERY or session.until < until == last:
            self._store.prolong(session, until)
        return _who(person)

    def sign_out(self, token: str) -> None:
        """Ends a session; one that has ended already stays so."""

        def signed_out() -> Change:
            session, who = self._store.session(_digest(token)), self.who(token)
            ended = (session._replace(until=session.since),) if session else ()
            return Change(r.SignedOut(who.name), ended, who)

        try:
            self._roll.record(signed_out)
        except AccessRefused:
            return

    def end_sessions(self, name: str, by: Who | None = None) -> None:
        """Ends all sessions of somebody, at once and in every process."""

        def ended() -> Change:
            self._roll.check_manager(by)
            person = self._roll.known(name)
            return Change(r.SessionsEnded(person.name), tuple(self._ended(person.name)), by)

        self._roll.record(ended)

    def sessions(self) -> tuple[Session, ...]:
        """The sessions that are open now, by person and start."""
        now = self._clock()
        return tuple(session for session in self._store.sessions() if session.until > max(now, session.since))

    def _session(self, token: str, name: str) -> Session:
        now = self._clock()
        return Session(_digest(token), name, now, now + IDLE)

    def _ended(self, name: str) -> Iterator[Session]:
        """The sessions of somebody as they are when ended before their time."""
        for session in self._store.sessions():
            if session.person == name:
                yield session._replace(until=session.since)

    def _token(self) -> str:
        try:
            return urlsafe_b64encode(self._entropy(32)).rstrip(b"=").decode()
        except OSError as error:
            raise StoreFailed(f"the system gives no random bytes: {error}; nobody can sign in") from None

    # Passwords that fail

    def _with_password(self, name: str, password: str, then: Callable[[Person], Change]) -> None:
        """Does what the right password permits. A wrong one is recorded, and so is that there were too many."""
        looked_at: dict[str, bool] = {}

        def tried() -> Change:
            person = self._roll.find(name)
            subject = (person.name, "") if person else ("", _mark(name))
            failures, barred = self._roll.failures(*subject)
            if failures >= MOST_FAILURES:
                # Once is enough: a ledger does not grow by knocking at a closed door.
                if barred:
                    raise _barred()
                return Change(r.SignInBarred(*subject))
            kept = person.password if person else ""
            if kept not in looked_at:
                looked_at[kept] = self._passwords.fits(password, kept)
            if person and looked_at[kept]:
                return then(person)
            return Change(r.SignInFailed(*subject))

        # Many guesses at once get no more answers than the limit: failures are counted where they are recorded.
        recorded = self._roll.record(tried).record
        if isinstance(recorded, r.SignInBarred):
            raise _barred()
        if isinstance(recorded, r.SignInFailed):
            raise AccessRefused("wrong-password", "name or password is wrong: try again, or ask a manager")


def _barred() -> AccessRefused:
    reason = (
        f"{MOST_FAILURES} sign-ins failed under this name within 15 minutes: wait, or ask a manager for a new password"
    )
    return AccessRefused("too-many-failures", reason)


def _who(person: Person) -> Who:
    return Who(person.name, cast("Role", person.role), person.tables)


def _role(role: str) -> Role:
    if role not in ROLES:
        raise InputError(f"there is no role {role!r}: {', '.join(ROLES)}")
    return role


def _tables(tables: Sequence[str]) -> tuple[str, ...]:
    if not all(table.isprintable() and table.strip() for table in tables):
        raise InputError(f"{', '.join(map(ascii, tables))}: a table is named as in the house file")
    return tuple(dict.fromkeys(tables))


def _digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()


def _mark(name: str) -> str:
    """A few bits of a name that nobody has: enough to count by, and too few to find a password typed there instead."""
    return sha256(folded(name[:200]).encode(errors="replace")).hexdigest()[:6]
