"""The exact value of what is simulated, where there is one: the mean to be expected and how often each row comes up."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.catalog import in_force, odds
from pitboss.odds.forfeits import forfeits
from pitboss.odds.progressive import long_run
from pitboss.odds.query import Asked
from pitboss.odds.record import Odds
from pitboss.rules.regulation import Regulation
from pitboss.simulation.setup import Setup


class Exact(NamedTuple):
    """Per unit first staked."""

    expected: Fraction | None
    rows: Mapping[str, Fraction]
    variance: Fraction | None = None
    envy: Fraction | None = None
    """What Envy Bonuses add."""


def exact_values(setup: Setup, strategy: str) -> dict[str, Exact]:
    """For each wager, as odds name it, under a strategy; nothing where the strategy decides and is not optimal."""
    regulation, usual = _as_simulated(setup), in_force(setup.regulation)
    options = {key: value for key, value in setup.terms.options.items() if value != usual[key]}
    records: dict[str, Odds] = {}
    for name in dict.fromkeys(regulation.wagers[wager].limits or wager for wager in setup.stakes):
        paytable = setup.paytables.get(name) or setup.paytables.get("ante_bonus", "A")
        stake = next(
            cents for wager, cents in setup.stakes.items() if (regulation.wagers[wager].limits or wager) == name
        )
        seeds = {meter: choice.seed for meter, choice in setup.meters.get(name, {}).items()}
        asked = Asked(options, stake, seeds, setup.boxes)
        for record in odds(regulation, asked, name, paytable):
            if record.boxes in (None, setup.boxes):
                records[name] = Odds(**{**record.given(), "stake": stake})
    decided, lost = _decided(setup), set[str]()
    if "ante" in records:
        found = forfeits(regulation, records["ante"].paytable, records, Asked(options))
        lost = {forfeit.wager for forfeit in found}
        if strategy == "optimal":
            records |= {forfeit.wager: forfeit.after for forfeit in found}
    unknown = {decided} if strategy != "optimal" or _limited(setup) else set[str]()
    if strategy not in ("optimal", "always"):
        unknown |= lost
    return {name: _exact(setup, name, record) for name, record in records.items() if name not in unknown}


def _decided(setup: Setup) -> str:
    """The wager that decisions are about."""
    return "base" if "base" in setup.paytables else "ante"


def _limited(setup: Setup) -> bool:
    """Whether the payout limit can be felt at these stakes; the best strategy is then another."""
    limit, covered = setup.terms.payout_limit, setup.regulation.payout_limit.wagers
    if limit is None or not covered:
        return False
    lines = setup.terms.paytables[setup.regulation.wagers[covered[0]].paytable].lines()
    return max(line.payout.number for line in lines) * sum(setup.stakes[name] for name in covered) > limit


def _exact(setup: Setup, name: str, record: Odds) -> Exact:
    total = sum(row.count for row in record.rows)
    rows = {row.pattern: Fraction(row.count, total) for row in record.rows}
    if name not in setup.meters:
        return Exact(record.expected, rows, record.variance)
    run = long_run(record, setup.meters[name], setup.boxes)
    envy = run.envy_per_other_box
    return Exact(run.without_envy, rows, record.variance, envy * (setup.boxes - 1) if envy is not None else None)


def _as_simulated(setup: Setup) -> Regulation:
    """The regulation with only the paytables that are in force."""
    regulation, groups = setup.regulation, dict(setup.regulation.paytables)
    named = {rule.limits or name: rule.paytable for name, rule in regulation.wagers.items()}
    named |= {name: rule.paytable for name, rule in regulation.awards.items()}
    for name, group in named.items():
        if name in setup.paytables and group in setup.terms.paytables:
            groups[group] = {setup.paytables[name]: setup.terms.paytables[group]}
    return Regulation(**{**regulation.given(), "paytables": groups})
