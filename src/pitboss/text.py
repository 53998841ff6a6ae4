"""How numbers are printed for people: percentages, signed amounts, and nouns that agree with a number."""

from fractions import Fraction

from pitboss.money import show_money


def show_percentage(share: Fraction | float, places: int = 2, *, signed: bool = False) -> str:
    """`4.58 %` for a share of one; with `signed`, a gain has its `+`."""
    return f"{float(share) * 100:{'+' if signed else ''},.{places}f} %"


def show_signed(cents: int) -> str:
    """`+$10`, `-$2.50`, `$0`: an amount that is won or lost."""
    return f"+{show_money(cents)}" if cents > 0 else show_money(cents)


def plural(number: int, noun: str, nouns: str = "") -> str:
    """`1 table`, `3 tables`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"
