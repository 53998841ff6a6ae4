"""What a player can expect of a round, beside the theory of the house; and riding under a payout limit."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.books.theoretical_win import Theory
from pitboss.cards import parse_cards
from pitboss.games.let_it_ride.payout_limit import limited_ride
from pitboss.games.let_it_ride.solver import RideValues
from pitboss.house.expectation import expectation
from pitboss.odds.house_odds import offered_query
from pitboss.odds.positions import position_of
from pitboss.odds.wagers import limit_binds
from pitboss.play.round import Box, Round
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.ruleset import Ruleset

HOUSE = Path(__file__).parents[2] / "examples/house.toml"
TABLES = approve_house(HouseFile(str(HOUSE), HOUSE.read_bytes())).tables
THREE = {"bet_1": 500, "bet_2": 500, "bet_3": 500}
WAGERS = {
    "let-it-ride": {**THREE, "three_card_bonus": 300, "five_card_bonus": 100},
    "three-card": {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500},
    "top-five": {"ante": 1000, "top_five_bonus": 500, "poker_bonus": 500},
    "commonwealth": {**dict.fromkeys(THREE, 1500), "cover_all": 100},
}


def two_boxes(wagers: dict[str, int]) -> Round:
    return Round(7, "playing", {1: Box("ann", wagers), 2: Box("bob", {}), 4: Box("cy", wagers)})


@pytest.mark.parametrize("name", WAGERS)
def test_what_the_players_expect_is_what_the_house_does_not(name: str) -> None:
    ruleset, round_ = TABLES[name], two_boxes(WAGERS[name])
    ann, cy = (expectation(ruleset, round_, player, {}) for player in ("ann", "cy"))
    assert ann
    assert cy
    house = Theory.by(ruleset).of(round_)
    assert ann.mean + cy.mean == -sum(chance.mean for chance in house.wagers.values())
    assert (ann.round, ann.staked, set(ann.wagers)) == (7, sum(WAGERS[name].values()), set(house.wagers))
    assert expectation(ruleset, round_, "bob", {}) is None


def test_one_wager_has_its_exact_deviation() -> None:
    ruleset = TABLES["three-card"]
    found = expectation(ruleset, two_boxes({"ante": 1000}), "ann", {})
    assert found
    chance = Theory.by(ruleset).chance("ante", 1000)
    assert found.deviation == pytest.approx(float(chance.variance) ** 0.5)
    assert float(found.mean) == pytest.approx(-33.7298, abs=1e-4)


def test_a_fuller_meter_is_worth_its_share() -> None:
    ruleset = TABLES["let-it-ride"]
    round_ = two_boxes({**THREE, "progressive": 100})
    means = [_mean(ruleset, round_, meter) for meter in (0, 1_000_000, 2_000_000)]
    assert means[2] - means[1] == means[1] - means[0] > 0
    # The whole meter for a royal flush, a tenth of it for a straight flush.
    assert means[1] - means[0] == Fraction(4 * 10 + 36, 10 * 2_598_960) * 1_000_000


def _mean(ruleset: Ruleset, round_: Round, meter: int) -> Fraction:
    found = expectation(ruleset, round_, "ann", {"main": meter})
    assert found
    return found.mean


LINES = TABLES["let-it-ride"].paytables["base"].lines()
HANDS = ("As Ks Qs", "9h 8h 7h", "2c 7d Jh", "5c 5d Th", "Ah Kh Qh Jh", "9c 9d 2h Ks", "4s 5s 6s 7s")


@pytest.mark.parametrize("hand", HANDS)
def test_without_a_limit_in_reach_riding_is_worth_the_same(hand: str) -> None:
    cards = parse_cards(hand)
    plain = RideValues(LINES).expected(position_of(cards))
    assert limited_ride(LINES, cards, 500, 10**9, 1) == plain
    assert limited_ride(LINES, cards, 500, 10**9, 2) == plain


def test_a_limit_takes_from_the_bets_that_come_after() -> None:
    royal = parse_cards("Ah Kh Qh Jh")
    regulation, _ = offered_query(TABLES["let-it-ride"])
    reached = [limit_binds(regulation, "base", "A", stake, 7_500_000) for stake in (2_500, 2_600)]
    assert reached == [False, True]
    first, second = (limited_ride(LINES, royal, 10_000, 7_500_000, riding) for riding in (1, 2))
    plain = RideValues(LINES).expected(position_of(royal))
    # One bet of $100 on a royal flush reaches the limit alone; another adds nothing there.
    assert first == second == plain - Fraction(1000, 48)
