"""Payout: what a row of a paytable pays, in the forms that regulations print."""

import re
from fractions import Fraction
from math import gcd
from typing import Literal, NamedTuple

from pitboss.money import parse_money, show_money

_ODDS = re.compile(r"(\d{1,3}(?:,\d{3}){1,3}|\d{1,12}) (to|for) ([1-9])", re.ASCII)
_SHARE = re.compile(r"(\d{1,3})% of ([a-z_]+)", re.ASCII)


class Payout(NamedTuple):
    """`35 to 1`, `300 for 1`, `$1,000`, `10% of main`, or `push`, which returns the wager.

    `parse` and `str` are inverse.
    """

    form: Literal["to", "for", "prize", "share", "push"]
    number: int
    """The n of "n to 1" and "n for 1", the cents of a prize, or the percentage of a meter."""
    meter: str = ""
    per: int = 1
    """The m of "n to m"."""

    @classmethod
    def parse(cls, text: str) -> "Payout":
        if (match := _ODDS.fullmatch(text)) and _is_odds(match):
            form: Literal["to", "for"] = "to" if match[2] == "to" else "for"
            return cls(form, int(match[1].replace(",", "")), per=int(match[3]))
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
                return f"{self.number:,} {self.form} {self.per}"

    @property
    def odds(self) -> Fraction:
        """What "n to m" or "n for m" pays for each unit staked."""
        return Fraction(self.number, self.per)

    def won(self, stake: int) -> int:
        """What odds win with a stake, in cents; a part of a cent is not paid."""
        return self.number * stake // self.per

    def meaning(self) -> list[object]:
        """What digests cover: the fields, without those that later versions added and that have their default."""
        return [*self[:3], *([self.per] if self.per != 1 else [])]


def _is_odds(match: re.Match[str]) -> bool:
    """Whether odds are as they are printed: in lowest terms, and "for" with 1."""
    per = int(match[3])
    return per == 1 or (match[2] == "to" and gcd(int(match[1].replace(",", "")), per) == 1)
