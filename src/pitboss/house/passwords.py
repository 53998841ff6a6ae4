"""Passwords: stored as argon2 hashes, and compared in the same time whether or not the person has one."""

import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.errors import InputError

FEWEST, MOST = 10, 200
"""The length of a password in characters."""
FEWEST_DIGITS, MOST_DIGITS = 6, 12
"""The length of a PIN."""


class Cost(NamedTuple):
    """The cost of one hash: rounds, kibibytes of memory, lanes. The default is RFC 9106's second choice."""

    time: int = 3
    memory: int = 65_536
    lanes: int = 4


class Passwords:
    """Makes and compares hashes. A hash holds its own cost, so the cost can be raised at any time."""

    def __init__(self, entropy: Callable[[int], bytes], cost: Cost) -> None:
        self._entropy, self._cost = entropy, cost
        self._hasher = _hasher(cost)

    def hashed(self, password: str) -> str:
        """A new hash; InputError if the text cannot be a password."""
        text = _plain(password)
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in password):
            raise InputError("the password holds a control character, which not every keyboard can type: leave it out")
        if not FEWEST <= len(text) <= MOST:
            raise InputError(f"a password has {FEWEST} to {MOST} characters, this one has {len(text)}")
        return self._hasher.hash(text, salt=self._entropy(16))

    def hashed_pin(self, pin: str) -> str:
        """A new hash of a PIN; InputError if it cannot be one, or is among the first that anybody guesses."""
        if not (pin.isascii() and pin.isdecimal() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
            raise InputError(f"a PIN has {FEWEST_DIGITS} to {MOST_DIGITS} digits and nothing else")
        steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
        if steps in ({0}, {1}, {9}):
            raise InputError("this PIN repeats a digit or counts up or down: choose digits that nobody guesses first")
        return self._hasher.hash(pin, salt=self._entropy(16))

    def fits(self, password: str, hash_: str) -> bool:
        """Whether a password made the hash. Without a hash the answer is no, after the same time."""
        placeholder = _placeholder(self._cost)
        try:
            self._hasher.verify(hash_ or placeholder, _plain(password[: 10 * MOST]))
        except (VerificationError, InvalidHashError):
            return False
        return bool(hash_)

    def is_outdated(self, hash_: str) -> bool:
        """Whether the hash was made at another cost."""
        return self._hasher.check_needs_rehash(hash_)


def _plain(password: str) -> str:
    """The same text however a keyboard composes it; invalid text matches nothing."""
    return unicodedata.normalize("NFKC", password.encode(errors="replace").decode())


def _hasher(cost: Cost) -> PasswordHasher:
    return PasswordHasher(time_cost=cost.time, memory_cost=cost.memory, parallelism=cost.lanes)


@cache
def _placeholder(cost: Cost) -> str:
    """A hash to compare with if the person has none."""
    return _hasher(cost).hash("nobody", salt=bytes(16))
