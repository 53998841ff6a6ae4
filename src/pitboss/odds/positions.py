"""Positions: hands of up to five cards by their ranks and by whether all cards are of one suit.

A five-card pattern sees nothing else of a hand, so a position stands for every hand that has its ranks.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.odds.shapes import BIT, RANKS, STEP, FiveCardRows, multisets


class Position(NamedTuple):
    """The ranks of a hand, as one code and as a count for each rank, and whether all cards are of one suit."""

    code: int
    counts: tuple[int, ...]
    suited: bool

    def row(self, rows: FiveCardRows) -> int:
        """The row of a paytable that five cards in this position match first."""
        if not self.suited:
            return rows.mixed[self.code]
        return rows.suited[sum(bit for bit, count in zip(BIT, self.counts, strict=True) if count)]


def position_of(cards: Collection[Card]) -> Position:
    """The position of given cards."""
    ranks = [card.rank for card in cards]
    counts = tuple(map(ranks.count, RANKS))
    return Position(sum(STEP[rank] for rank in ranks), counts, len({card.suit for card in cards}) == 1)


def positions(size: int) -> Iterator[tuple[Position, int]]:
    """Every position of `size` cards, and how many hands are in it."""
    for code, (counts, ways) in multisets(size).items():
        suited = 4 if max(counts) == 1 else 0
        yield Position(code, counts, False), ways - suited
        if suited:
            yield Position(code, counts, True), suited


def with_next_card(position: Position) -> Iterator[tuple[Position, int]]:
    """The positions that one more card can lead to, each with the number of cards that lead to it."""
    code, counts, suited = position
    for rank in RANKS:
        left = 4 - counts[rank]
        if not left:
            continue
        after = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
        if suited and left == 4:
            yield Position(code + STEP[rank], after, True), 1
            left = 3
        yield Position(code + STEP[rank], after, False), left
