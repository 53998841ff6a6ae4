"""Stakes: the amounts that a table accepts on a wager. Every other module asks here."""

from typing import NamedTuple

from pitboss.money import show_money
from pitboss.rules.paytable import Paytable
from pitboss.rules.ruleset import Ruleset
from pitboss.text import listed


class AcceptedStakes(NamedTuple):
    """The stakes that a wager accepts, in cents: a few fixed ones, or every amount between two limits."""

    fixed: tuple[int, ...]
    least: int | None
    """The smallest stake; None if the house sets no limits, as for a wager whose stake another one determines."""
    most: int | None

    def __str__(self) -> str:
        """`$5 to $100`, or the only stakes: `$1 or $5`."""
        if self.fixed:
            return listed(map(show_money, self.fixed), "or")
        if self.least is None or self.most is None:
            return "any"
        return (
            show_money(self.least)
            if self.least == self.most
            else f"{show_money(self.least)} to {show_money(self.most)}"
        )

    def accepts(self, amount: int) -> bool:
        if self.fixed:
            return amount in self.fixed
        return (self.least or 0) <= amount and (self.most is None or amount <= self.most)


def accepted_stakes(ruleset: Ruleset, wager: str, paytable: Paytable | None = None) -> AcceptedStakes:
    """The stakes of a wager by the option in force, the submission, the regulation or the paytable, in this order.

    `paytable` replaces the one that the house has chosen; if it does not accept the other stakes, its own apply.
    """
    rule, offer = ruleset.regulation.wagers[wager], ruleset.offer(wager)
    chosen, paytable = ruleset.options.get(rule.stake_option), paytable or ruleset.paytables.get(rule.paytable)
    printed = paytable.stakes if paytable else ()
    fixed = (chosen,) if isinstance(chosen, int) else offer.stakes or rule.stakes or printed
    if paytable and printed and not paytable.scales and not {*fixed} <= {*printed}:
        fixed = printed
    if fixed:
        return AcceptedStakes(fixed, min(fixed), max(fixed))
    return AcceptedStakes((), offer.minimum, offer.maximum)
