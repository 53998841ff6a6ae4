"""A simulation in one call, for notebooks and programs."""

from pitboss.simulation.results import SimulationResults
from pitboss.simulation.runner import job_of, on_cores, run
from pitboss.simulation.setup import Setup
from pitboss.simulation.totals import Totals


def simulate(  # noqa: PLR0913 - each is an option of its own
    setup: Setup, rounds: int, seed: int, *, rounds_per_hour: int = 60, hours: int = 8, cores: int = 1
) -> SimulationResults:
    """Plays `rounds` rounds. The same seed gives the same results on any number of cores."""
    job = job_of(setup, rounds, seed, rounds_per_hour, hours)
    totals = Totals(setup, job)
    for _ in run(job, totals, on_cores(cores)):
        pass
    return SimulationResults(totals=totals, seconds=0.0, played=rounds)
