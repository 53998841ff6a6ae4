"""Names of people: which ones are allowed, and which ones look too similar."""

import unicodedata

from pitboss.errors import InputError
from pitboss.house.look_alikes import check_scripts, skeleton
from pitboss.text import unseen_letter

MOST_LETTERS = 40
RESERVED = "house"
"""The house itself acts under this name in its ledger."""


def checked_name(text: str) -> str:
    """The name in its one spelling (NFC); InputError if it holds something that a name may not."""
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= MOST_LETTERS:
        raise InputError(f"a name has 1 to {MOST_LETTERS} characters, this one has {len(name)}")
    if name != name.strip():
        raise InputError(f"the name {name!a} begins or ends with a space: leave it out")
    if letter := unseen_letter(name):
        raise InputError(f"the name {name!a} holds U+{ord(letter):04X}, which cannot be seen: leave it out")
    if unicodedata.category(name[0])[0] == "M" or "  " in name:
        raise InputError(f"the name {name!a} begins with an accent, or has two spaces together: correct it")
    if folded(name) == RESERVED:
        raise InputError(f"{name!r} is the name that the house acts under: choose another")
    return name


def new_name(text: str) -> str:
    """A name for a person who comes: as every name, and in letters that pass for no others."""
    name = checked_name(text)
    check_scripts(name)
    if skeleton(name) == skeleton(RESERVED):
        raise InputError(f"{name!r} looks like the name that the house acts under: choose another")
    return name


def folded(name: str) -> str:
    """The form that names which look alike have in common: lower case, in the plainest letters."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(plain.split())
