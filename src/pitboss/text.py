"""How numbers and names are printed for people, everywhere in the same way."""

import unicodedata
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain

from pitboss.money import show_money

_UNSEEN = frozenset(
    chain(
        (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
        range(0x180B, 0x1810),
        range(0xFE00, 0xFE10),
        range(0xE0100, 0xE01F0),
    )
)
"""Invisible letters, marks and symbols: with them, two different names look the same."""


def show_percentage(share: Fraction | float, places: int = 2, *, signed: bool = False) -> str:
    """`4.58 %` for a fraction; with `signed`, a gain has a `+`."""
    return f"{float(share) * 100:{'+' if signed else ''},.{places}f} %"


def show_signed(cents: int) -> str:
    """`+$10`, `-$2.50`, `$0`: an amount that is won or lost."""
    return f"+{show_money(cents)}" if cents > 0 else show_money(cents)


def plural(number: int, noun: str, nouns: str = "") -> str:
    """`1 table`, `3 tables`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`Bet 1, Bet 2 and Bet 3`."""
    *before, last = words
    return f"{', '.join(before)} {joint} {last}" if before else last


def printable(text: str) -> str:
    """Another person's text, safe for a terminal: control characters are escaped."""
    return text if text.isprintable() else ascii(text)


def address(cite: str) -> str:
    """The clause `12.D(1)` of the citation `MD-TCP 12.D(1)`."""
    return cite.split(" ", 1)[-1]


def unseen_letter(name: str) -> str:
    """The first letter of a name that cannot be seen or printed on one line; empty if there is none.

    Controls, line breaks, formats (some change the direction of writing), surrogates, unassigned letters, and spaces
    other than the usual one: two names that differ only by them look the same, and heads and logs cannot carry them.
    """
    for letter in name:
        kind = unicodedata.category(letter)
        if kind[0] == "C" or (kind[0] == "Z" and letter != " ") or ord(letter) in _UNSEEN:
            return letter
    return ""
