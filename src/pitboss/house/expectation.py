"""Prospect: what a player's wagers in a round win on average, and how widely the results of such rounds lie.

The odds are exact, of the table's own rules, for a player who decides as well as can be. Progressive wagers are
reckoned on what the meters show when nobody can bet any more.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from pitboss.books.theoretical_win import Chance, Theory, wager_of
from pitboss.odds.catalog import asked_wagers, in_force, odds
from pitboss.odds.distribution import results
from pitboss.odds.forfeits import forfeits
from pitboss.odds.house_odds import as_offered
from pitboss.odds.query import Asked
from pitboss.odds.record import Odds
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset


class Prospect(NamedTuple):
    """One player in one round; amounts in cents."""

    round: int
    staked: int
    """What is staked before the deal."""
    mean: Fraction
    """What the player wins on average."""
    deviation: float
    """The standard deviation; where several wagers look at the same cards, the most that it can be."""
    wagers: Mapping[str, Fraction]
    """The mean by wager, as odds name them."""


def prospect(ruleset: Ruleset, round_: Round, player: str, meters: Mapping[str, int]) -> Prospect | None:
    """What a player can expect of a round; None for somebody without wagers in it."""
    boxes = [round_.boxes[number] for number in round_.in_play()]
    own = [box for box in boxes if box.player == player]
    if not own:
        return None
    means: dict[str, Fraction] = {}
    deviation = 0.0
    for box in own:
        for wager, stake in _staked(ruleset, box):
            chance = _chance(ruleset, wager, stake, boxes=len(boxes), folds="ante" in box.wagers, meters=meters)
            if _has_envy(ruleset, wager):
                others = sum(other.player != player for other in boxes)
                chance = chance.plus(Theory.by(ruleset).envy(wager, stake).times(others))
            # The theory is the house's; what it wins the player loses.
            means[wager] = means.get(wager, Fraction(0)) - chance.mean
            # However wagers go together, their deviations at most add up.
            deviation += sqrt(chance.variance)
    first = sum(stake for box in own for item, stake in box.wagers.items() if _is_first(ruleset, item))
    return Prospect(round_.number, first, sum(means.values(), Fraction(0)), deviation, means)


def _is_first(ruleset: Ruleset, item: str) -> bool:
    return ruleset.regulation.wagers[item].placed == "before_deal"


def _staked(ruleset: Ruleset, box: Box) -> Iterator[tuple[str, int]]:
    """Each wager with its stake; of Let It Ride's three bets one, since odds are reckoned on one."""
    first: dict[str, int] = {}
    for item, stake in box.wagers.items():
        if _is_first(ruleset, item):
            first.setdefault(wager_of(ruleset, item), stake)
    yield from first.items()


def _chance(  # noqa: PLR0913 - each changes the odds
    ruleset: Ruleset, wager: str, stake: int, *, boxes: int, folds: bool, meters: Mapping[str, int]
) -> Chance:
    if wager not in ruleset.links:
        rule = ruleset.regulation.wagers.get(wager)
        shared = rule is not None and rule.scope == "table"
        return Theory.by(ruleset).chance(wager, stake, boxes if shared else 0, folds=folds)
    regulation, asked = _offered(ruleset)
    record = _progressive(ruleset, wager, stake, folds)
    shown = {name: meters.get(name, 0) for name in ruleset.links[wager].meters}
    found = results(regulation, Odds(**{**record.given(), "shown": shown}), asked)
    assert found
    return Chance(-found.expected * stake, found.variance * stake**2)


@lru_cache(maxsize=64)
def _progressive(ruleset: Ruleset, wager: str, stake: int, folds: bool) -> Odds:
    """The rows of a progressive wager and how often each comes; hands that are folded come to nothing."""
    regulation, asked = _offered(ruleset)
    asked = asked._replace(stake=stake, meters=dict.fromkeys(ruleset.links[wager].meters, 0))
    paytables = asked_wagers(regulation)
    (record,) = odds(regulation, asked, wager, paytables[wager][0])
    if folds:
        for lost in forfeits(regulation, paytables["ante"][0], {wager: record}, asked):
            return lost.after
    return record


@lru_cache(maxsize=16)
def _offered(ruleset: Ruleset) -> tuple[Regulation, Asked]:
    usual = in_force(ruleset.regulation)
    return as_offered(ruleset), Asked({key: value for key, value in ruleset.options.items() if value != usual[key]})


def _has_envy(ruleset: Ruleset, wager: str) -> bool:
    terms = Terms.of(ruleset)
    return any(
        award.kind == "envy" and award.stake_of == wager and not terms.holds(award.never_under)
        for award in ruleset.awards.values()
    )
