"""Payout: what a row of a paytable pays, in the forms that regulations print."""

import re
from typing import Literal, NamedTuple

from pitboss.money import parse_money, show_money

_ODDS = re.compile(r"(\d{1,3}(?:,\d{3}){1,3}|\d{1,12}) (to|for) 1", re.ASCII)
_SHARE = re.compile(r"(\d{1,3})% of ([a-z_]+)", re.ASCII)


class Payout(NamedTuple):
    """`35 to 1`, `300 for 1`, `$1,000`, `10% of main`, or `push`, which returns the wager.

    `parse` and `str` are inverse.
    """

    form: Literal["to", "for", "prize", "share", "push"]
    number: int
    """The n of "n to 1" and "n for 1", the cents of a prize, or the percentage of a meter."""
    meter: str = ""

    @classmethod
    def parse(cls, text: str) -> "Payout":
        if match := _ODDS.fullmatch(text):
            form: Literal["to", "for"] = "to" if match[2] == "to" else "for"
            return cls(form, int(match[1].replace(",", "")))
        if match := _SHARE.fullmatch(text):
            if not 1 <= int(match[1]) <= 100:
                raise ValueError(f"{text!r} is not a share of a meter: between 1% and 100%")
            return cls("share", int(match[1]), match[2])
        if text.startswith("$"):
            return cls("prize", parse_money(text))
        if text == "push":
            return cls("push", 0)
        raise ValueError(f'{text!r} is not a payout: write "35 to 1", "300 for 1", "$1,000", "10% of main" or "push"')

    def __str__(self) -> str:
        match self.form:
            case "prize":
                return show_money(self.number)
            case "share":
                return f"{self.number}% of {self.meter}"
            case "push":
                return "push"
            case _:
                return f"{self.number:,} {self.form} 1"
