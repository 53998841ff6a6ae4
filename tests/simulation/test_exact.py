"""Simulated means lie where the exact values say, for each wager and paytable of each regulation."""

from collections.abc import Iterator

import pytest

from pitboss.play.terms import Terms
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import PayRow, Paytable
from pitboss.simulation.exact_values import exact_values
from pitboss.simulation.result_records import WagerResult
from pitboss.simulation.setup import Setup, setup_of
from pitboss.simulation.simulate import simulate
from tests.simulation.tables import REGULATIONS, rulesets

LIMIT = 4.5
"""Standard errors: a right mean lies further out once in 150,000 times."""


def tables_of(regulation: str) -> Iterator[dict[str, str]]:
    """Choices of one paytable for each wager and award, so that every paytable is in one of them."""
    ruleset = rulesets()[regulation]
    rules = ruleset.regulation
    groups = {rules.wagers[name].limits or name: wager.paytable for name, wager in ruleset.wagers.items()}
    groups |= {name: award.paytable for name, award in ruleset.awards.items() if not award.follows}
    ids = {name: list(rules.paytables[group]) for name, group in groups.items() if group}
    for turn in range(max(map(len, ids.values()))):
        yield {name: found[turn % len(found)] for name, found in ids.items()}


CASES = [(regulation, turn) for regulation in REGULATIONS for turn, _ in enumerate(tables_of(regulation))]


def setups(regulation: str, turn: int) -> Setup:
    return setup_of(rulesets()[regulation], paytables=list(tables_of(regulation))[turn])


def faults(wagers: tuple[WagerResult, ...]) -> list[str]:
    """What lies too far from its exact value: the mean, or the number of times that a row paid."""
    found = []
    for wager in wagers:
        if wager.off is not None and abs(wager.off) > LIMIT:
            found.append(f"{wager.wager} {wager.paytable}: {float(wager.mean)} is {wager.off:.2f} from {wager.exact}")
        for row in wager.rows:
            if row.exact is not None:
                expected = float(row.exact) * wager.hands
                # Hands of one round share cards; rounds do not.
                error = (max(1.0, wager.spread) * max(expected, 1.0)) ** 0.5
                if abs(row.number - expected) > LIMIT * error + 1:
                    found.append(f"{wager.wager} {wager.paytable} {row.row}: {row.number}, not {expected:.1f}")
    return found


@pytest.mark.parametrize(("regulation", "turn"), CASES)
def test_a_million_rounds_lie_where_the_odds_say(regulation: str, turn: int) -> None:
    results = simulate(setups(regulation, turn), 1_000_000, turn)
    assert all(wager.exact is not None for wager in results.wagers)
    assert faults(results.wagers) == []


@pytest.mark.slow
@pytest.mark.parametrize(("regulation", "turn"), CASES)
def test_a_hundred_million_rounds_lie_where_the_odds_say(regulation: str, turn: int) -> None:
    results = simulate(setups(regulation, turn), 100_000_000, 100 + turn)
    assert faults(results.wagers) == []


WRONG = [
    ("MD-TCP", "pair_plus", "flush", "5 to 1"),
    ("MD-LIR", "base", "flush", "12 to 1"),
    ("MA-LIR", "cover_all", "", ""),
    ("MD-TFP", "top_five_bonus", "five_cards", "6 to 1"),
]


@pytest.mark.parametrize(("regulation", "wager", "pattern", "pays"), WRONG)
def test_a_wrong_paytable_is_found(regulation: str, wager: str, pattern: str, pays: str) -> None:
    right = setup_of(rulesets()[regulation])
    group = next(rule.paytable for name, rule in right.regulation.wagers.items() if (rule.limits or name) == wager)
    paytables = {**right.terms.paytables, group: changed(right.terms.paytables[group], pattern, pays)}
    wrong = Setup(**{**right.given(), "terms": Terms(**{**right.terms.given(), "paytables": paytables})})
    results = simulate(wrong, 1_000_000, 1)
    exact = exact_values(right, "optimal")[wager].expected
    (found,) = (found for found in results.wagers if found.wager == wager)
    assert faults((found,)) == []
    assert faults((WagerResult(**{**found.given(), "exact": exact}),)) != []


def changed(table: Paytable, pattern: str, pays: str) -> Paytable:
    """A paytable with one payout that is not the regulation's."""
    rows = [
        PayRow(row.pattern, (Payout.parse(pays),) if row.pattern == pattern else row.payouts, row.cites)
        if pattern
        # Where pays stand in columns: all of them, one more for each.
        else PayRow(row.pattern, tuple(payout._replace(number=payout.number + 1) for payout in row.payouts), row.cites)
        for row in table.pays
    ]
    return Paytable(**{**table.given(), "pays": tuple(rows)})
