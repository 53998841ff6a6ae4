"""Hands that are compared with the dealer's: their order, and an example of every outcome for the engine to settle."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

import numpy as np

from pitboss.cards import Card, Value
from pitboss.play.terms import Terms
from pitboss.simulation.outcome_cells import NOWHERE, Cell, Classes, Stakes
from pitboss.simulation.tables import Numbers

Cards = tuple[Card, ...]
COMPARED = ("fewer", "lower", "equal", "higher", "more")
"""How the player's hand compares with the dealer's."""
OUTCOMES = 1 + 2 * len(COMPARED)
"""Outcome 0 is a folded hand; the others are `1 + 5 x qualified + compared`."""


class DealerComparison:
    """All kinds of hand of a game, by an index, each with an example, in the order in which the showdown ranks them."""

    def __init__(self, terms: Terms, kinds: Iterable[tuple[int, Cards]]) -> None:
        self.terms, self.kinds = terms, tuple(kinds)
        self.qualifies = terms.dealer_qualifies
        self.value_of = terms.comparing
        self.values = {index: self.value_of(cards) for index, cards in self.kinds}
        self.order = {value: rank for rank, value in enumerate(sorted(set(self.values.values())))}

    def numbers(self, size: int) -> Numbers:
        """For each kind: twice its rank among all, plus one if the dealer qualifies with it, and in the upper bits the
        number of cards that count, if that is compared first."""
        found = np.zeros(size, np.int32)
        for index, cards in self.kinds:
            value = self.values[index]
            number = value.category if self.terms.script.numbers_first else 0
            found[index] = (number << 16) + 2 * self.order[value] + self.qualifies(cards)
        return found

    def outcome(self, own: Value, cards: Cards) -> int:
        """The outcome of a hand that is played against a dealer with these cards."""
        theirs = self.value_of(cards)
        compared = 2 + (own > theirs) - (own < theirs)
        if self.terms.script.numbers_first and own.category != theirs.category:
            compared += 1 if own > theirs else -1
        return 1 + len(COMPARED) * self.qualifies(cards) + compared

    def cells(self, stakes: Stakes, classes: Classes, ranking: str) -> list[Cell]:
        """A cell for each outcome of each class, folded hands first."""
        ((decision, (_, choices)),) = self.terms.script.decisions.items()
        fold, play = (
            next(name for name in choices if bool(choices[name].places) == placed) for placed in (False, True)
        )
        found: dict[tuple[int, int], Cell] = {}
        for number, hand in enumerate(classes.examples):
            found[0, number] = stakes.settled(hand, {decision: fold}, ranking, dealer=hand)
        for own, dealer in self._meetings(classes):
            key = self.outcome(self.value_of(own), dealer), classes(own)
            if key not in found:
                found[key] = stakes.settled(own, {decision: play}, ranking, dealer=dealer)
        return [found.get(key, NOWHERE) for key in product(range(OUTCOMES), range(len(classes)))]

    def _meetings(self, classes: Classes) -> Iterator[tuple[Cards, Cards]]:
        """The lowest and the highest hand of each class, each against those of the dealer and against an equal hand.

        The two hands may share a card: settlement looks at each hand alone, and no deal leads to such a place.
        """
        dealers = list(self._ends(self.qualifies))
        for own in self._ends(classes):
            yield from ((own, dealer) for dealer in (*dealers, own))

    def _ends(self, key: Callable[[Cards], object]) -> Iterator[Cards]:
        """The lowest and the highest hand for each key and number of cards that count."""
        sorts: dict[object, list[Cards]] = {}
        for index, cards in sorted(self.kinds, key=lambda kind: self.values[kind[0]]):
            number = self.values[index].category if self.terms.script.numbers_first else 0
            sorts.setdefault((key(cards), number), []).append(cards)
        for hands in sorts.values():
            yield from (hands[0], hands[-1])


def by_decision(cells: Mapping[bool, list[Cell]]) -> list[Cell]:
    """Cells that depend only on whether the hand was folded, repeated for every outcome."""
    return [cell for outcome in range(OUTCOMES) for cell in cells[outcome > 0]]
