"""SignInAttempts: passwords and PINs that are tried, a bounded number of times, with a record of every failure."""

from collections.abc import Callable
from hashlib import sha256

from pitboss.house.credentials import MOST_WRONG_PINS, Credentials, badge_number
from pitboss.house.passwords import Passwords
from pitboss.house.people_registry import (
    EVERY,
    MOST_FAILURES,
    MOST_IN_ALL,
    AccessRefused,
    PeopleChange,
    PeopleRegistry,
)
from pitboss.house.person_names import folded
from pitboss.ledger import people_records as r
from pitboss.ledger.store import Person

_BADGE = "badge"
"""The source of a bar that holds for a badge until it has a new PIN."""


class SignInAttempts:
    """Tries secrets against the people of a ledger. Failures are counted with those of other processes."""

    def __init__(self, registry: PeopleRegistry, passwords: Passwords) -> None:
        self._registry, self._passwords = registry, passwords

    def with_password(self, name: str, password: str, address: str, then: Callable[[Person], PeopleChange]) -> None:
        """Makes a change if the password is right. A wrong password is recorded, and so is that there were too many.

        Failures are counted for each source, so that nobody locks a person out from everywhere.
        """
        source, fits = source_mark(address), self._fitting(password)

        def tried() -> PeopleChange:
            person = self._registry.trusted(name)
            subject = (person.name, "") if person else ("", _mark(name))
            if bar := self._bar(*subject, source):
                return bar
            if fits(Credentials.read(person.password).password if person else "") and person:
                return then(person)
            return PeopleChange(r.SignInFailed(*subject, source))

        self._try("wrong-password", "name or password is wrong: try again, or ask a manager", tried)

    def with_pin(self, badge: str, pin: str, address: str, then: Callable[[Person], PeopleChange]) -> None:
        """Makes a change if the PIN is that of the badge. A wrong one counts as a wrong password does, and besides:
        after `MOST_WRONG_PINS` in a row, whatever their sources, the badge needs a new PIN.
        """
        number, source, fits = badge_number(badge), source_mark(address), self._fitting(pin)

        def tried() -> PeopleChange:
            person = self._registry.trusted_badge(number)
            subject = (person.name, "") if person else ("", _mark(f"badge {number}"))
            if bar := self._bar(*subject, source):
                return bar
            known = Credentials.read(person.password) if person else Credentials("")
            if known.wrong > MOST_WRONG_PINS:
                raise _blocked()
            more = (person.replace(password=known._replace(wrong=known.wrong + 1).text),) if person else ()
            if known.wrong == MOST_WRONG_PINS:
                return PeopleChange(r.SignInBarred(*subject, _BADGE), more)
            if fits(known.pin) and person:
                return then(person)
            return PeopleChange(r.SignInFailed(*subject, source, known.badge), more)

        self._try("wrong-pin", "badge or PIN is wrong: try again, or ask a manager", tried)

    def _fitting(self, secret: str) -> Callable[[str], bool]:
        """Whether a secret made a hash: each hash is compared once, however often a change is decided again."""
        checked = dict[str, bool]()

        def fits(hash_: str) -> bool:
            if hash_ not in checked:
                checked[hash_] = self._passwords.fits(secret, hash_)
            return checked[hash_]

        return fits

    def _try(self, code: str, reason: str, tried: Callable[[], PeopleChange]) -> None:
        """Records an attempt; AccessRefused if it failed."""
        # Failures are counted as they are recorded, so that many attempts at once do not exceed the limit.
        recorded = self._registry.record(tried).record
        if isinstance(recorded, r.SignInBarred):
            raise _blocked() if recorded.source == _BADGE else _barred()
        if isinstance(recorded, r.SignInFailed):
            raise AccessRefused(code, reason)

    def _bar(self, name: str, unknown: str, source: str) -> PeopleChange | None:
        """What is recorded if nobody may try now; AccessRefused if it is recorded already."""
        failures = self._registry.failures(name, unknown, source)
        if failures.of_source >= MOST_FAILURES:
            barred = source
        elif failures.in_all >= MOST_IN_ALL and not self._registry.is_known(name, source):
            barred = EVERY
        else:
            return None
        # Recorded once: further attempts do not make the ledger grow.
        if barred in failures.barred:
            raise _barred()
        return PeopleChange(r.SignInBarred(name, unknown, barred))


def _barred() -> AccessRefused:
    reason = (
        "too many sign-ins failed under this name within 30 minutes: "
        "wait, sign in where you did before, or ask a manager for a new password"
    )
    return AccessRefused("too-many-failures", reason)


def _blocked() -> AccessRefused:
    reason = f"{MOST_WRONG_PINS} PINs in a row were wrong for this badge: ask a manager for a new PIN"
    return AccessRefused("badge-blocked", reason)


def source_mark(address: str) -> str:
    """A mark of an address: enough to count by."""
    return sha256(address.encode(errors="replace")).hexdigest()[:12] if address else ""


def _mark(name: str) -> str:
    """A short hash of an unknown name: enough to count by, too little to find a password typed as a name."""
    return sha256(folded(name[:200]).encode(errors="replace")).hexdigest()[:6]
