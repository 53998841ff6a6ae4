"""BestPlay: an agent that bets the least and decides by exact values, from nothing but its observations."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from pitboss.cards import Card
from pitboss.env.actions import Actions, Mask
from pitboss.env.observation import NO_CARD, Observation, Observing
from pitboss.games.let_it_ride.solver import Ahead, position_of
from pitboss.games.three_card_poker.solver import DEALER_HANDS, Showdown
from pitboss.games.top_five_poker.solver import TopFive
from pitboss.odds.house_odds import as_offered
from pitboss.odds.strategy import Values
from pitboss.play.terms import Terms
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset

Cards = tuple[Card, ...]


class BestPlay:
    """The best that can be done with the bets of the game itself; other wagers are neither placed nor thought of."""

    def __init__(self, ruleset: Ruleset, actions: Actions, observing: Observing) -> None:
        self._actions, self._observing = actions, observing
        self._values = _solver(ruleset)
        self._reads_community = {
            step.decision: "community" in _piles(ruleset.regulation, step.asks)
            for step in ruleset.regulation.script
            if step.step == "decide"
        }

    def values(self, observation: Observation) -> Values:
        """What each choice of the decision under way is expected to win, per unit of the first bet."""
        decision = self._observing.decisions[int(observation["decision"])]
        places = [*observation["cards"], *(observation["community"] if self._reads_community[decision] else ())]
        return self._values(tuple(Card(int(place)) for place in places if place != NO_CARD))

    def action(self, observation: Observation, mask: Mask) -> int:
        """The best of the actions that are open; with too few chips for the best choice, the last one that is open."""
        if int(observation["decision"]) == 0:
            return int(np.flatnonzero(mask)[0])
        best = len(self._actions.bets) + self._actions.choices.index(self.values(observation).best)
        return best if mask[best] else int(np.flatnonzero(mask)[-1])


def _piles(regulation: Regulation, wager: str) -> tuple[str, ...]:
    return regulation.hands[regulation.wagers[wager].hand].piles


def _solver(ruleset: Ruleset) -> Callable[[Cards], Values]:
    """`odds.strategy.hand_values` for one table, with what all hands share worked out once."""
    regulation = as_offered(ruleset)
    match regulation.game:
        case "let_it_ride":
            (base,) = regulation.paytables["base"].values()
            ahead = Ahead(base.lines())

            def riding(cards: Cards) -> Values:
                position = position_of([card.rank for card in cards], [card.suit for card in cards])
                if len(cards) == 3:
                    ride = Fraction(ahead.of_three(position), 49 * 48)
                else:
                    ride = Fraction(ahead.of_four(position).win, 48)
                return Values("bet_1" if len(cards) == 3 else "bet_2", {"withdraw": Fraction(0), "ride": ride})

            return riding
        case "three_card_poker":
            (bonus,) = regulation.paytables["ante_bonus"].values()
            on_win_only = Terms.of(ruleset).holds(regulation.awards["ante_bonus"].only_on_win_under)
            showdown = Showdown(regulation, bonus, on_win_only)

            def playing(cards: Cards) -> Values:
                total = showdown.play_total(cards, showdown.against(cards))
                return Values("play", {"fold": Fraction(-1), "play": Fraction(total, DEALER_HANDS)})

            return playing
        case "top_five_poker":
            game = TopFive(regulation, ruleset.options)

            def high_cards(cards: Cards) -> Values:
                values = game.choices(cards)
                return Values("play", {choice: values[choice] for choice in sorted(values)})

            return high_cards
