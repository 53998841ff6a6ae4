"""Three Card Poker's grid and tables."""

import numpy as np

from pitboss.simulation.hands import OF_THREE, Filled, kinds_of_three, of_five, of_six, of_three, three_index
from pitboss.simulation.outcome_cells import Classes, Stakes
from pitboss.simulation.showdown import Compared, by_decision
from pitboss.simulation.strategies import Decide, with_three
from pitboss.simulation.tables import OUTCOMES, PLAYED, VALUE, Grid, Part, ThreeCard

_NOTHING = Filled(np.zeros(1, np.uint8), np.zeros(1, np.uint8))


def grid_and_tables(stakes: Stakes, decides: list[Decide], players: list[int]) -> tuple[Grid, ThreeCard]:
    """Everything that can befall a box, and what the kernel looks up."""
    ((decision, _),) = stakes.terms.decisions.items()
    compared = Compared(stakes.terms, kinds_of_three())
    three, six, five = (Classes(stakes, ranking) for ranking in ("three_card", "six_card", "five_card"))
    by_three = of_three(three).astype(np.uint32)
    with_six, with_five = bool(stakes.items("six_card")), bool(stakes.items("five_card"))
    by_six, by_five = of_six(six) if with_six else _NOTHING, of_five(five) if with_five else _NOTHING
    parts = [Part((0, 1), compared.cells(stakes, three, "three_card"))]
    if with_six:
        choices = {decision: "play"}
        parts.append(
            Part((2,), [stakes.settled(hand[:3], choices, "six_card", dealer=hand[3:]) for hand in six.examples])
        )
    if with_five:
        cells = {
            played: [
                stakes.settled(hand[:3], {decision: choice}, "five_card", community=hand[3:]) for hand in five.examples
            ]
            for played, choice in ((False, "fold"), (True, "play"))
        }
        parts.append(Part((0, 3), by_decision(cells)))
    grid = Grid((OUTCOMES, len(three), max(1, len(six)), max(1, len(five))), tuple(parts))
    rest = grid.shape[2] * grid.shape[3]
    assert grid.size // OUTCOMES <= 1 << PLAYED
    asks = "ante" in stakes.wagers
    plays = np.stack([with_three(decide if asks else lambda _cards: True) for decide in decides]).astype(np.uint32)
    values = compared.numbers(OF_THREE).astype(np.uint32)
    return grid, ThreeCard(
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
