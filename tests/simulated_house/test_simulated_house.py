"""The whole house under faults: nothing acknowledged is lost or doubled, no hidden card is told, and play goes on.

A seed is one run: people, servers, disk, network, clocks and what goes wrong with them. A seed that fails is made
smaller and kept in `found/`, whose files are run again every time.
"""

import gc
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.ledger.postgres_server import PostgresServer
from tests.simulated_house.broken_builds import BUILDS, broken
from tests.simulated_house.checks import Failure
from tests.simulated_house.plan import KINDS, Plan, read_plan
from tests.simulated_house.shrinking import shrunk
from tests.simulated_house.world import World, simulate

FOUND = Path(__file__).parent / "found"
KEPT = sorted(FOUND.glob("*.json"))
FEW = 8
THOUSANDS = tuple(int(number) for number in os.environ.get("PITBOSS_SIMULATED_THOUSANDS", "0").split(","))
"""Which thousands of seeds the slow test runs: all of `0,1,2,3,4,5,6,7,8,9` are ten thousand."""
MOST_FOR_A_BUILD = 1_000


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """No log, and no collection of garbage in the middle of a run."""
    loggers = [logging.getLogger(name) for name in ("pitboss.web", "asyncio")]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    yield
    for logger, was in zip(loggers, before, strict=True):
        logger.disabled = was


def failure_of(plan: Plan) -> str:
    """What is wrong after a run; empty if nothing is."""
    try:
        simulate(plan)
    except Failure as failure:
        return str(failure)
    return ""


def check_seeds(seeds: range) -> None:
    """Runs seeds. One that fails is made smaller and kept as a file."""
    failures: list[str] = []
    for seed in seeds:
        if seed % 50 == 0:
            gc.collect()
        if why := failure_of(plan := Plan.drawn(seed)):
            small = shrunk(plan, lambda one: bool(failure_of(one)))
            file = FOUND / f"seed-{seed}.json"
            file.write_text(small.written(why), encoding="utf-8")
            failures.append(f"seed {seed}, kept in {file.name}: {why[:500]}")
    assert failures == []


def trace(world: World) -> str:
    """Everything that happened, as one hash."""
    with world.storage.reader() as store:
        entries = [entry.body for entry in store.entries()]
    texts = [*(text for guest in world.guests for _, text in guest.told), *world.notes]
    # The folder has another name in each run.
    told = [text.replace(world.storage.place, "").encode() for text in texts]
    return sha256(b"\n".join([*entries, *told])).hexdigest()


def traced(seed: int) -> str:
    found: list[str] = []

    def keep(world: World) -> None:
        found.append(trace(world))

    simulate(Plan.drawn(seed), keep)
    return found[0]


# The house


def test_some_seeds() -> None:
    check_seeds(range(FEW))


def check_on_postgresql(server: PostgresServer, seeds: range) -> None:
    for seed in seeds:
        plan = Plan.drawn(seed)
        try:
            simulate(plan, postgres_url=server.new_schema())
        except Failure as failure:
            raise AssertionError(f"seed {seed} on PostgreSQL: {failure}") from failure


def test_a_seed_on_postgresql(postgres_server: PostgresServer) -> None:
    check_on_postgresql(postgres_server, range(1))


@pytest.mark.slow
def test_many_seeds_on_postgresql(postgres_server: PostgresServer) -> None:
    check_on_postgresql(postgres_server, range(60))


@pytest.mark.slow
@pytest.mark.parametrize("thousand", THOUSANDS)
def test_a_thousand_seeds(thousand: int) -> None:
    check_seeds(range(thousand * 1_000, (thousand + 1) * 1_000))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_what_was_found_is_run_again(file: Path) -> None:
    """A plan that found a fault once finds none now."""
    assert failure_of(read_plan(file)) == ""


# The simulation itself


def test_the_same_seed_is_the_same_run() -> None:
    """In this process, and in another whose sets have another order."""
    seed = 20  # The disk fails, the clock is set, and a server stalls.
    code = f"from tests.simulated_house.test_simulated_house import traced; print(traced({seed}))"
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": path}, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.stdout.strip() == traced(seed)


def test_seeds_draw_every_fault_and_every_shape() -> None:
    plans = [Plan.drawn(seed) for seed in range(60)]
    assert {fault.kind for plan in plans for fault in plan.faults} == {kind for kind, _ in KINDS}
    assert {plan.servers for plan in plans} == {1, 2, 3}
    assert {plan.witness for plan in plans} == {plan.shared for plan in plans} == {True, False}


def test_a_run_is_an_evening() -> None:
    """People are answered and refused, and heads are kept: a run in which nothing happens finds nothing."""
    runs = [simulate(Plan.drawn(seed)) for seed in range(3)]
    answers = [answer for world in runs for guest in world.guests for answer in guest.acknowledged.values()]
    assert {answer["type"] for answer in answers} == {"answer", "refused"}
    assert len(answers) > 60
    assert all(world.heads for world in runs)


def test_a_plan_is_made_smaller() -> None:
    plan = next(plan for plan in map(Plan.drawn, range(100)) if len(plan.faults) > 4 and plan.servers > 1)
    culprit = plan.faults[2]
    small = shrunk(plan, lambda one: culprit in one.faults and one.servers > 1)
    assert (small.faults, small.servers, small.guests, small.witness) == ((culprit,), 2, 1, False)


# Broken builds


def found_by(build: str, most: int) -> int:
    """The first seed that finds a broken build; AssertionError if none of the first `most` does."""
    with broken(build):
        for seed in range(most):
            if why := failure_of(Plan.drawn(seed)):
                print(f"{build}: seed {seed}: {why[:200]}")
                return seed
    raise AssertionError(f"{build}: not found")


@pytest.mark.parametrize("build", [*BUILDS][:3])
def test_a_broken_build_is_found_at_once(build: str) -> None:
    found_by(build, 25)


@pytest.mark.slow
@pytest.mark.parametrize("build", BUILDS)
def test_a_broken_build_is_found(build: str) -> None:
    found_by(build, MOST_FOR_A_BUILD)
