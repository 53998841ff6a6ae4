"""The sample house's tables, set up for simulation."""

from functools import cache

from pitboss.cli.play import SAMPLE_HOUSE
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import Ruleset
from pitboss.simulation.running import job_of, on_cores, run
from pitboss.simulation.setup import Setup
from pitboss.simulation.totals import Totals

REGULATIONS = ("MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR")


@cache
def rulesets() -> dict[str, Ruleset]:
    """The first table under each regulation."""
    tables = approve_file(str(SAMPLE_HOUSE)).tables.values()
    return {ruleset.regulation.id: ruleset for ruleset in reversed(tuple(tables))}


def simulated(setup: Setup, rounds: int, seed: int = 1, cores: int = 1) -> Totals:
    """So many rounds, played to the end."""
    job = job_of(setup, rounds, seed, 60, 8)
    totals = Totals(setup, job)
    for _ in run(job, totals, on_cores(cores)):
        pass
    return totals
