"""The tables of any game: automata that read cards, and what each choice and each end leads to."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.hand_automaton import LEVEL
from pitboss.simulation.tables import NO_HIGHEST_HAND, Bytes, Cards, Longs, Numbers, Places, Prices


class TreeTables(NamedTuple):
    """What a kernel for any game reads. Cards below `hand` are the box's own, the others lie on the table."""

    boxes: int
    cards: int
    hand: int
    dealer: int
    """The dealer's cards."""
    community: int
    bonus_box: int
    players: Bytes
    """The strategy of each box."""
    steps: NDArray[np.integer[Any]]
    """[state, card] of what a player has seen."""
    seen_at: Numbers
    """The cards that a player sees, in order."""
    sees: Numbers
    """How many of them are seen at each decision."""
    choices: NDArray[np.int16]
    """[strategy, choices so far, state]: the choices afterwards."""
    ends: Numbers
    """[choices]: their place in the grid."""
    compares: Bytes
    """[choices]: whether the hand is compared with the dealer's."""
    hands: NDArray[np.unsignedinteger[Any]]
    """[state, card] of all hands that are paid. Whole hands are the states without a row."""
    starts: Numbers
    """[hand]: its first state."""
    shared_at: Numbers
    """[hand, card]: which cards on the table it has, read before the box's own; -1 behind the last."""
    reads_own: Bytes
    """[hand]: whether it has the box's own cards."""
    classes: Numbers
    """[whole hand]: its place in the grid."""
    values: Numbers
    """[whole hand]: twice the rank of a whole hand in the showdown, plus one if the dealer qualifies with it."""
    compared: int
    """The hand that the showdown compares."""
    outcome_step: int
    prices: Prices

    @property
    def hand_size(self) -> int:
        return self.hand

    @property
    def highest_worth(self) -> Longs:
        return NO_HIGHEST_HAND

    @property
    def piles(self) -> tuple[tuple[str, int], ...]:
        return ("dealer", self.dealer), ("community", self.community), ("bonus_box", self.bonus_box)

    def kernel(self) -> Callable[..., int]:
        from pitboss.simulation.tree_kernel import play  # noqa: PLC0415 - for start-up: imports a compiler

        kernel: Callable[..., int] = play
        return kernel

    def places(self, deck: Cards) -> Places:
        shared, rounds = self.hand * self.boxes, deck.shape[1]
        theirs = np.zeros(rounds, np.int64)
        if self.dealer and self.compares.any():
            state = np.full(rounds, self.starts[self.compared], np.int64)
            for card in range(self.dealer):
                state = self.hands[state, deck[shared + card]].astype(np.int64)
            theirs = self.values[state - len(self.hands)].astype(np.int64)
        begun = []
        for number, start in enumerate(self.starts):
            state = np.full(rounds, start, np.int64)
            for at in self.shared_at[number]:
                if at >= 0:
                    state = self.hands[state, deck[shared + at]].astype(np.int64)
            begun.append(state)
        found = np.empty((self.boxes, rounds), np.int64)
        for box in range(self.boxes):
            found[box] = self._box(deck, box, begun, theirs)
        return found, None

    def _box(self, deck: Cards, box: int, begun: list[Longs], theirs: Longs) -> Longs:
        shared = self.hand * self.boxes

        def card(at: int) -> Longs:
            dealt: Longs = deck[self.hand * box + at if at < self.hand else shared + at - self.hand]
            return dealt

        node: Longs = np.zeros(deck.shape[1], np.int64)
        state: NDArray[np.integer[Any]] = node
        read = 0
        for sees in self.sees:
            for at in self.seen_at[read:sees]:
                state = self.steps[state, card(at)]
            read = int(sees)
            node = self.choices[self.players[box], node, state].astype(np.int64)
        place = self.ends[node].astype(np.int64)
        for number, first in enumerate(begun):
            ended = first
            for at in range(self.hand if self.reads_own[number] else 0):
                ended = self.hands[ended, card(at)].astype(np.int64)
            ended = ended - len(self.hands)
            place += self.classes[ended]
            if number == self.compared:
                mine, against = self.values[ended].astype(np.int64), theirs
                own, other = mine >> 1, against >> 1
                outcome = 2 + (own > other).astype(np.int64) - (own < other)
                outcome += np.sign(mine // LEVEL - against // LEVEL)
                place += (self.compares[node] > 0) * self.outcome_step * (outcome + 5 * (against & 1))
        return place
