"""Credentials: what a person proves who they are by. A password, and for a console a badge number and a PIN.

They are one text in the person's row; a person without a badge has the hash of the password alone, as ever. No entry of
the ledger holds a hash: it holds the badge number, which is no secret.
"""

import re
from typing import NamedTuple

from pitboss.errors import InputError

MOST_WRONG_PINS = 10
"""PINs that may be wrong, one after the other, from every source together; then the badge needs a new PIN."""
_BADGE = re.compile(r"[0-9A-Za-z]{1,12}")


class Credentials(NamedTuple):
    """The hashes of a person, the badge, and how many PINs in a row were wrong."""

    password: str
    badge: str = ""
    pin: str = ""
    wrong: int = 0

    @classmethod
    def read(cls, text: str) -> "Credentials":
        """The credentials in a person's row."""
        password, _, rest = text.partition(" ")
        badge, _, rest = rest.partition(" ")
        pin, _, wrong = rest.partition(" ")
        return cls(password, badge, pin, int(wrong) if wrong.isdecimal() else 0)

    @property
    def text(self) -> str:
        """What `read` reads as these."""
        return f"{self.password} {self.badge} {self.pin} {self.wrong}" if self.badge else self.password


def badge_number(text: str) -> str:
    """The number of a badge in its one spelling; InputError if it cannot be one."""
    number = text.strip()
    if not _BADGE.fullmatch(number):
        raise InputError("a badge number has 1 to 12 digits or letters from A to Z, as printed on the badge")
    return number.upper()
