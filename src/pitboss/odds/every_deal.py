"""One decision against a dealer's hidden cards, by arrays of every deal: for rounds with too many classes of cards.

Every deal is looked at, compiled by numba of the extra `sim`. Hands are still valued once for each naming of suits, and
the engine still settles one example of each end: the numbers are those of the walk.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import comb, factorial
from typing import Any

import numpy as np

from pitboss.cards import DECK, Card, Value
from pitboss.odds import deal_kernel as kernel
from pitboss.odds.many_classes import DealEnds
from pitboss.play.terms import Cards
from pitboss.tree.card_classes import HandReading, hands_by_class
from pitboss.tree.ends import End, Rows, WagerBlock
from pitboss.tree.hidden_hands import Compared, DealerKinds, hidden_hands
from pitboss.tree.stages import RoundStages


class EveryDeal:
    """The ends of a round that `many_classes.is_for` picks."""

    def __init__(self, stages: RoundStages, block: WagerBlock, choices: Sequence[str]) -> None:
        self._stages, self._block, self._choices = stages, block, tuple(choices)
        self._own, self._size = stages.dealt["player"], stages.dealt["dealer"]
        self._shown = stages.stages[0].sees.get("dealer", 0)
        self._hidden = hidden_hands(stages.terms, self._size)

    def ends(self) -> Iterator[DealEnds]:
        """Every end that some best choice leads to. Deals count as many times as their cards have orders."""
        kinds, of_dealers = self._dealers()
        hands = _PlayerHands(self._block, kinds)
        owns, classes = self._hands(self._own)
        runs = [hands.run(cards, self._hidden.value_of(cards)) for cards in owns]
        most = max(len(edges) for _, edges, _ in runs)
        # Runs of fewer outcomes are filled up with empty ones at their beginning.
        edges = np.array([[0] * (most - len(run)) + run for _, run, _ in runs], np.int64)
        ends = np.array([[rows, *[0] * (most - len(run)), *outcomes] for rows, run, outcomes in runs], np.int64)
        allowed = [self._stages.allowed((), cards) if self._stages.allowing else self._choices for cards in owns]
        is_open = np.array([[choice in one for choice in self._choices] for one in allowed], np.bool_)
        nets = np.zeros((len(self._choices), len(hands.rows), len(hands.outcomes)), np.int64)
        for end, piles in hands.examples.items():
            for at, choice in enumerate(self._choices):
                nets[(at, *hands.place(end))] = self._block.settled(end, (choice,), piles).net
        tally = np.zeros(nets.shape, np.int64)
        for cards, number in self._shown_cards():
            deck = np.array(sorted(int(card) for card in DECK if card not in cards), np.int64)
            shown, hidden = np.array(sorted(map(int, cards)), np.int64), self._size - self._shown
            dealt = kernel.WAYS, of_dealers, len(kinds.kinds), deck, shown, hidden, self._own
            tally += number * kernel.best_of_every_deal(*dealt, classes, edges, ends, is_open, nets)
        orders = factorial(self._own) * factorial(self._shown)
        for end, piles in hands.examples.items():
            for at, choice in enumerate(self._choices):
                deals = int(tally[(at, *hands.place(end))])
                if deals:
                    yield DealEnds((choice,), end, piles, deals * orders)

    def _dealers(self) -> tuple[DealerKinds, Any]:
        """The kinds of hands of the dealer, and the kind of every hand."""
        examples, classes = self._hands(self._size)
        looked_at = [self._hidden.kind(cards) for cards in examples]
        kinds = self._hidden.kinds(looked_at)
        places = {kind[:2]: place for place, kind in enumerate(kinds.kinds)}
        return kinds, np.array([places[kind[:2]] for kind in looked_at], np.int32)[classes]

    def _hands(self, size: int) -> tuple[list[Cards], Any]:
        """An example of each class of hands of a size, and the class of every hand."""
        keys = kernel.classes_of_hands(size, comb(len(DECK), size))
        found, classes = np.unique(keys, return_inverse=True)
        return [_cards_of(int(key)) for key in found], classes.astype(np.int32)

    def _shown_cards(self) -> Iterator[tuple[Cards, int]]:
        """An example of each class of cards that the dealer shows, and how many there are."""
        every = HandReading(self._hidden.reads._replace(lowest=0, flush=1), (0,))
        return hands_by_class([every], self._shown)


class _PlayerHands:
    """The rows that hands of the player match, and the outcomes that they can have, by number."""

    def __init__(self, block: WagerBlock, kinds: DealerKinds) -> None:
        self._block, self._kinds = block, kinds
        self.rows: dict[Rows, int] = {}
        self.outcomes: dict[Compared | None, int] = {}
        self.examples: dict[End, Mapping[str, Cards]] = {}

    def run(self, cards: Cards, value: Value) -> tuple[int, list[int], list[int]]:
        """The number of a hand's rows, where the outcome changes, and the number of each outcome."""
        starts, outcomes = self._kinds.outcomes(value)
        rows = self._block.rows({"player": cards})
        for start, outcome in zip(starts, outcomes, strict=False):
            if (rows, outcome) not in self.examples:
                self.examples[rows, outcome] = {"player": cards, "dealer": self._kinds.kinds[start].example}
        numbers = [self.outcomes.setdefault(outcome, len(self.outcomes)) for outcome in outcomes]
        return self.rows.setdefault(rows, len(self.rows)), starts, numbers

    def place(self, end: End) -> tuple[int, int]:
        """The numbers of an end's rows and of its outcome."""
        return self.rows[end[0]], self.outcomes[end[1]]


def _cards_of(key: int) -> Cards:
    """The hand of four masks of ranks, one for each suit."""
    return tuple(Card(rank << 2 | suit) for suit in range(4) for rank in range(13) if key >> 13 * suit + rank & 1)
