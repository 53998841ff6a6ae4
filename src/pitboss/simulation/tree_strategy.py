"""The best play of any game, as simulations ask for it."""

from collections.abc import Mapping

from pitboss.odds.backwards import Backwards
from pitboss.simulation.game import Cards
from pitboss.tree.stages import Path


class TreeStrategy:
    """The best play of the decision wager; as a function of cards, whether it stakes more than the least."""

    def __init__(self, tree: Backwards) -> None:
        self.tree = tree

    def choose(self, piles: Mapping[str, Cards], path: Path) -> str:
        return self.tree.best(piles, path)

    def __call__(self, cards: Cards) -> bool:
        stage = next(at for at, one in enumerate(self.tree.stages.stages) if sum(one.sees.values()) == len(cards))
        path: Path = ()
        while len(path) < stage:
            path = (*path, self.tree.choices(path)[-1])
        piles, at = {}, 0
        for pile, number in self.tree.stages.stages[stage].sees.items():
            piles[pile] = cards[at : at + number]
            at += number
        return self.choose(piles, path) != self.tree.choices(path)[0]
