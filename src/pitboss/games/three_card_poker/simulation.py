"""Three Card Poker's grid, tables and strategies."""

from collections import Counter

import numpy as np

from pitboss.cards import parse_cards
from pitboss.games.three_card_poker.game import GAME
from pitboss.games.three_card_poker.hand_bits import PLAYED, VALUE
from pitboss.games.three_card_poker.solver import DEALER_HANDS
from pitboss.games.three_card_poker.tables import ThreeCardTables
from pitboss.odds.wagers import decision_wager, paytable_group
from pitboss.play.terms import Terms
from pitboss.simulation.game import Cards, Decide, GameSimulation, ranks_and_suit
from pitboss.simulation.hands import NO_CLASSES, OF_THREE, kinds_of_three, of_five, of_six, of_three, three_index
from pitboss.simulation.outcome_cells import Classes, Stakes
from pitboss.simulation.showdown import COMPARED, OUTCOMES, DealerComparison, by_decision
from pitboss.simulation.tables import GridPart, OutcomeGrid


class ThreeCardSimulation(GameSimulation):
    """The simulation of Three Card Poker."""

    decision_sizes = (3,)
    outcome_names = ("fold", *["unqualified"] * len(COMPARED), *COMPARED)

    def grid_and_tables(
        self, stakes: Stakes, decides: list[Decide], players: list[int]
    ) -> tuple[OutcomeGrid, ThreeCardTables]:
        return _grid_and_tables(stakes, decides, players)

    def optimal(self, terms: Terms) -> Decide:
        bonus = terms.paytables.get(paytable_group(terms.regulation, decision_wager(terms.regulation)))
        solver = GAME.solver(terms.regulation, bonus, terms.options)
        wins: Counter[object] = Counter()
        for hands in solver.ante_play.decisions:
            wins[ranks_and_suit(hands.cards)] += hands.number * (hands.win + DEALER_HANDS)
        return lambda cards: wins[ranks_and_suit(cards)] > 0

    def basic(self, terms: Terms) -> Decide:
        least = terms.comparing(parse_cards("Qs 6d 4c"))
        return lambda cards: terms.comparing(cards) >= least

    def visible(self, _terms: Terms, cards: Cards) -> object:
        return ranks_and_suit(cards)


SIMULATION = ThreeCardSimulation()


def _grid_and_tables(stakes: Stakes, decides: list[Decide], players: list[int]) -> tuple[OutcomeGrid, ThreeCardTables]:
    ((decision, (asked, _)),) = stakes.terms.script.decisions.items()
    compared = DealerComparison(stakes.terms, kinds_of_three())
    three, six, five = (Classes(stakes, ranking) for ranking in ("three_card", "six_card", "five_card"))
    by_three = of_three(three).astype(np.uint32)
    with_six, with_five = bool(stakes.items("six_card")), bool(stakes.items("five_card"))
    by_six, by_five = of_six(six) if with_six else NO_CLASSES, of_five(five) if with_five else NO_CLASSES
    parts = [GridPart((0, 1), compared.cells(stakes, three, "three_card"))]
    if with_six:
        choices = {decision: "play"}
        parts.append(
            GridPart((2,), [stakes.settled(hand[:3], choices, "six_card", dealer=hand[3:]) for hand in six.examples])
        )
    if with_five:
        cells = {
            played: [
                stakes.settled(hand[:3], {decision: choice}, "five_card", community=hand[3:]) for hand in five.examples
            ]
            for played, choice in ((False, "fold"), (True, "play"))
        }
        parts.append(GridPart((0, 3), by_decision(cells)))
    grid = OutcomeGrid((OUTCOMES, len(three), max(1, len(six)), max(1, len(five))), tuple(parts))
    rest = grid.shape[2] * grid.shape[3]
    assert grid.size // OUTCOMES <= 1 << PLAYED
    asks = asked.asks in stakes.wagers
    plays = np.stack([of_three(decide if asks else lambda _cards: True) for decide in decides]).astype(np.uint32)
    values = compared.numbers(OF_THREE).astype(np.uint32)
    return grid, ThreeCardTables(
        boxes=stakes.boxes,
        cards=3 * stakes.boxes + 3 + 2 * with_five,
        has_six=int(with_six),
        has_five=int(with_five),
        sets=three_index(),
        players=np.array(players, np.uint8),
        hands=values << np.uint32(VALUE) | plays << np.uint32(PLAYED) | by_three * np.uint32(rest),
        outcome_step=len(three) * rest,
        five=by_five.mixed,
        five_filled=by_five.filled,
        six=by_six.mixed,
        six_filled=by_six.filled,
        six_step=grid.shape[3],
        prices=grid.priced(stakes.boxes - 1),
    )
