"""The C reference of the benchmarks counts what the kernels count, and refuses what it was not written for."""

from functools import cache

import numpy as np
import pytest

from benchmarks.reference import WAGERS, Reference, compiler
from pitboss.games.let_it_ride.tables import LetItRideTables
from pitboss.games.three_card_poker.tables import ThreeCardTables
from pitboss.simulation.chunks import Job
from pitboss.simulation.setup import setup_of
from pitboss.simulation.tables import Counts, KernelTables
from tests.simulation.tables import rulesets

ROUNDS, HOUR, SHIFT = 30_017, 7, 3
"""Neither whole hours nor whole shifts."""


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    found = compiler()
    if not found:
        pytest.skip("there is no C compiler here to compile the reference with")
    return Reference(found, str(tmp_path_factory.mktemp("reference")))


@cache
def tables(regulation: str) -> KernelTables:
    _, found = setup_of(
        rulesets()[regulation], wagers=WAGERS[regulation], strategies=_strategies(regulation)
    ).grid_and_tables
    return found


def _strategies(regulation: str) -> tuple[str, ...]:
    """Boxes that play differently."""
    return ("optimal", "never", "always" if regulation == "MD-LIR" else "mimic", *["optimal"] * 4)


def same(one: Counts, other: Counts) -> bool:
    return all(np.array_equal(*arrays) for arrays in zip(one, other, strict=True))


@pytest.mark.parametrize("regulation", WAGERS)
@pytest.mark.parametrize("compiled", [False, True])
def test_the_counts_are_those_of_the_kernels(reference: Reference, regulation: str, compiled: bool) -> None:
    job = Job(tables(regulation), 5, ROUNDS, HOUR, SHIFT, compiled)
    assert same(reference.play(job, 0), job.play(range(1)))


@pytest.mark.parametrize(("regulation", "table"), [("MD-LIR", "five_filled"), ("MD-TCP", "six_filled")])
def test_a_table_that_differs_in_rare_hands_alone_is_noticed(reference: Reference, regulation: str, table: str) -> None:
    right = tables(regulation)
    assert isinstance(right, LetItRideTables | ThreeCardTables)
    wrong = right._replace(**{table: np.zeros_like(getattr(right, table))})
    assert not same(
        reference.play(Job(wrong, 5, ROUNDS, HOUR, SHIFT, False), 0),
        Job(right, 5, ROUNDS, HOUR, SHIFT, False).play(range(1)),
    )


@pytest.mark.parametrize("regulation", WAGERS)
def test_other_wagers_and_boxes_are_refused(reference: Reference, regulation: str) -> None:
    for setup in (
        setup_of(rulesets()[regulation]),
        setup_of(rulesets()[regulation], boxes=6, wagers=WAGERS[regulation]),
    ):
        with pytest.raises(ValueError, match="the C reference knows"):
            reference.play(Job(setup.grid_and_tables[1], 5, ROUNDS, HOUR, SHIFT, False), 0)
