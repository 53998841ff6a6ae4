"""The exact value of each simulated wager, if there is one: its expected mean and the share of each row."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.catalog import in_force, limited_odds, odds
from pitboss.odds.forfeits import forfeits
from pitboss.odds.progressive import long_run
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import decision_wager, entry_of, limit_binds
from pitboss.rules.regulation import Regulation
from pitboss.simulation.setup import Setup


class ExactValue(NamedTuple):
    """The exact value of a wager, per unit first staked."""

    expected: Fraction | None
    rows: Mapping[str, Fraction]
    variance: Fraction | None = None
    envy: Fraction | None = None
    """The expected Envy Bonuses."""


def exact_values(setup: Setup, strategy: str) -> dict[str, ExactValue]:
    """The exact value of each wager, as odds name it; wagers that depend on a strategy other than optimal have none."""
    regulation, usual = _as_simulated(setup), in_force(setup.regulation)
    options = {key: value for key, value in setup.terms.options.items() if value != usual[key]}
    records: dict[str, Odds] = {}
    for name in dict.fromkeys(entry_of(regulation, wager) for wager in setup.stakes):
        paytable = setup.paytable(name)
        stake = next(cents for wager, cents in setup.stakes.items() if entry_of(regulation, wager) == name)
        seeds = {meter: choice.seed for meter, choice in setup.meters.get(name, {}).items()}
        query = OddsQuery(options, stake, seeds, setup.boxes)
        for record in odds(regulation, query, name, paytable):
            if record.boxes in (None, setup.boxes):
                records[name] = Odds(**{**record.given(), "stake": stake})
    limit, decided, lost, limited = setup.terms.payout_limit, decision_wager(regulation), set[str](), False
    for name in records.keys() - {decided}:
        records[name] = limited_odds(regulation, records[name], limit, OddsQuery(options))
    if decided in records:
        record = records[decided]
        found = forfeits(regulation, record.paytable, records, OddsQuery(options))
        lost = {forfeit.wager for forfeit in found}
        if strategy == "optimal":
            records |= {forfeit.wager: forfeit.after for forfeit in found}
        # A payout limit that binds calls for another strategy.
        limited = limit_binds(regulation, decided, record.paytable, record.stake, limit)
    unknown = {decided} if strategy != "optimal" or limited else set[str]()
    if strategy not in ("optimal", "always"):
        unknown |= lost
    return {name: _exact(setup, name, record) for name, record in records.items() if name not in unknown}


def _exact(setup: Setup, name: str, record: Odds) -> ExactValue:
    total = sum(row.count for row in record.rows)
    rows = {row.pattern: Fraction(row.count, total) for row in record.rows}
    if name not in setup.meters:
        return ExactValue(record.expected, rows, record.variance)
    run = long_run(record, setup.meters[name], setup.boxes)
    envy = run.envy_per_other_box
    return ExactValue(run.without_envy, rows, record.variance, envy * (setup.boxes - 1) if envy is not None else None)


def _as_simulated(setup: Setup) -> Regulation:
    """The regulation with only the paytables of the simulated table."""
    regulation, groups = setup.regulation, dict(setup.regulation.paytables)
    named = {entry_of(regulation, name): rule.paytable for name, rule in regulation.wagers.items() if rule.paytable}
    named |= {name: rule.paytable for name, rule in regulation.awards.items()}
    for name, group in named.items():
        if name in setup.paytables and group in setup.terms.paytables:
            groups[group] = {setup.paytables[name]: setup.terms.paytables[group]}
    return Regulation(**{**regulation.given(), "paytables": groups})
