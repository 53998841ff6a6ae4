"""Expectation: what a player's wagers in a round win on average, and how much the results vary.

The odds are exact, by the table's own rules, for a player who decides optimally. Progressive wagers are valued at what
the meters show when bets are closed.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from pitboss.books.theoretical_win import Chance, Theory
from pitboss.errors import InputError
from pitboss.odds.catalog import distribution_of, odds
from pitboss.odds.forfeits import forfeits
from pitboss.odds.house_odds import offered_query
from pitboss.odds.record import Odds
from pitboss.odds.wagers import can_fold, decision_wager, entry_of, paytables
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset


class Expectation(NamedTuple):
    """What one player can expect of one round; amounts in cents."""

    round: int
    staked: int
    """What is staked before the deal."""
    mean: Fraction
    """What the player wins on average."""
    deviation: float
    """The standard deviation; an upper bound if several wagers depend on the same cards."""
    wagers: Mapping[str, Fraction]
    """The mean by wager, as odds name them."""


def expectation(ruleset: Ruleset, round_: Round, player: str, meters: Mapping[str, int]) -> Expectation | None:
    """What a player can expect of a round; None if the player has no wagers in it, or a wager that has no odds."""
    try:
        return _expectation(ruleset, round_, player, meters)
    except InputError:
        return None


def _expectation(ruleset: Ruleset, round_: Round, player: str, meters: Mapping[str, int]) -> Expectation | None:
    boxes = [round_.boxes[number] for number in round_.in_play()]
    own = [box for box in boxes if box.player == player]
    if not own:
        return None
    means: dict[str, Fraction] = {}
    deviation = 0.0
    for box in own:
        for wager, stake in _staked(ruleset, box):
            folds = can_fold(ruleset.regulation, box.wagers)
            chance = _chance(ruleset, wager, stake, boxes=len(boxes), folds=folds, meters=meters)
            if _has_envy(ruleset, wager):
                others = sum(other.player != player for other in boxes)
                chance = chance.plus(Theory.by(ruleset).envy(wager, stake).times(others))
            # The theory is about the house: what it wins, the player loses.
            means[wager] = means.get(wager, Fraction(0)) - chance.mean
            # The deviation of a sum is at most the sum of the deviations, however the wagers depend on each other.
            deviation += sqrt(chance.variance)
    first = sum(stake for box in own for item, stake in box.wagers.items() if _is_first(ruleset, item))
    return Expectation(round_.number, first, sum(means.values(), Fraction(0)), deviation, means)


def _is_first(ruleset: Ruleset, item: str) -> bool:
    return ruleset.regulation.wagers[item].placed == "before_deal"


def _staked(ruleset: Ruleset, box: Box) -> Iterator[tuple[str, int]]:
    """Each wager, as odds name it, with its stake: odds are per one of the bets that share an entry."""
    first: dict[str, int] = {}
    for item, stake in box.wagers.items():
        if _is_first(ruleset, item):
            first.setdefault(entry_of(ruleset.regulation, item), stake)
    yield from first.items()


def _chance(  # noqa: PLR0913 - each changes the odds
    ruleset: Ruleset, wager: str, stake: int, *, boxes: int, folds: bool, meters: Mapping[str, int]
) -> Chance:
    if wager not in ruleset.links:
        rule = ruleset.regulation.wagers.get(wager)
        shared = rule is not None and rule.scope == "table"
        return Theory.by(ruleset).chance(wager, stake, boxes if shared else 0, folds=folds)
    regulation, query = offered_query(ruleset)
    record = _progressive(ruleset, wager, stake, folds)
    shown = {name: meters.get(name, 0) for name in ruleset.links[wager].meters}
    results = distribution_of(regulation, Odds(**{**record.given(), "shown": shown}), query)
    assert results
    return Chance(-results.expected * stake, results.variance * stake**2)


@lru_cache(maxsize=64)
def _progressive(ruleset: Ruleset, wager: str, stake: int, folds: bool) -> Odds:
    """The odds of a progressive wager with its meters at zero; if the box may fold, folded hands are unpaid."""
    regulation, query = offered_query(ruleset)
    query = query._replace(stake=stake, meters=dict.fromkeys(ruleset.links[wager].meters, 0))
    (record,) = odds(regulation, query, wager, paytables(regulation, wager)[0])
    if folds:
        decided = paytables(regulation, decision_wager(regulation))[0]
        for lost in forfeits(regulation, decided, {wager: record}, query):
            return lost.after
    return record


def _has_envy(ruleset: Ruleset, wager: str) -> bool:
    terms = Terms.of(ruleset)
    return any(
        award.kind == "envy" and award.stake_of == wager and not terms.holds(award.never_under)
        for award in ruleset.awards.values()
    )
