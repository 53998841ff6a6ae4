"""Stakes: the amounts that a table accepts on a wager. Every other module asks here."""

from typing import NamedTuple

from pitboss.rules.ruleset import Ruleset


class AcceptedStakes(NamedTuple):
    """The stakes that a wager accepts, in cents: a few fixed ones, or every amount between two limits."""

    fixed: tuple[int, ...]
    least: int | None
    """The smallest stake; None if the house sets no limits, as for a wager whose stake another one determines."""
    most: int | None

    def accepts(self, amount: int) -> bool:
        if self.fixed:
            return amount in self.fixed
        return self.least is None or self.most is None or self.least <= amount <= self.most


def accepted_stakes(ruleset: Ruleset, wager: str) -> AcceptedStakes:
    """The stakes of a wager by the option in force, the submission, the regulation or the paytable, in this order."""
    rule, offer = ruleset.regulation.wagers[wager], ruleset.offer(wager)
    chosen, paytable = ruleset.options.get(rule.stake_option), ruleset.paytables.get(rule.paytable)
    listed = offer.stakes or rule.stakes or (paytable.stakes if paytable else ())
    fixed = (chosen,) if isinstance(chosen, int) else listed
    if fixed:
        return AcceptedStakes(fixed, min(fixed), max(fixed))
    return AcceptedStakes((), offer.minimum, offer.maximum)
