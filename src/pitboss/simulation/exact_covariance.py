"""Exact covariances of what the wagers of a round win, in one box and between boxes.

Boxes of a round share the dealer's or the community cards, and their own cards come from one deck. For each class of
shared cards, what every hand of three wins is looked up in the tables of the simulation, whose cells the engine
settled. Two hands of one round have no card in common, so a product over two boxes is a sum over all pairs of hands,
less those that share a card, plus those that share two, less those that are one hand:

    sum over disjoint h, k of f(h) g(k) = F G - sum F_a G_a + sum F_ab G_ab - sum f(h) g(h)

where F_a is the sum of f over the hands that hold card a, and F_ab over those that hold both a and b. All numbers are
whole cents. Sums are kept modulo 2 ** 64; a bound shows that no result is cut off.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, RANKINGS, Card
from pitboss.errors import InputError
from pitboss.odds.wagers import entry_of
from pitboss.play.terms import Terms
from pitboss.simulation.outcome_cells import Cell, Classes, Stakes
from pitboss.simulation.simulated_game import simulation_of
from pitboss.simulation.strategies import Strategies
from pitboss.simulation.tables import KernelTables, Longs, OutcomeGrid

_PAIRS = 52 * 52
GROUPS = 8
"""Groups of shared cards in a law, of about the same weight."""
Wins = Mapping[tuple[int, ...], int]
"""What the columns of a kind of box win together, in cents, and in how many deals."""


class WinColumn(NamedTuple):
    """Something that a box wins or costs: a wager of a kind of box, or the Envy Bonus that its hand gives another."""

    kind: int
    """The kind of box, as `Covariances` numbers them."""
    wager: str
    """As odds name it, or the name of an award that every other box may be paid."""


class Covariances(NamedTuple):
    """Exact moments of what boxes win at the stakes of their kinds, in cents."""

    columns: tuple[WinColumn, ...]
    means: tuple[Fraction, ...]
    same_box: tuple[tuple[Fraction, ...], ...]
    other_box: tuple[tuple[Fraction, ...], ...]
    """Between a column of one box and a column of another."""
    laws: tuple[tuple[Wins, ...], ...] = ()
    """For each group of shared cards and each kind of box: what its columns win together, and in how many deals.

    Shared cards are grouped by what the first column wins beside them on average."""


def covariances(terms: Terms, kinds: Sequence[Mapping[str, int]]) -> Covariances:
    """The moments for boxes of these kinds, each given by its wagers and stakes. Boxes decide optimally.

    What a meter pays is not counted: it was the players' before.
    """
    boxes = [_Kind(terms, wagers) for wagers in kinds]
    columns = columns_of(terms, kinds)
    hand = boxes[0].tables.hand_size
    piles = {name: max(dict(box.tables.piles)[name] for box in boxes) for name, _ in boxes[0].tables.piles}
    piles.pop("burned", None)
    shared = {name: cards for name, cards in piles.items() if cards}
    if hand != 3 or shared not in ({"dealer": 3}, {"community": 2}, {}):
        shown = ", ".join(f"{cards} {name} cards" for name, cards in shared.items())
        raise InputError(f"covariances: no exact count for boxes of {hand} cards that share {shown}")
    size = len(columns)
    total, means = 0, np.zeros(size, object)
    same, other = np.zeros((size, size), object), np.zeros((size, size), object)
    seen: list[tuple[int, int, list[Longs]]] = []
    for cards, number in _classes(sum(shared.values()), _named_suits(terms, kinds)):
        hands = _Hands(cards)
        places = [box.places(hands) for box in boxes]
        wins = np.concatenate([box.wins(where) for box, where in zip(boxes, places, strict=True)])
        counts = [np.bincount(where, minlength=box.size) for box, where in zip(boxes, places, strict=True)]
        seen.append((int(wins[0].sum()), number, counts))
        squares = wins @ wins.T
        assert len(hands.hands) * int(squares.diagonal().max()) < 1 << 63
        total += number
        means += number * wins.sum(axis=1).astype(object)
        same += number * squares.astype(object)
        other += number * hands.disjoint(wins, squares).astype(object)
    count, apart = len(hands.hands), comb(52 - len(cards) - 3, 3)
    mean = [Fraction(int(each), total * count) for each in means]
    return Covariances(
        columns, tuple(mean), _centred(same, total * count, mean), _centred(other, total * count * apart, mean),
        tuple(
            tuple(box.law(counts) for box, counts in zip(boxes, group, strict=True)) for group in _groups(seen, total)
        ),
    )  # fmt: skip


def _groups(seen: list[tuple[int, int, list[Longs]]], total: int) -> Iterator[list[Longs]]:
    """For each group of shared cards, and each kind of box, how often each place of its grid comes up."""
    found: list[list[Longs] | None] = [None] * GROUPS
    before = 0
    for _, number, counts in sorted(seen, key=itemgetter(0)):
        group = before * GROUPS // total
        weighted = [number * one for one in counts]
        there = found[group]
        found[group] = [one + more for one, more in zip(there, weighted, strict=True)] if there else weighted
        before += number
    yield from (group for group in found if group)


def _centred(sums: NDArray[np.object_], number: int, means: Sequence[Fraction]) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(
        tuple(Fraction(int(sums[i, j]), number) - means[i] * means[j] for j in range(len(means)))
        for i in range(len(means))
    )


def _classes(cards: int, named: Collection[int]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Classes of shared cards if suits that no pattern names trade places, with their numbers.

    Three shared cards come in any order, two in theirs.
    """
    alike = [suit for suit in range(4) if suit not in named]
    found: dict[tuple[int, ...], int] = {}
    for hand in combinations(range(52), 3) if cards == 3 else permutations(range(52), cards):
        # Suits that are alike are named anew, by the ranks that they have.
        ranks = {suit: [card >> 2 for card in hand if card & 3 == suit] for suit in alike}
        renamed = dict(zip(sorted(alike, key=ranks.__getitem__, reverse=True), alike, strict=True))
        key = tuple(card & ~3 | renamed.get(card & 3, card & 3) for card in hand)
        found[key] = found.get(key, 0) + 1
    yield from ((tuple(Card(card) for card in key), number) for key, number in found.items())


