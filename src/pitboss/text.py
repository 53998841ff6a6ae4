"""How numbers and names are printed for people, everywhere in the same way."""

from collections.abc import Iterable
from fractions import Fraction

from pitboss.money import show_money


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
