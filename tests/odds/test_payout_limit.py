"""Wagers that one hand decides, under a payout limit that can cut what they win."""

from fractions import Fraction

import pytest

from pitboss.books.theoretical_win import Theory
from pitboss.odds.catalog import distribution_of, odds, under_payout_limit
from pitboss.odds.house_odds import table_odds
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import limit_binds
from pitboss.rules.load import load_regulation
from tests.clauses.driven import approved
from tests.regulations.outside import HOUSE, Variants

HOUSE_TEXT = HOUSE.read_text(encoding="utf-8")
LIMIT = 2_500_000
HANDS = 22_100
MINI_ROYAL, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR = 4, 44, 52, 720, 1_096, 3_744
"""The three-card hands of each kind, published many times over."""


def expected(*pays: tuple[int, Fraction]) -> Fraction:
    lost = HANDS - sum(number for number, _ in pays)
    return sum((number * win for number, win in pays), Fraction(-lost)) / HANDS


def at(stake: int) -> Fraction:
    """Pair Plus by paytable B with a limit of $25,000, counted by hand."""
    pays = ((MINI_ROYAL, 50), (STRAIGHT_FLUSH, 40), (TRIPS, 30), (STRAIGHT, 6), (FLUSH, 3), (PAIR, 1))
    return expected(*((number, Fraction(min(odds * stake, LIMIT), stake)) for number, odds in pays))


@pytest.mark.usefixtures("pennsylvania")
@pytest.mark.parametrize(("stake", "binds"), [(50_000, False), (50_001, True), (100_000, True)])
def test_when_a_limit_binds(stake: int, binds: bool) -> None:
    regulation = load_regulation("PA-TCP")
    assert limit_binds(regulation, "pair_plus", "B", stake, LIMIT) == binds
    assert not limit_binds(regulation, "ante", "B", stake, LIMIT)


@pytest.mark.usefixtures("pennsylvania")
def test_a_side_bet_is_worth_less_with_a_limit() -> None:
    regulation, query = load_regulation("PA-TCP"), OddsQuery({}, stake=100_000)
    (record,) = odds(regulation, query, "pair_plus", "B")
    assert record.expected == expected(
        (MINI_ROYAL, Fraction(50)), (STRAIGHT_FLUSH, Fraction(40)), (TRIPS, Fraction(30)), (STRAIGHT, Fraction(6)),
        (FLUSH, Fraction(3)), (PAIR, Fraction(1)),
    )  # fmt: skip
    found = under_payout_limit(regulation, record, LIMIT, query)
    assert found
    assert found.distribution.expected == at(100_000)
    assert under_payout_limit(regulation, Odds(**{**record.given(), "stake": 50_000}), LIMIT, query) is None


@pytest.mark.usefixtures("pennsylvania")
def test_a_house_shows_the_edge_at_both_ends_of_the_stakes() -> None:
    table = table_odds(approved(HOUSE_TEXT))
    pair_plus = [one for one in table.offered if one.odds.wager == "pair_plus"]
    assert [(one.odds.stake, one.odds.expected) for one in pair_plus] == [(500, at(500)), (100_000, at(100_000))]
    assert [one.note for one in pair_plus] == ["", "a hand wins at most $25,000; for this wager alone"]
    assert not table.forfeits


@pytest.mark.usefixtures("pennsylvania")
def test_the_theoretical_win_counts_the_limit() -> None:
    theory = Theory.by(approved(HOUSE_TEXT))
    assert theory.chance("pair_plus", 100_000).mean == -at(100_000) * 100_000
    assert theory.chance("pair_plus", 500, folds=True).mean == -at(500) * 500


def test_a_limit_and_a_fold_both_cost_the_wager(variants: Variants) -> None:
    """If folding forfeits the wager, the folded hands are unpaid and the others are cut."""
    changed = variants.make(
        "PA-TCP", ('[["ante", "649a.11(b)(2)"]]', '[["ante", "649a.11(b)(2)"], ["pair_plus", "649a.11(b)(2)"]]')
    )
    ruleset = approved(HOUSE_TEXT.replace("PA-TCP", changed))
    # Optimal play of the Ante folds no hand that the Pair Plus pays, so only the limit costs.
    assert Theory.by(ruleset).chance("pair_plus", 100_000, folds=True).mean == -at(100_000) * 100_000
    record = next(one.odds for one in table_odds(ruleset).offered if one.odds.stake == 100_000)
    results = distribution_of(ruleset.regulation, record, OddsQuery({}))
    assert results
    assert results.expected == record.expected
