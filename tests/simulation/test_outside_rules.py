"""Simulation under rows that no released regulation has: it agrees with the exact values, or refuses."""

import pytest

from pitboss.errors import InputError
from pitboss.simulation.results import SimulationResults
from pitboss.simulation.setup import Setup, setup_of
from pitboss.simulation.simulate import simulate
from tests.clauses.driven import approved
from tests.odds.test_payout_limit import at
from tests.regulations.houses import three_card_house, top_five_house
from tests.regulations.outside import HOUSE, Variants, without_ante_bonus
from tests.simulation.test_exact import faults
from tests.table.test_obeyed_rows import DOUBLE_PLAY, ONE_UP

HOUSE_TEXT = HOUSE.read_text(encoding="utf-8")


def played(setup: Setup) -> SimulationResults:
    """200,000 rounds whose means lie where the exact values say."""
    results = simulate(setup, 200_000, 7)
    assert all(wager.exact is not None for wager in results.wagers)
    assert faults(results.wagers) == []
    return results


@pytest.mark.parametrize(("source", "house"), [("MD-TCP", three_card_house), ("MD-TFP", top_five_house)])
def test_a_play_wager_of_twice_the_ante(variants: Variants, source: str, house: object) -> None:
    assert callable(house)
    setup = setup_of(approved(house(variants.make(source, DOUBLE_PLAY))))
    assert (setup.stakes["ante"], setup.stakes["play"]) == (1000, 2000)
    played(setup)


def test_a_game_without_an_ante_bonus(variants: Variants) -> None:
    house = three_card_house(without_ante_bonus(variants), bonus="").replace('"D"', '"B"')
    played(setup_of(approved(house)))


def test_every_wager_of_the_outside_regulation(pennsylvania: str) -> None:
    results = played(setup_of(approved(HOUSE_TEXT)))
    assert [wager.wager for wager in results.wagers] == ["ante", "pair_plus", "six_card_bonus"]


def test_a_payout_limit_that_cuts_a_wager(pennsylvania: str) -> None:
    setup = setup_of(approved(HOUSE_TEXT), wagers=["pair_plus"], stakes={"pair_plus": 100_000})
    (pair_plus,) = played(setup).wagers
    assert pair_plus.exact == at(100_000)


def test_a_payout_limit_that_different_hands_share(pennsylvania: str) -> None:
    """The kernels settle the hand of three cards and that of six apart, so they could not cut the sum."""
    with pytest.raises(InputError) as refused:
        setup_of(approved(HOUSE_TEXT), stakes={"pair_plus": 50_000})
    assert str(refused.value) == (
        "the payout limit of $25,000 can cut what pair_plus and six_card_bonus win together, which is not simulated: "
        "simulate them one by one, or with smaller stakes"
    )


def test_a_card_of_the_dealer_that_players_see(variants: Variants) -> None:
    ruleset = approved(three_card_house(variants.make("MD-TCP", ONE_UP)))
    with pytest.raises(InputError, match="players see other cards with manual_shoe than with hand"):
        simulate(setup_of(ruleset), 10, 1)
