"""One core, two, a cluster, a lost worker, an interruption: the same numbers come out."""

import json
import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from pitboss.errors import InputError
from pitboss.simulation import card_stream as stream
from pitboss.simulation.chunks import Job
from pitboss.simulation.cluster import on_cluster
from pitboss.simulation.runner import Runner, job_of, on_cores, resume, run, save
from pitboss.simulation.setup import Setup, setup_of
from pitboss.simulation.totals import Totals
from tests.simulation.tables import rulesets

ROUNDS = 5_000_123


@cache
def setup() -> Setup:
    return setup_of(rulesets()["MD-TCP"], boxes=3)


def job() -> Job:
    return job_of(setup(), ROUNDS, 9, 60, 8)


def played(runner: Runner) -> str:
    """All that a run came to, as text."""
    totals = Totals(setup(), job())
    for _ in run(job(), totals, runner):
        pass
    assert totals.rounds == ROUNDS
    return json.dumps(totals.to_json())


@cache
def on_one() -> str:
    return played(on_cores(1))


def test_two_cores_find_what_one_finds() -> None:
    assert played(on_cores(2)) == on_one()


def test_chunks_may_come_in_any_order() -> None:
    def backwards(job: Job, begin: int) -> Iterator[tuple[range, object]]:
        for chunk in reversed(range(begin, job.chunks)):
            yield range(chunk, chunk + 1), job.play(range(chunk, chunk + 1))

    totals = Totals(setup(), job())
    for chunks, counts in backwards(job(), 0):
        totals.add(chunks, counts)  # type: ignore[arg-type]
    assert json.dumps(totals.to_json()) == on_one()


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True) as found:  # type: ignore[no-untyped-call]
        yield found


def test_a_cluster_finds_what_one_core_finds(cluster: LocalCluster) -> None:
    assert played(on_cluster(cluster.scheduler_address, 2)) == on_one()


def test_a_lost_worker_changes_nothing(cluster: LocalCluster) -> None:
    runner = on_cluster(cluster.scheduler_address, 2)
    with Client(cluster.scheduler_address) as client:  # type: ignore[no-untyped-call]
        victim = next(iter(client.run(os.getpid).values()))
    totals, killed = Totals(setup(), job()), False
    for _ in run(job(), totals, runner):
        if not killed:
            os.kill(victim, signal.SIGKILL)
            killed = True
    assert killed
    assert json.dumps(totals.to_json()) == on_one()


def test_nobody_at_the_address_is_said_at_once() -> None:
    with pytest.raises(InputError, match=r"--cluster tcp://127.0.0.1:1: no Dask scheduler answers there"):
        played(on_cluster("tcp://127.0.0.1:1", 2))


def test_a_checkpoint_goes_on_to_the_same_end(tmp_path: Path) -> None:
    file, totals = str(tmp_path / "run.json"), Totals(setup(), job())
    running = run(job(), totals, on_cores(1))
    for _ in range(4):
        next(running)
    save(file, job(), totals)
    later = Totals(setup(), job())
    resume(file, job(), later)
    assert later.chunks == 4
    for _ in run(job(), later, on_cores(2)):
        pass
    assert json.dumps(later.to_json()) == on_one()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"pitboss": "simulation", "job": "another"}'])
def test_what_is_no_checkpoint_of_this_run_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "run.json"
    file.write_text(text)
    with pytest.raises(InputError, match=r"run.json: is (not a checkpoint|of another simulation)"):
        resume(str(file), job(), Totals(setup(), job()))
    assert file.read_text() == text


def test_another_seed_is_another_simulation(tmp_path: Path) -> None:
    file, totals = str(tmp_path / "run.json"), Totals(setup(), job())
    save(file, job(), totals)
    with pytest.raises(InputError, match="of another simulation"):
        resume(file, job()._replace(seed=10), Totals(setup(), job()))


@pytest.mark.parametrize("name", ["WORDS", "DRAWS", "GAMMA"])
def test_other_cards_from_the_same_seed_are_another_simulation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    file, totals = str(tmp_path / "run.json"), Totals(setup(), job())
    save(file, job(), totals)
    resume(file, job(), Totals(setup(), job()))
    monkeypatch.setattr(stream, name, getattr(stream, name) - 1)
    with pytest.raises(InputError, match="of another simulation"):
        resume(file, job(), Totals(setup(), job()))
