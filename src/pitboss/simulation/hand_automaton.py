"""Hand automata: the classes of cards as states, and for each state and card the state that follows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import InputError
from pitboss.tree.card_classes import CardClass, CardClasses

MOST_STATES = 250_000
"""The most states after some number of cards."""
LEVEL = 1 << 16
"""In the numbers of whole hands, hands of one card more that counts are this much higher."""


class HandAutomaton(NamedTuple):
    """States by their numbers, level by level: a level has the states after some number of cards.

    No card follows the states of the last level, so they have no row.
    """

    steps: NDArray[np.integer[Any]]
    """[state, card]: the state that follows; 0 for a card that the hand has already."""
    levels: tuple[dict[CardClass, int], ...]


def hand_automaton(
    classes: CardClasses, order: Sequence[int], to_come: Sequence[tuple[int, ...]], root: CardClass
) -> HandAutomaton:
    """The automaton that reads cards of these groups one after the other; suits keep their names.

    `to_come` says, after each number of cards, how many are still to come for each reading.
    """
    levels, rows, base = [{root: 0}], list[list[int]](), 1
    for place, group in enumerate(order):
        after: dict[CardClass, int] = {}
        for found in levels[-1]:
            row = [0] * 52
            for cards, following in classes.by_card(found, group, to_come[place + 1]):
                number = after.setdefault(following, base + len(after))
                for card in cards:
                    row[card] = number
            rows.append(row)
            if len(after) > MOST_STATES:
                raise InputError(
                    f"no simulation: after {place + 1} cards there are more than {MOST_STATES:,} classes, the limit"
                )
        levels.append(after)
        base += len(after)
    return HandAutomaton(np.array(rows, np.uint16 if base < 1 << 16 else np.int32), tuple(levels))
