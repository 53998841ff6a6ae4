"""Which winnings take a Form W-2G, and what is withheld, by the day on which they are won."""

from typing import NamedTuple


class TaxRule(NamedTuple):
    """From a day on: the least winnings in cents and the least multiple of the wager that take a Form W-2G, and the
    winnings above which a share in percent is withheld."""

    since: str
    winnings: int
    multiple: int
    withheld_above: int
    percent: int


RULES = (
    TaxRule("2026-01-01", 200_000, 300, 500_000, 24),
    TaxRule("2018-01-01", 60_000, 300, 500_000, 24),
)
"""The newest first: 26 U.S.C. 6041 and 3402(q), Treas. Reg. 7.6041-1. Winnings are less the wager."""


def tax_rule(day: str) -> TaxRule:
    """The parameters of a day."""
    return next((rule for rule in RULES if rule.since <= day), RULES[-1])


def takes_form(winnings: int, stake: int, day: str) -> bool:
    """Whether winnings, less the wager, take a Form W-2G."""
    rule = tax_rule(day)
    return winnings >= rule.winnings and winnings >= rule.multiple * stake


def withheld(winnings: int, stake: int, day: str) -> int:
    """The tax that is kept from winnings, in cents."""
    rule = tax_rule(day)
    return winnings * rule.percent // 100 if takes_form(winnings, stake, day) and winnings > rule.withheld_above else 0
