"""Which winnings take a Form W-2G, and what is withheld, by the day on which they are won."""

from pitboss.rules.pit_law import TaxRule, pit_law


def tax_rule(day: str) -> TaxRule:
    """The parameters of a day."""
    rules = pit_law().tax
    return next((rule for rule in rules if rule.since <= day), rules[-1])


def takes_form(winnings: int, stake: int, day: str) -> bool:
    """Whether winnings, less the wager, take a Form W-2G."""
    rule = tax_rule(day)
    return winnings >= rule.winnings and winnings >= rule.multiple * stake


def withheld(winnings: int, stake: int, day: str) -> int:
    """The tax that is kept from winnings, in cents."""
    rule = tax_rule(day)
    return winnings * rule.percent // 100 if takes_form(winnings, stake, day) and winnings > rule.withheld_above else 0
