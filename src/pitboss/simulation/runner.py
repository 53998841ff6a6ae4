"""Running a job on one core, on several, or on a cluster, with the same totals; and checkpoints."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.errors import InputError
from pitboss.simulation.card_stream import deal, key_of
from pitboss.simulation.chunks import COMPILE_FROM, Job
from pitboss.simulation.setup import Setup
from pitboss.simulation.tables import Counts, Prices
from pitboss.simulation.totals import Totals

Played = Iterator[tuple[range, Counts]]
Runner = Callable[[Job, int], Played]
"""Plays the chunks of a job from a given chunk on, and yields each when it is done."""


def job_of(setup: Setup, rounds: int, seed: int, hour: int, shift: int) -> Job:
    """The job of a setup; few rounds are played without a compiler."""
    _, tables = setup.grid_and_tables
    return Job(tables, seed, rounds, hour, shift, rounds >= COMPILE_FROM)


def run(job: Job, totals: Totals, runner: Runner) -> Iterator[Totals]:
    """Adds chunk after chunk to the totals; the caller may stop after any chunk and keep the totals so far."""
    for chunks, counts in runner(job, totals.chunks):
        totals.add(chunks, counts)
        yield totals


def on_cores(cores: int) -> Runner:
    """Runs chunks on some cores of this machine. The kernels do not hold the interpreter, so threads are enough."""

    def played(job: Job, begin: int) -> Played:
        if cores == 1:
            yield from (
                (range(chunk, chunk + 1), job.play(range(chunk, chunk + 1))) for chunk in range(begin, job.chunks)
            )
            return
        pool = ThreadPoolExecutor(cores)
        try:
            yield from _in_flight(lambda chunks: pool.submit(job.play, chunks), begin, job.chunks, cores + 1)
        finally:
            pool.shutdown(cancel_futures=True)

    return played


def _in_flight(submit: Callable[[range], Future[Counts]], begin: int, end: int, most: int) -> Played:
    """Keeps at most `most` chunks under way, so that memory does not grow with their number."""
    under_way: dict[Future[Counts], range] = {}
    following = iter(range(begin, end))
    while True:
        for chunk in following:
            one = range(chunk, chunk + 1)
            under_way[submit(one)] = one
            if len(under_way) >= most:
                break
        if not under_way:
            return
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            yield under_way.pop(future), future.result()


def default_cores() -> int:
    import os  # noqa: PLC0415 - only here

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# Checkpoints


def fingerprint(job: Job) -> str:
    """A digest of a job's cards, tables, seed, rounds and hours."""
    digest = sha256(f"{type(job.tables).__name__} {job.seed} {job.rounds} {job.hour} {job.shift}".encode())
    digest.update(bytes(deal(key_of(job.seed), 1, 52)))
    for value in job.tables:
        for array in value if isinstance(value, Prices) else (value,):
            digest.update(np.asarray(array).tobytes())
    return digest.hexdigest()


def save(file: str, job: Job, totals: Totals) -> None:
    """Writes a checkpoint; the checkpoint before it stays until the new one is complete."""
    content = json.dumps({"pitboss": "simulation", "job": fingerprint(job), **totals.to_json()})
    target = Path(file)
    try:
        beside = target.with_name(f"{target.name}.part")
        beside.write_text(content, encoding="utf-8")
        beside.replace(target)
    except OSError as error:
        raise InputError(f"cannot be written: {(error.strerror or str(error)).lower()}", file) from None


def resume(file: str, job: Job, totals: Totals) -> None:
    """Continues from a checkpoint, if the file exists; an InputError if it belongs to another simulation."""
    if not Path(file).exists():
        return
    try:
        kept: dict[str, Any] = json.loads(Path(file).read_text(encoding="utf-8"))
        same = kept["pitboss"] == "simulation" and kept["job"] == fingerprint(job)
    except OSError as error:
        raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}", file) from None
    except (ValueError, KeyError, TypeError):
        raise InputError("is not a checkpoint of a simulation: name another file", file) from None
    if not same:
        raise InputError("is of another simulation: give the same options and seed, or name another file", file)
    totals.restore(kept)
