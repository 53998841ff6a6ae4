"""The simulation's side of a game's protocol: `SIMULATION` in the module `simulation` of the game's folder."""

from collections.abc import Callable, Sequence
from typing import Protocol

from pitboss.cards import Card
from pitboss.play.terms import Terms
from pitboss.simulation.outcome_cells import Stakes
from pitboss.simulation.tables import KernelTables, OutcomeGrid

Cards = tuple[Card, ...]
Decide = Callable[[Cards], bool]
"""Whether a box lets its bet stand, or makes the further wager, with the cards that a decision sees."""


class GameSimulation(Protocol):
    """What a game adds to the simulation: its grid, its tables and its strategies."""

    decision_sizes: tuple[int, ...]
    """The numbers of cards that a decision can see."""
    outcome_names: Sequence[str]
    """The names of the first axis of the grid, as odds name the rows of the decision wager; empty if its rows are those
    of a paytable."""

    def grid_and_tables(
        self, stakes: Stakes, decides: list[Decide], players: list[int]
    ) -> tuple[OutcomeGrid, KernelTables]:
        """Everything that can happen to a box, and what the kernels read. `players` has a strategy for each box."""

    def optimal(self, terms: Terms) -> Decide:
        """The best strategy for the paytables in force."""

    def basic(self, terms: Terms) -> Decide | None:
        """The published rules of thumb; None if there are none."""

    def visible(self, terms: Terms, cards: Cards) -> object:
        """What a decision distinguishes: hands with an equal value here are decided in the same way."""


def ranks_and_suit(cards: Cards) -> tuple[tuple[int, ...], bool]:
    """The ranks of a hand, and whether all cards are of one suit."""
    return tuple(sorted(card.rank for card in cards)), len({card.suit for card in cards}) == 1
