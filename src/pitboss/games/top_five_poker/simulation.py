"""Top Five Poker's grid, tables and strategies."""

import numpy as np

from pitboss.cards import TOP_FIVE
from pitboss.games.top_five_poker.high_cards import HOLDINGS, high_holdings, numbers_and_royal, with_high_cards
from pitboss.games.top_five_poker.solver import TopFive
from pitboss.games.top_five_poker.tables import TopFiveTables
from pitboss.play.terms import Terms
from pitboss.simulation.game import Cards, Decide, GameSimulation
from pitboss.simulation.outcome_cells import Classes, Stakes
from pitboss.simulation.showdown import COMPARED, OUTCOMES, DealerComparison
from pitboss.simulation.tables import GridPart, OutcomeGrid

_QUALIFIED = ("dealer does not qualify", "dealer qualifies")


class TopFiveSimulation(GameSimulation):
    """The simulation of Top Five Poker."""

    decision_sizes = tuple(range(1, 8))  # low cards may be left out
    outcome_names = ("fold", *(f"play, {qualified}, {compared}" for qualified in _QUALIFIED for compared in COMPARED))

    def grid_and_tables(
        self, stakes: Stakes, decides: list[Decide], players: list[int]
    ) -> tuple[OutcomeGrid, TopFiveTables]:
        return _grid_and_tables(stakes, decides, players)

    def optimal(self, terms: Terms) -> Decide:
        lines = TopFive(terms.regulation, terms.options).strategy()
        plays = {line.holding[:2]: line.best == "play" for line in lines}
        return lambda cards: plays[numbers_and_royal(cards)]

    def basic(self, _terms: Terms) -> None:
        return None

    def visible(self, terms: Terms, cards: Cards) -> object:
        return terms.comparing(cards)


SIMULATION = TopFiveSimulation()


def _grid_and_tables(stakes: Stakes, decides: list[Decide], players: list[int]) -> tuple[OutcomeGrid, TopFiveTables]:
    kinds = tuple(high_holdings())
    compared, classes = DealerComparison(stakes.terms, kinds), Classes(stakes, TOP_FIVE.name)
    seven = np.zeros(HOLDINGS, np.int32)
    for index, cards in kinds:
        seven[index] = classes(cards)
    parts = (GridPart((0, 1), compared.cells(stakes, classes, TOP_FIVE.name)),)
    grid = OutcomeGrid((OUTCOMES, len(classes)), parts)
    size = len(kinds[0][1])
    return grid, TopFiveTables(
        boxes=stakes.boxes,
        cards=size * (stakes.boxes + 1),
        players=np.array(players, np.uint8),
        plays=np.stack([with_high_cards(decide) for decide in decides]),
        value=compared.numbers(HOLDINGS),
        seven=seven,
        outcome_step=len(classes),
        prices=grid.priced(stakes.boxes - 1),
    )
