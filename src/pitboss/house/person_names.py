"""Names of people: which ones are allowed, and which ones look too similar."""

import unicodedata
from itertools import chain

from pitboss.errors import InputError

MOST_LETTERS = 40
RESERVED = "house"
"""The house itself acts under this name in its ledger."""
_UNSEEN = frozenset(
    chain(
        (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
        range(0x180B, 0x1810),
        range(0xFE00, 0xFE10),
        range(0xE0100, 0xE01F0),
    )
)
"""Invisible letters, marks and symbols: with them, two different names look the same."""


def checked_name(text: str) -> str:
    """The name in its one spelling (NFC); InputError if it holds something that a name may not."""
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= MOST_LETTERS:
        raise InputError(f"a name has 1 to {MOST_LETTERS} characters, this one has {len(name)}")
    if name != name.strip():
        raise InputError(f"the name {name!a} begins or ends with a space: leave it out")
    for letter in name:
        kind = unicodedata.category(letter)
        # Controls, formats (some change the direction of writing), surrogates, unassigned letters, unusual spaces.
        if kind[0] == "C" or (kind[0] == "Z" and letter != " ") or ord(letter) in _UNSEEN:
            raise InputError(f"the name {name!a} holds U+{ord(letter):04X}, which cannot be seen: leave it out")
    if unicodedata.category(name[0])[0] == "M" or "  " in name:
        raise InputError(f"the name {name!a} begins with an accent, or has two spaces together: correct it")
    if folded(name) == RESERVED:
        raise InputError(f"{name!r} is the name that the house acts under: choose another")
    return name


def folded(name: str) -> str:
    """The form that names which look alike have in common: lower case, in the plainest letters."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(plain.split())
