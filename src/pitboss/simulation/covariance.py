"""The covariance of the hands of one round, which share cards."""

from collections.abc import Mapping

import numpy as np

from pitboss.simulation import vectorised
from pitboss.simulation.card_stream import key_of
from pitboss.simulation.totals import Totals

ROUNDS = 1 << 15
"""The number of rounds that it is estimated from: the first ones of the run."""


def spreads(totals: Totals) -> Mapping[str, float]:
    """For each wager, the variance of the sum of a round's hands over the sum of their variances."""
    setup, grid = totals.setup, totals.grid
    found = dict.fromkeys(setup.entries, 1.0)
    if setup.boxes == 1:
        return found
    _, tables = setup.grid_and_tables
    places = np.concatenate(
        [
            vectorised.places(key_of(totals.job.seed), begin, vectorised.BATCH, tables)
            for begin in range(0, ROUNDS, vectorised.BATCH)
        ],
        axis=1,
    )
    for name, items in setup.entries.items():
        worth = np.zeros(grid.shape, np.int64)
        for part in grid.parts:
            shape = [size if axis in part.axes else 1 for axis, size in enumerate(grid.shape)]
            nets = [sum(line.net for line in cell.lines if line.item in items) for cell in part.cells]
            worth += np.array(nets, np.int64).reshape(shape)
        won = worth.reshape(-1)[places].astype(np.float64)
        apart = won.var(axis=1).sum()
        if apart > 0:
            found[name] = float(min(max(won.sum(axis=0).var() / apart, 0.5), setup.boxes))
    return found
