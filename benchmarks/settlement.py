"""Recorded rounds read and settled per second, as a ratio to the independent settlement in tests/oracle.

The oracle reads nothing and checks nothing, so that settling is compared with it alone, and reading shown beside. Runs
alternate, and the fastest of each counts. Every random round has paytables and options of its own; the rounds of one
table, as an audit has them, share theirs.
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.play.settle import settle
from pitboss.recorded.round import RecordedRound, read_round
from tests.oracle.rounds import random_round
from tests.oracle.settle import settle as oracle

RUNS = 9
ROUNDS = 500
Document = dict[str, Any]


def main() -> None:
    print(f"{'regulation':12}{'oracle/s':>10}{'settled/s':>11}{'ratio':>7}{'read and settled/s':>20}{'ratio':>7}")
    for regulation in ("MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR"):
        rng = Random(1)
        documents = [random_round(rng, regulation, rigged=index % 2 == 0) for index in range(ROUNDS)]
        rounds = [read_round(document) for document in documents]
        theirs, ours, both = fastest((oracle, documents), (_settle, rounds), (_read_and_settle, documents))
        print(
            f"{regulation:12}{ROUNDS / theirs:10,.0f}{ROUNDS / ours:11,.0f}{theirs / ours:7.2f}"
            f"{ROUNDS / both:20,.0f}{theirs / both:7.2f}"
        )


def _settle(recorded: RecordedRound) -> None:
    settle(recorded.terms, recorded.facts)


def _read_and_settle(document: Document) -> None:
    _settle(read_round(document))


def fastest(*jobs: tuple[Callable[[Any], object], Sequence[Any]]) -> list[float]:
    """The least processor time of each job over all runs, in seconds."""
    best = [float("inf")] * len(jobs)
    for _ in range(RUNS):
        for index, (does, items) in enumerate(jobs):
            start = time.process_time()
            for item in items:
                does(item)
            best[index] = min(best[index], time.process_time() - start)
    return best


if __name__ == "__main__":
    main()
