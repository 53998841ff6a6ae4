"""Let It Ride's grid and tables, for either regulation."""

from collections.abc import Iterable
from itertools import product

import numpy as np

from pitboss.cards import RANKINGS
from pitboss.play.terms import Terms
from pitboss.simulation.hands import OF_THREE, Filled, of_five, of_six, of_three, three_index
from pitboss.simulation.outcome_cells import Classes, Stakes
from pitboss.simulation.strategies import Decide, with_four, with_three
from pitboss.simulation.tables import Bytes, Grid, LetItRide, Longs, Part

_CHOICES = ("withdraw", "ride")
_NOTHING = Filled(np.zeros(1, np.uint8), np.zeros(1, np.uint8))


def grid_and_tables(stakes: Stakes, decides: list[Decide], players: list[int]) -> tuple[Grid, LetItRide]:
    """Everything that can befall a box, and what the kernel looks up."""
    first, second = stakes.terms.decisions
    five, three, six = (Classes(stakes, ranking) for ranking in ("five_card", "three_card", "six_card"))
    by_five, by_three = of_five(five), of_three(three)
    with_six = bool(stakes.items("six_card"))
    by_six = of_six(six) if with_six else _NOTHING
    riding = {first: "ride", second: "ride"}
    parts = [
        Part((0, 1), [
            stakes.settled(hand[:3], {first: one, second: two}, "five_card", community=hand[3:])
            for one, two in product(_CHOICES, _CHOICES)
            for hand in five.examples
        ]),
        Part((2,), [stakes.settled(hand, riding, "three_card") for hand in three.examples]),
    ]  # fmt: skip
    if with_six:
        parts.append(
            Part((3,), [stakes.settled(hand[:3], riding, "six_card", bonus_box=hand[3:]) for hand in six.examples])
        )
    grid = Grid((4, len(five), len(three), max(1, len(six))), tuple(parts))
    classes = grid.shape[2] * grid.shape[3]
    cover, cover_stack, cover_worth = _cover_all(stakes, five)
    burned = sum(step.step == "burn" for step in stakes.terms.regulation.script)
    ride_first = np.stack([with_three(decide) for decide in decides]).astype(np.int32)
    ride_second = np.stack([with_four(decide) for decide in decides])
    return grid, LetItRide(
        boxes=stakes.boxes,
        cards=3 * stakes.boxes + burned + 2 + 3 * with_six,
        burned=burned,
        has_six=int(with_six),
        has_cover=int(len(cover_worth) > 1),
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
        cover_worth=cover_worth,
        prices=grid.priced(stakes.boxes - 1),
    )


def cover_wager(terms: Terms, stakes: Iterable[str]) -> str:
    """The wager that looks at all hands of the table, if it is in play."""
    return next((name for name in stakes if terms.regulation.wagers[name].scope == "table"), "")


def _cover_all(stakes: Stakes, five: Classes) -> tuple[Bytes, Bytes, Longs]:
    """The row that each class and the community cards match, and what a row wins; the last row is none."""
    name = cover_wager(stakes.terms, stakes.wagers)
    if not name:
        return np.zeros(len(five) + 1, np.uint8), np.zeros(1, np.uint8), np.zeros(1, np.int64)
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
