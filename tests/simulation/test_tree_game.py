"""Rounds compiled from the rules alone: the same rounds as by the kernels that the folders of games bring."""

from collections.abc import Sequence

import numpy as np
import pytest

from pitboss.errors import InputError
from pitboss.rules.approve import approve_file
from pitboss.rules.regulation import Regulation
from pitboss.simulation.chunks import Job
from pitboss.simulation.setup import setup_of
from pitboss.simulation.simulated_game import simulation_of
from pitboss.simulation.strategies import Strategies
from pitboss.simulation.tables import Counts
from pitboss.simulation.tree_game import TreeSimulation

TABLES = {ruleset.regulation.id: ruleset for ruleset in approve_file("examples/house.toml").tables.values()}
HOUR, SHIFT = 60, 8


def both(regulation: str, wagers: Sequence[str], strategy: str, rounds: int, compiled: bool) -> tuple[Counts, Counts]:
    """The counts of the folder's kernel, and those of the rules compiled."""
    setup = setup_of(TABLES[regulation], wagers=wagers, strategies=(strategy,))
    game = TreeSimulation(TABLES[regulation].regulation)
    decide = game.optimal(setup.terms) if strategy == "optimal" else Strategies(setup.terms).decide(strategy)
    tables = setup.grid_and_tables[1], game.grid_and_tables(setup._stakes, [decide], [0] * setup.boxes)[1]
    fast, whole = (Job(one, 7, rounds, HOUR, SHIFT, compiled).play(range(1)) for one in tables)
    return fast, whole


def same_money(fast: Counts, whole: Counts) -> bool:
    """Whether the house and box 1 win the same in every hour, and meters pay the same boxes in the same rounds."""
    hits = np.array_equal(fast.hits[:, :2], whole.hits[:, :2])
    return hits and np.array_equal(fast.hours, whole.hours) and np.array_equal(fast.lows, whole.lows)


@pytest.mark.parametrize("strategy", ["optimal", "always"])
def test_the_rules_compile_to_the_same_rounds_of_let_it_ride(strategy: str) -> None:
    assert same_money(*both("MD-LIR", ("base", "three_card_bonus"), strategy, 20 * HOUR * SHIFT, False))


def test_a_control_with_another_strategy_is_found() -> None:
    fast, _ = both("MD-LIR", ("base",), "never", 2 * HOUR * SHIFT, False)
    _, whole = both("MD-LIR", ("base",), "always", 2 * HOUR * SHIFT, False)
    assert not same_money(fast, whole)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("regulation", "wagers"),
    [
        ("MD-LIR", ("base", "five_card_bonus", "three_card_bonus", "progressive")),
        ("MD-TCP", ("ante", "pair_plus", "progressive", "five_card_progressive")),
    ],
)
@pytest.mark.parametrize("compiled", [False, True])
def test_a_million_boxes_win_the_same(regulation: str, wagers: Sequence[str], compiled: bool) -> None:
    rounds = (300 if compiled else 50) * HOUR * SHIFT
    assert same_money(*both(regulation, wagers, "optimal", rounds, compiled))


def test_a_game_without_a_folder_is_compiled_from_its_rules() -> None:
    known = TABLES["MD-LIR"].regulation
    unknown = Regulation(**{**known.given(), "game": "five_card_draw"})
    assert isinstance(simulation_of(unknown), TreeSimulation)
    assert not isinstance(simulation_of(known), TreeSimulation)


def test_too_many_classes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.simulation.hand_automaton.MOST_STATES", 100)
    with pytest.raises(InputError, match="after 2 cards there are more than 100 classes"):
        both("MD-LIR", ("base",), "optimal", HOUR * SHIFT, False)
