"""Top Five Poker's grid and tables."""

import numpy as np

from pitboss.simulation.hands import HOLDINGS, high_holdings
from pitboss.simulation.outcome_cells import Classes, Stakes
from pitboss.simulation.showdown import Compared
from pitboss.simulation.strategies import Decide, with_high_cards
from pitboss.simulation.tables import OUTCOMES, Grid, Part, TopFive


def grid_and_tables(stakes: Stakes, decides: list[Decide], players: list[int]) -> tuple[Grid, TopFive]:
    """Everything that can befall a box, and what the kernel looks up."""
    kinds = tuple(high_holdings())
    compared, classes = Compared(stakes.terms, kinds), Classes(stakes, "top_five")
    seven = np.zeros(HOLDINGS, np.int32)
    for index, cards in kinds:
        seven[index] = classes(cards)
    parts = (Part((0, 1), compared.cells(stakes, classes, "top_five")),)
    grid = Grid((OUTCOMES, len(classes)), parts)
    size = len(kinds[0][1])
    return grid, TopFive(
        boxes=stakes.boxes,
        cards=size * (stakes.boxes + 1),
        players=np.array(players, np.uint8),
        plays=np.stack([with_high_cards(decide) for decide in decides]),
        value=compared.numbers(HOLDINGS),
        seven=seven,
        outcome_step=len(classes),
        prices=grid.priced(stakes.boxes - 1),
    )
