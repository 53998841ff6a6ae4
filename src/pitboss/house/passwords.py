"""Passwords: kept as argon2 hashes, and looked at for the same time whether or not there is one to compare with."""

import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.errors import InputError

FEWEST, MOST = 10, 200
"""How long a password is, in characters."""


class Cost(NamedTuple):
    """What one look at a password costs: rounds, kibibytes of memory, lanes. RFC 9106's second choice unless said."""

    time: int = 3
    memory: int = 65_536
    lanes: int = 4


class Passwords:
    """Makes hashes and compares with them. A hash holds its own cost, so a cost can be raised at any time."""

    def __init__(self, entropy: Callable[[int], bytes], cost: Cost) -> None:
        self._entropy, self._cost = entropy, cost
        self._hasher = _hasher(cost)

    def hashed(self, password: str) -> str:
        """A new hash; an InputError says why this is no password."""
        text = _plain(password)
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in password):
            raise InputError(
                "the password holds a control character, which not every keyboard can repeat: leave it out"
            )
        if not FEWEST <= len(text) <= MOST:
            raise InputError(f"a password has {FEWEST} to {MOST} characters, this one has {len(text)}")
        return self._hasher.hash(text, salt=self._entropy(16))

    def fits(self, password: str, kept: str) -> bool:
        """Whether a password made the hash. Where nothing is kept, nothing fits, and it takes as long to say so."""
        nobodys = _nobodys(self._cost)
        try:
            self._hasher.verify(kept or nobodys, _plain(password[: 10 * MOST]))
        except (VerificationError, InvalidHashError):
            return False
        return bool(kept)

    def is_outdated(self, kept: str) -> bool:
        """Whether the hash was made at another cost than ours."""
        return self._hasher.check_needs_rehash(kept)


def _plain(password: str) -> str:
    """The same text however a keyboard composes it; what is not text at all fits nothing."""
    return unicodedata.normalize("NFKC", password.encode(errors="replace").decode())


def _hasher(cost: Cost) -> PasswordHasher:
    return PasswordHasher(time_cost=cost.time, memory_cost=cost.memory, parallelism=cost.lanes)


@cache
def _nobodys(cost: Cost) -> str:
    """A hash to look at for somebody who is not there."""
    return _hasher(cost).hash("nobody", salt=bytes(16))
