"""BestPlay: an agent that bets the least and decides by exact values, from its observations alone."""

import numpy as np

from pitboss.cards import Card
from pitboss.env.actions import Actions, Mask
from pitboss.env.observation import NO_CARD, Observation, Observing
from pitboss.odds.catalog import decision_solver
from pitboss.odds.game import ChoiceValues
from pitboss.odds.house_odds import offered_query
from pitboss.odds.wagers import decision_wager, paytables
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset


class BestPlay:
    """Optimal play of the least wagers; other wagers are not placed, and decisions do not consider them."""

    def __init__(self, ruleset: Ruleset, actions: Actions, observing: Observing) -> None:
        self._actions, self._observing = actions, observing
        regulation, query = offered_query(ruleset)
        self._solver = decision_solver(regulation, paytables(regulation, decision_wager(regulation))[0], query)
        self._reads_community = {
            step.decision: "community" in _piles(ruleset.regulation, step.asks)
            for step in ruleset.regulation.script
            if step.step == "decide"
        }

    def values(self, observation: Observation) -> ChoiceValues:
        """The expected net win of each choice of the decision under way, per unit of the first bet."""
        decision = self._observing.decisions[int(observation["decision"])]
        places = [*observation["cards"], *(observation["community"] if self._reads_community[decision] else ())]
        return self._solver.values(tuple(Card(int(place)) for place in places if place != NO_CARD))

    def action(self, observation: Observation, mask: Mask) -> int:
        """The best action that is open: the last one that is open if the box has too few chips for the best choice."""
        if int(observation["decision"]) == 0:
            return int(np.flatnonzero(mask)[0])
        best = len(self._actions.bets) + self._actions.choices.index(self.values(observation).best)
        return best if mask[best] else int(np.flatnonzero(mask)[-1])


def _piles(regulation: Regulation, wager: str) -> tuple[str, ...]:
    return regulation.hands[regulation.wagers[wager].hand].piles
