"""Let It Ride's grid, tables and strategies, for either regulation."""

from itertools import product

import numpy as np

from pitboss.cards import RANKINGS, TEN
from pitboss.games.let_it_ride.game import GAME
from pitboss.games.let_it_ride.tables import LetItRideTables
from pitboss.odds.positions import position_of
from pitboss.odds.wagers import decision_wager, paytable_group
from pitboss.play.terms import Terms
from pitboss.simulation.game import Cards, Decide, GameSimulation, ranks_and_suit
from pitboss.simulation.hands import (
    NO_CLASSES,
    OF_THREE,
    THREES,
    mixed,
    of_five,
    of_six,
    of_three,
    possible,
    suited,
    three_index,
)
from pitboss.simulation.outcome_cells import Classes, Stakes
from pitboss.simulation.tables import NO_HIGHEST_HAND, Bytes, GridPart, Longs, OutcomeGrid

_CHOICES = ("withdraw", "ride")


class LetItRideSimulation(GameSimulation):
    """The simulation of Let It Ride."""

    decision_sizes = (3, 4)
    outcome_names = ()

    def grid_and_tables(
        self, stakes: Stakes, decides: list[Decide], players: list[int]
    ) -> tuple[OutcomeGrid, LetItRideTables]:
        return _grid_and_tables(stakes, decides, players)

    def optimal(self, terms: Terms) -> Decide:
        paytable = terms.paytables[paytable_group(terms.regulation, decision_wager(terms.regulation))]
        values = GAME.solver(terms.regulation, paytable, terms.options).ride_values
        return lambda cards: values.rides(position_of(cards))

    def basic(self, _terms: Terms) -> Decide:
        return _rule_of_thumb

    def visible(self, _terms: Terms, cards: Cards) -> object:
        return ranks_and_suit(cards)


SIMULATION = LetItRideSimulation()


def _rule_of_thumb(cards: Cards) -> bool:
    """Let It Ride as it is taught: paid hands, and good draws to straights and flushes."""
    ranks = sorted(card.rank for card in cards)
    different, high = set(ranks), sum(rank >= TEN for rank in ranks)
    if len(different) < len(ranks):
        paired = [rank for rank in different if ranks.count(rank) > 1]
        return len(paired) > 1 or ranks.count(paired[0]) > 2 or paired[0] >= TEN
    one_suit, spread = len({card.suit for card in cards}) == 1, ranks[-1] - ranks[0] + 1
    if len(cards) == 4:
        return one_suit or (spread == 4 and high > 0 and ranks[-1] < 12)
    in_a_row = spread == 3 and ranks[0] > 0
    return one_suit and (in_a_row or (spread == 4 and high > 0) or (spread == 5 and high > 1))


def _with_four(decide: Decide) -> Bytes:
    """A decision with a fourth card, at `5915 x all of one suit + 455 x rank + set`."""
    decisions = np.zeros((2, 13, len(THREES)), np.uint8)
    for index, three in enumerate(THREES):
        for rank in range(13):
            if possible((*three, rank)):
                decisions[0, rank, index] = decide(mixed((*three, rank)))
            if len({*three, rank}) == 4:
                decisions[1, rank, index] = decide(suited((*three, rank), 0))
    return decisions.reshape(-1)


def _grid_and_tables(stakes: Stakes, decides: list[Decide], players: list[int]) -> tuple[OutcomeGrid, LetItRideTables]:
    first, second = stakes.terms.script.decisions
    five, three, six = (Classes(stakes, ranking) for ranking in ("five_card", "three_card", "six_card"))
    by_five, by_three = of_five(five), of_three(three)
    with_six = bool(stakes.items("six_card"))
    by_six = of_six(six) if with_six else NO_CLASSES
    riding = {first: "ride", second: "ride"}
    parts = [
        GridPart((0, 1), [
            stakes.settled(hand[:3], {first: one, second: two}, "five_card", community=hand[3:])
            for one, two in product(_CHOICES, _CHOICES)
            for hand in five.examples
        ]),
        GridPart((2,), [stakes.settled(hand, riding, "three_card") for hand in three.examples]),
    ]  # fmt: skip
    if with_six:
        parts.append(
            GridPart((3,), [stakes.settled(hand[:3], riding, "six_card", bonus_box=hand[3:]) for hand in six.examples])
        )
    grid = OutcomeGrid((4, len(five), len(three), max(1, len(six))), tuple(parts))
    classes = grid.shape[2] * grid.shape[3]
    cover, cover_stack, highest_worth = _cover_all(stakes, five)
    burned = sum(step.step == "burn" for step in stakes.terms.regulation.script)
    ride_first = np.stack([of_three(decide) for decide in decides]).astype(np.int32)
    ride_second = np.stack([_with_four(decide) for decide in decides])
    return grid, LetItRideTables(
        boxes=stakes.boxes,
        cards=3 * stakes.boxes + burned + 2 + 3 * with_six,
        burned=burned,
        has_six=int(with_six),
        has_cover=int(len(highest_worth) > 1),
        sets=three_index(),
        players=np.array(players, np.uint8),
        first=ride_first * (2 * len(five) * classes) + by_three.astype(np.int32) * grid.shape[3],
        second=ride_second * np.uint8(len(five)),
        five=by_five.mixed,
        five_filled=by_five.filled,
        five_step=classes,
        six=by_six.mixed,
        six_filled=by_six.filled,
        cover=cover,
        cover_stack=cover_stack,
        highest_worth=highest_worth,
        prices=grid.priced(stakes.boxes - 1),
    )


def _cover_all(stakes: Stakes, five: Classes) -> tuple[Bytes, Bytes, Longs]:
    """The row that each class and the community cards match, and what each row wins; the last is for no row."""
    name = stakes.highest_hand_wager
    if not name:
        return np.zeros(len(five) + 1, np.uint8), np.zeros(1, np.uint8), NO_HIGHEST_HAND
    terms, rule = stakes.terms, stakes.terms.regulation.wagers[name]
    rows = terms.paying(name, stakes.boxes).rows
    value_of = RANKINGS[terms.hand_of(name).ranking].value_of
    matched = [
        next((i for i, row in enumerate(rows) if row.holds(value_of(hand), hand)), len(rows)) for hand in five.examples
    ]
    stack = np.full(OF_THREE, len(rows), np.uint8)
    further = terms.regulation.hands.get(rule.also_reads)
    if further and not terms.holds(rule.only_boxes_under):
        ranking = RANKINGS[further.ranking]
        order = [(i, ranking.patterns[row.pattern]) for i, row in enumerate(rows) if row.pattern in further.order]
        stack = of_three(
            lambda cards: next((i for i, has in order if has.holds(ranking.value_of(cards), cards)), len(rows))
        ).astype(np.uint8)
    stake = stakes.wagers[name]
    worth = [row.payout.number * stake for row in rows]
    return np.array([*matched, len(rows)], np.uint8), stack, np.array([*worth, -stake], np.int64)