def _named_suits(terms: Terms, kinds: Sequence[Mapping[str, int]]) -> set[int]:
    """The suits that a row in force names: a mini royal in spades is not a mini royal in hearts."""
    named = set[int]()
    for wagers in kinds:
        stakes = Stakes(terms, wagers, 1)
        for ranking in {terms.hand_of(name).ranking for name in wagers}:
            classes = Classes(stakes, ranking)
            for ranks in combinations(range(13), RANKINGS[ranking].sizes[-1]):
                found = [classes(tuple(Card(4 * rank + suit) for rank in ranks)) for suit in range(4)]
                usual = max(found, key=found.count)
                named |= {suit for suit in range(4) if found[suit] != usual}
    return named


def columns_of(terms: Terms, kinds: Sequence[Mapping[str, int]]) -> tuple[WinColumn, ...]:
    """The columns of the covariances of these kinds of box."""
    return tuple(column for number, wagers in enumerate(kinds) for column in _columns(terms, number, wagers))


def _columns(terms: Terms, number: int, wagers: Mapping[str, int]) -> tuple[WinColumn, ...]:
    return tuple(WinColumn(number, name) for name in _items(terms, wagers))


def _items(terms: Terms, wagers: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
    """The items of each wager, as odds name it, and each Envy Bonus by itself."""
    regulation, entries = terms.regulation, dict[str, list[str]]()
    for name in wagers:
        entries.setdefault(entry_of(regulation, name), []).append(name)
    for name, award in regulation.awards.items():
        if award.stake_of in wagers and award.kind == "bonus":
            entries[entry_of(regulation, award.stake_of)].append(name)
        elif award.stake_of in wagers and not terms.holds(award.never_under):
            entries[name] = [name]
    return entries


@cache
def _threes(cards: int) -> Longs:
    """Every three places in a number of cards."""
    return np.array(list(combinations(range(cards), 3)), np.int64)


class _Hands:
    """Every hand that a box can have beside given shared cards."""

    def __init__(self, shared: tuple[Card, ...]) -> None:
        self.shared = shared
        deck = np.array([card for card in DECK if card not in shared], np.int64)
        self.hands = deck[_threes(len(deck))]
        one, two, three = self.hands.T
        self._ones = (one, two, three)
        self._pairs = (52 * one + two, 52 * one + three, 52 * two + three)

    def disjoint(self, wins: Longs, squares: Longs) -> Longs:
        """For each two columns: the sum of their product over the ordered pairs of hands without a common card."""
        whole, ones, pairs = wins.sum(axis=1), self._sums(wins, self._ones, 52), self._sums(wins, self._pairs, _PAIRS)
        with np.errstate(over="ignore"):
            found: Longs = np.outer(whole, whole) - ones @ ones.T + pairs @ pairs.T - squares
        return found

    @staticmethod
    def _sums(wins: Longs, places: Sequence[Longs], size: int) -> Longs:
        """For each column the sums over the hands at each place. Sums below 2 ** 53 are exact as floats too."""
        assert int(np.abs(wins).max()) * wins.shape[1] < 1 << 53
        return np.array(
            [sum(np.bincount(place, weights=row, minlength=size) for place in places) for row in wins]
        ).astype(np.int64)


class _Kind:
    """A kind of box: what it wins in every place of its grid."""

    def __init__(self, terms: Terms, wagers: Mapping[str, int]) -> None:
        stakes = Stakes(terms, wagers, 2)
        grid, self.tables = _grid_and_tables(stakes)
        self._worth = np.array([_by_place(grid, items) for items in _items(terms, wagers).values()])
        self.size = grid.size

    def places(self, hands: _Hands) -> Longs:
        """The place of each hand in the grid."""
        count = len(hands.hands)
        shared = iter(hands.shared)
        # Nobody looks at a burned card: any card stands for it.
        rows = [
            np.full(count, 0 if name == "burned" else int(next(shared)), np.int64)
            for name, cards in self.tables.piles
            for _ in range(cards)
        ]
        places, _ = self.tables.places(np.array([*hands.hands.T, *rows]))
        found: Longs = places[0]
        return found

    def wins(self, places: Longs) -> Longs:
        """[column, hand]: what a box wins with each hand."""
        found: Longs = self._worth[:, places]
        return found

    def law(self, counts: Longs) -> Wins:
        """What the columns win together, given how often each place comes up."""
        found: dict[tuple[int, ...], int] = {}
        for place in np.flatnonzero(counts):
            won = tuple(int(worth) for worth in self._worth[:, place])
            found[won] = found.get(won, 0) + int(counts[place])
        return found


def _grid_and_tables(stakes: Stakes) -> tuple[OutcomeGrid, KernelTables]:
    decide = Strategies(stakes.terms).decide("optimal")
    alone = Stakes(stakes.terms, stakes.wagers, 1)
    return simulation_of(stakes.terms.regulation).grid_and_tables(alone, [decide], [0])


def _by_place(grid: OutcomeGrid, items: Collection[str]) -> Longs:
    """What these items win in every place of the grid; for an Envy Bonus, what it pays another box.

    What a meter pays is left out.
    """
    found = np.zeros(grid.shape, np.int64)
    for part in grid.parts:
        shape = [size if axis in part.axes else 1 for axis, size in enumerate(grid.shape)]
        found += np.array([_worth(cell, items) for cell in part.cells], np.int64).reshape(shape)
    return found.reshape(-1)


def _worth(cell: Cell, items: Collection[str]) -> int:
    lines = sum(line.net - (line.amount if line.meter else 0) for line in cell.lines if line.item in items)
    return lines + sum(amount for name, amount in cell.envy.items() if name in items)
