"""A small simulation of each of the sample house's tables, played once for all tests of a process."""

from functools import cache

from pitboss.simulation.results import SimulationResults
from pitboss.simulation.setup import setup_of
from pitboss.simulation.simulate import simulate
from tests.simulation.tables import rulesets

ROUNDS = 20_000
STRATEGIES = {
    "MD-LIR": ("optimal", "basic", "never", "optimal", "optimal", "optimal", "basic"),
    "MA-LIR": ("optimal", "always", "never", "optimal", "optimal", "optimal", "always"),
    "MD-TCP": ("optimal", "mimic", "never", "optimal", "mimic", "optimal", "optimal"),
    "MD-TFP": ("always", "mimic", "never", "mimic", "always", "mimic"),
}
"""Of the boxes of each table."""


@cache
def sample_run(regulation: str) -> SimulationResults:
    """Every wager of the table at its least stake, boxes that play differently, 41 shifts."""
    return simulate(setup_of(rulesets()[regulation], strategies=STRATEGIES[regulation]), ROUNDS, seed=1)
