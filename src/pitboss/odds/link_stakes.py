"""Links that take several stakes for one jackpot: what each stake returns of a dollar."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.money import show_money
from pitboss.odds.catalog import odds
from pitboss.odds.house_odds import offered_query
from pitboss.odds.wagers import wager_paytables
from pitboss.rules.ruleset import House, Ruleset
from pitboss.text import listed


class LinkStakes(NamedTuple):
    """A link whose meters are won at several stakes, and the return of each, its meters at their seeds."""

    link: str
    wager: str
    returns: dict[int, Fraction]
    """By stake, per unit staked; Envy Bonuses aside."""
    clause: str

    def __str__(self) -> str:
        stakes = listed(show_money(stake) for stake in self.returns)
        shares = listed(f"{show_money(stake)} returns {float(share):.2%}" for stake, share in self.returns.items())
        return f"link {self.link} takes {stakes} for the same jackpot: of each dollar, {shares} ({self.clause})"


def links_with_several_stakes(house: House) -> Iterator[LinkStakes]:
    """Each such link once, if the law around its regulation asks one stake of every player."""
    seen: set[str] = set()
    for ruleset in house.tables.values():
        rules = ruleset.regulation.meter_rules
        for wager in ruleset.links if rules and rules.one_stake else ():
            link, stakes = ruleset.offer(wager).link, ruleset.offer(wager).stakes or ruleset.wagers[wager].stakes
            if len(stakes) > 1 and rules and link not in seen:
                seen.add(link)
                returns = {stake: _return(ruleset, wager, stake) for stake in sorted(stakes)}
                yield LinkStakes(link, wager, returns, rules.one_stake)


def _return(ruleset: Ruleset, wager: str, stake: int) -> Fraction:
    regulation, query = offered_query(ruleset)
    seeds = {name: meter.seed for name, meter in ruleset.links[wager].meters.items()}
    (record,) = odds(
        regulation, query._replace(stake=stake, meters=seeds), wager, wager_paytables(regulation)[wager][0]
    )
    assert record.expected is not None
    return 1 + record.expected
