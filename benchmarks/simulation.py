"""Whole rounds simulated per second, beside C, OpenSpiel, two cores and a cluster; and the memory that they take.

A round is seven boxes with the main wagers and two side bets. The C of `reference.c` plays the same rounds from the
same tables and must come to the same counts; nothing else here needs a C compiler. OpenSpiel plays random rounds of
blackjack from Python: cards by their `chance_outcomes()`, as its documentation has it, and in a second line from the
list of all that are left, which is faster and right where all are as likely; the limit is for both. Turns alternate, so
that a noisy machine disturbs all alike, and the fastest of each counts, by processor time on one core. What two cores
gain only the clock can tell, and only on a machine that has nothing else to do.
Name parts to run only those: c numpy openspiel cores cluster memory.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.reference import WAGERS, Reference, compiler
from pitboss.rules.approve import approve_file
from pitboss.simulation.chunks import SIZE, Job
from pitboss.simulation.cluster import TASK, on_cluster
from pitboss.simulation.runner import Runner, on_cores, run
from pitboss.simulation.setup import Setup, setup_of
from pitboss.simulation.totals import Totals

HOUSE = Path(__file__).parents[1] / "examples" / "house.toml"
HOUR, SHIFT = 60, 8
RUNS, LONG_RUNS, PLAYOUTS = 30, 4, 500
BESIDE_C, BESIDE_OPENSPIEL, TWO_CORES, TWO_WORKERS = 0.8, 100.0, 1.85, 1.7
FLAT = 1.05
"""The peak of memory after 10^8 rounds, at most, over that after 10^7."""


@cache
def setup(regulation: str) -> Setup:
    tables = {ruleset.regulation.id: ruleset for ruleset in approve_file(str(HOUSE)).tables.values()}
    return setup_of(tables[regulation], wagers=WAGERS[regulation])


def job_of(regulation: str, rounds: int, compiled: bool = True) -> Job:
    """So many rounds, about: whole shifts."""
    rounds -= rounds % (HOUR * SHIFT)
    return Job(setup(regulation).grid_and_tables[1], 1, rounds, HOUR, SHIFT, compiled)


class Took(NamedTuple):
    """The fewest seconds of all turns."""

    processor: float
    clock: float


def fastest(runs: int, *does: Callable[[], object], processor: Callable[[], float] = time.process_time) -> list[Took]:
    """Each in turn, so many times."""
    best = [Took(float("inf"), float("inf"))] * len(does)
    for _ in range(runs):
        for index, do in enumerate(does):
            worked, clock = processor(), time.perf_counter()
            do()
            took = processor() - worked, time.perf_counter() - clock
            best[index] = Took(*map(min, best[index], took))
    return best


def shown(name: str, ours: float, theirs: float, limit: float | None, note: str = "") -> bool:
    """Prints two rates and their ratio, and says whether the limit is kept."""
    kept = limit is None or ours / theirs >= limit
    verdict = "" if limit is None else f"{limit:10}  {'kept' if kept else 'BROKEN'}"
    print(f"{name:26}{ours / 1e6:10.2f}{theirs / 1e6:12.3f}{ours / theirs:9.2f}{verdict}  {note}".rstrip(), flush=True)
    return kept


def beside_c() -> bool:
    found, kept = compiler(), True
    if not found:
        print("C: there is no compiler here, so nothing is compared with it")
        return True
    with tempfile.TemporaryDirectory() as folder:
        reference = Reference(found, folder)
        for regulation in WAGERS:
            job = job_of(regulation, SIZE)
            if not all(map(np.array_equal, job.play(range(1)), reference.play(job, 0))):
                raise SystemExit(f"{regulation}: the kernel and the C reference do not come to the same counts")
            ours, theirs = fastest(RUNS, partial(job.play, range(1)), partial(reference.play, job, 0))
            rates = job.rounds / ours.processor, job.rounds / theirs.processor
            kept &= shown(f"{regulation}, C", *rates, BESIDE_C, f"by the clock {theirs.clock / ours.clock:.2f}")
    return kept


def beside_numpy() -> bool:
    for regulation in WAGERS:
        job, plain = job_of(regulation, SIZE), job_of(regulation, SIZE // 8, compiled=False)
        ours, theirs = fastest(RUNS // 6, partial(job.play, range(1)), partial(plain.play, range(1)))
        shown(f"{regulation}, numpy", job.rounds / ours.processor, plain.rounds / theirs.processor, None)
    return True


def beside_openspiel() -> bool:
    try:
        import pyspiel  # noqa: PLC0415 - may be missing
    except ImportError:
        print("OpenSpiel: it is not installed, so nothing is compared with it (pip install open-spiel)")
        return True
    game, rng, kept = pyspiel.load_game("blackjack"), random.Random(1), True

    def blackjack(by_chance: bool) -> None:
        for _ in range(PLAYOUTS):
            state = game.new_initial_state()
            while not state.is_terminal():
                if by_chance and state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))

    for regulation in WAGERS:
        job = job_of(regulation, SIZE)
        ours, theirs, short = fastest(
            RUNS, partial(job.play, range(1)), partial(blackjack, True), partial(blackjack, False)
        )
        rate = job.rounds / ours.processor
        kept &= shown(f"{regulation}, OpenSpiel", rate, PLAYOUTS / theirs.processor, BESIDE_OPENSPIEL)
        kept &= shown("  all cards as likely", rate, PLAYOUTS / short.processor, BESIDE_OPENSPIEL)
    return kept


def played(rounds: int, runner: Runner) -> None:
    """A whole run of Let It Ride with its totals, as the command does it."""
    job = job_of("MD-LIR", rounds)
    deque(run(job, Totals(setup("MD-LIR"), job), runner), maxlen=0)


def beside_one_core(name: str, runner: Runner, rounds: int, limit: float, processor: Callable[[], float]) -> bool:
    """A runner on two cores. By processor time there is no waiting: what two cores of their own would make of it."""
    played(SIZE * 8, runner)
    does = partial(played, rounds, runner), partial(played, rounds, on_cores(1))
    ours, theirs = fastest(LONG_RUNS, *does, processor=processor)
    note = f"by processor time {2 * theirs.processor / ours.processor:.2f}"
    return shown(f"MD-LIR, {name}", rounds / ours.clock, rounds / theirs.clock, limit, note)


def two_cores() -> bool:
    return beside_one_core("2 cores, 1 core", on_cores(2), 2 * TASK, TWO_CORES, time.process_time)


def two_workers() -> bool:
    try:
        from distributed import Client, LocalCluster  # noqa: PLC0415 - may be missing
    except ImportError:
        print("Dask: it is not installed, so no cluster is started (pip install 'pitboss-tables[cluster]')")
        return True
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,  # type: ignore[no-untyped-call]
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        runner = on_cluster(cluster.scheduler_address, 2)

        def processor() -> float:
            return time.process_time() + float(sum(client.run(time.process_time).values()))

        # Four tasks for each worker, of as many rounds as a task can have.
        return beside_one_core("2 workers, 1 core", runner, 8 * TASK, TWO_WORKERS, processor)


def flat_memory() -> bool:
    few, many = (peak(rounds) for rounds in (10**7, 10**8))
    kept = many / few <= FLAT
    print(
        f"MD-LIR, memory: {few:.0f} MB after 10^7 rounds, {many:.0f} MB after 10^8, {many / few:.3f} times, "
        f"at most {FLAT}  {'kept' if kept else 'BROKEN'}"
    )
    return kept


def peak(rounds: int) -> float:
    """The peak of memory of another process that plays so many rounds, in megabytes."""
    child = subprocess.Popen([sys.executable, __file__, "play", str(rounds)])
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{rounds} rounds failed")
    return used.ru_maxrss / 1024


PARTS = {
    "c": beside_c,
    "numpy": beside_numpy,
    "openspiel": beside_openspiel,
    "cores": two_cores,
    "cluster": two_workers,
    "memory": flat_memory,
}


def main() -> int:
    if sys.argv[1:2] == ["play"]:
        played(int(sys.argv[2]), on_cores(2))
        return 0
    busy = os.getloadavg()[0]
    if busy > 0.5:
        print(
            f"The machine is busy (load {busy:.1f}): what two cores and two workers gain will look smaller than it is."
        )
    print(f"{'rounds, in millions a second':26}{'ours':>8}{'beside':>12}{'ratio':>9}{'at least':>10}")
    kept = [PARTS[name]() for name in sys.argv[1:] or PARTS]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
