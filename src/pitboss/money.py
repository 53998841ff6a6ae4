"""Money is integer cents in data and `$10` in text; the two forms are inverse to each other."""

import re

CHIPS = (50_000, 10_000, 2_500, 500, 100, 50)
"""The values of chips in cents, largest first."""
LEAST_CHIP = CHIPS[-1]
"""The value of the smallest chip, in cents. Payments may hold smaller amounts, which are paid in coin."""
_MONEY = re.compile(r"\$(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d\d))?", re.ASCII)


def parse_money(text: str) -> int:
    """The cents of `$10`, `$1,000` or `$0.50`; anything else raises a ValueError that says how to write it."""
    match = _MONEY.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r} is not an amount of money: write "$10", "$1,000" or "$2.50"')
    dollars, cents = match.groups()
    return int(dollars.replace(",", "")) * 100 + int(cents or 0)


def show_money(cents: int) -> str:
    """The text of an amount; whole dollars without cents, a loss with the sign in front: `-$2.50`."""
    dollars, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${dollars:,}" + (f".{rest:02}" if rest else "")
